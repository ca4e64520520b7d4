"""The report of a measurement of a real model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.recorded_model import Recorder


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the result: whether it is exact through the gateway, and alone.

    Attributes:
        alone: None if the model was not asked.
        by_rules: whether rules alone are exact; None if they are not compared.
        marked: rows that are marked for checking.
    """

    name: str
    exact: bool
    alone: bool | None
    remark: str = ""
    by_rules: bool | None = None
    marked: int = 0


def report(title: str, scores: Sequence[Score], budget: float) -> Iterator[str]:
    """A table of one kind, misses only."""
    exact = sum(score.exact for score in scores)
    judged = [score for score in scores if score.alone is not None]
    alone = f"{sum(bool(score.alone) for score in judged)} of {len(judged)}" if judged else "not judged"
    compared = [score.by_rules for score in scores if score.by_rules is not None]
    by_rules = f"{sum(compared)} of {len(compared)}" if compared else "not compared"
    yield f"\n## {title}\n"
    yield "| exact through the gateway | rules alone | the model alone, where asked | rows or answers to be checked | budget |"
    yield "|---|---|---|---|---|"
    yield (
        f"| {exact} of {len(scores)} ({exact / len(scores):.0%}) | {by_rules} | {alone} "
        f"| {sum(score.marked for score in scores)} | {budget:.0%} |"
    )
    missed = [score for score in scores if not score.exact]
    if missed:
        yield "\nMissed:\n"
        yield from (f"- {score.name} → {score.remark}" for score in missed)


def costs(recorder: Recorder) -> Iterator[str]:
    """The times of the answers."""
    if len(recorder.seconds) < 2:
        return
    cuts = quantiles(recorder.seconds, n=20)
    yield "\n## Cost of an answer\n"
    yield "| requests | p50 s | p95 s | prompt tokens, median / most | answer tokens, median / most |"
    yield "|---|---|---|---|---|"
    yield (
        f"| {len(recorder.seconds)} | {median(recorder.seconds):.1f} | {cuts[-1]:.1f} "
        f"| {median(recorder.prompt_tokens):.0f} / {max(recorder.prompt_tokens)} "
        f"| {median(recorder.completion_tokens):.0f} / {max(recorder.completion_tokens)} |"
    )
