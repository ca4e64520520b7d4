"""The wake phrase outside a session. The words after it are the first entry."""

from __future__ import annotations

from voiced.hearing.completeness import Completeness, completeness
from voiced.hearing.frame import samples
from voiced.language.sounds.wake import WakePhrase

REFRACTORY_SAMPLES = samples(2.0)
"""For this long after the phrase a second one is ignored: it is an echo or a repeated attempt."""


class WakeDetector:
    """Finds the wake phrase in recognised text; time is counted in samples."""

    def __init__(self, phrase: WakePhrase) -> None:
        self._phrase = phrase
        self._deaf_until = 0

    @property
    def wakes_early(self) -> bool:
        """Whether the phrase counts before the utterance is over."""
        return self._phrase.wakes_early

    def hears(self, text: str, at: int) -> bool:
        """Whether the text, recognised up to sample `at`, holds the phrase and should begin a session."""
        if at < self._deaf_until or self._phrase.after(text) is None:
            return False
        self._deaf_until = at + REFRACTORY_SAMPLES
        return True

    def entry(self, text: str) -> str:
        """The words after the phrase; empty if the phrase is missing."""
        return self._phrase.after(text) or ""

    def completeness(self, text: str) -> Completeness:
        """The completeness of a text: the phrase alone is complete, words after it count as in a session."""
        entry = self._phrase.after(text)
        if entry is None:
            return Completeness.UNDECIDED
        return completeness(entry) if entry else Completeness.LEAVES
