"""The dialogue-history protocol, over a real socket: every action, and every answer that is no use."""

from datetime import date, datetime, timedelta, timezone

import pytest

from tests.support.scripted_llm import json_answer, scripted_llm
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.dialogue.values.requests import (
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Interpretation,
    Message,
    Outcome,
    ParseRequest,
    Queried,
    Replaced,
    RequestContext,
    Role,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.exchanges import DIALOGUE

EXPENSE, INCOME = TransactionType.EXPENSE, TransactionType.INCOME
TODAY = date(2026, 11, 21)
CONTEXT = RequestContext(datetime(2026, 11, 21, 9, 30, tzinfo=timezone(timedelta(hours=8))))
GIFT = ParseResult(Money(6000), EXPENSE, "红包", TODAY, "红包")
TAXI = ParseResult(Money(3000), EXPENSE, "交通", TODAY, "打车")
HISTORY = (Message(Role.USER, "不对，应该是收入"),)
ONE = CorrectionRequest((GIFT,), "不对，应该是收入", CONTEXT, HISTORY)
TWO = CorrectionRequest((GIFT, TAXI), "不对，应该是收入", CONTEXT, HISTORY)


async def ask(answer: object, request: CorrectionRequest = ONE) -> Interpretation:
    async with scripted_llm(lambda path, body: json_answer(answer)) as server:
        dialogue = GatewayClient(server.url, DIALOGUE)
        try:
            return await dialogue.correct(request)
        finally:
            await dialogue.close()


def corrected(index: int, fields: FieldChange) -> Corrected:
    return Corrected((Correction(index, fields),))


async def test_asks_at_its_own_endpoint_and_parses_like_the_other_protocol():
    answers = {
        "/api/v1/llm/dialogue": {"action": "confirm"},
        "/api/v1/llm/parse-transaction": {"transactions": [{"amount": 35.5, "category": "餐饮"}]},
    }
    async with scripted_llm(lambda path, body: json_answer(answers[path])) as server:
        dialogue = GatewayClient(server.url, DIALOGUE)
        assert await dialogue.correct(ONE) == Interpretation(Confirmed())
        (result,) = (await dialogue.parse(ParseRequest("午饭三十五块五", CONTEXT))).results
        assert result == ParseResult(Money(3550), EXPENSE, "餐饮", TODAY)
        await dialogue.close()
    assert server.connections == 1
    body = server.requests[0].body
    assert isinstance(body, dict)
    assert body["messages"] == [{"role": "user", "content": "不对，应该是收入"}]


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (
            {"action": "correct", "transaction": {"amount": 60, "type": "INCOME", "category": "红包"}},
            corrected(0, FieldChange(type=INCOME)),
        ),
        (
            {"action": "CORRECT", "index": 0, "transaction": {"amount": "35.1"}},
            corrected(0, FieldChange(amount=Money(3510))),
        ),
        (
            {"action": "correct", "transaction": {"amount": 60, "type": "INCOME", "date": "2026-11-20"}},
            corrected(0, FieldChange(type=INCOME, date=date(2026, 11, 20))),
        ),
        (
            {"action": "correct", "transaction": {"amount": 60.00, "type": "支出", "date": "2026-11-21"}},
            Unclear(),
        ),
        ({"action": "correct", "transaction": {"payee": "妈妈"}}, Unclear()),
        ({"action": "correct", "transaction": None}, Unclear()),
        ({"action": "correct"}, Unclear()),
        (
            {"action": "parse", "transaction": {"amount": 15, "category": "饮品", "description": "奶茶"}},
            Replaced((ParseResult(Money(1500), EXPENSE, "饮品", TODAY, "奶茶"),)),
        ),
        ({"action": "clarify", "message": "请问您想修改哪个部分？"}, Clarify("请问您想修改哪个部分？")),
        ({"action": "clarify", "message": " 哪一笔\n？\x07 "}, Clarify("哪一笔 ？")),
        ({"action": "clarify", "message": "问" * 500}, Clarify("问" * 120)),
        ({"action": "clarify", "message": " \n"}, Unclear()),
        ({"action": "clarify"}, Unclear()),
        ({"action": "query", "message": "这个月花了多少"}, Queried()),
        ({"action": "confirm"}, Confirmed()),
        ({"action": "confirm", "transaction": {"amount": 60, "type": "EXPENSE"}}, Confirmed()),
        ({"action": "confirm", "transaction": {"amount": 50}}, Unclear()),
        ({"action": "cancel"}, Cancelled()),
        ({"action": "cancel", "transaction": {"amount": 50}}, Unclear()),
    ],
)
async def test_every_action_about_one_row(answer: dict[str, object], outcome: Outcome):
    assert await ask(answer) == Interpretation(outcome)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (
            {"action": "correct", "index": 1, "transaction": {"amount": 45}},
            corrected(1, FieldChange(amount=Money(4500))),
        ),
        ({"action": "correct", "transaction": {"amount": 45}}, Unclear()),
        ({"action": "correct", "index": None, "transaction": {"amount": 45}}, Unclear()),
    ],
)
async def test_of_several_rows_the_model_must_say_which(answer: dict[str, object], outcome: Outcome):
    assert await ask(answer, TWO) == Interpretation(outcome)


async def test_the_models_confidence_is_handed_over():
    assert await ask({"action": "cancel", "confidence": 0.65}) == Interpretation(Cancelled(), 0.65)


@pytest.mark.parametrize(
    "answer",
    [
        {"transaction": {"amount": 50}},
        {"action": "save"},
        {"action": None},
        {"action": "correct", "index": 2, "transaction": {"amount": 50}},
        {"action": "correct", "index": -1, "transaction": {"amount": 50}},
        {"action": "correct", "index": 0.5, "transaction": {"amount": 50}},
        {"action": "correct", "index": 0, "transaction": {"amount": 0}},
        {"action": "correct", "index": 0, "transaction": {"type": "GIFT"}},
        {"action": "correct", "index": 0, "transaction": [{"amount": 50}]},
        {"action": "parse"},
        {"action": "parse", "transaction": {"category": "饮品"}},
        {"action": "clarify", "message": {"text": "哪一笔？"}},
        {"action": "confirm", "confidence": "sure"},
    ],
)
async def test_an_answer_out_of_form_or_range_is_no_use_as_a_whole(answer: object):
    with pytest.raises(InterpreterFailure):
        await ask(answer, TWO)
