"""The weights of clues: whole numbers that `scripts/train` made of the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log
from struct import unpack
from sys import intern

from msgspec import Struct

from voiced.packaged import packaged_text

SCALE = 256
"""A weight of 256 makes an outcome e times as likely."""

_LANE = 32
_HALF_LANE = 1 << (_LANE - 1)


class Weights(Struct, frozen=True):
    """The weights for one question.

    Attributes:
        outcomes: the possible answers.
        packed: the weights of each clue for all outcomes in one number, 32 bits for each, so that one addition adds all.
    """

    outcomes: tuple[str, ...]
    packed: dict[str, int]

    def scores(self, clues: Iterable[str]) -> tuple[int, ...]:
        """The sum of the weights of the clues for each outcome."""
        return self.unpacked(self.total(clues))

    def total(self, clues: Iterable[str]) -> int:
        """The packed sum of the weights of the clues."""
        known = self.packed
        return sum([known[clue] for clue in clues if clue in known])

    def unpacked(self, total: int) -> tuple[int, ...]:
        """The scores in a packed sum."""
        lanes = len(self.outcomes)
        raised = total + _raise_of(lanes)
        return tuple(
            [lane - _HALF_LANE for lane in unpack(f"<{lanes}I", raised.to_bytes(4 * lanes, "little"))]
        )


@lru_cache
def _raise_of(lanes: int) -> int:
    """The number that lifts each lane of a packed sum above zero."""
    return sum(_HALF_LANE << (_LANE * at) for at in range(lanes))


class AllWeights(Struct, frozen=True):
    """The weights for all questions.

    Attributes:
        roles: of the role of a number.
        ways: of the way of the money.
        tellings: of what the sentence tells.
        expenses, incomes, transfers: of the category of a row.
    """

    roles: Weights
    ways: Weights
    tellings: Weights
    expenses: Weights
    incomes: Weights
    transfers: Weights


def packed(weights: Sequence[int]) -> int:
    """The weights of one clue in one number."""
    return sum(weight << (_LANE * at) for at, weight in enumerate(weights) if weight)


def chances(scores: Sequence[int]) -> tuple[float, ...]:
    """The probability of each outcome."""
    highest = max(scores)
    likely = [exp((score - highest) / SCALE) for score in scores]
    whole = sum(likely)
    return tuple(one / whole for one in likely)


def log_chances(scores: Sequence[int]) -> list[float]:
    """The natural logarithms of the probabilities of all outcomes."""
    highest = max(scores)
    whole = log(sum([exp((score - highest) / SCALE) for score in scores])) + highest / SCALE
    return [score / SCALE - whole for score in scores]


def read_weights(text: str) -> Weights:
    """The weights in a file: comments, a line with the outcomes, and a line for each clue, separated by tabs.

    A clue has a number for each outcome, or else pairs of the place of an outcome and its number: `3:45 7:-20`.
    """
    lines = [line for line in text.split("\n") if line and not line.startswith("# ")]
    outcomes = tuple(lines[0].split("\t"))
    known: dict[str, int] = {}
    # Half of the rows of numbers stand in several lines, and many clues in several files: each is kept once.
    alike: dict[str, int] = {}
    for line in lines[1:]:
        clue, _, numbers = line.partition("\t")
        if numbers not in alike:
            alike[numbers] = _packed_row(numbers)
        known[intern(clue)] = alike[numbers]
    return Weights(outcomes, known)


def _packed_row(numbers: str) -> int:
    if ":" not in numbers:
        return packed([int(one) for one in numbers.split(" ")])
    return sum(
        int(weight) << (_LANE * int(place))
        for place, _, weight in (pair.partition(":") for pair in numbers.split(" "))
    )


@lru_cache(maxsize=1)
def shipped_weights() -> AllWeights:
    """The weights that are part of the program."""
    return AllWeights(
        *(read_weights(packaged_text("voiced.language", f"weights/{name}.txt")) for name in FILES)
    )


FILES = ("roles", "ways", "tellings", "expenses", "incomes", "transfers")
"""The files of the weights, without their ending."""
