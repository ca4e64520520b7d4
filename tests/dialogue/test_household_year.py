"""A small year of a household: memory saves corrections, and changes no row without such a correction before."""

from __future__ import annotations

from benchmarks.household_year import year_of
from voiced.dialogue.values.policy import Policy


async def test_memory_saves_corrections_and_does_nothing_unasked() -> None:
    without, _ = await year_of(Policy(habits=False), rows=160, seed=7)
    year, state = await year_of(Policy(), rows=160, seed=7)
    assert (without.filled, without.unasked) == (0, 0)
    assert year.unasked == 0
    assert year.filled > 0
    assert year.corrections < 0.8 * without.corrections
    assert state.memory.habits
