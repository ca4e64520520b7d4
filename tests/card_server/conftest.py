"""A card that is really served; its token in a place of the test's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
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


@pytest.fixture
async def browser(house: House) -> AsyncGenerator[httpx.AsyncClient]:
    """A page of the house, which entered."""
    async with house.browser() as browser:
        yield browser


@pytest.fixture
async def two_rows(house: House) -> None:
    """Two rows were said: lunch, and then a taxi."""
    await house.wake()
    await house.says("午饭35块", "确认", "打车20", "确认")
