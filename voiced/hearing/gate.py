"""The spans in which the microphone hears our own voice. Frames from these spans are dropped.

The spans are counted in samples, so the right frames are dropped even when they are processed late.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from voiced.hearing.frame import AudioFrame


class Gate(Struct, frozen=True):
    """Spans of samples to drop, in order.

    Attributes:
        closed: finished spans, as (first sample, sample after the last).
        closed_since: the first sample of the running span, if one is running.
    """

    closed: tuple[tuple[int, int], ...] = ()
    closed_since: int | None = None

    def close(self, at: int) -> Gate:
        """Our voice becomes audible at sample `at`."""
        return self if self.closed_since is not None else replace(self, closed_since=at)

    def open(self, at: int) -> Gate:
        """Our voice and its echo are over at sample `at`."""
        if self.closed_since is None:
            return self
        return Gate((*self.closed, (self.closed_since, at)))

    def keeps_out(self, frame: AudioFrame) -> bool:
        """Whether a part of the frame was captured while the gate was closed."""
        if self.closed_since is not None and frame.end > self.closed_since:
            return True
        return bool(self.closed) and any(
            start < frame.end and frame.start < end for start, end in self.closed
        )

    def past(self, sample: int) -> Gate:
        """The gate without the spans that ended before `sample`, whose frames have all been seen."""
        if not self.closed or self.closed[0][1] > sample:
            return self
        return replace(self, closed=tuple(span for span in self.closed if span[1] > sample))


OPEN = Gate()
