"""Which accounts have their bills here: what was paid by them on a day stands there."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow

_GAP = 10
"""Days without a payment that a bill may have, and still be of these days."""


class Coverage:
    """The days of each account that the bills have."""

    def __init__(self, lines: Iterable[BilledLine]) -> None:
        days: defaultdict[str, set[int]] = defaultdict(set)
        for line in lines:
            owner = line.wallet if line.is_of_wallet else line.account
            if owner is not None and line.is_dated and line.kind is LineKind.PAID:
                days[owner].add(line.day.toordinal())
        self._days = {owner: sorted(some) for owner, some in days.items()}

    def has(self, said: SaidRow) -> bool:
        """Whether the bill of the account that was said has the day of a row: lines before and after it, or of it."""
        days = self._days.get(said.account or "", [])
        day = said.row.date.toordinal()
        at = bisect_left(days, day)
        if at < len(days) and days[at] == day:
            return True
        return 0 < at < len(days) and days[at] - days[at - 1] <= _GAP
