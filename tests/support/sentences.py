"""Many sentences in one string, separated by |, on several lines."""

from __future__ import annotations

from voiced.language.commands.wording import Wording, read_words
from voiced.language.text.spelling import normalise


def said(block: str) -> list[str]:
    """The sentences of a block."""
    return [sentence for sentence in block.replace("\n", "").split("|") if sentence]


def wording_of(text: str) -> Wording:
    """The words of a sentence as every utterance is read."""
    return read_words(normalise(text))
