"""What was learnt from corrections, on the page: listed and forgotten, over a real socket and a real database."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.card_server.houses import House


@pytest.fixture
async def browser(house: House, browser: httpx.AsyncClient) -> httpx.AsyncClient:
    """A page of a house that learnt two categories."""
    await house.wake()
    for thing, category in (("猫砂", "日用"), ("纸巾", "宠物")):
        for _ in range(2):
            await house.says(f"{thing}四十", f"分类改成{category}", "确认")
    return browser


async def habits(browser: httpx.AsyncClient) -> list[dict[str, Any]]:
    return (await browser.get("/api/habits")).json()["habits"]


async def test_what_was_learnt_is_listed(browser: httpx.AsyncClient):
    latest, first = await habits(browser)
    assert (latest["words"], first["words"]) == ("纸巾", "猫砂")
    assert {name: first[name] for name in ("type", "field", "value", "count")} == {
        "type": "EXPENSE",
        "field": "category",
        "value": "日用",
        "count": 2,
    }
    assert first["lastUsed"] < latest["lastUsed"]
    assert {name: first["row"][name] for name in ("description", "amount")} == {
        "description": "猫砂",
        "amount": "40",
    }


async def test_what_was_stated_was_taught_by_no_row(house: House, browser: httpx.AsyncClient):
    await house.says("以后猫砂都记购物", "要")
    stated = (await habits(browser))[0]
    assert (stated["words"], stated["value"], stated["row"]) == ("猫砂", "购物", None)


async def test_a_forgotten_habit_is_not_used_any_more(house: House, browser: httpx.AsyncClient):
    await house.says("猫砂五十")
    assert house.conversation.state.batch is not None
    assert not house.conversation.state.batch.items[0].result.from_habits.is_empty
    await house.says("取消")

    answer = await browser.delete("/api/habits", params={"words": "猫砂"})

    assert [habit["words"] for habit in answer.json()["habits"]] == ["纸巾"]
    await house.says("猫砂五十")
    assert house.conversation.state.batch.items[0].result.from_habits.is_empty


async def test_all_habits_are_forgotten_and_the_rows_stay(house: House, browser: httpx.AsyncClient):
    assert (await browser.delete("/api/habits/all")).json() == {"habits": []}
    assert await habits(browser) == []
    assert await house.written() == ["40"] * 4


async def test_words_that_were_never_learnt_are_not_found(browser: httpx.AsyncClient):
    for address in ("/api/habits?words=牛奶", "/api/habits"):
        answer = await browser.delete(address)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert len(await habits(browser)) == 2


async def test_a_sentence_of_a_phone_is_filed_by_the_habits_of_the_household(
    house: House, browser: httpx.AsyncClient
):
    assert "按上次记在日用" in await house.phone().hears("猫砂五十")
    assert len(await habits(browser)) == 2


async def test_a_row_that_is_changed_on_the_ledger_page_teaches(house: House, browser: httpx.AsyncClient):
    await house.says("狗粮四十", "确认")
    (row,) = (await browser.get("/api/transactions", params={"q": "狗粮"})).json()["rows"]
    await browser.patch(f"/api/transactions/{row['id']}", json={"category": "日用"})
    assert (await habits(browser))[0]["words"] == "狗粮"
    await house.conversation.settled()
    await house.says("狗粮五十")
    assert house.conversation.state.batch is not None
    assert house.conversation.state.batch.items[0].result.category == "日用"
