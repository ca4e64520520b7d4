"""The wake phrase in what is heard outside a session: what comes after it is the first entry."""

from __future__ import annotations

from voiced.hearing.completeness import Completeness, completeness
from voiced.hearing.frame import samples
from voiced.language.wake import WakePhrase

REFRACTORY_SAMPLES = samples(2.0)
"""After the phrase was heard it is not heard again for so long: an echo of it, or a second attempt."""


class WakeWatch:
    """Listens for the wake phrase, on the clock of the samples."""

    def __init__(self, phrase: WakePhrase) -> None:
        self._phrase = phrase
        self._deaf_until = 0

    @property
    def wakes_early(self) -> bool:
        """Whether a text that may go on is enough."""
        return self._phrase.wakes_early

    def hears(self, text: str, at: int) -> bool:
        """Whether the phrase is in a text that was understood up to sample `at`, and is to be obeyed."""
        if at < self._deaf_until or self._phrase.after(text) is None:
            return False
        self._deaf_until = at + REFRACTORY_SAMPLES
        return True

    def entry(self, text: str) -> str:
        """What was said after the phrase, if it was said."""
        return self._phrase.after(text) or ""

    def completeness(self, text: str) -> Completeness:
        """The phrase alone is complete; what comes after it is judged as what is said in a session."""
        entry = self._phrase.after(text)
        if entry is None:
            return Completeness.UNDECIDED
        return completeness(entry) if entry else Completeness.LEAVES
