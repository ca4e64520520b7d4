"""How long to wait for what may hang, or before it is tried again: longer after each failure."""

from __future__ import annotations

from msgspec import Struct


class Doubling(Struct, frozen=True):
    """A number of seconds that doubles with each failure, up to a bound, and is what it was at first after a success.

    A limit that never grows gives up for ever on what is only slow: a small computer under load.
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
