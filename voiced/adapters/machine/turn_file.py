"""The recorded times of turns: one JSON line per turn, in a file of limited size."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec

from voiced.errors import WrongInput
from voiced.turn_times import TurnTrace

log = logging.getLogger(__name__)

MOST_BYTES = 1_000_000
"""The size of a file at which it becomes `turns.jsonl.1`, replacing the one before. Both hold some 8000 turns."""


class TurnFile:
    """Appends turns. A failure is logged once, and the conversation goes on."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        """Prepare; the file and its folder are made with the first turn."""
        self._path = path
        self._most_bytes = most_bytes
        self._is_failing = False

    def record(self, turn: TurnTrace) -> None:
        """Append one turn: a write of some 200 bytes, not synced."""
        try:
            self._append(msgspec.json.encode(turn) + b"\n")
            self._is_failing = False
        except OSError as error:
            if not self._is_failing:
                log.warning("%s: turns are not kept: %s", self._path, error.strerror)
            self._is_failing = True

    def _append(self, line: bytes) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(line)
            is_full = file.tell() >= self._most_bytes
        if is_full:
            self._path.replace(_older(self._path))


def kept_turns(path: Path) -> Iterator[TurnTrace]:
    """The recorded turns, oldest first. Lines that are cut off, or come from another version, are left out.

    Raises:
        WrongInput: a file cannot be read.
    """
    for file in (_older(path), path):
        try:
            lines = file.read_bytes().splitlines()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise WrongInput(f"{file}: {error.strerror}; name a readable file with --file") from error
        for line in lines:
            try:
                yield msgspec.json.decode(line, type=TurnTrace)
            except msgspec.DecodeError:
                log.info("%s: an unreadable line is left out", file)


def _older(path: Path) -> Path:
    return path.with_name(f"{path.name}.1")
