"""Counts what happens in all conversations, for `/metrics`, in constant memory and without a word of what was said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from voiced.card import metrics as m
from voiced.dialogue.values import effects as fx
from voiced.ports import conversation as reports
from voiced.prometheus import Histogram, Metric, Sample
from voiced.turn_times import AT_MICROPHONE, TurnTrace

_STAGES = ("endpoint", "recognition", "decision", "voice")
_OF_SOURCES = (m.TURNS, m.SILENT_TURNS, m.ROWS_SAVED, m.ERRORS)
_TIMES = {reports.RequestKind.MODEL: m.MODEL, reports.RequestKind.SAVE: m.SAVE}
_FAILURES = {reports.RequestKind.MODEL: m.MODEL_FAILURES, reports.RequestKind.SAVE: m.SAVE_FAILURES}


class Counts:
    """The counts since the daemon began. `of` gives a watcher for each conversation."""

    def __init__(self, *, microphone_is_up: bool = True) -> None:
        """Count from zero. The microphone is up until it is lost, unless the machine hears no speech."""
        self._by_source: dict[Metric, Counter[str]] = defaultdict(Counter)
        self._plain = Counter[Metric](dict.fromkeys((m.DROPPED_FRAMES, *_FAILURES.values()), 0))
        self._times = {metric: Histogram() for metric in (m.ANSWER, *_TIMES.values())}
        self._stages = {stage: Histogram() for stage in _STAGES}
        self._microphone_is_up = microphone_is_up

    def of(self, source: str) -> reports.Watcher:
        """A watcher that counts for a source. Of its name only the kind, before the first slash, is shown."""
        kind = source.partition("/")[0]
        for metric in _OF_SOURCES:
            self._by_source[metric][kind] += 0
        return _SourceCounts(self, kind)

    def turn(self, trace: TurnTrace) -> None:
        """Take the times of a turn at the microphone. Those of other sources are not mixed with them."""
        if trace.source != AT_MICROPHONE:
            return
        self._plain[m.DROPPED_FRAMES] += trace.dropped_frames
        if trace.answer is not None:
            self._times[m.ANSWER].add(trace.answer)
        for stage, histogram in self._stages.items():
            seconds: float | None = getattr(trace, stage)
            if seconds is not None:
                histogram.add(seconds)

    def request(self, timed: reports.RequestTimed) -> None:
        """Take the time of a request to the model or the ledger."""
        self._times[_TIMES[timed.kind]].add(timed.seconds)
        self._plain[_FAILURES[timed.kind]] += timed.has_failed

    def tell(self, kind: str, report: reports.Report) -> None:
        """Count a report of a source of this kind."""
        match report:
            case fx.TellFinalText():
                self._by_source[m.TURNS][kind] += 1
            case fx.TellNothingHeard():
                self._by_source[m.SILENT_TURNS][kind] += 1
            case fx.TellSaved(_, rows):
                self._by_source[m.ROWS_SAVED][kind] += len(rows)
            case fx.TellError():
                self._by_source[m.ERRORS][kind] += 1
            case reports.MicrophoneLost():
                self._microphone_is_up = False
            case reports.MicrophoneBack():
                self._microphone_is_up = True
            case _:
                pass

    @property
    def measured(self) -> dict[Metric, list[Sample]]:
        """The samples of every metric that is counted here."""
        return {
            **{metric: list(_sources(counts)) for metric, counts in self._by_source.items()},
            **{metric: [Sample(count)] for metric, count in self._plain.items()},
            **{metric: list(times.samples({})) for metric, times in self._times.items()},
            m.STAGE: [
                sample for stage, times in self._stages.items() for sample in times.samples({"stage": stage})
            ],
            m.MICROPHONE: [Sample(self._microphone_is_up)],
        }


class _SourceCounts:
    """Counts the reports of one conversation."""

    def __init__(self, counts: Counts, kind: str) -> None:
        self._counts = counts
        self._kind = kind

    def tell(self, report: reports.Report) -> None:
        """Count the report."""
        self._counts.tell(self._kind, report)


def _sources(counts: Counter[str]) -> Iterator[Sample]:
    return (Sample(count, {"source": kind}) for kind, count in counts.items())
