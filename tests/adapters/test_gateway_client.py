"""The structured protocol, over a real socket: every outcome, and every answer that is no use."""

from datetime import date, datetime, timedelta, timezone

import pytest

from tests.support.scripted_llm import JsonValue, json_answer, scripted_llm
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Entries,
    Interpretation,
    Outcome,
    ParseRequest,
    QuestionRequest,
    RequestContext,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.question import Measure
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import Correction, EntryField, FieldChange, ParseResult, TransactionType
from voiced.errors import InterpreterFailure

EXPENSE, INCOME, TRANSFER = TransactionType.EXPENSE, TransactionType.INCOME, TransactionType.TRANSFER
TODAY = date(2026, 11, 21)
CONTEXT = RequestContext(datetime(2026, 11, 21, 23, 59, tzinfo=timezone(timedelta(hours=8))))
MEAL = ParseResult(Money(6000), EXPENSE, "餐饮", TODAY, "吃饭")
TAXI = ParseResult(Money(3000), EXPENSE, "交通", TODAY, "打车")
REQUEST = CorrectionRequest((MEAL, TAXI), "第一笔改成50", CONTEXT)


async def parse(answer: object) -> tuple[ParseResult, ...]:
    return (await entries_of(answer)).results


async def entries_of(answer: object) -> Entries:
    async with scripted_llm(lambda path, body: json_answer(answer)) as server:
        gateway = GatewayClient(server.url)
        try:
            return await gateway.parse(ParseRequest("吃饭花了60，打车30", CONTEXT))
        finally:
            await gateway.close()


async def correct(answer: object) -> Interpretation:
    async with scripted_llm(lambda path, body: json_answer(answer)) as server:
        gateway = GatewayClient(server.url)
        try:
            return await gateway.correct(REQUEST)
        finally:
            await gateway.close()


def changing(index: int, **fields: object) -> dict[str, object]:
    return {"index": index, "updatedFields": fields}


async def test_asks_each_question_at_its_own_endpoint():
    def answer(path: str, body: JsonValue):
        if "question" in path:
            return json_answer({"question": {"measure": "total", "words": ["打车"]}})
        return json_answer({"transactions": []} if "parse" in path else {"intent": "unclear"})

    async with scripted_llm(answer) as server:
        gateway = GatewayClient(server.url)
        assert await gateway.parse(ParseRequest("你好", CONTEXT)) == Entries(())
        assert await gateway.correct(REQUEST) == Interpretation(Unclear())
        assert await gateway.read_question(QuestionRequest("打车又造进去多少", CONTEXT)) == QuestionValue(
            Measure.TOTAL, RowsValue(words=("打车",))
        )
        await gateway.close()
    assert [request.path for request in server.requests] == [
        "/api/v1/llm/parse-transaction",
        "/api/v1/llm/correct-transaction",
        "/api/v1/llm/ask-question",
    ]
    assert server.connections == 1


async def test_entries_come_in_the_order_they_were_said():
    results = await parse(
        {
            "transactions": [
                {
                    "amount": 35.1,
                    "category": "餐饮",
                    "type": "EXPENSE",
                    "description": "吃饭",
                    "date": "2026-11-19",
                },
                {
                    "amount": "90",
                    "category": "工资",
                    "type": "INCOME",
                    "account": "银行卡",
                    "confidence": 0.6,
                },
            ],
            "model": "qwen-turbo",
        }
    )
    assert results == (
        ParseResult(Money(3510), EXPENSE, "餐饮", date(2026, 11, 19), "吃饭"),
        ParseResult(Money(9000), INCOME, "工资", TODAY, account="银行卡", confidence=0.6),
    )


async def test_an_entry_needs_nothing_but_what_was_said():
    nothing: dict[str, object] = {}
    assert await parse({"transactions": [nothing]}) == (ParseResult(None, EXPENSE, "其他", TODAY),)
    blank = {"amount": None, "category": " ", "type": "", "description": None, "date": "", "account": ""}
    assert await parse({"transactions": [blank]}) == (ParseResult(None, EXPENSE, "其他", TODAY),)


async def test_more_than_ten_entries_are_handed_over():
    results = await parse({"transactions": [{"amount": number} for number in range(1, 13)]})
    assert [result.amount for result in results] == [Money(number * 100) for number in range(1, 13)]


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("EXPENSE", EXPENSE),
        ("income", INCOME),
        ("Transfer", TRANSFER),
        ("支出", EXPENSE),
        ("收入", INCOME),
        ("转账", TRANSFER),
    ],
)
async def test_types_are_known_by_their_names(name: str, type_: TransactionType):
    (result,) = await parse({"transactions": [{"amount": 1, "type": name}]})
    assert result.type is type_


