"""The category of a row by weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.language.readings.weights import AllWeights, Weights, chances


class WeighedCategory(Struct, frozen=True):
    """The most likely category, by its name in a new ledger, and how likely it is."""

    name: str
    chance: float


def weigh_category(clues: Iterable[str], of_type: TransactionType, weights: AllWeights) -> WeighedCategory:
    """The most likely category of a row with these clues."""
    known = _weights_of(weights)[of_type]
    likely = chances(known.scores(clues))
    chance = max(likely)
    return WeighedCategory(known.outcomes[likely.index(chance)], chance)


def _weights_of(weights: AllWeights) -> Mapping[TransactionType, Weights]:
    return {
        TransactionType.EXPENSE: weights.expenses,
        TransactionType.INCOME: weights.incomes,
        TransactionType.TRANSFER: weights.transfers,
    }
