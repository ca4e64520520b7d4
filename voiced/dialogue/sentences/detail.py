"""How much of a sentence is heard: the whole of it, or the few words that stand beside the card."""

from __future__ import annotations

from enum import StrEnum

from voiced.dialogue.values import effects as fx


class Detail(StrEnum):
    """The part of a sentence that is spoken. FULL: all of it. SHORT: few words. AUTO: few words while somebody sees the card."""

    AUTO = "auto"
    FULL = "full"
    SHORT = "short"

    def spoken(self, sentence: fx.Speak, *, card_is_seen: bool) -> str:
        """The text to speak of a sentence."""
        is_short = self is Detail.SHORT or (self is Detail.AUTO and card_is_seen)
        return sentence.short if is_short and sentence.short else sentence.heard or sentence.text
