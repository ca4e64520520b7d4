"""The daemon's own sentence in the microphone. An echo canceller lets some of it through."""

from __future__ import annotations

import re

from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.spoken import verbalise
from voiced.language.sounds.pinyin import closeness
from voiced.language.text.spelling import normalise

LEAST_CHARACTERS = 8
"""Shorter texts are never taken for an echo: many of our sentences hold 「确认」, which is also the answer to them."""
_LEAST_CLOSENESS = 80.0
_NO_WORD = re.compile(r"\W")


def is_echo(heard: str, sentence: str) -> bool:
    """Whether the text sounds like a part of our sentence. A text with another amount is an answer to the sentence."""
    echo, ours = _plain(heard), _plain(sentence)
    size = len(echo)
    if size < LEAST_CHARACTERS or not _amounts(heard) <= _amounts(sentence):
        return False
    return any(
        closeness(echo, ours[at : at + size]) >= _LEAST_CLOSENESS
        for at in range(max(1, len(ours) - size + 1))
    )


def _plain(text: str) -> str:
    return _NO_WORD.sub("", verbalise(normalise(text)))


def _amounts(text: str) -> frozenset[str]:
    return frozenset(str(mention.amount) for mention in find_amounts(normalise(text)))
