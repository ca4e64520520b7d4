"""Mandarin in the phonemes that Kokoro was trained on: IPA with an arrow for the tone, a space between words.

They are those of misaki (its `zh` of 0.9, for Kokoro 1.0): the phonemes of `pinyin-to-ipa` in other letters. All 1549
syllables of pypinyin give the same result. misaki itself needs a Python before 3.13 and jieba's dictionary, which takes
60 MB and a second to load; pypinyin's word list works as well.
"""

from __future__ import annotations

import re

from pinyin_to_ipa import pinyin_to_ipa
from pypinyin import Style, lazy_pinyin
from pypinyin.contrib.mmseg import seg

_HANZI = re.compile("([\u4e00-\u9fff]+)")
_LETTERS = (
    *(("ʈʂ", "ꭧ"), ("ts", "ʦ"), ("tɕ", "ʨ")),
    # Tones: third, second, fourth, first. The neutral tone has no mark.
    *(("˧˩˧", "↓"), ("˧˥", "↗"), ("˥˩", "↘"), ("˥", "→")),
    # The vowels of shi and si, and marks that Kokoro lacks.
    *(("ɻ̩", "ɨ"), ("ɹ̩", "ɨ"), ("̯", "")),
)
_PUNCTUATION = str.maketrans(
    {"，": ", ", "、": ", ", "。": ". ", "！": "! ", "？": "? ", "：": ": ", "；": "; "}
    | {"（": " (", "）": ") ", "「": " “", "」": "” ", "《": " “", "》": "” "}
)


def phonemes(text: str) -> str:
    """A sentence in Kokoro's phonemes; characters other than Chinese and punctuation stay as they are."""
    pieces = _HANZI.split(text.translate(_PUNCTUATION).strip())
    return "".join(_words(piece) if _HANZI.match(piece) else piece for piece in pieces)


def _words(hanzi: str) -> str:
    return " ".join(_word(word) for word in seg.cut(hanzi))


def _word(word: str) -> str:
    syllables = lazy_pinyin(word, style=Style.TONE3, neutral_tone_with_five=True, tone_sandhi=True)
    return "".join(_syllable(syllable) for syllable in syllables)


def _syllable(pinyin: str) -> str:
    ipa = "".join(pinyin_to_ipa(pinyin)[0])
    for theirs, ours in _LETTERS:
        ipa = ipa.replace(theirs, ours)
    return ipa
