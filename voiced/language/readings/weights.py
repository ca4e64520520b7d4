"""The weights of clues: whole numbers that `scripts/train` made of the corpus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log
from struct import unpack

from msgspec import Struct

from voiced.packaged import packaged_text

SCALE = 256
"""A weight of 256 makes an outcome e times as likely."""

_LANE = 32
_HALF_LANE = 1 << (_LANE - 1)


_MOST_KNOWN = 40_000
"""Clues that are remembered at once. A year of sentences has fewer; together with the lines they fill 15 MB."""


class ClueRows(dict[str, int]):
    """The weights of each clue for all outcomes in one number, 32 bits for each, so that one addition adds all.

    Few of the clues ever occur in what a household says. The numbers of a clue are read when it is first asked for; an
    unknown clue has the number 0.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        """`lines` are sorted by their clues."""
        super().__init__()
        self._lines = lines

    def __missing__(self, clue: str) -> int:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        begins = f"{clue}\t"
        at = bisect_left(self._lines, begins)
        line = self._lines[at] if at < len(self._lines) else ""
        row = _packed_row(line.removeprefix(begins)) if line.startswith(begins) else 0
        self[clue] = row
        return row


class Weights(Struct, frozen=True):
    """The weights for one question, whose possible answers are `outcomes`."""

    outcomes: tuple[str, ...]
    packed: ClueRows

    def scores(self, clues: Iterable[str]) -> tuple[int, ...]:
        """The sum of the weights of the clues for each outcome."""
        return self.unpacked(self.total(clues))

    def total(self, clues: Iterable[str]) -> int:
        """The packed sum of the weights of the clues."""
        return sum(map(self.packed.__getitem__, clues))

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

    A clue has a number for each outcome, or else pairs of the place of an outcome and its number: `3:45 7:-20`. The lines
    are sorted by their clues.
    """
    outcomes, *lines = [line for line in text.split("\n") if not line.startswith("# ")]
    lines.pop()  # what follows the last line
    return Weights(tuple(outcomes.split("\t")), ClueRows(lines))


def _packed_row(numbers: str) -> int:
    """The numbers of one clue in one number."""
    if ":" not in numbers:
        return sum(int(weight) << (_LANE * at) for at, weight in enumerate(numbers.split(" ")))
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
