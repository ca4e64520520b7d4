"""Whether the money of an entry moved, by both readers.

Words of a plan or of talk also stand beside payments (「准备考研，资料买回来了二百一」), so the weights, which see the whole sentence,
outweigh the rules where they are very sure. Between the bounds the speaker is asked.
"""

from __future__ import annotations

from voiced.language.entries.item import Item
from voiced.language.readings.occurrence import Occurrence, is_of_stranger, occurrence_of, rules_out_entry

_HAPPENED, _TALK = 0.65, 0.1
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
            return Occurrence.HAPPENED if chance >= _HAPPENED else Occurrence.POSSIBLE
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
        case Occurrence.HAPPENED if chance < _HAPPENED:
            return Occurrence.POSSIBLE
        case by_rule:
            return by_rule
