"""Sentences as they are spoken: numbers become words, so that a synthesiser cannot misread them.

espeak-ng loses the point of 35.5元 and the unit of ¥1280; people say 三十五块五 anyway.
"""

from __future__ import annotations

import re
from decimal import Decimal

from voiced.language.numerals import spoken as numeral_words

_DIGITS = "零一二三四五六七八九"

_MONEY = re.compile(r"(-?)(\d+(?:\.\d+)?)元")
_YEAR = re.compile(r"(\d{4})年")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})日")
_ORDINAL = re.compile(r"第(\d+(?:、\d+)*)")
_COUNT = re.compile(r"(\d+)笔")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def verbalise(text: str) -> str:
    """The sentence with every number in words: 35.5元 → 三十五块五, 第2笔 → 第二笔, 2笔 → 两笔, 11月3日 → 十一月三号."""
    text = _MONEY.sub(lambda found: ("负" if found[1] else "") + money_words(Decimal(found[2])), text)
    text = _YEAR.sub(lambda found: "".join(_DIGITS[int(digit)] for digit in found[1]) + "年", text)
    text = _DAY_OF_MONTH.sub(lambda found: numeral_words(int(found[1])) + "号", text)
    text = _ORDINAL.sub(lambda found: "第" + _NUMBER.sub(_plain, found[1]), text)
    text = _COUNT.sub(lambda found: _counted(int(found[1])) + "笔", text)
    return _NUMBER.sub(_plain, text)


def money_words(yuan: Decimal) -> str:
    """An amount as people say it: 六十元, 三十五块五, 三块零五分, 五毛, 五分; fractions of a fen are not money."""
    whole, fen = divmod(int(yuan * 100), 100)
    jiao, fen = divmod(fen, 10)
    if not jiao and not fen:
        return f"{_counted(whole)}元"
    front = f"{_counted(whole)}块" if whole else ""
    if not fen:
        # 三十五块五 needs no unit behind it; 五毛 alone does.
        return f"{front}{_DIGITS[jiao]}" if front else f"{_counted(jiao)}毛"
    if not jiao:
        return f"{front}零{_DIGITS[fen]}分" if front else f"{_counted(fen)}分"
    return f"{front}{_DIGITS[jiao]}毛{_DIGITS[fen]}"


def _counted(number: int) -> str:
    """Before a unit, 2 is 两, and so is the leading 2 of hundreds and thousands but not of tens: 两百, 二十."""
    words = numeral_words(number)
    if number == 2:
        return "两"
    return f"两{words[1:]}" if words[:2] in ("二千", "二万", "二亿") else words


def _plain(found: re.Match[str]) -> str:
    whole, _, decimals = found[0].partition(".")
    spoken = numeral_words(int(whole))
    return f"{spoken}点{''.join(_DIGITS[int(digit)] for digit in decimals)}" if decimals else spoken
