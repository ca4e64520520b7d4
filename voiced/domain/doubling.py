"""A waiting time that grows with each failure: the time for an answer, or the pause before the next attempt."""

from __future__ import annotations

from msgspec import Struct


class Doubling(Struct, frozen=True):
    """A number of seconds that doubles with each failure up to a bound, and returns to the first value after a success.

    With a fixed limit, a small computer under load would fail every time, although it is only slow.
    """

    first_seconds: float
    longest_seconds: float
    failures: int = 0

    @property
    def seconds(self) -> float:
        """The current number of seconds."""
        return min(self.first_seconds * 2**self.failures, self.longest_seconds)

    def after_failure(self) -> Doubling:
        """The value after one more failure in a row."""
        if self.seconds >= self.longest_seconds:
            return self
        return Doubling(self.first_seconds, self.longest_seconds, self.failures + 1)

    def after_success(self) -> Doubling:
        """The first value again."""
        return Doubling(self.first_seconds, self.longest_seconds)
