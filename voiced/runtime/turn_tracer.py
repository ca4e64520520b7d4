"""Measures where the time of each turn goes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.values import effects as fx
from voiced.hearing.segmenter import SpokenUtterance
from voiced.ports.conversation import Report
from voiced.turn_times import Moments, TurnTrace, trace_of


class Instruments(Struct, frozen=True):
    """The clocks and counters that a turn is measured with.

    Attributes:
        monotonic: seconds that never jump.
        captured_at: when a sample of the microphone was captured, in those seconds.
        cpu: processor seconds of this process.
        dropped_frames: the number of frames lost so far.
    """

    monotonic: Callable[[], float]
    captured_at: Callable[[int], float]
    cpu: Callable[[], float]
    dropped_frames: Callable[[], int] = lambda: 0


class TurnTracer:
    """Measures one turn after the other. A turn is recorded when its answer is audible, or when the next one begins."""

    def __init__(self, instruments: Instruments, record: Callable[[TurnTrace], None]) -> None:
        """Begin; `record` gets each turn."""
        self._instruments = instruments
        self._records = [record]
        self._moments = Moments()
        self._utterance: SpokenUtterance | None = None
        self._answer = 0
        self._cpu_at_endpoint = 0.0
        self._dropped_before = instruments.dropped_frames()

    def also_record(self, record: Callable[[TurnTrace], None]) -> None:
        """Give each turn from now on to `record` as well."""
        self._records.append(record)

    def endpoint(self) -> None:
        """An utterance has ended; its text is not known yet."""
        self.close()
        self._moments = Moments(endpoint=self._instruments.monotonic())
        self._cpu_at_endpoint = self._instruments.cpu()

    def heard(self, utterance: SpokenUtterance) -> None:
        """The text of the utterance is known and posted."""
        if self._moments.endpoint is None:  # the utterance broke off without an endpoint
            self.close()
            self._cpu_at_endpoint = self._instruments.cpu()
        self._utterance = utterance
        self._moments = replace(
            self._moments,
            end_of_speech=self._instruments.captured_at(utterance.end_of_speech),
            final_text=self._instruments.monotonic(),
        )

    def tell(self, report: Report) -> None:
        """A sentence is handed to the voice. Only the first one after an utterance answers it."""
        is_first = self._utterance is not None and self._moments.decided is None
        if isinstance(report, fx.Speak) and is_first:
            self._moments = replace(self._moments, decided=self._instruments.monotonic())
            self._answer = report.number

    def audible(self, sentence: int) -> None:
        """The first sample of a sentence goes out. It may belong to an earlier sentence than the answer."""
        if self._moments.decided is not None and sentence >= self._answer:
            self._moments = replace(self._moments, audible=self._instruments.monotonic())
            self.close()

    def close(self) -> None:
        """End the measurement of this turn and record it."""
        utterance, self._utterance = self._utterance, None
        moments, self._moments = self._moments, Moments()
        if utterance is None:
            return
        dropped = self._instruments.dropped_frames()
        lost, self._dropped_before = dropped - self._dropped_before, dropped
        cpu = self._instruments.cpu() - self._cpu_at_endpoint
        self.record(trace_of(utterance, moments, cpu=cpu, dropped_frames=lost))

    def record(self, trace: TurnTrace) -> None:
        """Record a turn, also one that was measured elsewhere."""
        for record in self._records:
            record(trace)
