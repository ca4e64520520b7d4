"""How much silence ends an utterance. It depends on the words so far and on the speaker's usual pauses."""

from __future__ import annotations

from msgspec import Struct

from voiced.hearing.completeness import Completeness

EARLY_SILENCE = 15
"""Frames, 0.3 s: enough after a complete command. A shorter silence may lie between two of its syllables."""
OPEN_SILENCE = 90
"""Frames, 1.8 s: after 「第一笔改成」 the speaker is thinking of the amount."""
LONGEST_STRETCH = 1.2
"""A speaker with long pauses gets at most the configured silence times this: 1.2 s for 1.0 s, 0.6 s for 0.5 s."""
_SILENCE_PER_PAUSE = 1.5
"""The silence at the end is this many times the speaker's usual pause."""
_WEIGHT = 0.25
"""The weight of the newest pause in the average, which covers about the last four pauses."""


class Pace(Struct, frozen=True):
    """The speaker's average pause inside utterances, in frames; 0 until one was heard."""

    pause: float = 0.0

    def after(self, pause: int) -> Pace:
        """The average with one more pause, after which the speaker went on."""
        return Pace(self.pause + _WEIGHT * (pause - self.pause) if self.pause else pause)


def end_silence(configured: int, pace: Pace, said: Completeness, ends_early: frozenset[Completeness]) -> int:
    """The frames of silence that end an utterance.

    Args:
        configured: frames of silence for a speaker with short pauses.
        pace: the speaker's average pause.
        said: the completeness of the words so far.
        ends_early: the degrees of completeness that end the utterance early.
    """
    if said in ends_early:
        return min(EARLY_SILENCE, configured)
    usual = round(min(max(configured, _SILENCE_PER_PAUSE * pace.pause), LONGEST_STRETCH * configured))
    return max(OPEN_SILENCE, usual) if said is Completeness.OPEN else usual
