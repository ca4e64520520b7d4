"""Players for machines without a speaker: sentences as numbered WAV files, or nowhere at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from voiced.adapters.sound.wav_files import write_wav
from voiced.errors import AudioWrong, VoiceFailure
from voiced.ports import Pcm


class WavFolderPlayer:
    """Keeps what was said as `001.wav`, `002.wav`, … in a folder; a sentence takes no time."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is not there.

        Raises:
            AudioWrong: it cannot be made.
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
        """A file is written at once; there is nothing to stop."""

    async def close(self) -> None:
        """Nothing is open."""


class SilentPlayer:
    """Plays nothing, in no time."""

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Do nothing but say that it begins."""
        audible()

    def stop(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Nothing is open."""
