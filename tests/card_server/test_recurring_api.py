"""Entries that come again on the page, over a real socket and a real database."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from tests.card_server.houses import House, hears
from voiced.domain.recurring import DueDays, Every


async def entries(browser: httpx.AsyncClient) -> list[dict[str, Any]]:
    return (await browser.get("/api/recurring")).json()["entries"]


async def keep(browser: httpx.AsyncClient, text: str, **more: str) -> httpx.Response:
    return await browser.post("/api/recurring", json={"text": text, **more})


async def test_an_entry_is_set_up_changed_and_removed(browser: httpx.AsyncClient):
    (made,) = (await keep(browser, "每月15号房租3000")).json()["entries"]
    assert (made["days"], made["amount"], made["description"]) == ("每月15号", "3000", "房租")
    (changed,) = (await keep(browser, "每月16号房租3200", id=made["id"])).json()["entries"]
    assert (changed["days"], changed["amount"], changed["since"]) == ("每月16号", "3200", made["since"])
    assert await entries(browser) == [changed]
    answer = await browser.delete("/api/recurring", params={"id": made["id"]})
    assert (answer.status_code, answer.json()) == (200, {"entries": []})


async def test_the_same_sentence_twice_is_one_entry(browser: httpx.AsyncClient):
    await keep(browser, "每月15号房租3000")
    assert len((await keep(browser, "每月15号房租3000")).json()["entries"]) == 1


async def test_a_change_keeps_what_its_sentence_does_not_name(browser: httpx.AsyncClient):
    (made,) = (await keep(browser, "每月15号房租3000微信付")).json()["entries"]
    (dearer,) = (await keep(browser, "每月15号房租3200", id=made["id"])).json()["entries"]
    assert dearer == made | {"amount": "3200"}
    (moved,) = (await keep(browser, "每月15号房租3200支付宝付", id=made["id"])).json()["entries"]
    assert moved == dearer | {"account": "支付宝"}
    (other,) = (await keep(browser, "每月15号工资8000", id=made["id"])).json()["entries"]
    assert (other["id"], other["type"], other["account"]) == (made["id"], "INCOME", None)


async def test_both_accounts_have_the_names_that_rows_have(browser: httpx.AsyncClient):
    (made,) = (await keep(browser, "每月15号微信转支付宝200")).json()["entries"]
    assert (made["type"], made["account"], made["toAccount"]) == ("TRANSFER", "微信", "支付宝")


@pytest.mark.parametrize("text", ["房租3000", "每月15号房租", "", "每月15号房租3000" + "啊" * 200])
async def test_a_sentence_without_days_or_amount_is_refused(browser: httpx.AsyncClient, text: str):
    answer = await keep(browser, text)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
    assert await entries(browser) == []


async def test_an_unknown_entry_is_not_found(browser: httpx.AsyncClient):
    for answer in (
        await keep(browser, "每月15号房租3000", id="gone"),
        await browser.delete("/api/recurring", params={"id": "gone"}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_what_is_due_is_offered_on_the_card_and_written_after_a_confirm(
    house: House, browser: httpx.AsyncClient
):
    (made,) = (await keep(browser, "每周一瑜伽课120")).json()["entries"]
    set_up_on = date.fromisoformat(made["since"])
    await keep(browser, f"{DueDays(Every.WEEK, set_up_on.isoweekday())}瑜伽课120", id=made["id"])
    async with house.page() as page:
        await house.wake()
        shown = await hears(page)
        while "该记瑜伽课120元，要记这笔吗？" not in shown.get("said", ""):
            shown = await hears(page)
        assert shown["question"]["answers"] == ["要", "不要"]
    await house.says("要")
    assert await house.written() == []
    await house.says("确认")
    assert await house.written() == ["120"]
    assert [one["due"] for one in await entries(browser)] == [None]


async def test_what_is_due_is_put_into_the_draft_and_written_after_a_confirm(
    house: House, browser: httpx.AsyncClient
):
    (made,) = (await keep(browser, "每周一瑜伽课120")).json()["entries"]
    set_up_on = date.fromisoformat(made["since"])
    other_day = DueDays(Every.WEEK, (set_up_on + timedelta(days=2)).isoweekday())
    await keep(browser, f"{other_day}瑜伽课120", id=made["id"])
    for id_ in (made["id"], "gone"):
        answer = await browser.post("/api/recurring/record", json={"id": id_})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    await keep(browser, f"{DueDays(Every.WEEK, set_up_on.isoweekday())}瑜伽课120", id=made["id"])
    answer = await browser.post("/api/recurring/record", json={"id": made["id"]})
    assert answer.status_code == 200
    await house.conversation.settled()
    assert await house.written() == []
    await house.says("确认")
    assert await house.written() == ["120"]
    assert [one["due"] for one in await entries(browser)] == [None]
