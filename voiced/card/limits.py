"""The rate limit of a visitor: so many requests at once, then so many a second."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class _Left:
    asks: float
    at: float


class Allowance:
    """A token bucket for each of the latest visitors.

    Args:
        burst: requests at once.
        per_second: further requests per second.
        visitors: the number of visitors to remember.
        monotonic: seconds that never jump, by the machine's clock: visitors are real also during a replay.
    """

    def __init__(
        self,
        burst: float,
        per_second: float,
        visitors: int = 1000,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._monotonic = monotonic
        self._visitors = visitors
        self._left = OrderedDict[str, _Left]()

    def allows(self, visitor: str) -> bool:
        """Count a request of the visitor; returns whether it is within the limit."""
        now = self._monotonic()
        left = self._left.pop(visitor, None) or _Left(self._burst, now)
        left.asks = min(self._burst, left.asks + (now - left.at) * self._per_second)
        left.at = now
        self._left[visitor] = left
        if len(self._left) > self._visitors:
            self._left.popitem(last=False)
        if left.asks < 1:
            return False
        left.asks -= 1
        return True
