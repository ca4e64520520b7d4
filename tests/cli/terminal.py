"""A terminal, as a person uses it."""

from __future__ import annotations

import codecs
import os
import pty
import subprocess
import sys
from collections.abc import Mapping


class Terminal:
    """`voiced` at a terminal of its own, which hands Ctrl-C on as a signal."""

    def __init__(self, *command: str, settings: Mapping[str, str]) -> None:
        """Begin a command of `voiced`, with these variables beside our own."""
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            ["setsid", "--ctty", sys.executable, "-m", "voiced", *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **settings},
        )
        os.close(theirs)
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def types(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def shows(self, text: str) -> None:
        """Wait until some words are on the screen. Answers to later input come below them."""
        while text not in self.shown:
            read = self._read()
            assert read, f"it ended, and showed: {self.shown}"
            self.shown += read
        self.shown = self.shown.partition(text)[2]

    def ends(self, *, status: int = 0) -> str:
        """Wait for the end; returns the lines that were shown since."""
        while read := self._read():
            self.shown += read
        assert self.process.wait() == status, self.shown
        return self.shown.replace("\r\n", "\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _read(self) -> str:
        """The next output; empty at the end."""
        text = ""
        while not text:  # a part of a character is not shown
            try:
                text = self._decoder.decode(os.read(self._ours, 4096))
            except OSError:  # nobody is at the other end any more
                return ""
        return text
