"""The ledger as JSON, over a real socket and a real database."""

from __future__ import annotations

from datetime import date

import httpx
import pytest

from tests.card_server.houses import House, hears, rows, until
from voiced.dialogue.sentences.phrases import NOTHING_SAVED_BEFORE
from voiced.domain.memory import LedgerMemory
from voiced.errors import LedgerAway
from voiced.ports.ledger import Ledger

pytestmark = pytest.mark.usefixtures("two_rows")


class TestTransactions:
    async def test_are_found(self, browser: httpx.AsyncClient):
        assert [row["amount"] for row in await rows(browser)] == ["20", "35"]
        assert [row["amount"] for row in await rows(browser, q="打车")] == ["20"]
        assert await rows(browser, type="INCOME") == []

    @pytest.mark.parametrize(
        "asked",
        [
            {"type": "GIFT"},
            {"page": "0"},
            {"page": "x"},
            {"pages": "101"},
            {"behind": "{}"},
            {"from": "yesterday"},
            {"q": "x" * 101},
        ],
    )
    async def test_wrong_questions_are_refused(self, browser: httpx.AsyncClient, asked: dict[str, str]):
        answer = await browser.get("/api/transactions", params=asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")

    async def test_are_changed_and_what_they_were_is_kept(self, browser: httpx.AsyncClient):
        row = (await rows(browser, q="打车"))[0]
        changed = await browser.patch(f"/api/transactions/{row['id']}", json={"amount": "21.5"})
        assert changed.json()["rows"][0]["amount"] == "21.5"
        revisions = (await browser.get(f"/api/transactions/{row['id']}/revisions")).json()["revisions"]
        assert [(one["why"], one["before"]["amount"]) for one in revisions] == [("amended", "20")]

    async def test_become_a_transfer_from_one_account_to_another(self, browser: httpx.AsyncClient):
        row = (await rows(browser, q="打车"))[0]
        assert row["toAccount"] == ""
        change = {"type": "TRANSFER", "toAccount": "支付宝"}
        changed = await browser.patch(f"/api/transactions/{row['id']}", json=change)
        (now,) = changed.json()["rows"]
        assert (now["type"], now["account"], now["toAccount"]) == ("TRANSFER", row["account"], "支付宝")

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"amount": "0"}, "amount must be an amount above 0 with at most two decimals"),
            ({"amount": 5}, "docs/card.md"),
            ({"type": "GIFT"}, "type must be one of EXPENSE, INCOME, TRANSFER"),
            ({"date": "20261121"}, "date must be a day such as 2026-11-21"),
            ({"description": "两\n行"}, "description must be one line of at most 200 characters"),
            ({"category": "没有"}, "the ledger has no category '没有'"),
            ({"account": "没有"}, "the ledger has no account '没有'"),
            ({"toAccount": "没有"}, "the ledger has no account '没有'"),
            ({"id": "1"}, "an entry has no field id"),
        ],
    )
    async def test_wrong_changes_are_refused_with_the_reason(
        self, browser: httpx.AsyncClient, change: dict[str, object], reason: str
    ):
        row = (await rows(browser))[0]
        answer = await browser.patch(f"/api/transactions/{row['id']}", json=change)
        assert (answer.status_code, reason in answer.text) == (400, True)
        assert (await rows(browser))[0] == row

    async def test_that_are_changed_are_so_also_where_reading_what_is_new_fails_then(
        self, house: House, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ):
        async def memory(_: Ledger) -> LedgerMemory:
            raise LedgerAway("the cable was pulled just now")

        row = (await rows(browser, q="打车"))[0]
        monkeypatch.setattr(type(house.conversation.world.ledger), "memory", memory)
        changed = await browser.patch(f"/api/transactions/{row['id']}", json={"amount": "21.5"})
        assert (changed.status_code, changed.json()["rows"][0]["amount"]) == (200, "21.5")
        assert [row["amount"] for row in await rows(browser, q="打车")] == ["21.5"]

    async def test_are_taken_back_once(self, browser: httpx.AsyncClient):
        first, second = await rows(browser)
        undone = await browser.post(f"/api/transactions/{first['id']}/undo", json={})
        again = await browser.post(f"/api/transactions/{first['id']}/undo", json={})
        assert (undone.json()["rows"], again.json()["rows"]) == ([first], [])
        await browser.post(f"/api/batches/{second['batchId']}/undo", json={})
        assert await rows(browser) == []

    async def test_that_were_taken_back_are_found_apart_and_brought_back(self, browser: httpx.AsyncClient):
        first, second = await rows(browser)
        await browser.post(f"/api/transactions/{first['id']}/undo", json={})
        assert await rows(browser, undone="true") == [first]
        restored = await browser.post(f"/api/transactions/{first['id']}/restore", json={})
        assert restored.json()["rows"] == [first]
        assert await rows(browser) == [first, second]
        revisions = (await browser.get(f"/api/transactions/{first['id']}/revisions")).json()["revisions"]
        assert [one["why"] for one in revisions] == ["restored", "undone"]

    async def test_are_seen_with_those_of_their_batch(self, browser: httpx.AsyncClient):
        first, _ = await rows(browser)
        assert (await browser.get(f"/api/batches/{first['batchId']}")).json()["rows"] == [first]

    async def test_that_are_changed_are_spoken_of_as_they_are_now(
        self, house: House, browser: httpx.AsyncClient
    ):
        row = (await rows(browser, q="打车"))[0]
        await browser.patch(f"/api/transactions/{row['id']}", json={"amount": "99"})
        await house.says("刚才那笔改成收入")
        assert house.card.state.said.startswith("刚才的打车99元要改成收入99元")

    async def test_that_are_taken_back_are_spoken_of_only_once_they_are_brought_back(
        self, house: House, browser: httpx.AsyncClient
    ):
        row = (await rows(browser, q="打车"))[0]
        await browser.post(f"/api/transactions/{row['id']}/undo", json={})
        await house.says("撤销刚才那笔")
        assert house.card.state.said == NOTHING_SAVED_BEFORE
        await browser.post(f"/api/transactions/{row['id']}/restore", json={})
        await house.says("撤销刚才那笔")
        assert house.card.state.said == "刚才记的1笔（打车20元）要收回吗？"

    async def test_that_are_changed_are_new_on_every_page_also_outside_a_session(
        self, house: House, browser: httpx.AsyncClient
    ):
        await house.says("退出")
        row, _ = await rows(browser)
        async with house.page() as page:
            changes = (await hears(page))["ledgerChanges"]
            await browser.patch(f"/api/transactions/{row['id']}", json={"amount": "99"})
            shown = await until(page, ledgerChanges=changes + 1)
        assert [one["amount"] for one in shown["saved"]["rows"]] == ["99"]

    async def test_that_do_not_exist_are_not_found(self, browser: httpx.AsyncClient):
        assert (await browser.post("/api/transactions/none/undo", json={})).status_code == 404
        assert (await browser.post("/api/transactions/none/restore", json={})).status_code == 404
        assert (await browser.post("/api/batches/none/undo", json={})).status_code == 404
        assert (await browser.patch("/api/transactions/none", json={"amount": "1"})).status_code == 404
        assert (await browser.get("/api/transactions/none/revisions")).status_code == 404
        assert (await browser.get("/api/none")).status_code == 404


