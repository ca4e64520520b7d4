"""Pages over a real socket: told the whole card, pressing through the conversation's own queue."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosedError, InvalidState

from tests.card_server.houses import House, a_house_over, hears, tells, until
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import LedgerServer
from voiced.card.serving import PageProtocol
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost

_AT_ONCE_SECONDS = 0.2
TWO_ENTRIES = ("午饭35块", "还有一笔奶茶15")


def names_in(message: dict[str, Any]) -> list[str]:
    return [category["name"] for category in message["categories"]]


class TestAPage:
    async def test_is_told_everything_when_it_comes_and_when_it_comes_again(self, house: House):
        await house.wake()
        await house.says("午饭35块")
        async with house.page() as page:
            first = await hears(page)
        async with house.page() as page:
            again = await hears(page)
        assert first["type"] == "now"
        assert (first["phase"], first["heard"], first["microphone"]) == ("confirming", "午饭35块", "ok")
        assert first["said"] == "记录支出35元，餐饮，确认吗？"
        assert [(row["number"], row["amount"], row["status"]) for row in first["draft"]] == [
            (1, "35", "pending")
        ]
        assert {"name": "餐饮", "type": "EXPENSE"} in first["categories"]
        assert (first["accounts"][0], first["wakePhrase"]) == ("现金", "小记小记")
        assert first | {"serverTime": ""} == again | {"serverTime": ""}

    async def test_offers_a_category_that_was_added_meanwhile_from_the_next_session_on(
        self, house: House, tmp_path: Path
    ):
        async with house.page() as page:
            assert "露营" not in names_in(await hears(page))
            names = SqlNames(await SqliteDatabase.open(tmp_path / "ledger.db"))
            await names.add_category("露营", TransactionType.EXPENSE, ())
            await names.add_account("招商银行", ())
            await names.close()
            await house.wake()
            while "露营" not in names_in(shown := await hears(page)):
                assert shown["phase"] == "listening"
        assert "招商银行" in shown["accounts"]

    async def test_sees_the_draft_of_another_page_at_once(self, house: House):
        """Five times, of which the quickest counts: the machine may be busy with something else."""
        clock, waits = SystemClock(), list[float]()
        async with house.page() as phone, house.page() as tablet:
            for _ in range(5):
                begun = clock.monotonic()
                await tells(phone, {"type": "say", "text": "午饭35块"})
                seen = await until(tablet, phase="confirming")
                waits.append(clock.monotonic() - begun)
                assert seen["draft"] == (await until(phone, phase="confirming"))["draft"]
                await tells(phone, {"type": "say", "text": "取消"})
                await until(tablet, phase="listening", draft=None)
                await until(phone, phase="listening", draft=None)
        assert min(waits) < _AT_ONCE_SECONDS

    async def test_shows_and_confirms_a_draft_while_the_server_of_the_ledger_is_away(self, tmp_path: Path):
        nobody_there = LedgerServer("postgresql://voiced@127.0.0.1:9/ledger", None, tmp_path / "outbox.db")
        async with a_house_over(nobody_there) as house, house.page() as page:
            await house.wake()
            await house.says("午饭35块")
            shown = await until(page, phase="confirming", revision=1)
            assert {"name": "餐饮", "type": "EXPENSE"} in shown["categories"]
            await tells(page, {"type": "confirm", "revision": shown["revision"], "index": None})
            saved = await until(page, phase="listening", draft=None)
        assert [row["amount"] for row in saved["saved"]["rows"]] == ["35"]

    async def test_wakes_the_daemon_confirms_and_sees_what_was_saved(self, house: House):
        async with house.page() as page:
            await tells(page, {"type": "press", "button": "wake"})
            await until(page, phase="listening")
            await house.says("午饭35块")
            shown = await until(page, phase="confirming", revision=1)
            await tells(page, {"type": "confirm", "revision": shown["revision"], "index": None})
            saved = await until(page, phase="listening", draft=None)
        assert [row["amount"] for row in saved["saved"]["rows"]] == ["35"]

    async def test_edits_a_row(self, house: House):
        await house.wake()
        await house.says(*TWO_ENTRIES)
        async with house.page() as page:
            shown = await hears(page)
            change = {
                "amount": "16.5",
                "type": "INCOME",
                "category": "交通",
                "date": "2026-11-20",
                "description": "退",
            }
            await tells(page, {"type": "edit", "revision": shown["revision"], "index": 1, "change": change})
            edited = await until(page, revision=shown["revision"] + 1)
        row = edited["draft"][1]
        assert {name: row[name] for name in change} == change
        assert house.card.state.draft is not None
        result = house.card.state.draft.items[1].result
        assert (result.amount, result.type) == (Money(1650), TransactionType.INCOME)

    async def test_chooses_one_of_two_readings(self, house: House):
        await house.wake()
        await house.says("四张门票每张40")
        async with house.page() as page:
            shown = await hears(page)
            assert shown["draft"][0]["readings"] == ["160元", "40元"]
            revision = shown["revision"]
            await tells(page, {"type": "choose", "revision": revision, "index": 0, "reading": 1})
            chosen = await until(page, revision=revision + 1)
        assert (chosen["draft"][0]["amount"], chosen["draft"][0]["readings"]) == ("40", None)

    async def test_cancels_one_row_and_goes_on(self, house: House):
        await house.wake()
        await house.says(*TWO_ENTRIES)
        async with house.page() as page:
            shown = await hears(page)
            await tells(page, {"type": "cancel", "revision": shown["revision"], "index": 0})
            now = await until(page, revision=shown["revision"] + 1)
            assert [row["status"] for row in now["draft"]] == ["cancelled", "pending"]
            await tells(page, {"type": "continue", "revision": now["revision"]})
            await until(page, phase="listening", draft=None)

    async def test_opens_a_decided_row_again_and_knows_its_press_by_its_number(self, house: House):
        await house.wake()
        await house.says(*TWO_ENTRIES)
        async with house.page() as page:
            shown = await hears(page)
            revision = shown["revision"]
            await tells(page, {"type": "cancel", "revision": revision, "index": 0, "press": 1})
            assert (await until(page, taken=1))["draft"][0]["status"] == "cancelled"
            await tells(page, {"type": "reopen", "revision": revision + 1, "index": 0, "press": 2})
            assert (await until(page, taken=2))["draft"][0]["status"] == "pending"
            await tells(page, {"type": "confirm", "revision": revision, "index": 0, "press": 3})
            assert (await until(page, type="refused")) == {"type": "refused", "reason": "stale", "press": 3}

    async def test_that_pressed_on_an_older_card_is_refused_and_redrawn(self, house: House):
        await house.wake()
        await house.says(*TWO_ENTRIES)
        async with house.page() as page:
            shown = await hears(page)
            for stale in (
                {"type": "confirm", "revision": shown["revision"] - 1, "index": 0},
                {"type": "cancel", "revision": shown["revision"], "index": 7},
            ):
                await tells(page, stale)
                assert (await hears(page))["draft"] == shown["draft"]
                assert await hears(page) == {"type": "refused", "reason": "stale", "press": 0}

    async def test_agrees_with_another(self, house: House):
        await house.wake()
        await house.says(*TWO_ENTRIES)
        async with house.page() as kitchen, house.page() as phone:
            shown = await hears(kitchen)
            await tells(phone, {"type": "confirm", "revision": shown["revision"], "index": 0})
            in_the_kitchen = await until(kitchen, revision=shown["revision"] + 1)
            on_the_phone = await until(phone, revision=shown["revision"] + 1)
            await tells(kitchen, {"type": "confirm", "revision": shown["revision"], "index": 1})
            assert (await until(kitchen, type="refused"))["reason"] == "stale"
        assert in_the_kitchen["draft"] == on_the_phone["draft"]

    @pytest.mark.parametrize(
        "nonsense",
        [
            "no JSON",
            {"type": "wish"},
            {"type": "press", "button": "self-destruct"},
            {"type": "edit", "revision": 1, "index": 0, "change": {"amount": "-3"}},
            {"type": "edit", "revision": 1, "index": 0, "change": {"amount": "1e3"}},
            {"type": "edit", "revision": 1, "index": 0, "change": {"description": "a\u0000"}},
            {"type": "edit", "revision": 1, "index": 0, "change": {"description": "长" * 201}},
        ],
    )
    async def test_that_talks_nonsense_is_told_so(self, house: House, nonsense: object):
        async with house.page() as page:
            await hears(page)
            await tells(page, nonsense)
            assert await hears(page) == {"type": "refused", "reason": "invalid", "press": 0}

    async def test_is_answered_when_it_asks_whether_anybody_is_there(self, house: House):
        async with house.page() as page:
            await hears(page)
            await tells(page, {"type": "ping"})
            assert await hears(page) == {"type": "pong"}

    async def test_is_seen_while_its_browser_shows_it(self, house: House):
        assert not house.card.is_seen
        async with house.page() as page, house.page() as hidden:
            await hears(page)
            for other in (hidden, page):
                assert house.card.is_seen
                await tells(other, {"type": "visible", "visible": False})
                await tells(other, {"type": "ping"})
                await until(other, type="pong")
            assert not house.card.is_seen
            await tells(page, {"type": "visible", "visible": True})
            await tells(page, {"type": "ping"})
            await until(page, type="pong")
            assert house.card.is_seen

    async def test_that_presses_without_end_is_told_so(self, house: House):
        async with house.page() as page:
            await hears(page)
            answers: list[object] = []
            for _ in range(60):
                await tells(page, {"type": "ping"})
                answers.append(await hears(page))
        assert answers[0] == {"type": "pong"}
        assert {"type": "refused", "reason": "too_many", "press": 0} in answers

    async def test_that_sends_too_much_is_closed_and_others_stay(self, house: House):
        async with house.page() as other:
            await hears(other)
            async with house.page() as page:
                await hears(page)
                await page.send("x" * (17 * 1024))
                with pytest.raises(ConnectionClosedError) as closed:
                    await hears(page)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
            await tells(other, {"type": "ping"})
            assert await hears(other) == {"type": "pong"}


class TestTheCard:
    async def test_shows_a_lost_microphone_and_that_it_came_back(self, house: House):
        async with house.page() as page:
            await hears(page)
            house.card.tell(MicrophoneLost("unplugged"))
            assert (await until(page, microphone="lost"))["error"] == "unplugged"
            house.card.tell(MicrophoneBack())
            assert (await until(page, microphone="ok"))["error"] == ""

    async def test_shows_what_is_being_heard(self, house: House):
        await house.wake()
        async with house.page() as page:
            await hears(page)
            house.card.tell(fx.TellSpeechDetected())
            house.card.tell(fx.TellPartialText("午饭"))
            heard = await until(page, hearing=True, partial="午饭")
            assert heard["speaking"] == ""

    async def test_forgets_a_noise_that_held_no_words(self, house: House):
        await house.wake()
        async with house.page() as page:
            await hears(page)
            house.conversation.post(ev.SpeechDetected())
            await until(page, hearing=True)
            house.conversation.post(ev.Heard(""))
            await until(page, hearing=False, partial="")

    async def test_no_longer_shows_as_saved_what_was_taken_back_by_voice(self, house: House):
        await house.wake()
        await house.says("午饭35块", "确认")
        async with house.page() as page:
            before = await until(page, type="now")
            assert [row["amount"] for row in before["saved"]["rows"]] == ["35"]
            await house.says("撤销刚才那笔", "确认")
            after = await until(page, said="已经收回了。")
        assert after["saved"] is None
        assert after["ledgerChanges"] == before["ledgerChanges"] + 1

    async def test_says_on_every_page_what_was_changed_on_one(self, house: House):
        await house.wake()
        await house.says("午饭35块", "确认")
        async with house.page() as kitchen, house.browser() as phone:
            before = await hears(kitchen)
            (row,) = before["saved"]["rows"]
            await phone.patch(f"/api/transactions/{row['id']}", json={"amount": "40"})
            amended = await until(kitchen, ledgerChanges=before["ledgerChanges"] + 1)
            assert [row["amount"] for row in amended["saved"]["rows"]] == ["40"]
            await phone.post(f"/api/batches/{row['batchId']}/undo", json={})
            undone = await until(kitchen, ledgerChanges=before["ledgerChanges"] + 2)
            assert undone["saved"] is None


async def test_words_edits_and_searches_are_in_no_log(house: House, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.WARNING, "httpx")  # that is the visitor's own
    await house.wake()
    await house.says("买茅台3000块")
    async with house.page() as page, house.browser() as browser:
        shown = await hears(page)
        change = {"description": "送给领导"}
        await tells(page, {"type": "edit", "revision": shown["revision"], "index": 0, "change": change})
        await until(page, revision=shown["revision"] + 1)
        await tells(page, {"type": "胡说八道"})
        assert (await until(page, type="refused"))["reason"] == "invalid"
        await house.says("确认")
        assert (await browser.get("/api/transactions", params={"q": "领导"})).json()["count"] == 1
        assert (
            await browser.get("/api/transactions", params={"q": "领导", "page": "茅台"})
        ).status_code == 400
    assert not [word for word in ("茅台", "3000", "领导", "胡说", "%E9%A2%86") if word in caplog.text]


def test_a_page_that_is_leaving_does_not_hinder_the_stop() -> None:
    """Its own close has arrived, so the connection takes no second one."""
    page = PageProtocol.__new__(PageProtocol)
    with (
        patch.object(WebSocketsSansIOProtocol, "shutdown", side_effect=InvalidState("connection is closing")),
        patch.object(page, "transport", Mock(), create=True) as transport,
    ):
        page.shutdown()
    transport.close.assert_called_once_with()
