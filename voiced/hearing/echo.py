"""Our own sentence, come back through the microphone. An echo canceller lets some of it through."""

from __future__ import annotations

import re

from voiced.language.amounts import find_amounts
from voiced.language.pinyin import closeness
from voiced.language.spoken import verbalise
from voiced.language.text import normalise

LEAST_CHARACTERS = 8
"""Shorter words are never taken for echo: 「确认」 is in many of our sentences, and is the answer to them."""
_LEAST_CLOSENESS = 80.0
_NO_WORD = re.compile(r"\W")


def is_echo(heard: str, sentence: str) -> bool:
    """Whether what was heard repeats a part of our sentence, by its sound. Another amount is an answer to it."""
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
