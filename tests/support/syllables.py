"""How far what was heard is from what was said, by its sound. Apart from `recordings`, since the table takes 55 MB."""

from __future__ import annotations

from pypinyin import lazy_pinyin
from rapidfuzz.distance import Levenshtein

from tests.support.recordings import plain


def syllable_errors(said: str, heard: str) -> tuple[int, int]:
    """Wrong syllables, tones aside, and syllables in all: 识别 that is heard as 十别 was said well."""
    spoken, understood = lazy_pinyin(plain(said)), lazy_pinyin(plain(heard))
    return min(Levenshtein.distance(spoken, understood), len(spoken)), len(spoken)
