"""The distance by sound between recognised and spoken words. Apart from `recordings`, since the table takes 55 MB."""

from __future__ import annotations

from pypinyin import lazy_pinyin
from rapidfuzz.distance import Levenshtein

from tests.support.recordings import plain


def syllable_errors(said: str, heard: str) -> tuple[int, int]:
    """The number of wrong toneless syllables, and of all syllables. 十别 for 识别 has no wrong syllable."""
    spoken, understood = lazy_pinyin(plain(said)), lazy_pinyin(plain(heard))
    return min(Levenshtein.distance(spoken, understood), len(spoken)), len(spoken)
