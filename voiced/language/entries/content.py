"""The content of a part of a sentence, without the request to record it, and a short description of the content."""

from __future__ import annotations

import re

from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import CLAUSE

_PHRASES = phrases("content")
_FILLING = _PHRASES.pieces["FILLING"]
# The look-ahead spares a try of all words of the list at each place.
_FIRST = "".join(sorted({word[0] for word in _FILLING.split("|")}))
_EMPTY = expression(f"(?:[，。、；？：:\\s]|(?=[{_FIRST}])(?:{_FILLING}))*")


def has_content(piece: str) -> bool:
    """Whether a part of normalised text names the purpose of an amount."""
    return _EMPTY.fullmatch(piece) is None


_MONTH = expression("[，、]*[这本]个?月的?[，、]*")


def has_thing(piece: str) -> bool:
    """Whether a part of normalised text names a purpose, and not the present month alone: 给学校交钱了，这个月1150.

    The month is no word of `has_content`, whose words are clues of the weights as well.
    """
    return has_content(piece) and _MONTH.fullmatch(piece) is None


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with commas in place of the characters of some spans, so that positions stay the same."""
    for start, end in spans:
        text = text[:start] + "，" * (end - start) + text[end:]
    return text


_MAY_BE_FRAMED = _PHRASES["may_be_framed"]
_REQUEST = _PHRASES["request"]
_DENIED_TYPE = _PHRASES["denied_type"]
_SAID_ANEW = _PHRASES["said_anew"]
_DENIED_DAY = _PHRASES["denied_day"]
_MENDED_DAY = _PHRASES["mended_day"]
_NUMERAL = expression("[\\d两三四五六七八九十百千万]")


def entry_words(said: str) -> str:
    """Normalised text without requests (给我记一笔), denied types (不是收入), days and entries that are taken back (昨天哦不前天)."""
    if "不" in said or "错" in said:
        said = _SAID_ANEW.sub("", said)
        said = _DENIED_DAY.sub(r"\g<kept>", _MENDED_DAY.sub(_words_between, said))
    if not _MAY_BE_FRAMED.search(said):
        return said
    return _DENIED_TYPE.sub("", _REQUEST.sub("", said)) or said


def _words_between(mended: re.Match[str]) -> str:
    """The right day and the words before it: 前天挂号十五 for 「昨天挂号十五啊不前天」, whose day is said once more behind them.

    If an amount stands on both sides, the whole entry is said anew, and not its day alone.
    """
    between, behind = mended["between"], mended.string[mended.end() :]
    if _NUMERAL.search(between) and _NUMERAL.search(behind):
        return mended.group()
    return f"{mended['day']}{between}，" if between else ""


MAX_LENGTH = 12
"""Characters. A longer description is hard to read out and to show."""

_OPENING = _PHRASES["opening"]
_CLOSING = _PHRASES["closing"]
_UP_TO_THE_THING = _PHRASES["up_to_the_thing"]


def describe(content: str, category_words: tuple[int, int] | None) -> str:
    """The description of an entry.

    Args:
        content: the words of the entry with commas in place of amounts, dates and accounts.
        category_words: the place in `content` of the word that gave the category, if one did.
    """
    clauses = [clause for clause in CLAUSE.finditer(content) if _stripped(clause.group())]
    if category_words:
        start, end = category_words
        clause = next((c for c in clauses if c.start() <= start < c.end()), None)
        if clause:
            description = _without_count(_stripped(clause.group()), content[start:end])
            return description if len(description) <= MAX_LENGTH else content[start:end]
    longest = max((_stripped(clause.group()) for clause in clauses), key=len, default="")
    return longest[:MAX_LENGTH]


_COUNT = _PHRASES["count"]


def _without_count(description: str, thing: str) -> str:
    """The description without a number in front of the thing: 四张门票. A number in a name (三只松鼠) is a part of the thing."""
    at = description.find(thing)
    return description[at:] if at > 0 and _COUNT.fullmatch(description, 0, at) else description


def _stripped(clause: str) -> str:
    while match := _CLOSING.search(clause):
        clause = clause[: match.start()]
    if match := _UP_TO_THE_THING.match(clause):
        clause = clause[match.end() :]
    while match := _OPENING.match(clause):
        clause = clause[match.end() :]
    return clause
