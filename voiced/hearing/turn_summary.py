"""The summary of many turns: percentiles of each stage, and how the turns ended."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from voiced.hearing.turn_trace import TurnTrace

STAGES = ("speech", "endpoint", "recognition", "decision", "voice", "answer", "cpu")
"""The durations of a turn, in the order in which they are printed."""


class Percentiles(Struct, frozen=True):
    """The 50th, 90th and 99th percentile of a stage, in seconds, over the `count` turns that have it."""

    count: int
    p50: float
    p90: float
    p99: float


class TurnSummary(Struct, frozen=True):
    """The summary of some turns.

    Attributes:
        turns: the number of turns.
        stages: percentiles by stage, for the stages that at least one turn reached.
        endings: the number of turns by how they ended.
        without_words: the number of turns without recognised words.
        dropped_frames: the number of lost frames in all turns.
    """

    turns: int
    stages: Mapping[str, Percentiles]
    endings: Mapping[str, int]
    without_words: int
    dropped_frames: int


def summary_of(turns: Sequence[TurnTrace]) -> TurnSummary:
    """The summary of any number of turns."""
    lasted = {stage: _durations(turns, stage) for stage in STAGES}
    return TurnSummary(
        turns=len(turns),
        stages={stage: _percentiles(durations) for stage, durations in lasted.items() if durations},
        endings=dict(Counter(turn.ending for turn in turns).most_common()),
        without_words=sum(not turn.had_words for turn in turns),
        dropped_frames=sum(turn.dropped_frames for turn in turns),
    )


def _durations(turns: Sequence[TurnTrace], stage: str) -> list[float]:
    durations: list[float | None] = [getattr(turn, stage) for turn in turns]
    return sorted(duration for duration in durations if duration is not None)


def _percentiles(durations: Sequence[float]) -> Percentiles:
    # The nearest rank: each figure is one that was measured.
    p50, p90, p99 = (durations[math.ceil(len(durations) * part / 100) - 1] for part in (50, 90, 99))
    return Percentiles(len(durations), p50, p90, p99)