async def test_a_date_may_carry_a_time():
    (result,) = await parse({"transactions": [{"amount": 1, "date": "2026-11-20T08:00:00"}]})
    assert result.date == date(2026, 11, 20)


async def test_text_is_one_printable_line_of_sane_length():
    row = {"amount": 1, "category": "餐\u202e饮" * 40, "description": "吃\n\x00饭\x1b[0m"}
    (result,) = await parse({"transactions": [row]})
    assert result.description == "吃 饭 [0m"
    assert len(result.category) == 40
    assert result.category.isprintable()


UNREADABLE_ROWS = pytest.mark.parametrize(
    "row",
    [
        {"amount": 0},
        {"amount": -5},
        {"amount": 33.333},
        {"amount": 1e300},
        {"amount": 1_000_000_000.01},
        {"amount": "NaN"},
        {"amount": "sNaN"},
        {"amount": "Infinity"},
        {"amount": "1e999999"},
        {"amount": 1, "type": "GIFT"},
        {"amount": 1, "type": 1},
        {"amount": 1, "date": "昨天"},
        {"amount": 1, "date": "2026-02-30"},
        {"amount": 1, "confidence": -0.1},
    ],
)


@UNREADABLE_ROWS
async def test_a_row_that_cannot_be_read_costs_that_row_and_is_counted(row: dict[str, object]):
    entries = await entries_of({"transactions": [{"amount": 1}, row, {"amount": 2}]})
    assert [result.amount for result in entries.results] == [Money(100), Money(200)]
    assert entries.lost == 1


@UNREADABLE_ROWS
async def test_a_parse_without_any_readable_row_is_a_failure(row: dict[str, object]):
    with pytest.raises(InterpreterFailure):
        await parse({"transactions": [row, row]})


@UNREADABLE_ROWS
async def test_an_appended_row_that_cannot_be_read_costs_that_row_and_is_counted(row: dict[str, object]):
    appended = await correct(
        {"intent": "append", "corrections": [changing(-1, amount=15), {"index": -1, "updatedFields": row}]}
    )
    outcome = appended.outcome
    assert outcome == Appended((ParseResult(Money(1500), EXPENSE, "其他", TODAY),), lost=1)


@UNREADABLE_ROWS
async def test_a_correction_with_one_bad_value_is_refused_whole(row: dict[str, object]):
    with pytest.raises(InterpreterFailure):
        await correct({"intent": "correction", "corrections": [changing(0, amount=15), changing(1, **row)]})


async def test_the_subject_of_a_doubt_is_handed_over():
    row = {"amount": 15, "confidence": 0.5, "doubtful": ["type", "weather"]}
    (typed,) = await parse({"transactions": [row]})
    assert typed.doubtful == {EntryField.TYPE}
    (plain,) = await parse({"transactions": [{"amount": 15, "confidence": 0.5}]})
    assert plain.doubtful == {EntryField.AMOUNT}


