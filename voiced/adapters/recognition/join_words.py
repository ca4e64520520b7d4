"""Joins the words of a recogniser: without spaces next to Chinese characters."""

from __future__ import annotations

import re

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_SPACE_AT_HAN = re.compile(rf"(?<=[{_HAN}])\s+|\s+(?=[{_HAN}])")


def join_words(words: str) -> str:
    """「打车 三十 块」 is 「打车三十块」; words in other letters stay apart."""
    return _SPACE_AT_HAN.sub("", " ".join(words.split()))
