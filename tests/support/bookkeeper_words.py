"""The amounts, and the known words by their sound, that the stand-in for a model finds in recognised speech.

It shares only the list of categories with the product's rules, so that the two do not have the same faults.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from pypinyin import Style, lazy_pinyin

from voiced.domain.taxonomy import DEFAULT_CATEGORIES
from voiced.domain.transaction import TransactionType

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "兩": 2,
    "〇": 0,
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "零〇一二两兩三四五六七八九十百千万萬"
_AMOUNT = re.compile(
    rf"(?<![第地周期每{_NUMERAL}0-9])"
    # A single character is a number only if a unit or a pause follows: 五饭 is 午饭, misheard.
    rf"(?P<whole>[0-9]+(?:\.[0-9]+)?|[{_NUMERAL}]{{2,}}|[{_NUMERAL}](?=[块塊元毛]|\W|$))"
    rf"(?:[块塊元](?:钱|錢)?(?P<jiao>[0-9]|[{_NUMERAL}])?[毛角]?)?"
    rf"(?![0-9{_NUMERAL}]|[笔筆比个個杯次条份张件号號路月日天起样])"
)
CLOSE_ENOUGH = 0.8
"""One of two syllables is right and the other at least half right: 打特 for 打车, 细绝 for 洗脚."""


@dataclass(frozen=True, slots=True)
class SpokenAmount:
    """An amount in yuan and where in the text it stands."""

    yuan: Decimal
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filed:
    """A known word that was heard, and the category it belongs to."""

    word: str
    category: str
    type: TransactionType


def joined(text: str) -> str:
    """The text without the gaps that recognisers leave inside numbers."""
    return re.sub(rf"(?<=[{_NUMERAL}])\s+(?=[零一二两三四五六七八九十])", "", text)


def amounts(text: str) -> list[SpokenAmount]:
    """All amounts, in order."""
    return [
        SpokenAmount(_yuan(found["whole"], found["jiao"]), found.start(), found.end())
        for found in _AMOUNT.finditer(text)
    ]


def ordinal(numeral: str) -> int:
    """The number that 一, 十二 or 3 stand for."""
    return int(_number(numeral))


def likeness(heard: str, word: str) -> float:
    """The fit of the best part of the text to a word: 2 for the same characters, 1 for the same sound, 0 for no fit."""
    if word in heard:
        return 2.0
    if len(word) < 2:
        return 0.0
    sounds = [_sound(character) for character in heard]
    wanted = [_sound(character) for character in word]
    windows = (sounds[at : at + len(wanted)] for at in range(len(sounds) - len(wanted) + 1))
    return max((sum(map(_syllables, window, wanted)) / len(wanted) for window in windows), default=0.0)


def filed(heard: str, of_type: TransactionType | None = None) -> Filed | None:
    """The known word that fits best; of several that fit equally well, the longest. None if no word fits."""
    best: tuple[float, int] = (CLOSE_ENOUGH, 0)
    found: Filed | None = None
    for category in DEFAULT_CATEGORIES:
        if of_type is not None and category.type is not of_type:
            continue
        for word in (category.name, *category.keywords):
            fit = (likeness(heard, word), len(word))
            if fit > best and category.name != "其他":
                best, found = fit, Filed(word, category.name, category.type)
    return found


def _yuan(whole: str, jiao: str | None) -> Decimal:
    return _number(whole) + (_number(jiao) / 10 if jiao else 0)


def _number(numeral: str) -> Decimal:
    """A number in digits or characters; 一百二 is 120 and 一万二 is 12000, as people say them."""
    if numeral[0].isascii():
        return Decimal(numeral)
    total, section, digit, last_unit = 0, 0, 0, 1
    for character in numeral.replace("萬", "万"):
        if character == "万":
            total, section, digit, last_unit = (section + digit) * 10_000, 0, 0, 10_000
        elif character in _UNITS:
            last_unit = _UNITS[character]
            section, digit = section + (digit or 1) * last_unit, 0
        else:
            digit = _DIGITS[character]
            last_unit = last_unit if digit else 1
    short = last_unit // 10 if last_unit > 10 and numeral[-1] in _DIGITS else 1
    return Decimal(total + section + digit * short)


@cache
def _sound(character: str) -> tuple[str, str]:
    """Initial and final of a character, with the sounds merged that speakers of the south do not tell apart."""
    initial = lazy_pinyin(character, style=Style.INITIALS, strict=False)[0]
    final = lazy_pinyin(character, style=Style.FINALS, strict=False)[0]
    folded = {"zh": "z", "ch": "c", "sh": "s"}.get(initial, initial)
    return folded, final.removesuffix("g") if final.endswith("ng") else final


def _syllables(one: tuple[str, str], other: tuple[str, str]) -> float:
    if one == other:
        return 1.0
    return 0.6 if one[0] == other[0] or one[1] == other[1] else 0.0
