"""Half an hour in a room, at replay speed. A whole day is `benchmarks/soak.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.soaking import soak

_WARM_MINUTES, _MINUTES = 15, 45
_MOST_GROWTH = 1.05
"""Half an hour after the first quarter of one. The allocator still settles; a leak of frames would be 58 MB."""


@pytest.mark.timeout(120)
async def test_memory_does_not_grow_with_what_is_heard(tmp_path: Path) -> None:
    resident: dict[int, int] = {}
    heard: dict[int, tuple[int, int]] = {}

    def tell(minute: int, kilobytes: int, utterances: int, rows: int) -> None:
        resident[minute], heard[minute] = kilobytes, (utterances, rows)

    await soak(tmp_path / "ledger.db", _MINUTES, tell)
    utterances, rows = heard[_MINUTES]
    assert utterances > _MINUTES
    assert rows >= 10
    assert resident[_MINUTES] < _MOST_GROWTH * resident[_WARM_MINUTES]
