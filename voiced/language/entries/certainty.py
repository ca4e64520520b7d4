"""How sure the weights have to be before a reading needs no question: a table of bounds by kind of sentence.

The chance of a reading is near to how often it is right in sentences of strangers, but a sentence of one number is seldom
misread at a low chance, and a list often at a high one. The bounds were chosen by reading each life of the corpus with weights
that were trained on the other lives (benchmarks/results/reading.md).
"""

from __future__ import annotations

from voiced.language.readings.reading import Paid, WeighedSentence
from voiced.language.readings.role import NumberRole, Way

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
_CERTAIN, _CERTAIN_WAY = 0.95, 0.93
"""From these chances on a sentence is certain, so that no language model is asked."""


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
