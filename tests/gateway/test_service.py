"""The gateway's answers as JSON: every one says how sure it is, and rules are asked before the model."""

import json
from typing import Any

import pytest

from tests.support.chat_upstream import NOW
from tests.support.said_model import SaidModel
from voiced.errors import UpstreamFailure
from voiced.gateway.prompting import prompt
from voiced.gateway.service import ONE_AT_A_TIME, SAY_AGAIN, Gateway

BATCH = [
    {"index": 0, "amount": 60, "category": "餐饮", "type": "EXPENSE", "description": "午饭"},
    {"index": 1, "amount": 30, "category": "交通", "type": "EXPENSE", "description": "打车"},
]


def answering(answer: object) -> tuple[Gateway, SaidModel]:
    model = SaidModel()
    model.text = json.dumps(answer, ensure_ascii=False)
    return Gateway(model, lambda: NOW), model


async def corrected(said: str, answer: object) -> dict[str, Any]:
    gateway, _ = answering(answer)
    body = {"currentBatch": BATCH, "correctionText": said}
    return json.loads(await gateway.correct(json.dumps(body).encode()))


async def next_turn(said: str, answer: object) -> dict[str, Any]:
    gateway, _ = answering(answer)
    body = {"messages": [{"role": "user", "content": said}], "currentBatch": BATCH}
    return json.loads(await gateway.dialogue(json.dumps(body).encode()))


def change(index: int, **fields: object) -> dict[str, object]:
    return {"index": index, "updatedFields": fields}


def structured(intent: str, *changes: dict[str, object], **more: object) -> dict[str, object]:
    return {"intent": intent, "corrections": changes, **more}


async def test_what_rules_are_sure_of_is_never_asked_of_the_model():
    gateway, model = answering(structured("confirm", confidence=0.95))
    body = {"currentBatch": BATCH, "correctionText": "第二笔改成五十"}
    answer = json.loads(await gateway.correct(json.dumps(body).encode()))
    assert answer == {
        **structured("correction"),
        "corrections": [change(1, amount=50)],
        "confidence": 1.0,
        "model": "said",
    }
    assert model.chats == []


async def test_new_entries_are_always_asked_of_the_model():
    gateway, model = answering({"transactions": [{"amount": 30, "type": "EXPENSE", "category": "旅行"}]})
    answer = json.loads(await gateway.parse(json.dumps({"text": "打车三十"}).encode()))
    assert [(row["amount"], row["category"], row["confidence"]) for row in answer["transactions"]] == [
        (30, "旅行", 0.9)
    ]
    assert len(model.chats) == 1


@pytest.mark.parametrize(
    ("said", "answer", "expected"),
    [
        (
            "饭钱AA了，我只出了一半",
            structured("correction", change(0, amount=30), confidence=0.92),
            structured("correction", {**change(0, amount=30), "confidence": 0.5}, confidence=0.92),
        ),
        ("嗯对就这样", structured("confirm", confidence=0.85), structured("confirm", confidence=0.85)),
        ("都算了不记了吧", structured("cancel", confidence=0.9), structured("cancel", confidence=0.9)),
        ("那个好像有点怪怪的", structured("unclear", confidence=0.3), structured("unclear", confidence=0.3)),
        ("谢谢你啊", structured("confirm", confidence=0.99), structured("unclear", confidence=0.3)),
    ],
)
async def test_a_models_answer_goes_out_with_its_confidence(
    said: str, answer: object, expected: dict[str, object]
):
    read = await corrected(said, answer)
    assert read == {**json.loads(json.dumps(expected)), "model": "said"}


async def test_an_appended_row_carries_its_own_confidence():
    row = {"amount": 15, "category": "饮品", "type": "EXPENSE", "description": "奶茶"}
    read = await corrected("奶茶十五", structured("append", change(-1, **row), confidence=0.8))
    (appended,) = read["corrections"]
    assert (read["intent"], read["confidence"], appended["confidence"]) == ("append", 0.8, 0.8)
    assert appended["updatedFields"] == {**row, "date": "2026-11-21"}


