"""The rig of each test: a PulseAudio of its own, to which this process and its children are pinned."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.pulse_rig import PulseRig, pulse_rig


@pytest.fixture
async def rig(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PulseRig]:
    # Not pytest's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            for name, value in rig.environment.items():
                monkeypatch.setenv(name, value)
            yield rig
