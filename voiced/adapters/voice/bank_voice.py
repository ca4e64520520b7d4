"""A voice of recorded units, joined in this process; see `voiced.speaking` and `bank_file`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from voiced.adapters.voice.bank_file import Bank, UnitSamples
from voiced.adapters.voice.time_stretch import Waveform, stretched
from voiced.errors import ModelMissing, VoiceFailure
from voiced.ports.sound import Pcm
from voiced.speaking.unit_plan import Piece, plan

_OVERLAP_SECONDS = 0.015
"""Each unit begins while the one before still fades out."""
_FADE_IN_SECONDS, _FADE_OUT_SECONDS = 0.004, 0.03
"""A longer fade-in would take the burst of k or q away, which are then heard as h and x."""
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
        # Clause by clause: a long sentence in floating point takes megabytes.
        clauses = _breaths(plan(text, bank.repertoire))
        return Pcm(b"".join(self._clause(bank, pieces) for pieces in clauses), bank.sample_rate)

    def _clause(self, bank: Bank, pieces: Sequence[Piece]) -> bytes:
        sound = _joined(bank, pieces)
        if self._tempo != 1:
            sound = stretched(sound, bank.sample_rate, 1 / self._tempo)
        whole = np.rint(sound * np.float32(self._volume)).clip(-32_768, 32_767).astype("<i2")
        return whole.tobytes() + bytes(2 * round(pieces[-1].pause_seconds / self._tempo * bank.sample_rate))

    def _opened(self) -> Bank:
        if self._bank is None:
            self._bank = Bank(self._folder)
        return self._bank


def _breaths(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """The pieces from pause to pause."""
    begin = 0
    for end, piece in enumerate(pieces, 1):
        if piece.pause_seconds or end == len(pieces):
            yield pieces[begin:end]
            begin = end


def _joined(bank: Bank, pieces: Sequence[Piece]) -> Waveform:
    """The units one after the other, each faded into the next."""
    overlap = round(_OVERLAP_SECONDS * bank.sample_rate)
    units = [bank.sound(piece.unit, piece.form) for piece in pieces if piece.unit]
    sound = np.zeros(sum(map(len, units)), np.float32)
    at = 0
    for samples in units:
        unit = _faded(samples, bank.sample_rate)
        begin = max(0, at - overlap)
        at = begin + len(unit)
        sound[begin:at] += unit
    return sound[:at]


def _faded(samples: UnitSamples, sample_rate: int) -> Waveform:
    """A unit that begins and ends without a click."""
    unit = samples.astype(np.float32)
    fade_in = min(round(_FADE_IN_SECONDS * sample_rate), len(unit))
    fade_out = min(round(_FADE_OUT_SECONDS * sample_rate), len(unit))
    unit[:fade_in] *= np.linspace(0, 1, fade_in, dtype=np.float32)
    unit[len(unit) - fade_out :] *= np.linspace(1, 0, fade_out, dtype=np.float32)
    return unit
