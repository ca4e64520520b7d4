"""Rooms of a house that keep their books over the Wyoming protocol: the real client, the real server, a real ledger."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong

from tests.conversations.conversation import RecordedConversation, recorded_conversations
from tests.wyoming.satellites import HANDLED, NOT_HANDLED, Answer, Satellite, a_home, asks, event_from
from tests.wyoming.wild_messages import throw
from voiced.adapters.wyoming import talking
from voiced.adapters.wyoming.talking import LONGEST_TEXT
from voiced.runtime import conversations
from voiced.runtime.turn_tracer import Instruments, TurnTracer
from voiced.turn_times import TurnTrace

ROOMS = ("厨房", "客厅", "卧室", "书房")
OPENED, SAVED = Answer(HANDLED, "记录支出35元，餐饮，确认吗？"), Answer(HANDLED, "记好了，还有吗？")


async def test_a_purchase_is_read_back_and_written_after_the_confirm(tmp_path: Path) -> None:
    async with a_home(tmp_path) as home:
        kitchen = home.satellite("厨房")
        assert await kitchen.says("午饭35块") == OPENED
        assert await home.written() == []
        assert await kitchen.says("确认") == SAVED
        assert await home.written() == ["35 EXPENSE 餐饮"]


async def test_the_recorded_conversations_in_four_rooms_at_once(tmp_path: Path) -> None:
    recorded = recorded_conversations()
    async with a_home(tmp_path) as home:
        shares = [recorded[number :: len(ROOMS)] for number in range(len(ROOMS))]
        await asyncio.gather(
            *(_converse(home.satellite(room), share) for room, share in zip(ROOMS, shares, strict=True))
        )
        expected = Counter(row for conversation in recorded for row in conversation.rows)
        assert Counter(await home.written()) == expected


async def _converse(satellite: Satellite, share: tuple[RecordedConversation, ...]) -> None:
    for conversation in share:
        for words in conversation.words:
            assert (await satellite.says(words)).type == HANDLED


async def test_ten_texts_at_once_open_ten_drafts_and_a_confirm_saves_that_of_its_room(tmp_path: Path) -> None:
    async with a_home(tmp_path) as home:
        rooms = [home.satellite(f"room {number}") for number in range(10)]
        answers = await asyncio.gather(
            *(room.says(f"奶茶{number + 10}块") for number, room in enumerate(rooms))
        )
        assert [f"支出{number + 10}元" in answer.text for number, answer in enumerate(answers)] == [True] * 10
        await rooms[3].says("确认")
        await rooms[7].says("取消")
        assert await home.written() == ["13 EXPENSE 饮品"]
        assert "17" not in (await rooms[3].says("念一遍")).text
        assert "支出12元" in (await rooms[2].says("念一遍")).text


async def test_the_trace_names_the_room_of_each_turn(tmp_path: Path) -> None:
    traces: list[TurnTrace] = []
    turns = TurnTracer(Instruments(lambda: 0.0, float, lambda: 0.0), traces.append)
    async with a_home(tmp_path, turns=turns) as home:
        for name in ("厨房", "书房", "厨房"):
            await home.satellite(name).says("午饭35块")
        await home.satellite("厨房").says("打开客厅的灯")
    assert [trace.source for trace in traces] == [
        f"wyoming/127.0.0.1/{name}" for name in ("厨房", "书房", "厨房")
    ]
    assert all(trace.decision is not None for trace in traces)


class TestWordsForTheHouse:
    async def test_are_no_entry(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            kitchen = home.satellite("厨房")
            for words in ("打开客厅的灯", "把温度调到26度", "播放周杰伦的歌", "你今天真好看", "取消"):
                assert (await kitchen.says(words)).type == NOT_HANDLED, words
            assert await home.written() == []

    async def test_leave_an_open_draft_as_it_is(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            kitchen = home.satellite("厨房")
            await kitchen.says("午饭35块")
            for words in ("打开客厅的灯", "把温度调到26度", "妈妈在哪里", "关掉空调"):
                assert (await kitchen.says(words)).type == NOT_HANDLED, words
            assert await kitchen.says("确认") == SAVED
            assert await home.written() == ["35 EXPENSE 餐饮"]

    async def test_differ_from_an_objection_that_was_not_understood(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            kitchen = home.satellite("厨房")
            await kitchen.says("午饭35块")
            assert (await kitchen.says("不对，改一下")).type == HANDLED
            assert await kitchen.says("确认") == OPENED
            assert await home.written() == []

    async def test_a_question_to_the_ledger_is_answered(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            kitchen = home.satellite("厨房")
            await kitchen.says("午饭35块")
            await kitchen.says("确认")
            answer = await home.satellite("客厅").says("今天花了多少")
            assert (answer.type, "35元" in answer.text) == (HANDLED, True)


class TestADialogue:
    async def test_belongs_to_a_conversation_where_no_satellite_is_named(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            assert await home.conversation_of("01A").says("午饭35块") == OPENED
            assert (await home.conversation_of("01B").says("确认")).type == NOT_HANDLED
            assert await home.written() == []
            assert await home.conversation_of("01A").says("确认") == SAVED

    async def test_belongs_to_its_connection_where_nothing_is_named(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home, home.client() as one, home.client() as other:
            assert await asks(one, "午饭35块") == OPENED
            await asks(other, "打车20")
            assert await asks(one, "确认") == SAVED
            assert await home.written() == ["35 EXPENSE 餐饮"]

    async def test_of_a_connection_ends_with_it_and_leaves_no_draft(self, tmp_path: Path) -> None:
        text = b'{"type": "transcript", "data": {"text": "\xe5\x8d\x88\xe9\xa5\xad35\xe5\x9d\x97"}}\n'
        async with a_home(tmp_path) as home:
            assert await throw(home.port, [text]) > 0
            assert await home.written() == []
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger:
            assert ledger.execute("SELECT count(*) FROM drafts").fetchone() == (0,)

    async def test_of_a_connection_is_offered_to_no_other_one_after_a_restart(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(conversations, "MOST_AT_ONCE", 1)
        async with a_home(tmp_path) as home, home.client() as client:
            assert await asks(client, "午饭35块") == OPENED
            await home.satellite("书房").says("打车20")  # takes its place, and its draft is kept
        async with a_home(tmp_path) as home, home.client() as stranger:
            assert "1笔" not in (await asks(stranger, "你好")).text

    async def test_ends_after_its_own_silence_and_the_draft_can_come_back(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            kitchen, study = home.satellite("厨房"), home.satellite("书房")
            await kitchen.says("午饭35块")
            await home.clock.advance(200)
            await study.says("打车20")
            await home.clock.advance(150)
            assert (await study.says("确认")) == SAVED
            assert (await kitchen.says("确认")).text.startswith("1笔没有记")
            assert OPENED.text in (await kitchen.says("恢复")).text

    async def test_survives_a_restart(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            await home.satellite("厨房").says("午饭35块")
        async with a_home(tmp_path) as home:
            kitchen = home.satellite("厨房")
            assert "1笔" in (await kitchen.says("你好")).text
            await kitchen.says("继续")
            assert await kitchen.says("确认") == SAVED


async def test_texts_of_one_connection_are_answered_in_order(tmp_path: Path) -> None:
    async with a_home(tmp_path) as home, home.client() as client:
        for text in ("午饭35块", "还有一笔打车20", "全部确认"):
            await client.write_event(Event("transcript", {"text": text}))
        said = [(await event_from(client)).data["text"] for _ in range(3)]
    assert said[0] == OPENED.text
    assert "第2笔" in said[1]
    assert said[2] == "已保存2笔交易。"


async def test_the_description_is_in_chinese_and_english(tmp_path: Path) -> None:
    async with a_home(tmp_path) as home, home.client() as client:
        await client.write_event(Describe().event())
        (program,) = Info.from_event(await event_from(client)).handle
        await client.write_event(Ping("here").event())
        assert Pong.from_event(await event_from(client)).text == "here"
    assert "记账" in (program.description or "")
    assert "bookkeeping" in (program.description or "")
    assert "zh-CN" in program.models[0].languages
    assert not program.supports_home_control


@pytest.mark.parametrize("text", ["打 开 客厅 的 灯", "打開客廳的燈", "关灯。"])
async def test_an_order_for_the_house_is_no_bookkeeping_however_it_is_written(
    tmp_path: Path, text: str
) -> None:
    async with a_home(tmp_path) as home:
        assert await home.satellite("厨房").says(text) == Answer(NOT_HANDLED, talking.NO_BOOKKEEPING)


@pytest.mark.parametrize("text", ["", "  ", "午饭\x0035块"])
async def test_an_empty_or_unprintable_text_is_no_bookkeeping(tmp_path: Path, text: str) -> None:
    async with a_home(tmp_path) as home:
        assert await home.satellite("厨房").says(text) == Answer(NOT_HANDLED, talking.NO_BOOKKEEPING)


async def test_a_very_long_text_is_refused(tmp_path: Path) -> None:
    async with a_home(tmp_path) as home:
        text = "午" * (LONGEST_TEXT + 1)
        assert await home.satellite("厨房").says(text) == Answer(NOT_HANDLED, talking.TOO_LONG)


def test_sentences_are_joined_with_a_stop_between_them() -> None:
    assert talking.in_one(("当前离线，仅支持单笔记账", "记好了。")) == "当前离线，仅支持单笔记账。记好了。"
    assert talking.in_one(()) == ""
