"""Corrections by slots: the rows that words are about, one new value for them, and a rest that says nothing against it.

`clauses` reads words that rules understand completely. These words are read here as well where the rest explains the change and is
not understood: 「排骨不是三十八是三十六，他给我抹了两块」. The rest may hold no second value, no negation, no doubt and no other
thing, and the change is read back before it is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import (
    NO_CHANGE,
    Correction,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.certain_rows import certain_rows, certainly_named
from voiced.language.changes.change_rows import NotUnderstood
from voiced.language.changes.differences import difference_told
from voiced.language.changes.renaming import renamed
from voiced.language.changes.rest import Rest
from voiced.language.changes.rows_meant import rows_meant
from voiced.language.changes.said_values import SaidValue, said_values
from voiced.language.changes.values import joined_changes
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.entries.content import masked
from voiced.language.numbers.amounts import find_amounts
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

_SAME = expression("还是|就是|没[变涨错]|不[用变动]|对[的吧]")
_LEAD = pattern(
    "([PARTICLE ASSENT APPROVE WAIT HOLD CAN CHECK SURE PAUSE] | CONFIRM PARTICLE* ROWS?)+ (PAUSE | BUT)+ (?=.)"
)
_END = pattern("(?<=.)PAUSE PARTICLE* [CONFIRM CHECK SURE] PARTICLE*$")
_SETS = expression("[改换变调][成为到]$")
_OF_A_TYPE = expression("(?:收入|支出|转账)(?=[的那这改换记])")
_ALSO_IS = expression("也是")
_REVERSED = expression("(?:收入|支出)[和跟与]?(?:收入|支出)[^，]*反")
_TWO = 2


def fill(wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime) -> Slots:
    """The change that words make in the rows of a draft, all of them pending and numbered from 0."""
    wording = _without_lead(wording)
    parts = clauses(_with_rows_apart(wording.text, items))
    if len(parts) < _TWO or len(_rows_of_clauses(parts, items, vocabulary)) < _TWO:
        whole = _fill(wording, items, vocabulary, now)
        if len(parts) < _TWO or len(items) > 1 or not isinstance(whole, NotUnderstood):
            return whole
    return _joined([_compute_or_fill(part, items, vocabulary, now) for part in parts], items)


def _without_lead(wording: Wording) -> Wording:
    """The words without first and last ones that change nothing: of 对，不过第二笔改成五十, 等一下，改成五十，确认."""
    lead, end = _LEAD.match(wording.shape), _END.search(wording.shape)
    if not lead and not end:
        return wording
    start = wording.spans[lead.end()][0] if lead else 0
    return read_words(wording.text[start : wording.spans[end.start()][0] if end else None])


def _compute_or_fill(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Slots:
    computed = difference_told(said, items, vocabulary)
    return Filled(computed) if computed else _fill(read_words(said), items, vocabulary, now)


def _with_rows_apart(said: str, items: Sequence[DraftTransaction]) -> str:
    """The words with a comma between the values of two rows: 打车是二十一，绘本是八十六."""
    if len(clauses(said)) > 1:
        return said
    for mention in reversed(find_ordinals(said)[1:]):
        said = f"{said[: mention.start]}，{said[mention.start :]}"
    for item in items if len(find_amounts(said)) >= _TWO else ():
        name = name_in(said, item)
        at = said.find(name) if name else 0
        if at > 0 and any(mention.end == at for mention in find_amounts(said)):
            said = f"{said[:at]}，{said[at:]}"
    return said


def _rows_of_clauses(
    parts: Sequence[str], items: Sequence[DraftTransaction], vocabulary: Vocabulary
) -> set[Chosen]:
    """The different rows that single clauses are about."""
    found = (rows_meant(part, items, vocabulary) for part in parts)
    return {certain_rows(rows) for rows in found if rows.pointed or rows.named} - {()}


def _joined(parts: Sequence[Slots], items: Sequence[DraftTransaction]) -> Slots:
    """The changes of clauses, of which each changes a row or other fields of the only row; a clause may also only restate a row."""
    changed: dict[int, FieldChange] = {}
    for part in parts:
        match part:
            case Restated():
                continue
            case Filled(corrections):
                for one in corrections:
                    before = changed.get(one.index, NO_CHANGE)
                    both = joined_changes(before, one.fields) if len(items) == 1 or not before.names else None
                    if both is None:
                        return NotUnderstood()
                    changed[one.index] = both
            case WhichRow() | NotUnderstood():
                return NotUnderstood()
    return Filled(tuple(map(Correction, changed, changed.values()))) if changed else Restated()


def _fill(
    wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Slots:
    said = wording.text
    if name := renamed(said, items, vocabulary, now):
        return Filled((Correction(name.index, name.change),))
    values = said_values(said, vocabulary, now, wording)
    rest = Rest.of(wording, values, items)
    if Kind.UNKNOWN in rest.wording.shape:
        values = said_values(said, vocabulary, now)
        rest = Rest.of(wording, values, items)
    names = [(value.start, value.end) for value in values if _is_name(value, said)]
    meant = rows_meant(masked(said, names), items, vocabulary)
    if restates(said, values, items):
        return Restated()
    if (
        meant.is_impossible
        or rest.is_against
        or _lacks_result(values)
        or _REVERSED.search(said)
        or _precede_row(values, said)
        or rest.gives_amount_of_another(values, vocabulary, items)
    ):
        return NotUnderstood()
    rows = certain_rows(meant)
    if not rows:
        is_change = any(_is_new(value, item) for value in values for item in items if not value.is_denied)
        return WhichRow() if is_change else NotUnderstood()
    is_named = meant.pointed is not None or (len(rows) == 1 and bool(certainly_named(meant)))
    is_named |= (len(items) == 1 and Kind.THIS in wording.shape) or meant.count == len(rows)
    others = {item.result.description for item in items if item not in rows}
    if (
        rest.joins_another(vocabulary)
        or (not is_named and rest.names_another(vocabulary, items))
        or any(value.is_word and said[value.start : value.end] in others for value in values)
    ):
        return NotUnderstood()
    if _ALSO_IS.search(said) and _tells_present_amount(values, rows):
        return Restated()
    is_told = meant.named.keys() <= {rows[0].index} and (is_named or len(items) == 1)
    is_told &= not rest.names_another(vocabulary, items)
    return _with_values(said, values, rows, is_right=is_named and rest.approves, is_told=is_told)


def _with_values(
    said: str, values: Sequence[SaidValue], rows: Chosen, *, is_right: bool, is_told: bool
) -> Slots:
    """The change that the values make in these rows.

    Args:
        said: the words.
        values: all values in them.
        rows: the rows that they mean, at least one.
        is_right: whether the words call the row right.
        is_told: whether they speak of no other thing, so that several values belong to the row.
    """
    first = rows[0]
    if len(rows) == 1 and (change := _of_denied_type(values, first.result)):
        return Filled((Correction(first.index, change),))
    match _new_values(values, rows):
        case (_,) if is_right:
            return NotUnderstood()
        case (value,) if len(rows) == 1 or not value.is_amount or _SETS.search(said, 0, value.start):
            return Filled(tuple(Correction(row.index, value.change_of(row.result)) for row in rows))
        case (_, *_) as several if len(rows) == 1 and is_told:
            change = _together(several, first.result)
            return NotUnderstood() if change is None else Filled((Correction(first.index, change),))
        case () if is_right or any(not value.is_denied for value in values):
            return Restated()
        case _:
            return NotUnderstood()


def _of_denied_type(values: Sequence[SaidValue], row: ParseResult) -> FieldChange | None:
    """The change if the type is denied beside an amount: 花了60不是收入. 不是收入 alone may mean a transfer."""
    stated = [value for value in values if not value.is_denied]
    denied = {value.change_of(row).type for value in values if value.is_denied}
    if len(stated) != 1 or not stated[0].is_amount or row.type not in denied - {TransactionType.TRANSFER}:
        return None
    is_income = row.type is TransactionType.INCOME
    other = TransactionType.EXPENSE if is_income else TransactionType.INCOME
    return replace(stated[0].change_of(row), type=other)


def _is_name(value: SaidValue, said: str) -> bool:
    """Whether the value is what a row shall be called or filed under, and so names no row itself."""
    is_of_a_type = value.field is EntryField.TYPE and not _OF_A_TYPE.match(said, value.start)
    return not value.is_denied and (value.is_called_new or value.field is EntryField.CATEGORY or is_of_a_type)


def _tells_present_amount(values: Sequence[SaidValue], rows: Chosen) -> bool:
    """Whether the only amount is the one that the rows have: 昨日的日结也是二百八 tells of another day's entry."""
    amounts = [value for value in values if value.is_amount]
    return bool(amounts) and not any(_is_new(value, row) for value in amounts for row in rows)


def _precede_row(values: Sequence[SaidValue], said: str) -> bool:
    """Whether a new value stands before the row of another one: 金额改成五十第二笔分类改成交通."""
    ordinals = find_ordinals(said)
    new = [value for value in values if value.is_called_new]
    return len(new) > 1 and bool(ordinals) and new[0].start < ordinals[0].start


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
    denied = [value for value in values if value.is_denied and not value.is_amount]
    if len(rows) > 1 and any(_is_new(value, row) for value in denied for row in rows):
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
