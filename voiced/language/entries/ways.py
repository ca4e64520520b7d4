"""The types of entries: the way of the money by the weights, or by rule where rules are better.

The bounds were chosen by cross-validation on the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.domain.transaction import TransactionType
from voiced.language.entries.item import Item
from voiced.language.entries.weighed_items import TYPES
from voiced.language.readings.direction import direction_of, direction_signs
from voiced.language.readings.reading import Paid
from voiced.language.readings.role import Way

_SURE_OF_WAY = 0.65
"""From this chance on the weights decide the way of the money."""
_SURE_WITHOUT_SIGNS = {Way.OUT: 0.7, Way.IN: 0.9, Way.BETWEEN: 0.7}
"""From this chance on a way is no question, though the rules know no word that tells it."""
_SURE_AGAINST_SIGNS = 0.9
"""The same where words tell the rules another way."""
_SURE_AGAINST_RULE = 0.97
"""The same where the rules see a transfer."""


def is_way_sure(by_rule: Sequence[Item], paid: Sequence[Paid]) -> bool:
    """Whether the weights are sure of each type that the rules do not see."""
    amounts = (item for item in by_rule if item.amount)
    return all(
        TYPES[one.way] is type_by_rule(item) or one.way_chance >= _needed(item, one)
        for item, one in zip(amounts, paid, strict=True)
    )


def _needed(item: Item, one: Paid) -> float:
    return _SURE_AGAINST_SIGNS if direction_signs(item.words) else _SURE_WITHOUT_SIGNS[one.way]


def is_way_by_words(item: Item) -> bool:
    """Whether words tell the rules the type that the weights found."""
    return item.type is type_by_rule(item) and bool(direction_signs(item.words))


def other_type(item: Item, paid: Paid) -> TransactionType:
    """The type that an entry has if it has not the one it is read with: that of the weights, or else the opposite one."""
    read, weighed = item.type or type_by_rule(item), TYPES[paid.way]
    if weighed is not read:
        return weighed
    return TransactionType.INCOME if read is TransactionType.EXPENSE else TransactionType.EXPENSE


def types_of(items: Sequence[Item]) -> list[TransactionType]:
    """The types of the entries with an amount."""
    return [item.type or type_by_rule(item) for item in items if item.amount]


def with_types(items: Sequence[Item], types: Sequence[TransactionType]) -> tuple[Item, ...]:
    """The entries with an amount, with these types."""
    amounts = (item for item in items if item.amount)
    return tuple(replace(item, type=of_type) for item, of_type in zip(amounts, types, strict=True))


def with_ways(items: Sequence[Item], paid: Sequence[Paid]) -> tuple[Item, ...]:
    """The entries with the types that the weights tell better than the rules."""
    left = iter(paid)
    is_list = len(paid) > 1
    return tuple(
        replace(item, type=_type(item, next(left), is_list=is_list)) if item.amount else item
        for item in items
    )


def _type(item: Item, paid: Paid, *, is_list: bool) -> TransactionType | None:
    """The type by weights, which are always better at lists; None where it is for the rules, which are better at transfers."""
    if is_list:
        return TYPES[paid.way]
    by_rule = type_by_rule(item)
    is_for_rules = by_rule is TransactionType.TRANSFER and TYPES[paid.way] is not by_rule
    needed = _SURE_AGAINST_RULE if is_for_rules else _SURE_OF_WAY
    return TYPES[paid.way] if paid.way_chance >= needed else None


def type_by_rule(item: Item) -> TransactionType:
    """The type that the words tell by rule. Money that goes to an account and is not income is a transfer."""
    of_type = direction_of(item.words).type
    if item.to_account is None or of_type is TransactionType.INCOME:
        return of_type
    return TransactionType.TRANSFER
