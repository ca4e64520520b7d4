"""What is measured for Prometheus: the name and the meaning of each metric, and its samples as text (format 0.0.4)."""

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


_COUNTER, _GAUGE, _HISTOGRAM = MetricKind.COUNTER, MetricKind.GAUGE, MetricKind.HISTOGRAM

BUILD = Metric("voiced_build_info", _GAUGE, "1; the label tells the version.")
TURNS = Metric("voiced_turns_total", _COUNTER, "Utterances with words, by where they came from.")
SILENT_TURNS = Metric(
    "voiced_turns_without_words_total", _COUNTER, "Utterances without recognised words, such as noise."
)
ROWS_SAVED = Metric("voiced_rows_saved_total", _COUNTER, "Confirmed rows, by where the confirm came from.")
ERRORS = Metric("voiced_errors_total", _COUNTER, "Failures that the speaker was told of.")
ANSWER = Metric(
    "voiced_answer_seconds", _HISTOGRAM, "From the real end of speech to the first sample of the answer."
)
STAGE = Metric(
    "voiced_answer_stage_seconds",
    _HISTOGRAM,
    "The parts of that time: waiting for the end of speech, recognising, deciding, making the voice.",
)
DROPPED_FRAMES = Metric(
    "voiced_dropped_frames_total", _COUNTER, "Frames of sound, of 20 ms each, that were lost."
)
MICROPHONE = Metric("voiced_microphone_up", _GAUGE, "1 while the microphone delivers sound, else 0.")
RECOGNISER_CALLS = Metric(
    "voiced_recogniser_calls", _GAUGE, "Calls of the recogniser that are in progress or wait for their turn."
)
MODEL = Metric("voiced_model_seconds", _HISTOGRAM, "Requests to the language model, failed ones included.")
MODEL_FAILURES = Metric(
    "voiced_model_failures_total", _COUNTER, "Requests that the language model did not answer usefully."
)
SAVE = Metric("voiced_save_seconds", _HISTOGRAM, "Saves of confirmed rows, failed ones included.")
SAVE_FAILURES = Metric("voiced_save_failures_total", _COUNTER, "Saves that failed.")
LEDGER_UP = Metric("voiced_ledger_up", _GAUGE, "1 if the ledger could be read for this answer, else 0.")
LEDGER_ROWS = Metric("voiced_ledger_rows", _GAUGE, "Rows of the ledger that are not undone.")
LEDGER_BYTES = Metric(
    "voiced_ledger_bytes", _GAUGE, "Size of the ledger's file with its log; missing for a ledger on a server."
)
OUTBOX = Metric(
    "voiced_outbox_entries", _GAUGE, "Saves and changes that wait for the server, for a ledger on a server."
)
OUTBOX_REFUSED = Metric("voiced_outbox_refused_entries", _GAUGE, "Those of them that the server refuses.")
LAST_BACKUP = Metric(
    "voiced_last_backup_timestamp_seconds",
    _GAUGE,
    "When the newest backup was made; missing before the first one and for a ledger on a server.",
)

METRICS = (
    BUILD,
    TURNS,
    SILENT_TURNS,
    ROWS_SAVED,
    ERRORS,
    ANSWER,
    STAGE,
    DROPPED_FRAMES,
    MICROPHONE,
    RECOGNISER_CALLS,
    MODEL,
    MODEL_FAILURES,
    SAVE,
    SAVE_FAILURES,
    LEDGER_UP,
    LEDGER_ROWS,
    LEDGER_BYTES,
    OUTBOX,
    OUTBOX_REFUSED,
    LAST_BACKUP,
)
"""All metrics, in the order of the answer."""

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


def as_text(measured: Measured) -> str:
    """The samples in the text format of Prometheus, in the order of `METRICS`."""
    lines: list[str] = []
    for metric in METRICS:
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
