"""The rows of a draft that words mean for certain, of those that they may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import TYPE_CALLED, ParseResult
from voiced.language.changes.denials import TELLS_NOTHING
from voiced.language.changes.rest import SPEAKS_OF_ALL
from voiced.language.changes.rows_meant import RowsMeant
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import Chosen, find_rows, joined_parts
from voiced.language.text.expression import expression

_NEAR = expression("[前后上下](?:[面头边]|一[个笔条])")
_BEFORE_A_WORD = "，。、把将对个"
_LOOSE = expression("[笔比币毕逼彼必壁条项单个]第")
_SUBJECT_END = expression("都|全|[改换变算归放记是]")
_ALL_OF_SOME = expression("几[笔个条]都")
_OF_A_TYPE = expression("(?:收入|支出|转账)(?=[的那这改换记])")
_NO_ROWS = frozenset[int]()
_COUNT = expression("(?<!第)([两俩三四五六七八九十])[笔条个项顿趟次杯份件样]")


def certain_rows(meant: RowsMeant) -> Chosen:
    """The rows that the words are about; empty if several rows could be meant."""
    said, items = meant.said, meant.items
    named = certainly_named(meant)
    every = frozenset(item.index for item in items)
    if meant.pointed is not None and (ordinals := find_ordinals(said)):
        is_sure = _agree(meant) and (SPEAKS_OF_ALL.search(said) or not _LOOSE.search(said, ordinals[0].start))
        chosen = meant.pointed if is_sure else _NO_ROWS
    elif meant.pointed is not None:
        chosen = meant.pointed if _is_pointed(said, meant.pointed, named, len(items)) else _NO_ROWS
    elif len(items) == 1:
        chosen = every
    elif joined := _joined_names(said, items):
        chosen = joined
    elif SPEAKS_OF_ALL.search(said):
        several = (named or every) - meant.left_out
        chosen = several if len(several) > 1 and _counts(said) <= {len(several)} else _NO_ROWS
    else:
        chosen = named if len(named) == 1 else _NO_ROWS
    return tuple(item for item in items if item.index in chosen)


def _agree(meant: RowsMeant) -> bool:
    """Whether a number and a name mean the same row.

    「第二个打车」 is row 2 only if row 2 is the only taxi, or the second one.
    """
    names = {item.index: item.result.description for item in meant.items}
    called = [
        row for row, words in sorted(meant.named.items()) if any(_is_part(word, names[row]) for word in words)
    ]
    pointed = sorted(meant.pointed or ())
    is_nth = len(pointed) == 1 and called[pointed[0] : pointed[0] + 1] == pointed
    return not called or called == pointed or is_nth


def _is_part(word: str, name: str) -> bool:
    return word in name and (len(word) > 1 or word == name)


def _joined_names(said: str, items: Sequence[DraftTransaction]) -> frozenset[int]:
    """The rows of 「红包和工资改成支出」; empty unless each part means exactly one row."""
    parts = joined_parts(_SUBJECT_END.split(said, maxsplit=1)[0])
    found = [find_rows(part, items) for part in parts]
    return (
        frozenset(rows[0] for rows in found)
        if len(parts) > 1 and all(len(rows) == 1 for rows in found)
        else _NO_ROWS
    )


def _is_pointed(said: str, pointed: frozenset[int], named: frozenset[int], size: int) -> bool:
    """Whether 那笔 or 后面那个 means these rows. 「前一个」 may mean several rows of a draft of three."""
    is_counted = _counts(said) == {len(pointed)} or _ALL_OF_SOME.search(said) is not None
    is_near = size > 2 and _NEAR.search(said) is not None
    return (len(pointed) == 1 or is_counted) and not is_near and named <= pointed


def _counts(said: str) -> set[int]:
    """The numbers of rows that the words state: 两笔, 三样."""
    return {int(value_of(match[1]) or 0) for match in _COUNT.finditer(said)}


def certainly_named(meant: RowsMeant) -> frozenset[int]:
    """The rows that the words name, without those that fit worse than another one; by a word rather than by an amount."""
    named = {row: _telling(meant.said, words, meant.items[row].result) for row, words in meant.named.items()}
    best = {
        row for row, words in named.items() if words and not any(words < others for others in named.values())
    }
    by_word = {row for row in best if any(not _is_amount(word) for word in named[row])}
    return frozenset(by_word or best)


def _telling(said: str, words: frozenset[str], row: ParseResult) -> frozenset[str]:
    """The words that name a row for certain: its name, category or amount, but no other word of its category."""
    return frozenset(
        word
        for word in words
        if _is_amount(word)
        or (word in TYPE_CALLED and _OF_A_TYPE.search(said))
        or (_is_a_word(word, said, row.description) if len(word) == 1 else _means(word, row))
    )


def _means(word: str, row: ParseResult) -> bool:
    """Whether a word of a category means the row itself: 饭钱 means 吃饭, 早饭 does not."""
    return word in row.description + row.category or (
        word[-1] in "钱费" and bool(set(word[:-1]) & set(row.description) - TELLS_NOTHING)
    )


def _is_a_word(character: str, said: str, name: str) -> bool:
    """Whether a character stands alone: 药 does in 药是昨天买的, 饭 does not in 早饭; a whole name also before an amount: 醋九块."""
    amounts = {mention.start for mention in find_amounts(said)} if character == name else set[int]()
    return any(
        (match.start() == 0 or said[match.start() - 1] in _BEFORE_A_WORD)
        and (match["behind"] is not None or match.end() in amounts)
        for match in re.finditer(f"{re.escape(character)}(?P<behind>(?=[钱费的那这是不我改，]|加了))?", said)
    )


def _is_amount(word: str) -> bool:
    return word[0].isdecimal()
