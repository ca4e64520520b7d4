"""The rows of a draft that an utterance is about, and the rows that it excludes.

A number or a pointer (红包那笔, 三十那个) identifies a row. A name, a word of the row's category or a character of its
description only narrows the choice, since such a word may also be the new value. If the words name no row, a model may
still recognise it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.change_rows import with_extreme_numbered, with_rows_numbered
from voiced.language.changes.denials import DENYING, TELLS_NOTHING, is_denied
from voiced.language.names.accounts import match_account
from voiced.language.names.categories import find_names
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import NoSuchRow, find_rows, name_in, numbered
from voiced.language.text.expression import Expression, expression
from voiced.language.text.phrases import phrases

_PHRASES = phrases("rows_meant", DENYING=DENYING)
_POINTER = _PHRASES["pointer"]
_POINTED_WORDS = _PHRASES["pointed_words"]
_FIRST = _PHRASES["first"]
_MIDDLE = _PHRASES["middle"]
_LAST = _PHRASES["last"]
_EXCEPT = _PHRASES["except"]
_DENIED_WORDS = _PHRASES["denied_words"]
_WORDS = _PHRASES["words"]
_DENIED_BEHIND = _PHRASES["denied_behind"]
_ALL = _PHRASES["all"]
_COUNTED = _PHRASES["counted"]
_LONGEST_NAME = 8


class RowsMeant(Struct, frozen=True):
    """The rows that words may be about, by their indices in the draft.

    Attributes:
        said: the words.
        items: the rows of the draft.
        pointed: the rows that a number or a pointer identifies; None without such words.
        named: each row that some of the words fit, with these words.
        left_out: the rows that the words exclude or deny.
        speaks_of_all: the words speak of all rows, or of all named rows (都, 每笔).
        count: the number of rows that the words state (两个), or None.
        is_impossible: the words give the number of a row that does not exist.
    """

    said: str
    items: Sequence[DraftTransaction]
    pointed: frozenset[int] | None
    named: dict[int, frozenset[str]]
    left_out: frozenset[int]
    speaks_of_all: bool = False
    count: int | None = None
    is_impossible: bool = False

    def excludes(self, rows: frozenset[int]) -> bool:
        """Whether the words rule out a change of exactly these rows."""
        if self.is_impossible or rows & self.left_out:
            return True
        if self.pointed is not None:
            return not rows <= self.pointed
        return bool(self.named) and not rows <= self.named.keys()

    def identify(self, rows: frozenset[int]) -> bool:
        """Whether the words identify these rows, and fit no other row as well."""
        if self.pointed is not None:
            return rows == self.pointed
        return bool(rows) and all(
            row in self.named
            and not any(self._fits_as_well(other, row) for other in self.named.keys() - rows)
            for row in rows
        )

    def means_all(self, rows: frozenset[int], size: int) -> bool:
        """Whether the words speak of all rows of a draft of that size or of all named rows, and these are the given rows."""
        everything = frozenset(range(size)) - self.left_out
        return len(rows) == self.count or (self.speaks_of_all and rows in {everything, frozenset(self.named)})

    def _fits_as_well(self, other: int, row: int) -> bool:
        return self.named[other] >= self.named[row]


def points_in_other_words(said: str) -> bool:
    """Whether words point at a row in words that rules do not know: 「看的那场」. Commas mask the words that rules know."""
    return _POINTED_WORDS.search(said) is not None


def rows_meant(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> RowsMeant:
    """The rows of a draft that normalised words are about."""
    by_number = with_extreme_numbered(with_rows_numbered(said, items), items)
    left_out = _excepted(by_number, items)
    pointed: set[int] = set()
    for mention in find_ordinals(by_number):
        rows = numbered(mention.numbers, items)
        if isinstance(rows, NoSuchRow):
            return RowsMeant(said, items, frozenset(), {}, frozenset(), is_impossible=True)
        places = {row.index for row in rows}
        if is_denied(by_number, mention.start) or _DENIED_BEHIND.match(by_number, mention.end):
            left_out |= places
        elif not places <= left_out:
            pointed |= places
    named = _named(said, items, vocabulary)
    left_out |= _pointed(said, items, _DENIED_WORDS)
    if not pointed:
        pointed = (_pointed(said, items, _WORDS) or _placed(said, items, named)) - left_out
    counted = _COUNTED.search(said)
    return RowsMeant(
        said,
        items,
        frozenset(pointed) or None,
        {row: words for row, words in named.items() if row not in left_out},
        frozenset(left_out),
        speaks_of_all=_ALL.search(said) is not None,
        count=int(value_of(counted["count"]) or 0) if counted else None,
    )


def _excepted(said: str, items: Sequence[DraftTransaction]) -> set[int]:
    match = _EXCEPT.search(said)
    if match is None:
        return set()
    numbers = [number for mention in find_ordinals(match["words"]) for number in mention.numbers]
    rows = numbered(numbers, items)
    if isinstance(rows, NoSuchRow):
        return set()  # the same number makes the whole text impossible
    return {row.index for row in rows} or set(find_rows(match["words"], items))


def _pointed(said: str, items: Sequence[DraftTransaction], before: Expression) -> set[int]:
    """The rows of 「红包那笔」, 「三十的那个」 and 「打车那三十」, if the words before the pointer match `before`."""
    rows: set[int] = set()
    for pointer in _POINTER.finditer(said):
        clause = re.split("[，。、；？]", said[: pointer.start()])[-1]
        if match := before.search(clause):
            rows |= _described(match["words"], items)
    return rows


def _placed(said: str, items: Sequence[DraftTransaction], named: dict[int, frozenset[str]]) -> set[int]:
    """The row of 「后面那个」, among the named rows if there are several."""
    among = sorted(named) if len(named) > 1 else list(range(len(items)))
    if _FIRST.search(said):
        return {among[0]}
    if _MIDDLE.search(said) and len(among) % 2:
        return {among[len(among) // 2]}
    return {among[-1]} if _LAST.search(said) else set()


def _described(clause: str, items: Sequence[DraftTransaction]) -> set[int]:
    """The rows that the longest words at the end of a clause describe; empty if all rows fit."""
    for size in range(min(_LONGEST_NAME, len(clause)), 0, -1):
        words = clause[-size:]
        if not find_amounts(words) and size == 1 and words in TELLS_NOTHING:
            continue
        if found := find_rows(words, items):
            return set(found) if len(found) < len(items) else set()
    return set()


def _named(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> dict[int, frozenset[str]]:
    if account := match_account(said, vocabulary):
        said = f"{said[: account.start]}，{said[account.end :]}"
    by_name = {item.index: frozenset(_own_words(item, said, items)) for item in items}
    if any(by_name.values()):
        return {index: words for index, words in by_name.items() if words}
    # 「吃的那笔」: a word of a category counts only if the words name no row directly.
    by_category = {item.index: frozenset(_category_words(item, said, vocabulary)) for item in items}
    return {index: words for index, words in by_category.items() if words}


def _own_words(item: DraftTransaction, said: str, items: Sequence[DraftTransaction]) -> Iterator[str]:
    """The words that mean the row itself: its name or characters of it, its amount, or its type."""
    name = item.result.description
    part = name_in(said, item)
    if part and not set(part) <= TELLS_NOTHING:
        yield part
    yield from (character for character in set(name) - TELLS_NOTHING if character in said)
    for mention in find_amounts(said):
        if mention.amount is not None and mention.amount == item.result.amount:
            yield str(mention.amount)
    if len({other.result.type for other in items}) > 1:
        yield from _TYPE_TELLING[item.result.type].findall(said)


def _category_words(item: DraftTransaction, said: str, vocabulary: Vocabulary) -> Iterator[str]:
    for keyword in find_names(said, item.result.type, vocabulary):
        if keyword.category.name == item.result.category:
            yield said[keyword.start : keyword.end]


_TYPE_TELLING = {
    TransactionType.INCOME: expression("收入|进账|进来|收的|收到|到手|挣的|发的钱"),
    TransactionType.EXPENSE: expression("支出|花出去|花的|付的|开销|花了"),
    TransactionType.TRANSFER: expression("转账|还的|转的"),
}
