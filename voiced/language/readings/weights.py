"""The weights of clues: whole numbers that `scripts/train` made of the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp

from msgspec import Struct

from voiced.packaged import packaged_text

SCALE = 256
"""A weight of 256 makes an outcome e times as likely."""

_LANE = 32
_LANE_SIZE = 1 << _LANE
_HALF_LANE = _LANE_SIZE >> 1


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
        scores: list[int] = []
        for _ in self.outcomes:
            score = (total + _HALF_LANE) % _LANE_SIZE - _HALF_LANE
            scores.append(score)
            total = (total - score) >> _LANE
        return tuple(scores)


class AllWeights(Struct, frozen=True):
    """The weights for all questions: the role of a number, the way of the money, and what the sentence tells."""

    roles: Weights
    ways: Weights
    tellings: Weights


def packed(weights: Sequence[int]) -> int:
    """The weights of one clue in one number."""
    return sum(weight << (_LANE * at) for at, weight in enumerate(weights))


def chances(scores: Sequence[int]) -> tuple[float, ...]:
    """The probability of each outcome."""
    highest = max(scores)
    likely = [exp((score - highest) / SCALE) for score in scores]
    whole = sum(likely)
    return tuple(one / whole for one in likely)


def read_weights(text: str) -> Weights:
    """The weights in a file: comments, a line with the outcomes, and a line for each clue, separated by tabs."""
    lines = [line for line in text.split("\n") if line and not line.startswith("# ")]
    outcomes = tuple(lines[0].split("\t"))
    known: dict[str, int] = {}
    for line in lines[1:]:
        clue, _, numbers = line.partition("\t")
        known[clue] = packed([int(number) for number in numbers.split(" ")])
    return Weights(outcomes, known)


@lru_cache(maxsize=1)
def shipped_weights() -> AllWeights:
    """The weights that are part of the program."""
    return AllWeights(
        *(read_weights(packaged_text("voiced.language", f"weights/{name}.txt")) for name in FILES)
    )


FILES = ("roles", "ways", "tellings")
"""The files of the weights, without their ending."""
