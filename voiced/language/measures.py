"""Measure words: what follows a numeral that counts things instead of money (三杯, 301路, 92号, 两晚)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from voiced.packaged import packaged_text


class _Measures(Struct, frozen=True, forbid_unknown_fields=True):
    """The measure words of `tables/measures.toml`, where the parts are explained."""

    always: str
    at_the_end: str
    longer: str
    unless_before: dict[str, str]


_MEASURES = msgspec.toml.decode(packaged_text("voiced.language", "tables/measures.toml"), type=_Measures)
_WHOLE = tuple(_MEASURES.longer.split())
_AT_THE_END = frozenset(_MEASURES.at_the_end)
_CANCELLED_BY = {**dict.fromkeys(_MEASURES.always, ""), **_MEASURES.unless_before}


def is_measure(text: str, at: int) -> bool:
    """Whether a measure word stands at `text[at]`.

    Plain look-ups rather than one pattern: character classes of Chinese are slow to compile, and this is asked at
    every numeral.
    """
    measure, following = text[at : at + 1], text[at + 1 : at + 2]
    cancelling = _CANCELLED_BY.get(measure)
    if cancelling is not None and (not following or following not in cancelling):
        return True
    return text.startswith(_WHOLE, at) or (measure in _AT_THE_END and not following and bool(measure))