class TestAMonth:
    async def test_is_reported_with_what_is_left_of_its_budgets(self, browser: httpx.AsyncClient):
        day = (await rows(browser))[0]["date"]
        month = day[:7]
        budget = {"category": "餐饮", "month": month, "limit": "30", "recurrence": "carried"}
        assert (await browser.put("/api/budgets", json=budget)).status_code == 200
        report = (await browser.get("/api/report", params={"month": month})).json()
        assert (report["spent"], report["earned"]) == ("55", "0")
        assert report["days"] == [{"date": day, "spent": "55", "earned": "0"}]
        assert report["categories"] == [
            {"category": "餐饮", "type": "EXPENSE", "amount": "35", "count": 1},
            {"category": "交通", "type": "EXPENSE", "amount": "20", "count": 1},
        ]
        assert report["budgets"] == [budget | {"carried": "0", "spent": "35", "left": "-5"}]
        await browser.delete("/api/budgets", params={"category": "餐饮", "month": month})
        assert (await browser.get("/api/report", params={"month": month})).json()["budgets"] == []

    async def test_is_one_of_the_twelve_that_a_year_shows(self, browser: httpx.AsyncClient):
        month = (await rows(browser))[0]["date"][:7]
        months = (await browser.get("/api/months", params={"until": month})).json()["months"]
        assert len(months) == 12
        assert months[-1] == {"month": month, "spent": "55", "earned": "0"}
        assert {one["spent"] for one in months[:-1]} == {"0"}

    async def test_that_is_none_is_refused(self, browser: httpx.AsyncClient):
        assert (await browser.get("/api/report", params={"month": "2026-13"})).status_code == 400
        for budget in (
            {"category": "餐饮", "month": "2026-13", "limit": "30"},
            {"category": "餐饮", "month": "2026-11", "limit": "0"},
            {"category": "没有", "month": "2026-11", "limit": "30"},
        ):
            assert (await browser.put("/api/budgets", json=budget)).status_code == 400


class TestTheExport:
    async def test_is_a_file(self, browser: httpx.AsyncClient):
        answer = await browser.get("/api/export", params={"format": "csv"})
        today = (await rows(browser))[0]["date"]
        assert f'filename="voiced-{today}.csv"' in answer.headers["content-disposition"]
        assert len(answer.text.strip().splitlines()) == 3
        assert "CNY" in (await browser.get("/api/export", params={"format": "beancount"})).text

    async def test_of_a_range_has_its_days_alone_and_their_dates_for_a_name(self, browser: httpx.AsyncClient):
        row = (await rows(browser, q="打车"))[0]
        await browser.patch(f"/api/transactions/{row['id']}", json={"date": "2026-01-31"})
        days = {"format": "csv", "from": "2026-01-01", "to": "2026-01-31"}
        answer = await browser.get("/api/export", params=days)
        assert 'filename="voiced-2026-01-01-2026-01-31.csv"' in answer.headers["content-disposition"]
        assert ["打车" in line for line in answer.text.strip().splitlines()] == [False, True]

    async def test_in_another_format_is_refused(self, browser: httpx.AsyncClient):
        assert (await browser.get("/api/export", params={"format": "exe"})).status_code == 400


async def test_names_come_for_those_who_choose(browser: httpx.AsyncClient):
    names = (await browser.get("/api/vocabulary")).json()
    assert {"name": "餐饮", "type": "EXPENSE"} in names["categories"]
    assert "现金" in names["accounts"]
    assert date.fromisoformat((await rows(browser))[0]["date"])
