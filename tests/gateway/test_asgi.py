"""The gateway's contract over real sockets: daemon in front of it, model behind it, both in health and in sickness."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import Any, cast

import httpx
import pytest

from tests.support.chat_upstream import ServedGateway, chat_answer, gateway_before, gateway_without_a_model
from tests.support.now import NOW
from tests.support.scripted_llm import (
    Answer,
    CutOff,
    Drip,
    Flood,
    Hang,
    Later,
    Raw,
    Reply,
    html_answer,
    json_answer,
)
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.adapters.llm.openai_chat import AnswerFormat
from voiced.dialogue.values.requests import (
    Appended,
    Clarify,
    Corrected,
    CorrectionRequest,
    Interpretation,
    Message,
    ParseRequest,
    QuestionRequest,
    Replaced,
    RequestContext,
    Role,
)
from voiced.domain.money import Money
from voiced.domain.question import Measure
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.errors import InterpreterFailure, InterpreterUnreachable
from voiced.gateway.asgi import MAX_BODY_BYTES
from voiced.gateway.protocol import exchanges

PARSE = "/api/v1/llm/parse-transaction"
CORRECT = "/api/v1/llm/correct-transaction"
DIALOGUE = "/api/v1/llm/dialogue"
QUESTION = "/api/v1/llm/ask-question"

NOODLES = {"description": "面条", "amount": 22, "type": "EXPENSE", "category": "餐饮"}
TAXI = {"description": "打车", "amount": 30, "type": "EXPENSE", "category": "交通"}
ENTRIES = chat_answer({"transactions": [NOODLES, TAXI]})
CONTEXT = RequestContext(now=NOW)
ROWS = (
    ParseResult(Money(2200), TransactionType.EXPENSE, "餐饮", date(2026, 11, 21), "面条"),
    ParseResult(Money(3000), TransactionType.EXPENSE, "交通", date(2026, 11, 21), "打车"),
)


async def post(gateway: ServedGateway, path: str, body: object, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with httpx.AsyncClient(trust_env=False, timeout=20) as client:
        return await client.post(gateway.url + path, content=content, headers=headers)


def error_of(response: httpx.Response) -> str:
    answer = response.json()
    assert answer["error"]["message"]
    return answer["error"]["code"]


async def test_the_daemon_gets_the_entries_of_an_utterance():
    async with gateway_before(ENTRIES) as gateway:
        interpreter = GatewayClient(gateway.url)
        entries = (await interpreter.parse(ParseRequest("面条二十二，打车三十", CONTEXT))).results
        await interpreter.close()
    assert [(entry.amount, entry.category) for entry in entries] == [
        (Money(2200), "餐饮"),
        (Money(3000), "交通"),
    ]


async def test_the_daemon_gets_a_correction():
    answer = {"intent": "correction", "corrections": [{"index": 1, "updatedFields": {"amount": 25}}]}
    async with gateway_before(chat_answer(answer)) as gateway:
        interpreter = GatewayClient(gateway.url)
        read = await interpreter.correct(CorrectionRequest(ROWS, "打车改成二十五", CONTEXT))
        await interpreter.close()
    assert read.outcome == Corrected((Correction(1, FieldChange(amount=Money(2500))),))


async def test_the_daemon_gets_an_entry_to_append():
    drink = {"amount": 15, "category": "饮品", "type": "EXPENSE", "description": "奶茶"}
    answer = {"intent": "append", "corrections": [{"index": -1, "updatedFields": drink}], "confidence": 0.9}
    async with gateway_before(chat_answer(answer)) as gateway:
        interpreter = GatewayClient(gateway.url)
        read = await interpreter.correct(CorrectionRequest(ROWS, "还有一笔奶茶15", CONTEXT))
        await interpreter.close()
    assert isinstance(read.outcome, Appended)
    (entry,) = read.outcome.results
    assert (entry.amount, entry.category, entry.description) == (Money(1500), "饮品", "奶茶")


@pytest.mark.parametrize(
    ("said", "answer", "outcome"),
    [
        (
            "第二笔改成二十五",
            {"action": "correct", "index": 1, "transaction": {"amount": 25}},
            Corrected((Correction(1, FieldChange(amount=Money(2500))),)),
        ),
        ("有一笔好像不对", {"action": "clarify", "message": "请问是第几笔？"}, Clarify("请问是第几笔？")),
        (
            "还有奶茶十五",
            {"action": "parse", "transaction": {"amount": 15, "type": "EXPENSE", "category": "饮品"}},
            Replaced(
                (ParseResult(Money(1500), TransactionType.EXPENSE, "饮品", date(2026, 11, 21), "奶茶"),)
            ),
        ),
    ],
)
async def test_the_daemon_gets_the_next_turn_of_a_dialogue(said: str, answer: object, outcome: object):
    async with gateway_before(chat_answer(answer)) as gateway:
        interpreter = GatewayClient(gateway.url, exchanges.DIALOGUE)
        history = (Message(Role.USER, said),)
        read = await interpreter.correct(CorrectionRequest(ROWS, said, CONTEXT, history))
        await interpreter.close()
    assert read.outcome == outcome


@pytest.mark.scenario("R-13")
async def test_nothing_is_remembered_so_that_any_gateway_may_answer_any_question():
    """Two gateways are asked the same questions in another order, and every question gets the same answer."""
    first = {"currentBatch": [ROW], "correctionText": "改成五十", "context": {"now": NOW.isoformat()}}
    other = {
        "currentBatch": [{**ROW, "amount": 9}],
        "correctionText": "再加五块",
        "context": {"now": NOW.isoformat()},
    }
    answers: list[list[bytes]] = []
    for order in ((first, other, first), (other, first, first)):
        async with gateway_before(chat_answer({"intent": "unclear", "corrections": []})) as gateway:
            answers.append([(await post(gateway, CORRECT, question)).content for question in order])
    assert answers[0] == [answers[1][1], answers[1][0], answers[1][2]]
    assert answers[0][0] != answers[0][1]


async def test_the_model_is_asked_as_its_api_wants_and_what_never_changes_comes_first():
    async with gateway_before(ENTRIES) as gateway:
        await post(gateway, PARSE, {"text": "面条二十二块五"})
        await post(gateway, PARSE, {"text": "打车三十", "context": {"customCategories": ["咖啡豆"]}})
    first, second = gateway.upstream.requests
    assert (first.method, first.path) == ("POST", "/v1/chat/completions")
    assert first.headers["authorization"] == "Bearer sk-upstream"
    one: Any = first.body
    other: Any = second.body
    assert (one["model"], one["temperature"], one["stream"]) == ("stand-in", 0, False)
    assert one["response_format"]["json_schema"]["schema"]["required"] == ["transactions"]
    assert one["messages"][:-1] == other["messages"][:-1]
    assert one["messages"][-1]["content"] == '今天2026-11-21周六。话："面条22.5元"'
    assert "咖啡豆" in other["messages"][-1]["content"]
    assert gateway.upstream.connections == 1


@pytest.mark.parametrize(
    ("answer_format", "sent"),
    [(AnswerFormat.JSON_OBJECT, {"type": "json_object"}), (AnswerFormat.TEXT, None)],
)
async def test_a_model_that_knows_no_schema_is_not_sent_one(answer_format: AnswerFormat, sent: object):
    async with gateway_before(ENTRIES, answer_format=answer_format) as gateway:
        await post(gateway, PARSE, {"text": "面条二十二"})
    asked: Any = gateway.upstream.requests[0].body
    assert asked.get("response_format") == sent


@pytest.mark.parametrize(
    "body", [{"text": "面条22，打车30"}, {"text": "面条22，打车30", "context": {}, "更多": 1}]
)
async def test_an_answer_is_camel_case_json_with_exact_numbers_and_the_models_name(body: object):
    async with gateway_before(ENTRIES) as gateway:
        response = await post(gateway, PARSE, body)
    assert response.headers["content-type"] == "application/json"
    answer = json.loads(response.content, parse_float=Decimal)
    assert answer["model"] == "stand-in"
    sure = Decimal("0.9")
    assert answer["transactions"][0] == {**NOODLES, "date": "2026-11-21", "confidence": sure}


SICK: dict[str, tuple[Reply, int, str]] = {
    "too many requests": (json_answer({"error": "slow down"}, 429), 502, "upstream_failed"),
    "an inner error": (json_answer({"error": "oops"}, 500), 502, "upstream_failed"),
    "html": (html_answer(), 502, "upstream_failed"),
    "garbage": (Answer(b"\xff\x00garbage"), 502, "upstream_failed"),
    "no http": (Raw(b"\x00\x01\x02"), 502, "upstream_failed"),
    "json of another kind": (json_answer({"choices": "none"}), 502, "upstream_failed"),
    "no choice": (json_answer({"choices": []}), 502, "upstream_failed"),
    "prose without json": (chat_answer("好的，已经记下了。"), 502, "upstream_failed"),
    "a list of nothing known": (chat_answer({"foo": "bar"}), 502, "upstream_failed"),
    "cut off by its limit": (
        chat_answer('{"transactions":[', finish_reason="length"),
        502,
        "upstream_failed",
    ),
    "cut off": (CutOff(ENTRIES), 502, "upstream_failed"),
    "without end": (Flood(), 502, "upstream_failed"),
    "ten megabytes": (Answer(b'"' + b"x" * 10_000_000 + b'"'), 502, "upstream_failed"),
    "silent": (Hang(), 504, "upstream_late"),
    "silent after its headers": (Hang(after_headers=True), 504, "upstream_late"),
}


@pytest.mark.parametrize("sickness", SICK)
async def test_a_model_that_fails_is_told_apart_from_a_bad_request(sickness: str):
    reply, status, code = SICK[sickness]
    async with gateway_before(reply, deadline_seconds=1 if status == 504 else 30) as gateway:
        response = await post(gateway, PARSE, {"text": "面条二十二"})
        assert (response.status_code, error_of(response)) == (status, code)
        assert len(gateway.upstream.requests) == 1, "sent once, never again"


CHATTY = """好的：
```json
{"transactions": [{"description": "面条", "amount": "22元", "type": "支出", "category": "餐饮",},
  {"description": "打车", "amount": 30, "type": "EXPENSE", "category": "交通"},]}
```
以上。"""


@pytest.mark.parametrize("reply", [Drip(ENTRIES), chat_answer(CHATTY)])
async def test_a_slow_model_is_waited_for_and_a_chatty_one_is_understood(reply: Reply):
    async with gateway_before(reply) as gateway:
        response = await post(gateway, PARSE, {"text": "面条二十二，打车三十"})
    assert response.status_code == 200
    assert [row["amount"] for row in response.json()["transactions"]] == [22, 30]


async def test_when_the_daemon_gives_up_the_model_is_stopped():
    never = asyncio.Event()
    async with gateway_before(Later(ENTRIES, never)) as gateway:
        interpreter = GatewayClient(gateway.url)
        asking = asyncio.ensure_future(interpreter.parse(ParseRequest("面条二十二", CONTEXT)))
        await gateway.upstream.arrived.wait()
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        await asyncio.wait_for(gateway.upstream.hung_up.wait(), 10)
        await interpreter.close()


async def test_a_sick_model_is_a_failure_to_the_daemon_so_that_its_own_rules_take_over():
    async with gateway_before(html_answer(500)) as gateway:
        interpreter = GatewayClient(gateway.url)
        with pytest.raises(InterpreterFailure, match="502"):
            await interpreter.parse(ParseRequest("面条二十二", CONTEXT))
        await interpreter.close()


async def test_a_model_that_cannot_be_reached_is_told_apart_from_one_that_fails():
    async with gateway_without_a_model() as url:
        interpreter = GatewayClient(url)
        with pytest.raises(InterpreterUnreachable, match="503"):
            await interpreter.parse(ParseRequest("面条二十二", CONTEXT))
        await interpreter.close()


async def test_a_model_that_says_it_is_overloaded_was_reached():
    async with gateway_before(json_answer({"error": "overloaded"}, 503)) as gateway:
        interpreter = GatewayClient(gateway.url)
        with pytest.raises(InterpreterFailure, match="502") as failed:
            await interpreter.parse(ParseRequest("面条二十二", CONTEXT))
        await interpreter.close()
    assert not isinstance(failed.value, InterpreterUnreachable)


async def test_certain_words_are_answered_by_rules_while_no_model_can_be_reached():
    async with gateway_without_a_model() as url:
        interpreter = GatewayClient(url)
        read = await interpreter.correct(CorrectionRequest(ROWS, "打车改成二十五", CONTEXT))
        await interpreter.close()
    assert read == Interpretation(Corrected((Correction(1, FieldChange(amount=Money(2500))),)), 1.0)


async def test_a_client_that_writes_null_for_what_it_has_not_is_answered():
    nothing = {"recentCategories": None, "customCategories": None, "now": None}
    async with gateway_before(ENTRIES) as gateway:
        for context in (None, nothing):
            response = await post(gateway, PARSE, {"text": "面条二十二，打车三十", "context": context})
            assert [row["amount"] for row in response.json()["transactions"]] == [22, 30]


ROW = {"index": 0, "amount": 22, "category": "餐饮", "type": "EXPENSE", "description": "面条", "date": None}
WRONG: dict[str, tuple[str, object]] = {
    "no json": (PARSE, b"{"),
    "no utf-8": (PARSE, b'{"text":"\xff"}'),
    "nested without end": (PARSE, b"[" * 60_000),
    "no text": (PARSE, {}),
    "a blank text": (PARSE, {"text": "  "}),
    "a text of another type": (PARSE, {"text": 5}),
    "a text too long": (PARSE, {"text": "面" * 1001}),
    "a time that is none": (PARSE, {"text": "面条二十二", "context": {"now": "yesterday"}}),
    "an empty draft": (CORRECT, {"currentBatch": [], "correctionText": "改成五十"}),
    "rows out of order": (CORRECT, {"currentBatch": [{**ROW, "index": 1}], "correctionText": "改成五十"}),
    "an impossible amount": (
        CORRECT,
        {"currentBatch": [{**ROW, "amount": -1}], "correctionText": "改成五十"},
    ),
    "an unknown type": (CORRECT, {"currentBatch": [{**ROW, "type": "GIFT"}], "correctionText": "改成五十"}),
    "eleven rows": (
        CORRECT,
        {"currentBatch": [{**ROW, "index": i} for i in range(11)], "correctionText": "改成五十"},
    ),
    "a last word that is not the user's": (
        DIALOGUE,
        {"messages": [{"role": "assistant", "content": "确认吗？"}], "currentBatch": [ROW]},
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
async def test_a_bad_request_is_refused_with_what_is_wrong_and_no_model_is_asked(mistake: str):
    path, body = WRONG[mistake]
    async with gateway_before(ENTRIES) as gateway:
        response = await post(gateway, path, body)
    assert (response.status_code, error_of(response)) == (400, "bad_request")
    assert gateway.upstream.requests == []


async def test_a_request_longer_than_any_is_refused():
    async with gateway_before(ENTRIES) as gateway:
        response = await post(gateway, PARSE, b" " * (MAX_BODY_BYTES + 1))
        assert (response.status_code, error_of(response)) == (413, "too_long")

        async def endless():
            for _ in range(100):
                yield b" " * 4096

        async with httpx.AsyncClient(trust_env=False) as client:
            chunked = await client.post(gateway.url + PARSE, content=endless())
        assert (chunked.status_code, error_of(chunked)) == (413, "too_long")


@pytest.mark.parametrize("header", ["", "Bearer wrong", "Bearer", "Basic sk-daemon", "Bearer sk-daemonX"])
async def test_questions_need_the_key_where_one_is_set(header: str):
    async with gateway_before(ENTRIES, api_key="sk-daemon") as gateway:
        headers = {"authorization": header} if header else {}
        response = await post(gateway, PARSE, {"text": "面条二十二"}, **headers)
    assert (response.status_code, error_of(response)) == (401, "unauthorized")
    assert response.headers["www-authenticate"] == "Bearer"
    assert gateway.upstream.requests == []


async def test_with_the_key_questions_are_answered_and_health_needs_none():
    async with gateway_before(ENTRIES, api_key="sk-daemon") as gateway:
        interpreter = GatewayClient(gateway.url, api_key="sk-daemon")
        answer = await interpreter.parse(ParseRequest("面条二十二，打车三十", CONTEXT))
        assert len(answer.results) == 2
        await interpreter.close()
        async with httpx.AsyncClient(trust_env=False) as client:
            health = await client.get(gateway.url + "/healthz")
    assert (health.status_code, health.json()["status"], health.json()["model"]) == (200, "ok", "stand-in")


async def test_a_question_gets_its_value_at_its_own_endpoint():
    value = {"measure": "total", "type": "EXPENSE", "words": ["打车"]}
    async with gateway_before(chat_answer(value)) as gateway:
        interpreter = GatewayClient(gateway.url)
        read = await interpreter.read_question(QuestionRequest("打车又造进去多少", CONTEXT))
        await interpreter.close()
        told = await post(gateway, QUESTION, {"text": "打车又造进去多少"})
        wrong = await post(gateway, QUESTION, {"text": "打车呢", "last": {"measure": "sum"}})
    assert read == QuestionValue(Measure.TOTAL, RowsValue(TransactionType.EXPENSE, words=("打车",)))
    assert (told.status_code, told.json()["question"]["words"]) == (200, ["打车"])
    assert wrong.status_code == 400


async def test_it_describes_itself_and_every_reference_in_it_leads_somewhere():
    async with gateway_before(ENTRIES) as gateway, httpx.AsyncClient(trust_env=False) as client:
        document = (await client.get(gateway.url + "/openapi.json")).json()
        wrong_method = await client.get(gateway.url + PARSE)
        nowhere = await client.get(gateway.url + "/api/v1/llm/other")
    assert document["openapi"].startswith("3.1")
    assert {PARSE, CORRECT, DIALOGUE, QUESTION, "/healthz"} <= set(document["paths"])
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    references = set(_references(document))
    assert references
    assert references <= known
    assert (wrong_method.status_code, nowhere.status_code) == (405, 404)


def _references(value: object) -> Iterator[str]:
    match value:
        case {"$ref": str(reference)}:
            yield reference
        case dict():
            for inner in cast("dict[str, object]", value).values():
                yield from _references(inner)
        case list():
            for inner in cast("list[object]", value):
                yield from _references(inner)
        case _:
            pass
