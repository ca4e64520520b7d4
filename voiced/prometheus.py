"""Metrics for Prometheus: their names and meanings, and samples as text (format 0.0.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct


class MetricKind(StrEnum):
    """The kinds of metrics, by Prometheus' names."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class Metric(Struct, frozen=True):
    """A metric. Its name ends in its unit, and that of a counter in `_total`."""

    name: str
    kind: MetricKind
    meaning: str


BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The upper bounds of the buckets, in seconds: a save takes milliseconds, an answer about a second, a model some seconds."""


class Histogram:
    """How many durations were at most as long as each bound, and their sum."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        place = next((at for at, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._counts[place] += 1
        self._sum += seconds

    def samples(self, labels: Labels) -> Iterator[Sample]:
        """The buckets, each with those below it, then the sum and the count."""
        so_far = 0
        for bound, count in zip((*map(_number, BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield Sample(so_far, {**labels, "le": bound}, "_bucket")
        yield Sample(self._sum, labels, "_sum")
        yield Sample(so_far, labels, "_count")


Labels = Mapping[str, str]


class Sample(Struct, frozen=True):
    """A value of a metric.

    Attributes:
        part: the end of its name, for a value of a histogram.
    """

    value: float
    labels: Labels = {}
    part: str = ""


Measured = Mapping[Metric, Iterable[Sample]]
"""Samples by their metric; a metric without samples is left out of the text."""


def as_text(metrics: Iterable[Metric], measured: Measured) -> str:
    """The samples in the text format of Prometheus, in the order of the metrics."""
    lines: list[str] = []
    for metric in metrics:
        samples = tuple(measured.get(metric, ()))
        if samples:
            lines += [
                f"# HELP {metric.name} {metric.meaning}",
                f"# TYPE {metric.name} {metric.kind}",
                *(_line(metric, sample) for sample in samples),
            ]
    return "".join(f"{line}\n" for line in lines)


def _line(metric: Metric, sample: Sample) -> str:
    labels = ",".join(f'{name}="{value}"' for name, value in sample.labels.items())
    return f"{metric.name}{sample.part}{f'{{{labels}}}' if labels else ''} {_number(sample.value)}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
