"""Bills on the page, over a real socket and a real ledger."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.card_server.houses import SETTINGS, a_house
from tests.support.bill_samples import SAMPLE_BILLS
from tests.support.scripted_llm import RecordedRequest, json_answer, scripted_llm
from voiced.adapters.bills.files import read_content
from voiced.card import bills_api
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

ALIPAY = b64encode((SAMPLE_BILLS / "alipay-2025.csv").read_bytes()).decode()
ZIP = b64encode((SAMPLE_BILLS / "older.zip").read_bytes()).decode()
OWN = """\
id,batch_id,amount,currency,type,category,account,description,date,created_at,said_account
s1,b1,58,CNY,EXPENSE,餐饮,现金,泡馍,2026-10-31,2026-10-31T20:00:00+08:00,
s2,b2,12,CNY,EXPENSE,餐饮,现金,豆浆,2026-10-01,2026-10-01T20:00:00+08:00,现金
s3,b3,99,CNY,EXPENSE,餐饮,现金,面,2026-10-11,2026-10-11T20:00:00+08:00,
"""
LINES, SHORT = 24, 3
"""The lines of the sample, and so few characters stand anywhere."""
SOY_MILK = "alipay:20261001220000000000000025"


@pytest.fixture
async def browser(browser: httpx.AsyncClient) -> httpx.AsyncClient:
    """A page of a household that said three rows."""
    answer = await browser.post("/api/import", json={"text": OWN})
    assert answer.json()["count"] == 3
    return browser


async def posted(browser: httpx.AsyncClient, path: str, status: int = 200, **body: object) -> dict[str, Any]:
    answer = await browser.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def rows(browser: httpx.AsyncClient) -> list[dict[str, str]]:
    return (await browser.get("/api/transactions")).json()["rows"]


async def test_a_bill_is_shown_by_groups_before_anything_is_written(browser: httpx.AsyncClient) -> None:
    seen = await posted(browser, "/api/bills/preview", file=ALIPAY)
    assert seen["counts"] == {"matched": 1, "asked": 1, "new": 21, "left": 1, "alone": 1}
    (matched,), (asked,) = seen["groups"]["matched"], seen["groups"]["asked"]
    assert (matched["rows"], matched["time"], matched["after"][0]["merchant"]) == (
        ["s1"],
        "19:12",
        "老碗会羊肉泡馍",
    )
    assert matched["before"][0]["merchant"] == ""
    assert (asked["options"], seen["rows"]["s2"]["description"]) == ([["s2"]], "豆浆")
    assert [row["id"] for row in seen["groups"]["alone"]] == ["s3"]
    refund = next(line for line in seen["groups"]["new"] if line["refunds"])
    assert refund["refunds"] in {line["ref"] for line in seen["groups"]["new"]}
    assert len(await rows(browser)) == 3
    assert (await browser.get("/api/bills")).json() == {"bills": []}


async def test_it_is_imported_with_answers_and_taken_back(browser: httpx.AsyncClient) -> None:
    before = await rows(browser)
    seen = await posted(browser, "/api/bills/preview", file=ALIPAY)
    (asked,) = seen["groups"]["asked"]
    answers = [
        {"ref": asked["ref"], "verdict": "same", "rows": ["s2"]},
        *({"ref": line["ref"], "verdict": "new", "category": "日用"} for line in seen["groups"]["new"][:1]),
    ]
    taken = await posted(browser, "/api/bills", file=ALIPAY, decisions=answers)
    assert taken["counts"] == {"matched": 2, "asked": 0, "new": 21, "left": 1, "alone": 1}
    assert len(await rows(browser)) == 3 + 21
    (bill,) = (await browser.get("/api/bills")).json()["bills"]
    assert bill == taken["bill"]
    again = await posted(browser, "/api/bills", file=ALIPAY)
    assert (again["bill"], again["known"], len(await rows(browser))) == (None, 24, 24)
    assert (await browser.post(f"/api/batches/{bill['batchId']}/undo", json={})).status_code == 200
    assert await rows(browser) == before


async def test_a_line_is_answered_later_and_the_answer_taken_back(browser: httpx.AsyncClient) -> None:
    taken = await posted(browser, "/api/bills", file=ALIPAY)
    batch = taken["bill"]["batchId"]
    (asked,) = (await browser.get(f"/api/bills/{batch}?group=asked")).json()["groups"]["asked"]
    answer = {"ref": asked["ref"], "verdict": "nothing"}
    now = await posted(browser, "/api/bills/decisions", batchId=batch, decisions=[answer])
    assert (now["counts"]["asked"], now["counts"]["left"]) == (0, 2)
    await posted(browser, f"/api/batches/{now['undo']}/undo")
    assert (await browser.get(f"/api/bills/{batch}")).json()["counts"]["asked"] == 1


async def test_many_lines_come_in_pieces(browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bills_api, "_SHOWN", 20)
    seen = await posted(browser, "/api/bills/preview?group=new&skip=20", file=ALIPAY)
    assert [len(group) for group in seen["groups"].values()] == [0, 0, 1, 0, 0]
    assert seen["counts"]["new"] == 21


async def test_what_cannot_be_taken_is_refused(browser: httpx.AsyncClient) -> None:
    for body in ({"file": "PGh0bWw+"}, {"file": ZIP}, {"file": ZIP, "password": "1"}):
        assert (await posted(browser, "/api/bills", 400, **body))["error"]["code"] == "file_wrong"
    assert (await posted(browser, "/api/bills/preview", file=ZIP, password="246810"))["counts"]["new"] > 0  # noqa: S106 - of a sample
    assert (await browser.get("/api/bills/b9")).status_code == 404
    decision = {"ref": "alipay:9", "verdict": "new"}
    await posted(browser, "/api/bills/decisions", 404, batchId="b9", decisions=[decision])
    batch = (await posted(browser, "/api/bills", file=ALIPAY))["bill"]["batchId"]
    await posted(browser, "/api/bills/decisions", 400, batchId=batch, decisions=[decision])
    for query in ("group=x", "skip=x"):
        assert (await browser.get(f"/api/bills/{batch}?{query}")).status_code == 400


async def test_a_bill_of_which_nothing_was_said_needs_a_word(browser: httpx.AsyncClient) -> None:
    lines = [
        f"m{n},n{n},{777 + n}.37,CNY,EXPENSE,餐饮,现金,面,2025-06-{1 + n % 28:02},2025-06-30T20:00:00+08:00,"
        for n in range(50)
    ]
    await posted(browser, "/api/import", text="\n".join([OWN.splitlines()[0], *lines, ""]))
    file = b64encode((SAMPLE_BILLS / "wechat-2025.csv").read_bytes()).decode()
    seen = await posted(browser, "/api/bills/preview", file=file)
    assert seen["anotherPersons"] is True
    assert (await posted(browser, "/api/bills", 400, file=file))["error"]["code"] == "file_wrong"
    assert (await posted(browser, "/api/bills", file=file, mine=True))["bill"] is not None


async def test_nothing_of_a_bill_reaches_the_language_model_or_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="voiced")
    bill = read_content((SAMPLE_BILLS / "alipay-2025.csv").read_bytes(), DEFAULT_VOCABULARY, None)
    async with scripted_llm(lambda path, body: json_answer({"error": {"code": "no"}}, 500)) as model:
        settings = replace(SETTINGS, llm=replace(SETTINGS.llm, base_url=model.url, pause_seconds=0))
        async with a_house(tmp_path, settings) as house, house.browser() as browser:
            await house.wake()
            await house.says("吃饭花了60，打车30", "取消")
            before = told_of(model.requests)
            assert "打车30" in before, "the model was asked"

            await posted(browser, "/api/bills/preview", file=ALIPAY)
            taken = await posted(browser, "/api/bills", file=ALIPAY, mine=True)
            new = taken["groups"]["new"][0]
            decided = [{"ref": new["ref"], "verdict": "new", "category": "娱乐"}]
            await posted(browser, "/api/bills/decisions", batchId=taken["bill"]["batchId"], decisions=decided)
            await posted(
                browser, "/api/bills/preview", status=400, file=b64encode(b"no bill at all").decode()
            )
            await house.wake()
            await house.says("吃饭花了70，打车40", "第一笔改成61", "确认", "这个月在哪儿花得最多")

    told = told_of(model.requests).removeprefix(before) + caplog.text
    assert "打车40" in told
    assert len(bill.lines) == LINES
    for line in bill.lines:
        for secret in (line.ref.partition(":")[2], line.merchant, line.item, line.method, f"{line.amount}"):
            is_telling = len(secret) > SHORT and secret not in before
            assert not is_telling or secret not in told, f"{secret} of line {line.line}"


def told_of(requests: Sequence[RecordedRequest]) -> str:
    """All that a model was told."""
    return "".join(request.raw.decode() for request in requests)
