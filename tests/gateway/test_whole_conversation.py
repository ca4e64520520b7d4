"""The daemon, the gateway in its process and a model behind the chat API: what is said, and what is in the ledger."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from tests.support.chat_upstream import chat_answer
from tests.support.scripted_llm import JsonValue, Reply, scripted_llm
from tests.support.talking import Say, Spoken, talking, written_in
from voiced.config import Llm

ENTRIES = {
    "transactions": [
        {"amount": 60, "type": "EXPENSE", "category": "餐饮", "description": "吃饭"},
        {"amount": 30, "type": "EXPENSE", "category": "交通", "description": "打车"},
    ]
}


def turn(intent: str, *changes: Mapping[str, object]) -> dict[str, object]:
    return {"intent": intent, "corrections": changes, "confidence": 0.95}


def change(index: int, **fields: object) -> dict[str, object]:
    return {"index": index, "updatedFields": fields}


@asynccontextmanager
async def with_a_model(
    database: Path, answers: Mapping[str, object], spoken: Spoken | None = None
) -> AsyncGenerator[Say]:
    """A daemon whose model answers a question by what was said last in it, and else does not know."""

    def reply(path: str, body: JsonValue) -> Reply:
        messages = cast("dict[str, Any]", body)["messages"]
        asked: str = messages[-1]["content"]
        known = (answer for said, answer in answers.items() if said in asked)
        return chat_answer(next(known, turn("unclear")))

    async with scripted_llm(reply) as model:
        llm = Llm(upstream_url=f"{model.url}/v1", upstream_model="stand-in", correction_deadline_seconds=30)
        async with talking(database, llm, spoken) as say:
            yield say


async def test_a_right_models_changes_are_read_back_and_saved_as_they_were_read(tmp_path: Path):
    answers = {
        "花了60元": ENTRIES,
        "老板请了一半": turn("correction", change(0, amount=30)),
        "那趟是公司的": turn("correction", change(1, type="INCOME")),
    }
    async with with_a_model(tmp_path / "ledger.db", answers) as say:
        await say("吃饭花了60，打车30")
        assert "第1笔修改为支出30元，餐饮，请核对" in (await say("饭钱老板请了一半"))[-1]
        assert "第2笔修改为收入30元" in (await say("打车那趟是公司的事，报了"))[-1]
        await say("确认")
        await say("确认")
    assert await written_in(tmp_path / "ledger.db") == ["30 餐饮", "30 交通"]


async def test_a_model_that_confirms_cancels_or_appends_at_thanks_and_objections_saves_and_changes_nothing(
    tmp_path: Path,
):
    drink = {"amount": 15, "type": "EXPENSE", "category": "饮品", "description": "奶茶"}
    answers = {
        "花了60元": ENTRIES,
        "谢谢": turn("confirm"),
        "哪里": turn("confirm"),
        "天气": turn("cancel"),
        "记错": turn("append", change(-1, **drink)),
    }
    async with with_a_model(tmp_path / "ledger.db", answers) as say:
        await say("吃饭花了60，打车30")
        as_it_was = await say("念一遍")
        for said in ("谢谢你啊", "好像哪里不对", "今天天气真好", "打车那笔好像记错了"):
            await say(said)
        assert await written_in(tmp_path / "ledger.db") == []
        assert await say("念一遍") == as_it_was


async def test_the_account_that_a_transfer_goes_to_reaches_the_draft(tmp_path: Path):
    moved = {
        "amount": 1000,
        "type": "TRANSFER",
        "category": "转账",
        "account": "银行卡",
        "toAccount": "支付宝",
    }
    answers = {
        "1000元": {"transactions": [moved, ENTRIES["transactions"][1]]},
        "好像到了": turn("correction", change(0, toAccount="微信")),
    }
    spoken = Spoken()
    async with with_a_model(tmp_path / "ledger.db", answers, spoken) as say:
        await say("从银行卡转到支付宝一千，打车三十")
        assert [(row.account, row.to_account) for row in spoken.rows] == [("银行卡", "支付宝"), (None, None)]
        await say("转账那笔好像到了微信里")
        assert [(row.account, row.to_account) for row in spoken.rows] == [("银行卡", "微信"), (None, None)]
