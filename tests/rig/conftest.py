"""The rig of each test: a PulseAudio of its own, to which this process and its children are pinned."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.pulse_rig import PulseRig, rig_of_a_test


@pytest.fixture
async def rig(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PulseRig]:
    async with rig_of_a_test(monkeypatch) as rig:
        yield rig