async def test_each_rows_own_confidence_is_handed_over():
    beside = {"index": 0, "updatedFields": {"amount": 50}, "confidence": 0.5}
    read = await correct({"intent": "correction", "corrections": [beside], "confidence": 0.9})
    assert read == Interpretation(Corrected((Correction(0, FieldChange(amount=Money(5000)), 0.5),)), 0.9)
    among = {"index": -1, "updatedFields": {"amount": 15, "confidence": 0.6}}
    read = await correct({"intent": "append", "corrections": [among]})
    assert read == Interpretation(
        Appended((ParseResult(Money(1500), EXPENSE, "其他", TODAY, confidence=0.6),))
    )


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (
            {"intent": "correction", "corrections": [changing(0, amount=50.0)]},
            Corrected((Correction(0, FieldChange(amount=Money(5000))),)),
        ),
        (
            {
                "intent": "CORRECTION",
                "corrections": [changing(1, type="INCOME", amount=100, date="2026-11-20")],
            },
            Corrected((Correction(1, FieldChange(Money(10000), INCOME, date=date(2026, 11, 20))),)),
        ),
        (
            {"intent": "correction", "corrections": [changing(0, amount=70), changing(1, amount=40)]},
            Corrected(
                (
                    Correction(0, FieldChange(amount=Money(7000))),
                    Correction(1, FieldChange(amount=Money(4000))),
                )
            ),
        ),
        (
            {
                "intent": "correction",
                "corrections": [changing(0, category="购物", account="微信", description="书")],
            },
            Corrected((Correction(0, FieldChange(category="购物", description="书", account="微信")),)),
        ),
        (
            {"intent": "correction", "corrections": [changing(0, payee="店"), changing(1, amount=1)]},
            Corrected((Correction(1, FieldChange(amount=Money(100))),)),
        ),
        ({"intent": "correction", "corrections": []}, Unclear()),
        ({"intent": "correction"}, Unclear()),
        ({"intent": "correction", "corrections": [changing(0)]}, Unclear()),
        ({"intent": "correction", "corrections": [changing(0, payee="店", amount=None)]}, Unclear()),
        ({"intent": "confirm", "corrections": []}, Confirmed()),
        ({"intent": "confirm", "corrections": [changing(0, amount=60)]}, Confirmed()),
        ({"intent": "confirm", "corrections": [changing(0, amount=50)]}, Unclear()),
        ({"intent": "cancel"}, Cancelled()),
        ({"intent": "cancel", "corrections": [changing(1, type="INCOME")]}, Unclear()),
        ({"intent": "unclear", "corrections": []}, Unclear()),
        (
            {
                "intent": "append",
                "corrections": [
                    changing(-1, amount=15.0, category="饮品", type="EXPENSE", description="奶茶")
                ],
            },
            Appended((ParseResult(Money(1500), EXPENSE, "饮品", TODAY, "奶茶"),)),
        ),
        (
            {
                "intent": "append",
                "corrections": [changing(-1, amount=15), changing(-1, amount=8, type="收入")],
            },
            Appended(
                (
                    ParseResult(Money(1500), EXPENSE, "其他", TODAY),
                    ParseResult(Money(800), INCOME, "其他", TODAY),
                )
            ),
        ),
        (
            {"intent": "append", "corrections": [changing(2, amount=15), changing(3, amount=8)]},
            Appended(
                (
                    ParseResult(Money(1500), EXPENSE, "其他", TODAY),
                    ParseResult(Money(800), EXPENSE, "其他", TODAY),
                )
            ),
        ),
        ({"intent": "append", "corrections": []}, Unclear()),
    ],
)
async def test_every_outcome(answer: dict[str, object], outcome: Outcome):
    assert await correct(answer) == Interpretation(outcome)


async def test_the_models_confidence_is_handed_over():
    assert await correct({"intent": "confirm", "confidence": 0.85}) == Interpretation(Confirmed(), 0.85)
    assert await correct({"intent": "confirm", "confidence": 1}) == Interpretation(Confirmed(), 1.0)
    assert await correct({"intent": "confirm", "confidence": None}) == Interpretation(Confirmed(), None)


@pytest.mark.parametrize(
    "answer",
    [
        {"corrections": [changing(0, amount=50)]},
        {"intent": "purchase", "corrections": [changing(0, amount=50)]},
        {"intent": 3},
        {"intent": "correction", "corrections": [{"updatedFields": {"amount": 50}}]},
        {"intent": "correction", "corrections": [{"index": 0}]},
        {"intent": "correction", "corrections": [{"index": "0", "updatedFields": {"amount": 50}}]},
        {"intent": "correction", "corrections": {"index": 0}},
        {"intent": "correction", "corrections": [changing(2, amount=50)]},
        {"intent": "correction", "corrections": [changing(-2, amount=50)]},
        {"intent": "correction", "corrections": [changing(10**30, amount=50)]},
        {"intent": "correction", "corrections": [changing(0, amount=50), changing(7, amount=50)]},
        {"intent": "confirm", "corrections": [changing(2, amount=50)]},
        {"intent": "correction", "corrections": [changing(0, amount=50, type="GIFT")]},
        {"intent": "correction", "corrections": [changing(0, amount="-3")]},
        {"intent": "correction", "corrections": [changing(0, amount=[50])]},
        {"intent": "append", "corrections": [changing(-1, category="饮品")]},
        {"intent": "append", "corrections": [changing(-2, amount=15)]},
        {"intent": "append", "corrections": [changing(3, amount=15)]},
        {"intent": "confirm", "confidence": 85},
        ["confirm"],
        "confirm",
    ],
)
async def test_an_answer_out_of_form_or_range_is_no_use_as_a_whole(answer: object):
    with pytest.raises(InterpreterFailure):
        await correct(answer)
