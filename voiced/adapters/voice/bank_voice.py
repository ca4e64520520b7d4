"""A voice of recorded units, joined in this process; see `voiced.speaking` and `bank_file`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from voiced.adapters.voice.bank_file import Bank
from voiced.adapters.voice.time_stretch import Waveform, stretched
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports.sound import Pcm
from voiced.speaking.unit_plan import Piece, plan

_JOIN_SECONDS = 0.012
"""The units on both sides of a join overlap for this long, one fading out while the other fades in."""
_USUAL_RATE = 180
"""Words per minute of a bank as it was built."""
_SLOWEST, _FASTEST = 0.6, 1.8
"""The tempo at which the units are still clear, as a factor."""
_PROBE = "记录支出三十五块五，确认吗？"
"""A sentence that every useful bank can say."""


class BankVoice:
    """Joins units; the bank is opened with the first sentence."""

    def __init__(
        self, folder: Path, *, rate_words_per_minute: int = _USUAL_RATE, volume: float = 1.0
    ) -> None:
        """Prepare.

        Args:
            folder: holds the bank.
            rate_words_per_minute: how fast it speaks; 180 is the pace of the bank itself.
            volume: from 0 to 1.
        """
        self._folder = folder
        self._tempo = min(max(rate_words_per_minute / _USUAL_RATE, _SLOWEST), _FASTEST)
        self._volume = volume
        self._bank: Bank | None = None

    async def check(self) -> None:
        """Open the bank and check that it can say a plain sentence.

        Raises:
            ModelMissing: a file is missing or damaged, or the bank lacks common syllables.
        """
        missing = [piece.said for piece in plan(_PROBE, self._opened().repertoire) if not piece.unit]
        if missing:
            raise ModelMissing(
                f"{self._folder}: this bank cannot say {''.join(missing)}; "
                "build it with more recordings: voiced voice build --help"
            )

    async def synthesize(self, text: str) -> Pcm:
        """The sentence as sound; characters that the bank cannot say are left out.

        Raises:
            VoiceFailure: the bank was removed or damaged.
        """
        try:
            # On a thread: pages of the sound may have to be read from a slow card.
            return await asyncio.to_thread(self.said, text)
        except ModelMissing as missing:
            raise VoiceFailure(str(missing)) from missing

    async def close(self) -> None:
        """Forget the bank; its pages go with the last sound of it."""
        self._bank = None

    def plan(self, text: str) -> tuple[Piece, ...]:
        """The units of a sentence.

        Raises:
            NoModelYet: the bank is missing or damaged.
        """
        return plan(text, self._opened().repertoire)

    def said(self, text: str) -> Pcm:
        """The sentence as sound, made on this thread.

        Raises:
            NoModelYet: the bank was removed or damaged.
        """
        bank = self._opened()
        sound = _joined(bank, plan(text, bank.repertoire))
        if self._tempo != 1:
            sound = stretched(sound, bank.sample_rate, 1 / self._tempo)
        whole = np.rint(sound * self._volume).clip(-32_768, 32_767).astype("<i2")
        return Pcm(whole.tobytes(), bank.sample_rate)

    def _opened(self) -> Bank:
        if self._bank is None:
            self._bank = Bank(self._folder)
        return self._bank


def _joined(bank: Bank, pieces: Sequence[Piece]) -> Waveform:
    """The units one after the other, faded into each other where no pause is between them."""
    overlap = round(_JOIN_SECONDS * bank.sample_rate)
    recorded = [(piece, bank.sound(piece.unit, piece.form)) for piece in pieces if piece.unit]
    pauses = [round(piece.pause_seconds * bank.sample_rate) for piece, _ in recorded]
    sound = np.zeros(sum(len(samples) for _, samples in recorded) + sum(pauses), np.float32)
    fade = np.linspace(0, 1, overlap, dtype=np.float32)
    at, joins = 0, False
    for (_, samples), pause in zip(recorded, pauses, strict=True):
        begin = max(0, at - overlap) if joins else at
        unit = samples.astype(np.float32)
        edge = min(overlap, len(unit) // 2)
        unit[:edge] *= fade[:edge]
        unit[len(unit) - edge :] *= fade[:edge][::-1]
        sound[begin : begin + len(unit)] += unit
        at = begin + len(unit) + pause
        joins = pause == 0
    return sound[:at]
