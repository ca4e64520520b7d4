"""Sentences as they are read aloud: figures become words, and long sentences are cut into clauses."""

from __future__ import annotations

import re

from voiced.domain.money import FEN_PER_YUAN, Money
from voiced.language.numbers.numerals import spoken
from voiced.language.text.expression import expression

_COUNTED = "笔个块条项次杯份件张只位周"
_FIGURES = expression(
    r"(?P<year>\d{4})-(?P<month_of>\d{1,2})-(?P<day_of>\d{1,2})"
    r"|(?P<only_year>(?:19|20)\d\d)(?=年)"
    r"|(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]"
    r"|(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)"
    r"|￥(?P<price>\d+(?:\.\d{1,2})?)元?|(?P<money>\d+(?:\.\d{1,2})?)元"
    r"|第(?P<ordinals>\d+(?:、\d+)*)"
    r"|(?P<percent>\d+(?:\.\d+)?)%"
    rf"|(?<![\d.])(?P<two>2)(?=[{_COUNTED}])"
    r"|(?P<number>\d+(?:\.\d+)?)"
)
_LONGEST_NUMBER = 8
"""Digits. A longer number is a telephone or card number, which is read digit by digit."""


def verbalise(text: str) -> str:
    """The text with all figures as they are spoken: 35.5元 is 三十五块五, 第2笔 is 第二笔, 11月3日 is 十一月三号."""
    return _FIGURES.sub(_words, text.replace("¥", "￥"))


def _words(match: re.Match[str]) -> str:
    said = {name: value for name, value in match.groupdict().items() if value is not None}
    match said:
        case {"year": year, "month_of": month, "day_of": day}:
            return f"{_digits(year)}年{_day(month, day)}"
        case {"only_year": year}:
            return _digits(year)
        case {"month": month, "day": day}:
            return _day(month, day)
        case {"hour": hour, "minute": minute}:
            return f"{_number(hour)}点" + ("整" if minute == "00" else f"{_number(minute)}分")
        case {"money": amount} | {"price": amount}:
            return _money(amount)
        case {"ordinals": ordinals}:
            return "第" + "、".join(_number(ordinal) for ordinal in ordinals.split("、"))
        case {"percent": percent}:
            return f"百分之{_number(percent)}"
        case {"two": _}:
            return "两"
        case _:
            return _number(said["number"])


def _day(month: str, day: str) -> str:
    return f"{spoken(int(month))}月{spoken(int(day))}号"


def _money(figures: str) -> str:
    amount = Money.from_text(figures)
    if amount is None:
        return f"{_number(figures)}元"
    yuan, fen = divmod(amount.fen, FEN_PER_YUAN)
    if not fen:
        return f"{_count(yuan)}元"
    whole = f"{_count(yuan)}块" if yuan else ""
    jiao, fen = divmod(fen, 10)
    if not jiao:
        return f"{whole}{'零' if whole else ''}{spoken(fen)}分"
    if not fen:
        return f"{whole}{spoken(jiao)}" if whole else f"{_count(jiao)}毛"
    return f"{whole}{spoken(jiao)}毛{spoken(fen)}"


def _count(number: int) -> str:
    """The numeral before a measure word: 二 becomes 两 where people say so (两元, 两百, 两千, 两万)."""
    words = spoken(number)
    return f"两{words[1:]}" if words == "二" or words.startswith(("二百", "二千", "二万", "二亿")) else words


def _number(figures: str) -> str:
    whole, point, decimals = figures.partition(".")
    if len(whole) > _LONGEST_NUMBER or (len(whole) > 1 and whole.startswith("0")):
        words = _digits(whole)
    else:
        words = spoken(int(whole))
    return words + (f"点{_digits(decimals)}" if point else "")


def _digits(figures: str) -> str:
    return "".join(spoken(int(figure)) for figure in figures)


_CLAUSE = expression(r"[^，。！？；：]*[，。！？；：]?")
SHORTEST = 5
"""Characters. A shorter clause is hard to understand on its own."""


def spoken_clauses(sentence: str) -> tuple[str, ...]:
    """The sentence in pieces that end at punctuation. Clauses below `SHORTEST` characters are joined to a neighbour."""
    pieces: list[str] = []
    for clause in filter(None, _CLAUSE.findall(sentence)):
        if pieces and len(pieces[-1]) < SHORTEST:
            pieces[-1] += clause
        else:
            pieces.append(clause)
    if len(pieces) > 1 and len(pieces[-1]) < SHORTEST:
        pieces[-2:] = ["".join(pieces[-2:])]
    return tuple(pieces)
