"""Names arranged and files taken in on the page, over a real socket and a real database."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from tests.card_server.houses import House
from tests.support.now import NOW
from voiced.card import import_api

BILLS = """\
时间,分类,二级分类,类型,金额,账户1,账户2,备注
2026-11-20 12:05,餐饮,,支出,35.50,微信,,牛肉面
2026-11-20 18:00,户外,营位,支出,300,招商银行,,
2026-11-20 19:00,餐饮,,支出,很多,微信,,
2026-11-21 00:00,餐饮,,支出,0,微信,,免单
"""
OWN = """\
id,batch_id,amount,currency,type,category,account,description,date,created_at,to_account
r1,b1,12,CNY,EXPENSE,餐饮,现金,面,2026-11-01,2026-11-01T10:00:00+08:00,
r2,b2,13,CNY,EXPENSE,餐饮,现金,饭,2026-11-02,2026-11-02T10:00:00+08:00,
"""


async def count(browser: httpx.AsyncClient) -> int:
    return (await browser.get("/api/transactions")).json()["count"]


async def preview(browser: httpx.AsyncClient, text: str) -> dict[str, Any]:
    answer = await browser.post("/api/import/preview", json={"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


class TestAFile:
    async def test_is_shown_before_anything_is_written(self, browser: httpx.AsyncClient):
        seen = await preview(browser, BILLS)
        assert (seen["format"], seen["count"], seen["known"], seen["refused"]) == ("qianji", 2, 0, 1)
        assert [row["amount"] for row in seen["rows"]] == ["300", "35.5"]
        assert seen["categories"] == [{"name": "户外", "type": "EXPENSE"}]
        assert seen["accounts"] == ["招商银行"]
        assert [(one["line"], one["problem"]) for one in seen["remarks"]] == [(4, "amount"), (5, None)]
        assert await count(browser) == 0
        assert "户外" not in (await browser.get("/api/vocabulary")).text

    @pytest.mark.parametrize("text", [BILLS, OWN], ids=["qianji", "own"])
    async def test_is_taken_in_once_and_taken_back_as_one_batch(self, browser: httpx.AsyncClient, text: str):
        taken = (await browser.post("/api/import", json={"text": text})).json()
        again = (await browser.post("/api/import", json={"text": text})).json()
        assert (taken["count"], again["count"], again["known"], await count(browser)) == (2, 0, 2, 2)
        undone = (await browser.post(f"/api/batches/{taken['batchId']}/undo", json={})).json()["rows"]
        assert (len(undone), await count(browser)) == (2, 0)
        back = (await browser.post(f"/api/batches/{taken['batchId']}/restore", json={})).json()["rows"]
        assert (len(back), await count(browser)) == (2, 2)

    async def test_of_a_longer_export_gives_the_new_rows(self, browser: httpx.AsyncClient):
        await browser.post("/api/import", json={"text": BILLS})
        seen = await preview(browser, BILLS + "2026-11-22 08:00,餐饮,,支出,8,微信,,豆浆\n")
        assert ([row["description"] for row in seen["rows"]], seen["known"]) == (["豆浆"], 2)

    async def test_in_an_unknown_form_is_refused(self, browser: httpx.AsyncClient):
        for path in import_api.IMPORTS:
            answer = await browser.post(path, json={"text": "Dear diary,\ntoday"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "file_wrong")

    async def test_that_is_too_large_is_refused(self, browser: httpx.AsyncClient):
        answer = await browser.post("/api/import", json={"text": "x" * import_api.MAX_FILE_BYTES})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_long")

    async def test_with_an_opening_balance_answers_what_is_in_the_account(
        self, house: House, browser: httpx.AsyncClient
    ):
        text = '{"opening":{"account":"现金","amount":"100","date":"2026-01-01"}}\n'
        opening = {"account": "现金", "amount": "100", "day": "2026-01-01"}
        seen = await preview(browser, text)
        assert (seen["format"], seen["count"], seen["openings"]) == ("jsonl", 0, [opening])
        taken = (await browser.post("/api/import", json={"text": text})).json()
        again = (await browser.post("/api/import", json={"text": text})).json()
        assert (taken["openings"], again["openings"]) == ([opening], [])
        await house.wake()
        assert str(house.conversation.state.memory.balances.of("现金")) == "100"

    async def test_is_heard_of_by_the_conversation(self, house: House, browser: httpx.AsyncClient):
        await browser.post("/api/import", json={"text": BILLS})
        await house.wake()
        await house.says("户外花了二十", "确认")
        found = (await browser.get("/api/transactions", params={"category": "户外"})).json()
        assert found["count"] == 2


async def named(browser: httpx.AsyncClient) -> dict[str, Any]:
    names = (await browser.get("/api/names")).json()
    return {one["name"]: one for one in names["categories"] + names["accounts"]}


class TestAName:
    async def test_is_added_and_understood_at_once(self, house: House, browser: httpx.AsyncClient):
        added = await browser.post("/api/names", json={"name": "溪降", "type": "EXPENSE"})
        assert added.status_code == 200, added.text
        await house.wake()
        await house.says("溪降花了三百", "确认")
        assert (await named(browser))["溪降"] == {
            "name": "溪降",
            "words": [],
            "rows": 1,
            "hidden": False,
            "type": "EXPENSE",
        }

    async def test_is_changed_in_all_its_rows(self, house: House, browser: httpx.AsyncClient):
        await browser.post("/api/import", json={"text": BILLS})
        renaming = {"name": "户外", "to": "露营", "type": "EXPENSE"}
        assert (await browser.post("/api/names/rename", json=renaming)).status_code == 200
        names = await named(browser)
        assert (names["露营"]["rows"], names["露营"]["words"]) == (1, ["户外"])
        assert (
            await browser.post("/api/names/rename", json={"name": "微信", "to": "微信钱包"})
        ).status_code == 200
        assert (await named(browser))["微信钱包"]["rows"] == 1

    async def test_is_hidden_with_its_rows_kept_and_comes_back(self, browser: httpx.AsyncClient):
        for name in ({"name": "餐饮", "type": "EXPENSE"}, {"name": "信用卡"}):
            assert (await browser.post("/api/names/hide", json=name)).status_code == 200
            assert (await named(browser))[name["name"]]["hidden"]
            assert name["name"] not in (await browser.get("/api/vocabulary")).text
            assert (await browser.post("/api/names", json=name)).status_code == 200
            assert not (await named(browser))[name["name"]]["hidden"]

    @pytest.mark.parametrize(
        ("path", "name", "code"),
        [
            ("", {"name": "两 词", "type": "EXPENSE"}, "name_wrong"),
            ("", {"name": "", "type": "EXPENSE"}, "name_wrong"),
            ("", {"name": "确认", "type": "EXPENSE"}, "name_unheard"),
            ("", {"name": "取消"}, "name_unheard"),
            ("", {"name": "餐饮", "type": "EXPENSE"}, "name_taken"),
            ("", {"name": "微信"}, "name_taken"),
            ("/rename", {"name": "微信", "to": "支付宝"}, "name_taken"),
            ("/rename", {"name": "没有", "to": "支付宝"}, "not_found"),
            ("/hide", {"name": "其他", "type": "EXPENSE"}, "name_kept"),
            ("/hide", {"name": "餐饮", "type": "GIFT"}, "bad_request"),
        ],
    )
    async def test_that_cannot_be_is_refused_with_the_reason(
        self, browser: httpx.AsyncClient, path: str, name: dict[str, str], code: str
    ):
        before = await named(browser)
        answer = await browser.post(f"/api/names{path}", json=name)
        assert answer.json()["error"]["code"] == code
        assert await named(browser) == before


async def nothing() -> None:
    """Nobody has to know."""


async def test_a_ledger_on_a_server_takes_no_files_on_the_page(house: House):
    app = Starlette(routes=import_api.ImportApi(None, house.conversation.post, lambda: NOW, nothing).routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://card") as browser:
        answer = await browser.post("/api/import", json={"text": BILLS})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "file_nowhere")
    assert "on a server" in answer.text
