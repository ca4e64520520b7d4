"""A number of seconds to wait that grows with each failure: for an answer, or before the next attempt."""

from __future__ import annotations

from msgspec import Struct


class Doubling(Struct, frozen=True):
    """A number of seconds that doubles with each failure up to a bound, and begins anew after a success.

    A limit that never grows would give up every time on a small computer under load, which is only slow.
    """

    first_seconds: float
    longest_seconds: float
    failures: int = 0

    @property
    def seconds(self) -> float:
        """The seconds that hold now."""
        return min(self.first_seconds * 2**self.failures, self.longest_seconds)

    def after_failure(self) -> Doubling:
        """What holds after one more failure in a row."""
        if self.seconds >= self.longest_seconds:
            return self
        return Doubling(self.first_seconds, self.longest_seconds, self.failures + 1)

    def after_success(self) -> Doubling:
        """What held at first."""
        return Doubling(self.first_seconds, self.longest_seconds)
