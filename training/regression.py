"""A multinomial logistic regression in whole numbers, so that the same corpus gives the same weights on every machine.

Weights, probabilities and steps are fixed-point numbers in 64 bits. Sums of whole numbers do not depend on their order, and the
table of the exponential function is worked out in exact decimals, so that no rounding of a processor can show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

SCALE = 256
"""A weight of 256 makes an outcome e times as likely."""

_FINE = 1 << 24  # of a weight in training
_SURE = 1 << 20  # a probability of 1
_STEPS_OF_EXP = 1 << 10  # entries of the table for a factor of e
_LARGEST = 20 * _STEPS_OF_EXP

Ints = NDArray[np.int64]


class Example(Struct, frozen=True):
    """What was seen, and the outcome. `weight` in eighths: an example of 8 counts once."""

    clues: tuple[str, ...]
    outcome: str
    weight: int = 8


class Settings(Struct, frozen=True):
    """How a regression is trained.

    Attributes:
        outcomes: in the order of the weights.
        least_seen: examples that hold a clue before it gets weights.
        smoothing: in eighths of an example; the larger, the smaller the weights.
        rounds: passes over all examples.
        least_weight: a weight nearer to 0 counts as 0, which keeps the files small.
    """

    outcomes: tuple[str, ...]
    least_seen: int = 3
    smoothing: int = 8
    rounds: int = 120
    least_weight: int = 0


def _exponentials() -> Ints:
    return np.array(
        [int((Decimal(-at) / _STEPS_OF_EXP).exp() * _SURE) for at in range(_LARGEST + 1)], dtype=np.int64
    )


_EXP = _exponentials()


Expected = Mapping[tuple[str, str], int]
"""The weights of a clue for an outcome that are expected before any example is seen; of all others 0."""


def trained(
    examples: Sequence[Example], settings: Settings, expected: Expected | None = None
) -> Mapping[str, tuple[int, ...]]:
    """The weights of each clue that is seen often enough, or expected, by outcome, in parts of `SCALE`."""
    expected = expected or {}
    seen = Counter(clue for example in examples for clue in set(example.clues))
    often = {clue for clue, count in seen.items() if count >= settings.least_seen}
    clues = sorted(often | {clue for clue, _ in expected})
    weights = _Trainer(examples, clues, settings, expected).run()
    rounded = (weights + (_FINE // SCALE) // 2) // (_FINE // SCALE)
    rounded[np.abs(rounded) < settings.least_weight] = 0
    return {clue: tuple(map(int, row)) for clue, row in zip(clues, rounded, strict=True) if np.any(row)}


class _Trainer:
    """The examples as arrays: the rows of clues of each example, one after the other."""

    def __init__(
        self, examples: Sequence[Example], clues: Sequence[str], settings: Settings, expected: Expected
    ) -> None:
        self.settings = settings
        place = {clue: at for at, clue in enumerate(clues)}
        rows = [sorted({place[clue] for clue in example.clues if clue in place}) for example in examples]
        kept = [at for at, row in enumerate(rows) if row]
        examples, rows = [examples[at] for at in kept], [rows[at] for at in kept]
        lengths = np.array([len(row) for row in rows], dtype=np.int64)
        self.clues = np.concatenate([np.array(row, dtype=np.int64) for row in rows])
        self.starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)[:-1]])
        self.owners = np.repeat(np.arange(len(rows), dtype=np.int64), lengths)
        by_clue = np.argsort(self.clues, kind="stable")
        self.owners_by_clue = self.owners[by_clue]
        sizes = np.bincount(self.clues, minlength=len(clues))
        self.clue_starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)[:-1]])
        outcome = {name: at for at, name in enumerate(settings.outcomes)}
        self.wanted = np.zeros((len(rows), len(outcome)), dtype=np.int64)
        self.wanted[np.arange(len(rows)), [outcome[example.outcome] for example in examples]] = _SURE
        self.counts = np.array([example.weight for example in examples], dtype=np.int64)
        self.expected = np.zeros((len(clues), len(outcome)), dtype=np.int64)
        for (clue, name), weight in expected.items():
            self.expected[place[clue], outcome[name]] = weight * (_FINE // SCALE)
        self.unseen = sizes == 0
        weighted = np.add.reduceat(self.counts[self.owners_by_clue], self._starts_within())
        weighted[self.unseen] = 0
        # A step that suits each clue: the more often it is seen and the more clues an example has, the smaller.
        self.slowness = (weighted * 12 + settings.smoothing * 16)[:, None]

    def run(self) -> Ints:
        """The weights after all rounds of Nesterov's method."""
        weights, ahead = self.expected.copy(), self.expected.copy()
        for at in range(self.settings.rounds):
            slope = self._slope(ahead)
            moved = ahead + (slope * (_FINE // _SURE) * 4) // self.slowness
            ahead = moved + (moved - weights) * at // (at + 3)
            weights = moved
        return weights

    def _slope(self, weights: Ints) -> Ints:
        """How the likelihood grows with each weight, in parts of `_SURE` of an eighth of an example."""
        scores = np.add.reduceat(weights[self.clues], self.starts, axis=0)
        behind = (scores.max(axis=1, keepdims=True) - scores) // (_FINE // _STEPS_OF_EXP)
        likely = _EXP[np.minimum(behind, _LARGEST)]
        expected = likely * _SURE // likely.sum(axis=1, keepdims=True)
        missing = (self.wanted - expected) * self.counts[:, None]
        slope = np.add.reduceat(missing[self.owners_by_clue], self._starts_within(), axis=0)
        slope[self.unseen] = 0
        return slope - (weights - self.expected) // (_FINE // _SURE) * self.settings.smoothing

    def _starts_within(self) -> Ints:
        """Where the examples of each clue start; for a clue that no example holds any place will do."""
        return np.minimum(self.clue_starts, len(self.owners_by_clue) - 1)
