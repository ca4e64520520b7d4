"""The single decisions between both readers of a sentence: the bounds, whether money moved, and which way.

The chance of a reading is near to how often it is right in sentences of strangers, but a sentence of one number is seldom
misread at a low chance, and a list often at a high one. The bounds were chosen by reading each life of the corpus with weights
that were trained on the other lives (benchmarks/results/reading.md).

Words of a plan or of talk also stand beside payments (「准备考研，资料买回来了二百一」), so the weights, which see the whole sentence,
outweigh the rules where they are very sure. Between the bounds the speaker is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.domain.transaction import TransactionType
from voiced.language.entries.pieces import Item
from voiced.language.entries.weighed_items import TYPES
from voiced.language.readings.direction import direction_of, direction_signs
from voiced.language.readings.numbers import NumberRole, Way
from voiced.language.readings.occurrence import Occurrence, is_of_stranger, occurrence_of, rules_out_entry
from voiced.language.readings.reading import Paid, WeighedSentence

_ONLY_NUMBER = 0.6
_BESIDE_COUNTS = 0.8
_BESIDE_SUMS = 0.93
_LIST = 0.75
"""From these chances on the amounts are plain if both readers agree: by the number of amounts, and what stands beside them."""
_AGAINST_RULES, _MENDED = 0.95, 0.9
"""From these chances on the only amount is plain although the rules read others; the second one if a value was withdrawn."""
_WAY, _WAY_OF_TRANSFER, _WAY_IN_LIST = 0.8, 0.7, 0.6
"""From these chances on the way of the money is plain if both readers agree; the rules seldom take anything else for a transfer."""
_TOLD = 0.8
"""From this chance on it is plain that the sentence tells of an entry."""
_CERTAIN, _CERTAIN_WAY = 0.93, 0.95
"""From these chances on a sentence is certain, so that no language model is asked (decision 0084)."""


def are_amounts_plain(weighed: WeighedSentence) -> bool:
    """Whether the amounts need no question if both readers read the same ones."""
    return weighed.best.chance >= _least_chance(weighed)


def _least_chance(weighed: WeighedSentence) -> float:
    if len(weighed.paid) > 1:
        return _LIST
    if len(weighed.numbers) == 1:
        return _ONLY_NUMBER
    sums = sum(number.is_money for number in weighed.numbers)
    return _BESIDE_SUMS if sums > 1 else _BESIDE_COUNTS


def is_amount_plain_against_rules(weighed: WeighedSentence) -> bool:
    """Whether the only amount needs no question although the rules read others. What was worked out is always asked."""
    match weighed.paid:
        case [paid] if paid.worked_out is None:
            least = _MENDED if NumberRole.WITHDRAWN in weighed.best.roles else _AGAINST_RULES
            return weighed.best.chance >= least and is_telling_plain(weighed)
        case _:
            return False


def is_telling_plain(weighed: WeighedSentence) -> bool:
    """Whether it needs no question that the sentence tells of an entry."""
    return weighed.entry_chance >= _TOLD


def is_way_plain(paid: Paid) -> bool:
    """Whether the way of a single amount needs no question if both readers read the same one."""
    return paid.way_chance >= (_WAY_OF_TRANSFER if paid.way is Way.BETWEEN else _WAY)


def is_way_in_list_plain(paid: Paid) -> bool:
    """The same for an amount of a list, whose rows are read back together."""
    return paid.way_chance >= _WAY_IN_LIST


def is_certain(weighed: WeighedSentence) -> bool:
    """Whether the weights are sure of all that the sentence tells."""
    return min(weighed.best.chance, weighed.entry_chance) >= _CERTAIN and all(
        paid.way_chance >= _CERTAIN_WAY for paid in weighed.paid
    )


LEAST_TOLD, _TALK = 0.65, 0.1
"""The chances of an entry from which on, and below which, the weights say whether the money moved."""
_SURELY_HAPPENED = 0.99
"""From this chance on it moved although by rule it only may have."""
_MAY_HAVE_HAPPENED, _HAPPENED_AFTER_ALL = 0.9, 0.985
"""From these chances on it may have moved, or did, although by rule it did not."""
_HAPPENED_IN_LIST = 0.9
"""From this chance on an amount of a list that the weights read as paid needs no question, unless a stranger paid it."""


def only_entry_happened(item: Item, chance: float) -> Occurrence:
    """Whether the money of the only entry of a sentence moved.

    Args:
        item: the entry.
        chance: how likely the sentence tells of money that moved.
    """
    match occurrence_of(item.context):
        case Occurrence.HAPPENED | Occurrence.POSSIBLE if chance < _TALK:
            return Occurrence.NONE
        case Occurrence.HAPPENED:
            return Occurrence.HAPPENED if chance >= LEAST_TOLD else Occurrence.POSSIBLE
        case Occurrence.POSSIBLE:
            return Occurrence.HAPPENED if chance >= _SURELY_HAPPENED else Occurrence.POSSIBLE
        case Occurrence.NONE:
            if chance < _MAY_HAVE_HAPPENED or rules_out_entry(item.context):
                return Occurrence.NONE
            return Occurrence.HAPPENED if chance >= _HAPPENED_AFTER_ALL else Occurrence.POSSIBLE


def listed_entry_happened(item: Item, chance: float, *, is_paid: bool) -> Occurrence:
    """Whether the money of one of several entries moved.

    Args:
        item: the entry.
        chance: how likely the sentence tells of money that moved.
        is_paid: whether the weights read its amount as paid.
    """
    match occurrence_of(item.context):
        case Occurrence.POSSIBLE if (
            chance >= _HAPPENED_IN_LIST and is_paid and not is_of_stranger(item.context)
        ):
            return Occurrence.HAPPENED
        case Occurrence.HAPPENED if chance < LEAST_TOLD:
            return Occurrence.POSSIBLE
        case by_rule:
            return by_rule


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
    """The type of the other reading of an entry: the type by the weights, or else the opposite of its own."""
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
