"""What a household teaches over months, in conversations with a real ledger."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.house import House, a_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with a_house(tmp_path) as house:
        yield house


async def set_up(house: House, day: str, words: str) -> None:
    """Have an entry offered again and again from this day on."""
    await house.day(day)
    await house.say(words, "要")


class TestAnEntryThatComesAgain:
    async def test_is_offered_as_it_was_corrected_the_month_before(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("要")
        assert house.brief == "90 通讯"
        await house.say("分类改成水电", "用微信付的", "改成95", "确认")
        for month in ("2026-08-08", "2026-09-08"):
            assert await house.day(month) == "今天该记宽带费95元，要记这笔吗？"
            await house.say("要")
            assert house.brief == "95 水电 微信"
            await house.say("确认")

    async def test_has_the_habits_of_its_words_and_teaches_them(self, house: House) -> None:
        await house.say("宽带费90", "分类改成水电", "确认")
        await set_up(house, "2026-12-01", "每个月8号宽带费90")
        await house.day("2026-12-08")
        assert await house.say("要") == "记录支出90元，按上次记在水电，确认吗？"
        await house.say("分类改成住房", "确认", "宽带费20")
        assert house.brief == "20 住房"

    async def test_keeps_what_it_was_if_the_row_is_of_this_time_alone(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("这次一百二")
        assert house.brief == "120 通讯"
        await house.say("确认")
        await house.day("2026-08-08")
        await house.say("要", "这次算水电", "确认")
        assert await house.day("2026-09-08") == "今天该记宽带费90元，要记这笔吗？"
        await house.say("要")
        assert house.brief == "90 通讯"

    async def test_keeps_what_it_was_if_the_row_is_taken_back(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("九百", "确认", "撤销刚才那笔", "对")
        assert await house.day("2026-08-08") == "今天该记宽带费90元，要记这笔吗？"

    async def test_has_the_values_that_were_set_last(self, house: House) -> None:
        await set_up(house, "2026-07-01", "每个月8号宽带费90")
        await house.day("2026-07-08")
        await house.say("一百", "确认", "每个月8号宽带费80", "改吧")
        assert await house.day("2026-08-08") == "今天该记宽带费80元，要记这笔吗？"
