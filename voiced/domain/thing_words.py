"""The words of an entry in the form in which habits compare them, and how much two of them have in common."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise


def like_words(description: str) -> str:
    """The letters and digits of a description, in lower case: entries with the same ones are like."""
    return "".join(character for character in description.casefold() if character.isalnum())


_MEASURE = "[份袋包杯瓶盒箱碗件条支双套桶罐束根串台张本只辆把副朵盘颗粒提板卷壶桌]"
_ADDS_NOTHING = re.compile(
    f"[一两二三四五六七八九十半几0-9]+(?:公斤|[顿斤升]|{_MEASURE}|[个次趟](?![性人]))"
    f"|买了?(?:个|{_MEASURE})?(?![菜单])"
    "|^(?:还有|另外)(?:一笔)?"
    "|[的了]"
)
"""Counts with their measure word, the verb of buying, 还有, 的 and 了 stand in some wordings of a thing and are missing in others."""


@lru_cache(maxsize=4096)
def habit_words(said: str) -> str:
    """The words by which habits know an entry: its company and place belong to them, counts and 的 do not."""
    words = like_words(said)
    return _ADDS_NOTHING.sub("", words) or words


def pairs_of(words: str) -> frozenset[str]:
    """The pairs of characters that stand side by side: words of one thing have some in common."""
    return frozenset(map("".join, pairwise(words)))


def likeness(said: str, other: str) -> int:
    """How much of two descriptions is the same: the characters of the shorter one, which stands in the longer one, else 0.

    The same words are the most like. A word of one character may stand in many others.
    """
    shorter, longer = sorted((habit_words(said), habit_words(other)), key=len)
    if shorter == longer:
        return len(shorter) + 1
    return len(shorter) if len(shorter) > 1 and shorter in longer else 0
