"""The distance by sound between recognised and spoken words. Apart from `recordings`, since the table takes 55 MB."""

from __future__ import annotations

import re

from pypinyin import lazy_pinyin
from rapidfuzz.distance import Levenshtein

from voiced.language.numbers.spoken import verbalise


def syllable_errors(said: str, heard: str) -> tuple[int, int]:
    """The number of wrong toneless syllables, and of all syllables.

    Numbers count as they are spoken: neither 十别 for 识别, nor 583.1元 for 五百八十三块一, has a wrong syllable.
    """
    spoken, understood = _syllables(said), _syllables(heard)
    return min(Levenshtein.distance(spoken, understood), len(spoken)), len(spoken)


def _syllables(text: str) -> list[str]:
    words = re.sub(r"[\W_]", "", verbalise(text))
    return lazy_pinyin(words.replace("两", "二").replace("〇", "零"))
