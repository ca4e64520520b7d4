"""Corrections by slots: the rows that words are about, one new value for them, and a rest that says nothing against it.

`clauses` reads words that rules understand completely. These words are read here as well where the rest explains the change and is
not understood: 「排骨不是三十八是三十六，他给我抹了两块」. The rest may hold no second value, no negation, no doubt and no other
thing, and the change is read back before it is saved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import NO_CHANGE, Correction, FieldChange, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.change_rows import NotUnderstood
from voiced.language.changes.denials import TELLS_NOTHING
from voiced.language.changes.differences import difference_told
from voiced.language.changes.rest import SPEAKS_OF_ALL, Rest
from voiced.language.changes.rows_told import RowsTold, rows_told
from voiced.language.changes.said_values import SaidValue, renamed, said_values
from voiced.language.changes.values import joined_changes
from voiced.language.commands.wording import Wording, read_words
from voiced.language.entries.content import masked
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import Chosen, WhichRow, name_in
from voiced.language.text.expression import expression
from voiced.language.text.spelling import clauses


class Restated(Struct, frozen=True):
    """The words only give values that the rows already have: 就是三十."""


class Filled(Struct, frozen=True):
    """The changes of the rows."""

    corrections: tuple[Correction, ...]


Slots = Filled | Restated | WhichRow | NotUnderstood

_NEAR = expression("[前后上下](?:[面头边]|一[个笔条])")
_BEFORE_A_WORD = "，。、把将对"
_SAME = expression("还是|就是|没[变涨错]|不[用变动]|对[的吧]")
_NO_ROWS = frozenset[int]()
_TWO = 2
_COUNT = expression("(?<!第)([两俩三四五六七八九十])[笔条个项顿趟次杯份件样]")


def fill(wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime) -> Slots:
    """The change that words make in the rows of a draft, all of them pending and numbered from 0."""
    parts = clauses(_with_rows_apart(wording.text, items))
    if len(parts) < _TWO or len(_rows_of_clauses(parts, items, vocabulary)) < _TWO:
        return _fill(wording, items, vocabulary, now)
    return _joined([_compute_or_fill(part, items, vocabulary, now) for part in parts])


def _compute_or_fill(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Slots:
    computed = difference_told(said, items, vocabulary)
    return Filled(computed) if computed else _fill(read_words(said), items, vocabulary, now)


def _with_rows_apart(said: str, items: Sequence[DraftTransaction]) -> str:
    """The words with a comma between the values of two rows: 打车是二十一，绘本是八十六."""
    if len(clauses(said)) > 1 or len(find_amounts(said)) < _TWO:
        return said
    for item in items:
        name = name_in(said, item)
        at = said.find(name) if name else 0
        if at > 0 and any(mention.end == at for mention in find_amounts(said)):
            said = f"{said[:at]}，{said[at:]}"
    return said


def _rows_of_clauses(
    parts: Sequence[str], items: Sequence[DraftTransaction], vocabulary: Vocabulary
) -> set[Chosen]:
    """The different rows that single clauses are about."""
    told = ((part, rows_told(part, items, vocabulary)) for part in parts)
    return {_rows(part, rows, items) for part, rows in told if rows.pointed or rows.named} - {()}


def _joined(parts: Sequence[Slots]) -> Slots:
    """The changes of clauses that each name their own row; a clause may also only restate a row."""
    changes = [correction for part in parts if isinstance(part, Filled) for correction in part.corrections]
    indices = {correction.index for correction in changes}
    is_read = all(isinstance(part, Filled | Restated) for part in parts)
    if is_read and not changes:
        return Restated()
    return Filled(tuple(changes)) if is_read and len(indices) == len(changes) > 0 else NotUnderstood()


def _fill(
    wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Slots:
    said = wording.text
    if name := renamed(said, items, vocabulary):
        return Filled((Correction(name.index, name.change),))
    values = said_values(said, vocabulary, now)
    new_categories = [
        (value.start, value.end) for value in values if value.is_category and not value.is_denied
    ]
    told = rows_told(masked(said, new_categories), items, vocabulary)
    rest = Rest.of(wording, values, items)
    if restates(said, values, items):
        return Restated()
    if (
        told.is_impossible
        or rest.is_against
        or _lacks_result(values)
        or rest.gives_amount_of_another(values, vocabulary, items)
    ):
        return NotUnderstood()
    rows = _rows(said, told, items)
    if not rows:
        is_change = any(_is_new(value, item) for value in values for item in items if not value.is_denied)
        return WhichRow() if is_change else NotUnderstood()
    is_named = told.pointed is not None or (len(rows) == 1 and bool(_told(said, told, items)))
    if rest.joins_another(vocabulary) or (not is_named and rest.names_another(vocabulary, items)):
        return NotUnderstood()
    match _new_values(values, rows):
        case (_,) if is_named and rest.approves:
            return NotUnderstood()
        case (value,) if len(rows) == 1 or not value.is_amount:
            return Filled(tuple(Correction(row.index, value.change_of(row.result)) for row in rows))
        case (_, *_) as several if (
            len(rows) == 1
            and told.named.keys() <= {rows[0].index}
            and (is_named or len(items) == 1)
            and not rest.names_another(vocabulary, items)
        ):
            change = _together(several, rows[0].result)
            return NotUnderstood() if change is None else Filled((Correction(rows[0].index, change),))
        case () if (is_named and rest.approves) or any(not value.is_denied for value in values):
            return Restated()
        case _:
            return NotUnderstood()


def _lacks_result(values: Sequence[SaidValue]) -> bool:
    """Whether the words give a difference and do not say what it comes to."""
    differs = any(value.is_difference for value in values)
    return differs and not any(value.is_amount and not value.is_denied for value in values)


def restates(said: str, values: Sequence[SaidValue], items: Sequence[DraftTransaction]) -> bool:
    """Whether the words say that the values stay as they are: 就是三十, 三千五没涨."""
    stated = [value for value in values if not value.is_denied]
    return (
        bool(stated)
        and _SAME.search(said) is not None
        and all(any(not _is_new(value, item) for item in items) for value in stated)
    )


def _new_values(values: Sequence[SaidValue], rows: Chosen) -> tuple[SaidValue, ...]:
    """The values that are new for one of the rows; all values if the words deny one that several rows do not have."""
    denied = [value for value in values if value.is_denied and any(_is_new(value, row) for row in rows)]
    if denied and len(rows) > 1:
        return tuple(values)  # 都不是餐饮是交通
    stated = _without_explained([value for value in values if not value.is_denied], rows)
    new = [value for value in stated if value.is_called_new or any(_is_new(value, row) for row in rows)]
    return tuple({tuple(value.change_of(row.result) for row in rows): value for value in new}.values())


def _together(values: Sequence[SaidValue], row: ParseResult) -> FieldChange | None:
    """The values of different fields of a row in one change: 放医疗，报完才一百七. None if they give a field two values."""
    change: FieldChange | None = NO_CHANGE
    if any(value.is_amount and value.end - value.start == 1 for value in values):
        return None  # 改成买菜五
    for value in values:
        change = None if change is None else joined_changes(change, value.change_of(row))
    return change


def _without_explained(values: Sequence[SaidValue], rows: Chosen) -> Sequence[SaidValue]:
    """The values without an amount that is only the difference between another one and the row's: 是一百八，留了二十."""
    amounts = [value for value in values if value.is_amount]
    before = rows[0].result.amount
    if len(amounts) != _TWO or len(rows) != 1 or before is None:
        return values
    told = [(value, value.change_of(rows[0].result).amount) for value in amounts]
    explained = [
        value
        for (value, amount), (_, other) in zip(told, reversed(told), strict=True)
        if amount and other and abs(other.yuan - before.yuan) == amount.yuan
    ]
    explained = (
        explained if len(explained) == 1 else [value for value in explained if not value.is_called_new]
    )
    return [value for value in values if value not in explained] if len(explained) == 1 else values


