"""Players for machines without a loudspeaker: one writes numbered WAV files, the other drops the sound."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from voiced.adapters.sound.wav_files import write_wav
from voiced.errors import AudioWrong, VoiceFailure
from voiced.sound import Pcm


class WavFolderPlayer:
    """Writes each sentence as `001.wav`, `002.wav`, … into a folder, at once."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is missing.

        Raises:
            AudioWrong: the folder cannot be made.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise AudioWrong(
                f"{folder}: cannot keep speech here: {error.strerror}; name another folder with --speech-dir"
            ) from error
        self._folder = folder
        self._count = 0

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Write the next file."""
        audible()
        self._count += 1
        try:
            write_wav(self._folder / f"{self._count:03d}.wav", sound)
        except OSError as error:
            raise VoiceFailure(f"{self._folder}: speech was not kept: {error.strerror}") from error

    def stop(self) -> None:
        """Do nothing: a file is written at once."""

    async def close(self) -> None:
        """Do nothing: every file is closed."""


class SilentPlayer:
    """Drops the sound at once."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Only report the beginning."""
        audible()

    def stop(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
