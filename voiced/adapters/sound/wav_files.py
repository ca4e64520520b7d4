"""Reads and writes WAV files. Sound of any supported form becomes the 16 kHz mono that recognisers expect.

A player writes sentences to files, on a machine without a loudspeaker.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from voiced.adapters.sound.resampling import resampled
from voiced.errors import AudioWrong, VoiceFailure
from voiced.hearing.frame import BYTES_PER_SAMPLE, SAMPLE_RATE
from voiced.ports.sound import Pcm

SUPPORTED = "16-bit PCM WAV, 8 to 192 kHz, 1 to 8 channels"
_RATES = range(8_000, 192_001)
_CHANNELS = range(1, 9)


def read_wav(path: Path) -> bytes:
    """The sound of a file as little-endian 16-bit mono samples at 16 kHz.

    Other rates are resampled, several channels are mixed to one. A file that was cut off gives the sound that it holds.

    Raises:
        AudioWrong: it is missing, unreadable or empty, or it is not a supported WAV file.
    """
    try:
        with path.open("rb") as file, wave.open(file) as wav:
            rate, channels, width = wav.getframerate(), wav.getnchannels(), wav.getsampwidth()
            if width != BYTES_PER_SAMPLE:
                raise _wrong(path, f"{8 * width}-bit samples")
            if rate not in _RATES:
                raise _wrong(path, f"{rate} Hz")
            if channels not in _CHANNELS:
                raise _wrong(path, f"{channels} channels")
            pcm = wav.readframes(wav.getnframes())
    except OSError as error:
        raise _wrong(path, error.strerror or "it cannot be read") from error
    except EOFError as error:
        raise _wrong(path, "it ends before any sound") from error
    except (wave.Error, RuntimeError) as error:
        # A chunk that is longer than the file gives a RuntimeError without a message.
        raise _wrong(path, _form(error)) from error
    whole = len(pcm) // (BYTES_PER_SAMPLE * channels) * BYTES_PER_SAMPLE * channels
    if not whole:
        raise _wrong(path, "it holds no sound")
    return _as_expected(np.frombuffer(pcm[:whole], dtype="<i2").reshape(-1, channels), rate)


def write_wav(path: Path, sound: Pcm) -> None:
    """Write sound to a file. Only its owner can read a new file.

    Raises:
        OSError: it cannot be written.
    """
    # The sound is private: a voice, or spoken amounts.
    path.touch(mode=0o600)
    with path.open("wb") as file, wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(BYTES_PER_SAMPLE)
        wav.setframerate(sound.sample_rate)
        wav.writeframes(sound.samples)


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


def _as_expected(sound: npt.NDArray[np.int16], rate: int) -> bytes:
    """Samples of shape (time, channel) as mono at the expected rate."""
    if sound.shape[1] == 1 and rate == SAMPLE_RATE:
        return sound.tobytes()
    return resampled(sound.mean(axis=1, dtype=np.float32), rate, SAMPLE_RATE)


def _form(error: wave.Error | RuntimeError) -> str:
    message = str(error) or "its chunks do not fit"
    return f"{message}, not PCM" if message.startswith("unknown format") else f"no WAV file ({message})"


def _wrong(path: Path, what: str) -> AudioWrong:
    return AudioWrong(f"{path}: {what[:1].lower()}{what[1:]}; supported is {SUPPORTED}")
