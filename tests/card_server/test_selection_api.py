"""Changes of selected rows over HTTP: those that changed meanwhile stay as they are."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.card_server.houses import rows

pytestmark = pytest.mark.usefixtures("two_rows")


async def changed(browser: httpx.AsyncClient, **changes: object) -> list[str]:
    answer = await browser.post("/api/transactions", json=changes)
    assert answer.status_code == 200, answer.text
    return answer.json()["ids"]


def filed(rows: list[dict[str, Any]], category: str, was: str) -> dict[str, Any]:
    return {
        "ids": [row["id"] for row in rows],
        "was": {"category": was},
        "change": {"category": category},
    }


async def test_a_row_that_was_filed_elsewhere_meanwhile_stays_so(browser: httpx.AsyncClient):
    taxi, lunch = await rows(browser)
    assert (taxi["category"], lunch["category"]) == ("交通", "餐饮")
    await browser.patch(f"/api/transactions/{taxi['id']}", json={"category": "住房"})

    amend = [filed([taxi], "娱乐", "交通"), filed([lunch], "娱乐", "餐饮")]

    assert await changed(browser, amend=amend) == [lunch["id"]]
    assert [row["category"] for row in await rows(browser)] == ["住房", "娱乐"]


async def test_a_row_that_is_filed_elsewhere_at_the_same_time_stays_so(
    browser: httpx.AsyncClient, tmp_path: Path
):
    taxi, _ = await rows(browser)
    async with asyncio.TaskGroup() as tasks:
        with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as elsewhere:
            elsewhere.execute("BEGIN IMMEDIATE")
            elsewhere.execute("UPDATE entries SET category = '住房' WHERE id = ?", (taxi["id"],))
            filing = tasks.create_task(changed(browser, amend=[filed([taxi], "娱乐", "交通")]))
            await asyncio.sleep(0.2)  # It waits for the file; there is no event to wait for.
            elsewhere.execute("COMMIT")
    assert filing.result() == []
    assert (await rows(browser))[0]["category"] == "住房"


async def test_rows_that_were_undone_or_restored_elsewhere_are_passed_over(browser: httpx.AsyncClient):
    taxi, lunch = await rows(browser)
    await browser.post(f"/api/transactions/{taxi['id']}/undo", json={})

    assert await changed(browser, amend=[filed([taxi], "娱乐", "交通")]) == []
    assert await changed(browser, undo=[taxi["id"], lunch["id"]]) == [lunch["id"]]
    assert await changed(browser, restore=[lunch["id"]]) == [lunch["id"]]
    assert await changed(browser, restore=[lunch["id"], taxi["id"]]) == [taxi["id"]]


async def test_a_row_goes_back_to_a_category_that_was_hidden_meanwhile(browser: httpx.AsyncClient):
    taxi, _ = await rows(browser)
    await changed(browser, amend=[filed([taxi], "娱乐", "交通")])
    await browser.post("/api/names/hide", json={"name": "交通", "type": "EXPENSE"})

    assert await changed(browser, amend=[filed([taxi], "交通", "娱乐")]) == [taxi["id"]]
    assert (await rows(browser))[0]["category"] == "交通"


async def test_what_was_done_before_a_failure_is_told(browser: httpx.AsyncClient):
    taxi, lunch = await rows(browser)
    lost = {**taxi, "id": "no such row"}

    assert await changed(browser, undo=[lunch["id"], lost["id"]]) == [lunch["id"]]
    refused = await browser.post("/api/transactions", json={"undo": [lost["id"]]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "changes",
    [
        {"undo": [str(number) for number in range(201)]},
        {"amend": [{"ids": ["1"], "change": {"category": "餐饮"}}]},
        {"amend": [{"ids": ["1"], "was": {}, "change": {"amount": "0"}}]},
        {"drop": []},
    ],
)
async def test_wrong_requests_are_refused(browser: httpx.AsyncClient, changes: dict[str, Any]):
    answer = await browser.post("/api/transactions", json=changes)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
