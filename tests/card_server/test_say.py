"""A phone or a script that speaks to the dialogue over HTTP, with a token."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.card_server.houses import SETTINGS, House, Phone, a_house, hears, tells, until
from voiced.adapters.machine.paths import say_token_file
from voiced.adapters.machine.say_tokens import SayTokens
from voiced.config import SaySettings
from voiced.dialogue.values.state import Phase
from voiced.errors import ConfigWrong
from voiced.runtime import conversations


def amounts(answer: dict[str, Any]) -> list[str]:
    return [row["amount"] for row in answer["draft"] or ()]


class TestAPhone:
    async def test_records_a_purchase_in_two_sentences(self, house: House):
        phone = house.phone()
        first = await phone.says("午饭35块")
        assert first["said"] == ["记录支出35元，餐饮，确认吗？"]
        assert (first["state"], amounts(first), first["waiting"]) == ("confirming", ["35"], False)
        assert await house.written() == []

        second = await phone.says("确认")
        assert second == {"said": ["记好了，还有吗？"], "state": "listening", "draft": None, "waiting": False}
        assert await house.written() == ["35"]

    async def test_corrects_asks_and_takes_back_as_a_voice_does(self, house: House):
        phone = house.phone()
        await phone.says("午饭35块，打车20")
        assert amounts(await phone.says("第二笔改成25")) == ["35", "25"]
        assert await phone.hears("确认") == "已保存2笔交易。"
        assert "60元" in await phone.hears("今天花了多少")
        await phone.says("撤销刚才那笔")
        assert amounts(await phone.says("对")) == []
        assert await house.written() == []

    async def test_says_nothing_in_the_room_and_does_not_wake_it(self, house: House):
        async with house.page() as page:
            await hears(page)
            await house.phone().says("午饭35块")
            await tells(page, {"type": "ping"})
            assert (await hears(page))["type"] == "pong"
        assert house.conversation.phase is Phase.IDLE

    async def test_has_a_draft_that_no_other_source_touches(self, house: House):
        phone, other = house.phone("妈妈的手机"), house.phone("爸爸的手机")
        await house.wake()
        await house.says("房租2800")
        await phone.says("午饭35块")
        await phone.says("打车20", session="车里")
        await other.says("奶茶15")

        assert await phone.hears("取消") == "已取消。"
        assert amounts(await other.says("还有一笔咖啡18")) == ["15", "18"]
        await phone.says("确认", session="车里")
        await house.says("确认")
        await other.says("确认")

        assert sorted(await house.written()) == ["15", "18", "20", "2800"]

    async def test_that_saves_shows_every_open_page_that_the_ledger_changed(self, house: House):
        phone = house.phone()
        async with house.page() as page:
            before = await hears(page)
            await phone.says("午饭35块")
            await phone.says("确认")
            saved = await until(page, ledgerChanges=before["ledgerChanges"] + 1)
            await phone.says("撤销刚才那笔")
            await phone.says("对")
            await until(page, ledgerChanges=before["ledgerChanges"] + 2)
        assert (saved["phase"], saved["draft"]) == ("idle", None)

    async def test_knows_that_its_row_was_undone_on_a_page(self, house: House):
        phone = house.phone()
        await phone.says("午饭35块")
        await phone.says("确认")
        async with house.browser() as browser:
            (row,) = (await browser.get("/api/transactions")).json()["rows"]
            await browser.post(f"/api/transactions/{row['id']}/undo", json={})
        assert "35" not in await phone.hears("刚才那笔改成40")
        assert await house.written() == []

    async def test_is_answered_in_order_when_it_sends_two_sentences_at_once(self, house: House):
        phone = house.phone()
        answers = await asyncio.gather(*map(phone.says, ("奶茶15块", "还有一笔打车20", "还有一笔买菜86")))
        assert sorted(len(amounts(answer)) for answer in answers) == [1, 2, 3]


class TestItsDraft:
    async def test_is_offered_to_the_same_source_after_a_restart(self, tmp_path: Path):
        async with a_house(tmp_path) as house:
            phone = house.phone()
            await phone.says("午饭35块")
            await phone.says("打车20", session="车里")
        async with a_house(tmp_path) as house:
            phone = Phone(house.origin, phone.token)
            offer, *_ = (await phone.says("你好"))["said"]
            assert "1笔" in offer
            resumed = await phone.says("继续")
            assert amounts(resumed) == ["35"]
            assert amounts(await phone.says("确认", session="车里")) == ["20"]
            assert await house.written() == []

    async def test_is_offered_again_when_its_conversation_made_place_for_others(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(conversations, "MOST_AT_ONCE", 2)
        phone = house.phone()
        for session in ("一", "二", "三"):
            await phone.says("午饭35块", session=session)
        offer, *_ = (await phone.says("在吗", session="一"))["said"]
        assert "1笔" in offer
        assert amounts(await phone.says("在吗", session="三")) == ["35"]


class TestARequest:
    @pytest.mark.parametrize(
        ("body", "complaint"),
        [
            (b"", "send {"),
            (b"{", "send {"),
            (b"\xff\xfe", "send {"),
            (b"[" * 10_000, "send {"),
            ([], "send {"),
            ({}, "text"),
            ({"text": 3}, "text"),
            ({"text": None}, "text"),
            ({"text": ""}, "text must be one line"),
            ({"text": "  "}, "text must be one line"),
            ({"text": "午饭\n35"}, "text must be one line"),
            ({"text": "\ud83d"}, "send {"),
            ({"text": "饭" * 201}, "text must be one line"),
            ({"text": "午饭35", "session": 7}, "session"),
            ({"text": "午饭35", "session": "\x00"}, "session must be one line"),
            ({"text": "午饭35", "session": "s" * 41}, "session must be one line"),
            ({"text": "午饭35", "sesion": "s"}, "sesion"),
        ],
    )
    async def test_with_a_mistake_is_told_in_one_line(self, house: House, body: object, complaint: str):
        answer = await house.phone().posts(body)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (400, "bad_request")
        assert complaint in error["message"]
        assert len(error["message"].splitlines()) == 1

    async def test_that_is_too_long_is_not_read(self, house: House):
        answer = await house.phone().posts({"text": "饭" * 10_000})
        assert answer.status_code == 413

    @pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Basic dm9pY2Vk", "Bearer é"])
    async def test_without_a_valid_token_is_refused_and_told_how_to_get_one(self, house: House, header: str):
        house.phone()
        async with httpx.AsyncClient(base_url=house.origin) as client:
            answer = await client.post(
                "/api/say", json={"text": "午饭35块"}, headers={b"Authorization": header.encode()}
            )
        assert answer.status_code == 401
        assert "voiced card token make" in answer.json()["error"]["message"]

    async def test_with_the_cookie_of_a_page_alone_is_refused(self, house: House):
        async with house.browser() as browser:
            assert (await browser.post("/api/say", json={"text": "午饭35块"})).status_code == 401

    async def test_of_another_page_is_refused_also_with_a_token(self, house: House):
        answer = await house.phone().posts({"text": "午饭35块"}, Origin="http://example.org")
        assert answer.status_code == 403

    async def test_with_another_method_is_refused(self, house: House):
        bearer = {"Authorization": f"Bearer {house.phone().token}"}
        async with httpx.AsyncClient(base_url=house.origin, headers=bearer) as client:
            assert (await client.get("/api/say")).status_code == 404

    async def test_beyond_the_rate_is_told_how_long_to_wait(self, tmp_path: Path):
        settings = replace(SETTINGS, say=SaySettings(per_minute=1))
        async with a_house(tmp_path, settings) as house:
            phone, other = house.phone("手机"), house.phone("平板")
            answers = [await phone.posts({"text": "你好"}) for _ in range(21)]
            refused = answers.pop()
            assert {answer.status_code for answer in answers} == {200}
            assert refused.status_code == 429
            assert 50 <= int(refused.headers["retry-after"]) <= 60
            assert (await other.posts({"text": "你好"})).status_code == 200

    async def test_is_refused_while_too_many_of_its_session_wait(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(conversations, "MOST_WAITING", 0)
        answer = await house.phone().posts({"text": "午饭35块"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")


class TestAToken:
    @pytest.mark.parametrize(
        "path", ["/", "/main.js", "/api/transactions", "/api/report?month=2026-11", "/api/export?format=csv"]
    )
    async def test_opens_nothing_else(self, house: House, path: str):
        bearer = {"Authorization": f"Bearer {house.phone().token}"}
        async with httpx.AsyncClient(base_url=house.origin, headers=bearer) as client:
            assert (await client.get(path)).status_code == 401

    async def test_is_useless_as_soon_as_it_is_revoked(self, house: House):
        phone, other = house.phone("手机"), house.phone("平板")
        await phone.says("你好")
        SayTokens(say_token_file()).revoke("手机")
        assert (await phone.posts({"text": "午饭35块"})).status_code == 401
        assert (await other.posts({"text": "午饭35块"})).status_code == 200

    async def test_is_kept_as_a_hash_that_only_its_owner_can_read(self, house: House):
        phone = house.phone()
        assert phone.token not in say_token_file().read_text()
        assert stat.S_IMODE(say_token_file().stat().st_mode) == 0o600

    async def test_does_not_count_if_the_file_is_damaged_until_it_is_made_anew(self, house: House):
        phone = house.phone()
        say_token_file().write_text("{")
        assert (await phone.posts({"text": "午饭35块"})).status_code == 401
        with pytest.raises(ConfigWrong, match="remove it and make the tokens anew"):
            house.phone("平板")
        say_token_file().unlink()
        assert (await house.phone().posts({"text": "午饭35块"})).status_code == 200
