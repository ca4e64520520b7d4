"""A voice by eSpeak NG itself: one short-lived process a sentence, killed at its deadline."""

from __future__ import annotations

import asyncio
import struct

from voiced.adapters import child_process
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports import Pcm

MANDARIN = "cmn-latn-pinyin"
"""The voice that reads characters as Mandarin. eSpeak NG 1.51 reads them as English with `cmn`."""
_REMEDY = "install eSpeak NG with: apt install espeak-ng"
_COMMAND = "espeak-ng"
_SAMPLE_RATE = 22_050
"""eSpeak's own; the header of each sound tells it, and silence has this one."""
_FULL_AMPLITUDE = 100
"""eSpeak's usual loudness; what is above it distorts."""
_HEADER = struct.Struct("<4s4x4s4s4xHHI6xH4s4x")
"""RIFF, WAVE, `fmt `, format, channels, rate, bits, `data`. Lengths are left out: into a pipe eSpeak writes none."""
_SPELLED = "(en)"
"""Stands in eSpeak's phonemes where it changes to English: it names the letters of what it cannot read."""


class EspeakVoice:
    """Sentences one at a time, each by a process of its own."""

    def __init__(
        self,
        *,
        voice: str = MANDARIN,
        rate_words_per_minute: int = 180,
        volume: float = 1.0,
        deadline_seconds: float = 5.0,
    ) -> None:
        """Prepare; nothing is started.

        Args:
            voice: name of one of eSpeak's voices.
            rate_words_per_minute: how fast it speaks.
            volume: from 0 to 1.
            deadline_seconds: for one sentence.
        """
        self._voice = voice
        self._speech = ("-s", str(rate_words_per_minute), "-a", str(round(volume * _FULL_AMPLITUDE)))
        self._deadline_seconds = deadline_seconds

    async def check(self) -> None:
        """Make sure that the voice reads Mandarin as Mandarin.

        Raises:
            ModelMissing: eSpeak NG is not installed, or the voice spells characters in English.
            VoiceFailure: it did not answer in time.
        """
        try:
            phonemes = await self._run(("-q", "-x"), "三块")
        except FileNotFoundError as error:
            raise ModelMissing(f"{_COMMAND} is not installed; {_REMEDY}") from error
        if _SPELLED in phonemes.decode(errors="replace"):
            raise ModelMissing(
                f"voice.voice = {self._voice!r}: eSpeak NG has no such voice or reads Mandarin as English with it;"
                f" use {MANDARIN!r}"
            )

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: no sound in time, or eSpeak NG is not installed.
        """
        if not text.strip():
            return Pcm(b"", _SAMPLE_RATE)
        try:
            return _sound(await self._run(("--stdout", *self._speech), text))
        except FileNotFoundError as error:
            raise VoiceFailure(f"{_COMMAND} is not installed; {_REMEDY}") from error

    async def close(self) -> None:
        """Nothing outlives a sentence."""

    async def _run(self, arguments: tuple[str, ...], text: str) -> bytes:
        process = await child_process.start(_COMMAND, "-v", self._voice, "--stdin", *arguments)
        try:
            async with asyncio.timeout(self._deadline_seconds):
                output, _ = await process.communicate(text.encode())
        except TimeoutError as error:
            raise VoiceFailure(f"no speech within {self._deadline_seconds:g} s") from error
        finally:
            await child_process.end(process)
        if process.returncode:
            raise VoiceFailure(f"{_COMMAND} ended with {process.returncode}; {_REMEDY}")
        return output


def _sound(wav: bytes) -> Pcm:
    try:
        riff, wave, fmt, form, channels, rate, bits, data = _HEADER.unpack_from(wav)
    except struct.error as error:
        raise VoiceFailure(f"{_COMMAND} made no sound; {_REMEDY}") from error
    if (riff, wave, fmt, form, channels, bits, data) != (b"RIFF", b"WAVE", b"fmt ", 1, 1, 16, b"data"):
        raise VoiceFailure(f"{_COMMAND} made sound of another form than 16-bit mono")
    return Pcm(wav[_HEADER.size :], rate)
