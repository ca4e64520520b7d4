"""A voice by eSpeak NG itself: one short-lived process a sentence, killed at its deadline."""

from __future__ import annotations

import struct

from voiced.adapters.machine import child_process
from voiced.adapters.voice.espeak import MANDARIN, PROBE, REMEDY, SAMPLE_RATE, reads_mandarin, refusal
from voiced.adapters.voice.sentence_limit import SentenceLimit
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports import Pcm

_COMMAND = "espeak-ng"
_FULL_AMPLITUDE = 100
"""eSpeak's usual loudness; what is above it distorts."""
_HEADER = struct.Struct("<4s4x4s4s4xHHI6xH4s4x")
"""RIFF, WAVE, `fmt `, format, channels, rate, bits, `data`. Lengths are left out: into a pipe eSpeak writes none."""


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
            deadline_seconds: for one sentence; up to four times as long after some that took longer.
        """
        self._voice = voice
        self._speech = ("-s", str(rate_words_per_minute), "-a", str(round(volume * _FULL_AMPLITUDE)))
        self._limit = SentenceLimit(deadline_seconds)

    async def check(self) -> None:
        """Make sure that the voice reads Mandarin as Mandarin.

        Raises:
            ModelMissing: eSpeak NG is not installed, or the voice reads Mandarin as something else.
            VoiceFailure: it did not answer in time.
        """
        try:
            phonemes = await self._run(("-q", "-x"), PROBE)
        except FileNotFoundError as error:
            raise ModelMissing(f"{_COMMAND} is not installed; {REMEDY}") from error
        if not reads_mandarin(phonemes.decode(errors="replace")):
            raise ModelMissing(refusal(self._voice))

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound.

        Raises:
            VoiceFailure: no sound in time, or eSpeak NG is not installed.
        """
        if not text.strip():
            return Pcm(b"", SAMPLE_RATE)
        try:
            return _sound(await self._run(("--stdout", *self._speech), text))
        except FileNotFoundError as error:
            raise VoiceFailure(f"{_COMMAND} is not installed; {REMEDY}") from error

    async def close(self) -> None:
        """Nothing outlives a sentence."""

    async def _run(self, arguments: tuple[str, ...], text: str) -> bytes:
        process = await child_process.start(_COMMAND, "-v", self._voice, "--stdin", *arguments)
        try:
            async with self._limit.held():
                output, _ = await process.communicate(text.encode())
        finally:
            await child_process.end(process)
        if process.returncode:
            raise VoiceFailure(f"{_COMMAND} ended with {process.returncode}; {REMEDY}")
        return output


def _sound(wav: bytes) -> Pcm:
    try:
        riff, wave, fmt, form, channels, rate, bits, data = _HEADER.unpack_from(wav)
    except struct.error as error:
        raise VoiceFailure(f"{_COMMAND} made no sound; {REMEDY}") from error
    if (riff, wave, fmt, form, channels, bits, data) != (b"RIFF", b"WAVE", b"fmt ", 1, 1, 16, b"data"):
        raise VoiceFailure(f"{_COMMAND} made sound of another form than 16-bit mono")
    return Pcm(wav[_HEADER.size :], rate)
