"""A saved row is changed, taken back and brought back by each who can do it; card, voice and ledger say the same then."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.card_server.houses import House, a_house
from voiced.dialogue.sentences.phrases import NOTHING_SAVED_BEFORE

LUNCH_UNDONE = "刚才记的1笔（午饭{}元）要收回吗？"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with a_house(tmp_path) as house:
        await house.wake()
        await house.says("午饭35块", "确认")
        yield house


async def what_each_says(house: House) -> tuple[list[str], list[str], str]:
    """The amounts on the card and in the ledger, and what the voice would take back."""
    state = house.card.state
    shown = [str(row.amount) for row in state.saved or ()]
    written = [row["amount"] for row in await rows_of(house)]
    await house.says("撤销刚才那笔")
    said = house.card.state.said
    if said != NOTHING_SAVED_BEFORE:
        await house.says("不用")
    return shown, written, said


async def rows_of(house: House, **asked: str) -> list[dict[str, Any]]:
    async with house.browser() as browser:
        return (await browser.get("/api/transactions", params=asked)).json()["rows"]


async def on_the_page(house: House, act: str, **change: str) -> None:
    """Do something with the row on the card's ledger page; `act` is undo, restore or nothing for a change."""
    (row,) = await rows_of(house, undone="true" if act == "restore" else "false")
    path = f"/api/transactions/{row['id']}"
    async with house.browser() as browser:
        answer = await (browser.post(f"{path}/{act}", json={}) if act else browser.patch(path, json=change))
    assert answer.status_code == httpx.codes.OK
    await house.conversation.settled()


@asynccontextmanager
async def another_daemon(folder: Path) -> AsyncGenerator[House]:
    """A second daemon over the same file, which has its own card."""
    async with a_house(folder) as other:
        yield other


async def begin_anew(house: House) -> None:
    """End the session and begin another."""
    await house.says("退出")
    await house.wake()


async def test_a_save_is_told_once(house: House) -> None:
    assert house.card.state.ledger_changes == 1
    assert await what_each_says(house) == (["35"], ["35"], LUNCH_UNDONE.format("35"))


async def test_a_row_changed_on_the_card(house: House) -> None:
    await on_the_page(house, "", amount="99")
    assert await what_each_says(house) == (["99"], ["99"], LUNCH_UNDONE.format("99"))


async def test_a_row_changed_by_voice(house: House) -> None:
    await house.says("刚才那笔改成99", "对")
    assert await what_each_says(house) == (["99"], ["99"], LUNCH_UNDONE.format("99"))


async def test_a_row_taken_back_on_the_card_and_brought_back_there(house: House) -> None:
    await on_the_page(house, "undo")
    assert await what_each_says(house) == ([], [], NOTHING_SAVED_BEFORE)
    await on_the_page(house, "restore")
    assert await what_each_says(house) == (["35"], ["35"], LUNCH_UNDONE.format("35"))


async def test_a_row_taken_back_by_voice_and_brought_back_on_the_card(house: House) -> None:
    await house.says("撤销刚才那笔", "对")
    assert await what_each_says(house) == ([], [], NOTHING_SAVED_BEFORE)
    await on_the_page(house, "restore")
    assert await what_each_says(house) == (["35"], ["35"], LUNCH_UNDONE.format("35"))


async def test_a_row_changed_and_taken_back_by_another_daemon(house: House, tmp_path: Path) -> None:
    async with another_daemon(tmp_path) as other:
        await on_the_page(other, "", amount="99")
        await begin_anew(house)
        assert (await what_each_says(house))[1:] == (["99"], LUNCH_UNDONE.format("99"))
        await on_the_page(other, "undo")
        await begin_anew(house)
        assert await what_each_says(house) == ([], [], NOTHING_SAVED_BEFORE)
        await on_the_page(other, "restore")
        await begin_anew(house)
        assert (await what_each_says(house))[1:] == (["99"], LUNCH_UNDONE.format("99"))


async def test_a_batch_taken_back_by_a_command(house: House, tmp_path: Path) -> None:
    (row,) = await rows_of(house)
    changes = house.card.state.ledger_changes
    command = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "voiced", "ledger", "undo", row["batchId"], "--db", tmp_path / "ledger.db"
    )
    assert await command.wait() == 0
    await begin_anew(house)
    # The pages read the ledger anew.
    assert house.card.state.ledger_changes == changes + 1
    assert await what_each_says(house) == ([], [], NOTHING_SAVED_BEFORE)