@pytest.mark.parametrize(
    ("said", "answer", "expected"),
    [
        (
            "午饭花了五十八呢",
            {"action": "correct", "index": 0, "transaction": {"amount": 58}, "confidence": 0.9},
            {"action": "correct", "index": 0, "transaction": {"amount": 58}, "confidence": 0.9},
        ),
        ("嗯对就这样", {"action": "confirm", "confidence": 0.8}, {"action": "confirm", "confidence": 0.8}),
        ("都算了不记了吧", {"action": "cancel", "confidence": 0.9}, {"action": "cancel", "confidence": 0.9}),
        ("这个月花多了吗", {"action": "query", "confidence": 0.9}, {"action": "query", "confidence": 0.9}),
        (
            "有一笔不太对劲",
            {"action": "clarify", "message": "第几笔？"},
            {"action": "clarify", "message": "第几笔？", "confidence": 0.75},
        ),
        (
            "谢谢你啊",
            {"action": "confirm", "confidence": 0.9},
            {"action": "clarify", "message": SAY_AGAIN, "confidence": 0.3},
        ),
        (
            "都加十块",
            {"action": "clarify"},
            {"action": "clarify", "message": ONE_AT_A_TIME, "confidence": 1.0},
        ),
    ],
)
async def test_the_dialogue_protocol_says_how_sure_it_is_as_well(
    said: str, answer: object, expected: dict[str, object]
):
    assert await next_turn(said, answer) == {**expected, "model": "said"}


async def test_twelve_rows_of_which_one_has_no_amount_are_twelve_rows_and_that_one_is_checked():
    things = ["包子", "豆浆", "地铁", "咖啡", "午饭", "奶茶", "水果", "纸巾", "牛奶", "面包", "打车", "晚饭"]
    rows = [
        {
            "amount": 0 if number == 6 else number + 3,
            "type": "EXPENSE",
            "category": "餐饮",
            "description": thing,
        }
        for number, thing in enumerate(things)
    ]
    gateway, _ = answering({"transactions": rows})
    said = "，".join(f"{thing}{number + 3}块" for number, thing in enumerate(things))
    answer = json.loads(await gateway.parse(json.dumps({"text": said}).encode()))
    read = [(row["amount"], row["confidence"] < 0.7) for row in answer["transactions"]]
    assert read == [(number + 3, number == 6) for number in range(12)]


async def test_a_doubt_about_the_type_says_so():
    row = {"amount": 300, "type": "INCOME", "category": "转账", "description": "老王"}
    gateway, _ = answering({"transactions": [row]})
    answer = json.loads(await gateway.parse(json.dumps({"text": "老王三百"}).encode()))
    assert [(row["confidence"], row["doubtful"]) for row in answer["transactions"]] == [(0.5, ["type"])]


@pytest.mark.parametrize("text", ["", "好的", "[1, 2]", '{"intent": "buy"}'])
async def test_an_answer_that_cannot_be_read_is_a_failure(text: str):
    gateway, model = answering(None)
    model.text = text
    body = {"currentBatch": BATCH, "correctionText": "那个好像有点怪怪的"}
    with pytest.raises(UpstreamFailure):
        await gateway.correct(json.dumps(body).encode())


@pytest.mark.parametrize("name", ["correct", "dialogue"])
def test_the_prompts_show_a_confirm_a_cancel_and_the_days_of_rows_line_by_line(name: str):
    shown = prompt(name).opening
    answers = "".join(message.content for message in shown if message.role == "assistant")
    assert '"confirm"' in answers
    assert '"cancel"' in answers
    asked = [message.content.splitlines() for message in shown if message.role == "user"]
    assert all(lines[0].startswith("今天2026-") for lines in asked)
    assert any(lines[2].endswith("2026-03-04") for lines in asked if len(lines) > 2)
