"""A card that is really served; its token in a place of the test's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.card_server.houses import House, a_house


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with a_house(tmp_path) as house:
        yield house
