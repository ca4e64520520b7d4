"""The time of a look-up of words among many habits, with and without a habit of their own.

    python -m benchmarks.habit_look_up

Words sound alike by their syllables, which are found anew at each look-up. Exit status 1: the 99th percentile is above 20 µs.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import product
from statistics import median, quantiles

from voiced.domain.habit_index import HabitIndex
from voiced.domain.habits import Habit, HabitField
from voiced.domain.transaction import TransactionType
from voiced.language.entries.habit_words import sound_of

MICROSECONDS = 20.0
HANZI = [chr(code) for code in range(ord("一") + 40, ord("一") + 140)]


def look_up_times(habits: int = 5000, rounds: int = 5) -> tuple[float, float]:
    """The median and the 99th percentile of a look-up in microseconds: the least of some rounds for words with and without a habit."""
    uncached = sound_of.__wrapped__
    now = datetime(2027, 1, 1, tzinfo=UTC)
    things = [
        f"{first}{second}{number % 7}店" for number, (first, second) in enumerate(product(HANZI, repeat=2))
    ]
    known, new = things[:habits], things[habits : 2 * habits]
    index = HabitIndex(
        [Habit(words, TransactionType.EXPENSE, HabitField.CATEGORY, "日用", 1, now) for words in known], ()
    )
    index.known(new[0], uncached)
    times: list[float] = []
    for words in (*known, *new):
        least = float("inf")
        for _ in range(rounds):
            began = time.perf_counter()
            index.of(index.known(words, uncached))
            least = min(least, time.perf_counter() - began)
        times.append(least * 1e6)
    return median(times), quantiles(times, n=100)[98]


def main() -> int:
    """Print the times."""
    half, most = look_up_times()
    print(f"look-up among 5,000 habits: p50 {half:.1f} µs, p99 {most:.1f} µs")
    return int(most > MICROSECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
