"""How much silence ends an utterance: by what was understood of it so far, and by how this speaker pauses."""

from __future__ import annotations

from msgspec import Struct

from voiced.hearing.completeness import Completeness

EARLY_SILENCE = 15
"""Frames, 0.3 s: enough after a complete command. Less would end it between two of its syllables."""
OPEN_SILENCE = 90
"""Frames, 1.8 s: who has said 「第一笔改成」 is thinking of the amount."""
LONGEST_STRETCH = 1.2
"""A speaker who pauses long is given this much of the configured silence: 1.2 s of 1.0 s, 0.6 s of 0.5 s."""
_SILENCE_PER_PAUSE = 1.5
"""An end is silence half as long again as this speaker's usual pause."""
_WEIGHT = 0.25
"""What the newest pause counts in the average: about the last four are remembered."""


class Pace(Struct, frozen=True):
    """How long a speaker pauses inside utterances, on average, in frames; 0 where that is not known."""

    pause: float = 0.0

    def after(self, pause: int) -> Pace:
        """With one more pause, after which the speaker went on."""
        return Pace(self.pause + _WEIGHT * (pause - self.pause) if self.pause else pause)


def end_silence(configured: int, pace: Pace, said: Completeness, ends_early: frozenset[Completeness]) -> int:
    """Frames of silence that end an utterance.

    Args:
        configured: frames of silence for a speaker who hardly pauses.
        pace: how this speaker pauses.
        said: what was understood so far.
        ends_early: what ends an utterance early here.
    """
    if said in ends_early:
        return min(EARLY_SILENCE, configured)
    usual = round(min(max(configured, _SILENCE_PER_PAUSE * pace.pause), LONGEST_STRETCH * configured))
    return max(OPEN_SILENCE, usual) if said is Completeness.OPEN else usual
