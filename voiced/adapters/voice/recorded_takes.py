"""The recordings of a household's own voice: a folder of WAV files with the table that `voiced voice build` reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from voiced.adapters.sound.wav_files import read_wav, write_wav
from voiced.adapters.voice.bank_recordings import TABLE
from voiced.errors import AudioWrong
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.ports.sound import Pcm


class RecordedTakes:
    """The recordings of a folder. A recording counts once its line is in the table, after its file is whole."""

    def __init__(self, folder: Path) -> None:
        """Read the table; the folder is made if it is missing.

        Raises:
            AudioWrong: the folder cannot be made, or its table cannot be read.
        """
        self._folder = folder
        self._table = folder / TABLE
        self._files: dict[str, str] = {}
        self._number = 0
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._read_table()
        except (OSError, UnicodeDecodeError) as error:
            raise AudioWrong(
                f"{folder}: cannot be used for recordings: {error}; name another folder"
            ) from error

    @property
    def recorded(self) -> frozenset[str]:
        """The prompts that are recorded."""
        return frozenset(self._files)

    def keep(self, prompt: str, take: Sequence[AudioFrame]) -> None:
        """Write the recording of a prompt, then its line in the table.

        Raises:
            AudioWrong: it cannot be written.
        """
        self._number += 1
        name = f"{self._number:04}.wav"
        pcm = b"".join(frame.pcm for frame in take)
        try:
            write_wav(self._folder / name, Pcm(pcm, SAMPLE_RATE))
            with self._table.open("a", encoding="utf-8") as table:
                table.write(f"{name}\t{prompt}\n")
                table.flush()
                os.fsync(table.fileno())
        except OSError as error:
            raise AudioWrong(f"{self._folder}: a recording cannot be written: {error.strerror}") from error
        self._files[prompt] = name

    def take_of(self, prompt: str) -> Sequence[AudioFrame]:
        """The recording of a prompt; empty if there is no such one.

        Raises:
            AudioWrong: it cannot be read.
        """
        if prompt not in self._files:
            return ()
        pcm = read_wav(self._folder / self._files[prompt])
        whole = range(0, len(pcm) - FRAME_BYTES + 1, FRAME_BYTES)
        return [
            AudioFrame(number * FRAME_SAMPLES, pcm[at : at + FRAME_BYTES]) for number, at in enumerate(whole)
        ]

    def _read_table(self) -> None:
        """Learn what is recorded. Lines without their file go, since a voice could not be built with them."""
        lines = self._table.read_text(encoding="utf-8").splitlines() if self._table.exists() else []
        for line in lines:
            name, tab, prompt = line.partition("\t")
            if tab and (self._folder / name).is_file():
                self._files[prompt.strip()] = name
        stems = [path.stem for path in self._folder.glob("*.wav")]
        self._number = max((int(stem) for stem in stems if stem.isdecimal()), default=0)
        if len(self._files) < len(lines):
            part = self._table.with_suffix(".part")
            part.write_text("".join(f"{name}\t{prompt}\n" for prompt, name in self._files.items()), "utf-8")
            part.replace(self._table)
