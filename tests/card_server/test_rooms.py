"""The rooms of voice satellites on a card that is really served: a real satellite speaks, a real page is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.card_server.houses import SETTINGS, House, a_house, hears, until
from tests.support.now import NOW
from tests.support.processes import free_port
from tests.wyoming.satellites import Satellite
from voiced.adapters.machine.clocks import SampleClock
from voiced.card.card import Card, OtherRoom
from voiced.card.rooms import LATELY_SECONDS, Rooms
from voiced.config import WyomingSettings
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.runtime import conversations
from voiced.runtime.tasks import Tasks

ASKED, SAVED = "记录支出35元，餐饮，确认吗？", "记好了，还有吗？"
KITCHEN, STUDY = "wyoming/192.168.1.20/厨房", "wyoming/192.168.1.20/书房"
BEGINS, ENDS = fx.ChangeState(Phase.LISTENING), fx.ChangeState(Phase.IDLE)


@asynccontextmanager
async def a_home(folder: Path) -> AsyncGenerator[tuple[House, Satellite, Satellite]]:
    """A house with satellites in its kitchen and its study."""
    port = free_port()
    wyoming = WyomingSettings(listen=f"tcp://127.0.0.1:{port}")
    async with a_house(folder, replace(SETTINGS, wyoming=wyoming)) as house:
        kitchen, study = (
            Satellite(port, {"satellite_id": f"assist_satellite.{name}"}) for name in ("厨房", "书房")
        )
        yield house, kitchen, study


def room(name: str, phase: str, pending: int, said: str) -> dict[str, object]:
    return {"name": name, "phase": phase, "pending": pending, "said": said}


async def test_a_page_shows_the_state_and_the_last_sentence_of_each_room_and_keeps_its_own_draft(
    tmp_path: Path,
) -> None:
    async with a_home(tmp_path) as (house, kitchen, study), house.page() as page:
        assert (await hears(page))["rooms"] == []
        await house.wake()
        await house.says("奶茶18")
        own = await until(page, phase="confirming", question=None)
        await kitchen.says("午饭35块")
        waiting = room("厨房", "confirming", 1, ASKED)
        now = await until(page, rooms=[waiting])
        assert (now["draft"], now["revision"]) == (own["draft"], own["revision"])
        await study.says("买菜62，打车18")
        now = await until(page)
        while not (now["rooms"][1:] and now["rooms"][1]["pending"] == 2):
            now = await until(page)
        assert now["rooms"][0] == waiting
        assert now["draft"] == own["draft"]


async def test_rows_saved_in_a_room_are_in_the_ledger_of_the_page_at_once(tmp_path: Path) -> None:
    async with a_home(tmp_path) as (house, kitchen, _), house.page() as page:
        before = (await hears(page))["ledgerChanges"]
        await kitchen.says("午饭35块")
        await kitchen.says("确认")
        now = await until(page, rooms=[room("厨房", "listening", 0, SAVED)], ledgerChanges=before + 1)
        assert now["draft"] is None
        async with house.browser() as browser:
            found = (await browser.get("/api/transactions")).json()
        assert [row["amount"] for row in found["rows"]] == ["35"]


async def test_a_conversation_that_makes_place_for_another_one_is_not_shown_as_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversations, "MOST_AT_ONCE", 1)
    async with a_home(tmp_path) as (house, kitchen, study), house.page() as page:
        await kitchen.says("午饭35块")
        await study.says("你好")
        now = await hears(page)
        while [each["phase"] for each in now["rooms"]] != ["idle", "listening"]:
            now = await hears(page)
        assert now["rooms"][0] == room("厨房", "idle", 0, ASKED)


class TestARoom:
    async def test_is_shown_for_ten_minutes_after_its_session(self) -> None:
        card, clock = Card(), SampleClock(NOW)
        rooms = Rooms(card, clock)
        kitchen, study = rooms.of(KITCHEN), rooms.of(STUDY)
        async with Tasks() as tasks:
            tasks.start(rooms.forget_ended())
            for report in (BEGINS, ENDS):
                kitchen.tell(report)
            await asyncio.sleep(0)
            await clock.advance(LATELY_SECONDS / 2)
            study.tell(BEGINS)
            kitchen.tell(fx.Speak(1, ASKED))
            assert [each.name for each in card.state.rooms] == ["厨房", "书房"]
            await clock.advance(LATELY_SECONDS / 2)
            assert [each.name for each in card.state.rooms] == ["书房"]
            study.tell(ENDS)
            await asyncio.sleep(0)
            await clock.advance(LATELY_SECONDS)
            assert card.state.rooms == ()

    async def test_that_speaks_again_stays(self) -> None:
        card, clock = Card(), SampleClock(NOW)
        rooms = Rooms(card, clock)
        kitchen = rooms.of(KITCHEN)
        async with Tasks() as tasks:
            tasks.start(rooms.forget_ended())
            for report in (BEGINS, ENDS):
                kitchen.tell(report)
            await asyncio.sleep(0)
            kitchen.tell(BEGINS)
            await clock.advance(2 * LATELY_SECONDS)
            assert card.state.rooms == (OtherRoom("厨房", Phase.LISTENING),)

    def test_stays_when_a_session_at_the_microphone_begins(self) -> None:
        card = Card()
        Rooms(card, SampleClock(NOW)).of(KITCHEN).tell(BEGINS)
        card.tell(BEGINS)
        assert card.state.rooms == (OtherRoom("厨房", Phase.LISTENING),)

    def test_shows_its_new_conversation_while_the_old_one_is_being_closed(self) -> None:
        card = Card()
        rooms = Rooms(card, SampleClock(NOW))
        old, new = rooms.of(KITCHEN), rooms.of(KITCHEN)
        for watcher, report in ((old, BEGINS), (new, BEGINS), (old, ENDS)):
            watcher.tell(report)
        assert card.state.rooms == (OtherRoom("厨房", Phase.LISTENING),)

    @pytest.mark.parametrize(
        ("source", "name"),
        [
            ("wyoming/192.168.1.20/assist_satellite.kitchen", "kitchen"),
            ("wyoming/192.168.1.20/厨房", "厨房"),
            ("wyoming/192.168.1.20/01KAVX4T3M8Z5Q7R2N6P9C0D1E", "对话1"),
            ("wyoming/fd00::7/3f2b8c1e-77aa-4a1c-9d55-0c9b7be0a111", "对话1"),
        ],
    )
    def test_has_the_name_of_its_satellite_or_a_number(self, source: str, name: str) -> None:
        card = Card()
        Rooms(card, SampleClock(NOW)).of(source).tell(BEGINS)
        assert [each.name for each in card.state.rooms] == [name]

    def test_without_a_satellite_is_numbered_and_forgotten_with_its_session(self) -> None:
        card = Card()
        rooms = Rooms(card, SampleClock(NOW))
        chats = [rooms.of(f"wyoming/127.0.0.1/01KAVX4T3M8Z5Q7R2N6P9C0D{number}") for number in range(10, 70)]
        for chat in chats[:3]:
            chat.tell(BEGINS)
        assert [each.name for each in card.state.rooms] == ["对话1", "对话2", "对话3"]
        chats[1].tell(ENDS)
        assert [each.name for each in card.state.rooms] == ["对话1", "对话3"]
        chats[3].tell(BEGINS)
        assert [each.name for each in card.state.rooms] == ["对话1", "对话3", "对话2"]
        for chat in chats[4:]:
            for report in (BEGINS, ENDS):
                chat.tell(report)
        assert len(card.state.rooms) == 3

    def test_is_no_phone_and_no_script(self) -> None:
        card = Card()
        Rooms(card, SampleClock(NOW)).of("say/phone/").tell(BEGINS)
        assert card.state.rooms == ()
