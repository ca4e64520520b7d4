"""A difference that words give beside an explanation: 用了张八块的券你给减掉, 鱼钱要扣佣金七十, 电费我只出一半, 没算运费，运费六块.

`arithmetic` computes for several rows and understands every word. Here one row is meant, the words hold one difference, and the rest
may explain it; the change is read back before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.rows_meant import rows_meant
from voiced.language.changes.values import whole_amount
from voiced.language.entries.content import masked
from voiced.language.names.categories import find_names
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.rows import name_in
from voiced.language.text.phrases import phrases

_PHRASES = phrases("differences")
_TAKEN_OFF = _PHRASES["taken_off"]
_PART_OF_IT = _PHRASES["part_of_it"]
_CHARGED = _PHRASES["charged"]
_FEWER = _PHRASES["fewer"]
_NOT_COUNTED = _PHRASES["not_counted"]
_COUNTED_BEHIND = _PHRASES["counted_behind"]
_MORE = _PHRASES["more"]
_DISCOUNTED = _PHRASES["discounted"]
_TOTAL_WITH = _PHRASES["total_with"]
_TOGETHER = _PHRASES["together"]
_JOINED = _PHRASES["joined"]
_TAIL = _PHRASES["tail"]
_HALF = _PHRASES["half"]
_STOPS = "，。；零两一二三四五六七八九十百千块元0123456789"
_TWICE = _PHRASES["twice"]
_OF_ONE = _PHRASES["of_one"]
_COUNT = _PHRASES["count"]
_SAYS_MORE = _PHRASES["says_more"]
_HARMLESS = _PHRASES["harmless"]


class _Difference(Struct, frozen=True):
    """The words `text[start:end]` that give a difference: what is added, times a factor."""

    start: int
    end: int
    added: Decimal = Decimal(0)
    factor: Decimal = Decimal(1)


def difference_told(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary
) -> tuple[Correction, ...]:
    """The change of the one row that a difference concerns; empty if the row or the difference is not certain."""
    row = _row_meant(said, items, vocabulary) if items else None
    if row is None or row.result.amount is None:
        return ()
    if (tail := _TAIL.search(said)) and not _SAYS_MORE.search(said[: tail.start()]):
        return _with_tail(row, whole_amount(tail["old"]), whole_amount(tail["new"]))
    found = [
        *_of_words(said),
        *_of_amounts(said, row.result.amount),
        *_of_unit_price(said, row.result.amount),
    ]
    others = [
        one for one in find_amounts(said) if one.amount != row.result.amount and not _is_in(one.start, found)
    ]
    if len(found) != 1 or others:
        return ()
    (difference,) = found
    rest = masked(said, [(difference.start, difference.end)])
    if _SAYS_MORE.search(_HARMLESS.sub("", rest)) or (
        len(items) == 1 and _names_another(rest, row, vocabulary)
    ):
        return ()
    amount = Money.from_yuan(row.result.amount.yuan * difference.factor + difference.added)
    if amount is None or not amount.is_recordable:
        return ()
    return (Correction(row.index, FieldChange(amount=amount)),)


def _with_tail(row: DraftTransaction, old: Money | None, new: Money | None) -> tuple[Correction, ...]:
    """The amount of a row with another end: 后头不是六毛是九毛 makes 231.9 of 231.6."""
    if row.result.amount is None or old is None or new is None:
        return ()
    place = Decimal(1) if old.yuan < 1 else Decimal(10) ** len(str(int(old.yuan)))
    if row.result.amount.yuan % place != old.yuan or new.yuan >= place:
        return ()
    amount = Money.from_yuan(row.result.amount.yuan - old.yuan + new.yuan)
    return () if amount is None else (Correction(row.index, FieldChange(amount=amount)),)


def speaks_of_tail(said: str) -> bool:
    """Whether the words replace the end of an amount: 后头不是六毛是九毛."""
    return _TAIL.search(said) is not None


def _row_meant(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary
) -> DraftTransaction | None:
    """The row that the words point at or name in full, or the only row."""
    pointed = rows_meant(said, items, vocabulary).pointed
    meant = [item for item in items if pointed is not None and item.index in pointed]
    if pointed is None:
        meant = [item for item in items if name_in(said, item)] or list(items)
    return meant[0] if len(meant) == 1 else None


def _is_in(place: int, found: Sequence[_Difference]) -> bool:
    return any(one.start <= place < one.end for one in found)


def _of_words(said: str) -> Iterator[_Difference]:
    for words, factor in ((_HALF, Decimal("0.5")), (_TWICE, Decimal(2))):
        for match in words.finditer(said):
            yield _Difference(match.start(), match.end(), factor=factor)


def _of_amounts(said: str, before: Money) -> Iterator[_Difference]:
    for mention in find_amounts(said):
        if mention.amount is None or mention.amount == before or not mention.amount.is_recordable:
            continue
        yuan = mention.amount.yuan
        off, counted = _TAKEN_OFF.match(said, mention.end), _COUNTED_BEHIND.match(said, mention.end)
        charged = _CHARGED.search(said, 0, mention.start) or _FEWER.search(said, 0, mention.start)
        more = _NOT_COUNTED.search(said, 0, mention.start) or _MORE.search(said, 0, mention.start)
        total = _TOTAL_WITH.search(said, 0, mention.start)
        if total and yuan > before.yuan:
            yield _Difference(total.start(), mention.end, added=yuan - before.yuan)
            continue
        if more is None and _JOINED.search(said):
            more = _TOGETHER.search(said, 0, mention.start)
        if _DISCOUNTED.search(said, 0, mention.start) and before.yuan < yuan * 2 and yuan < before.yuan:
            yield _Difference(mention.start, mention.end, added=yuan - before.yuan)
        elif off and not more:
            part = _PART_OF_IT.search(said, 0, mention.start)
            yield _Difference(part.start() if part else mention.start, off.end(), added=-yuan)
        elif charged and yuan * 2 <= before.yuan:
            yield _Difference(charged.start(), mention.end, added=-yuan)
        elif more:
            yield _Difference(more.start(), mention.end, added=yuan)
        elif counted:
            yield _Difference(_start_of_words(said, mention.start), counted.end(), added=yuan)


def _start_of_words(said: str, end: int) -> int:
    """The start of the words right before a place: of 运费 in 运费六块没算."""
    while end and said[end - 1] not in _STOPS:
        end -= 1
    return end


def _of_unit_price(said: str, before: Money) -> Iterator[_Difference]:
    """The number of things whose price for one was recorded: 我买了两箱，三十九是一箱的价."""
    unit = _OF_ONE.search(said)
    if unit is None:
        return
    counts = [match for match in _COUNT.finditer(said) if match["measure"] == unit["measure"]]
    is_recorded = all(
        mention.amount == before for mention in find_amounts(said) if mention.amount is not None
    )
    if len(counts) == 1 and is_recorded:
        yield _Difference(unit.start(), unit.end(), factor=Decimal(value_of(counts[0]["count"]) or 1))


def _names_another(rest: str, row: DraftTransaction, vocabulary: Vocabulary) -> bool:
    """Whether the words beside the difference name a thing that the row is not."""
    if row.result.description and row.result.description in rest:
        return False
    return any(
        keyword.end - keyword.start > 1
        for of_type in TransactionType
        for keyword in find_names(rest, of_type, vocabulary)
    )