def _is_new(value: SaidValue, row: DraftTransaction) -> bool:
    return not value.change_of(row.result).differing_from(row.result).is_empty


def _rows(said: str, told: RowsTold, items: Sequence[DraftTransaction]) -> Chosen:
    """The rows that the words are about; empty if several rows could be meant."""
    named = _told(said, told, items)
    every = frozenset(item.index for item in items)
    if told.pointed is not None:
        is_sure = find_ordinals(said) or _is_pointed(said, told.pointed, named, len(items))
        chosen = told.pointed if is_sure else _NO_ROWS
    elif len(items) == 1:
        chosen = every
    elif SPEAKS_OF_ALL.search(said):
        several = (named or every) - told.left_out
        chosen = several if len(several) > 1 and _counts(said) <= {len(several)} else _NO_ROWS
    else:
        chosen = named if len(named) == 1 else _NO_ROWS
    return tuple(item for item in items if item.index in chosen)


def _is_pointed(said: str, pointed: frozenset[int], named: frozenset[int], size: int) -> bool:
    """Whether 那笔 or 后面那个 means these rows. 「前一个」 may mean several rows of a draft of three."""
    is_one_or_counted = len(pointed) == 1 or _counts(said) == {len(pointed)}
    is_near = size > _TWO and _NEAR.search(said) is not None
    return is_one_or_counted and not is_near and named <= pointed


def _counts(said: str) -> set[int]:
    """The numbers of rows that the words state: 两笔, 三样."""
    return {int(value_of(match[1]) or 0) for match in _COUNT.finditer(said)}


def _told(said: str, told: RowsTold, items: Sequence[DraftTransaction]) -> frozenset[int]:
    """The rows that the words name, without those that fit worse than another one; by a word rather than by an amount."""
    named = {row: _telling(said, words, items[row].result) for row, words in told.named.items()}
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
        for match in re.finditer(f"{re.escape(character)}(?P<behind>(?=[钱费的那这是不，]|加了))?", said)
    )


def _is_amount(word: str) -> bool:
    return word[0].isdecimal()
