"""Rules, the model, rules: every answer says how sure it is, and is the same by JSON as by a direct call."""

import json
from datetime import date
from typing import Any

import pytest

from tests.gateway.drafts import rows
from tests.gateway.said_model import CONTEXT, SaidModel
from tests.support.now import NOW
from voiced.dialogue.sentences.phrases import NOT_UNDERSTOOD_CHANGE
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Message,
    Outcome,
    ParseRequest,
    Queried,
    QuestionRequest,
    Replaced,
    Role,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.question import Grouping, Measure, Unit
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import TransactionType
from voiced.errors import InterpreterFailure, RequestWrong, UpstreamFailure
from voiced.gateway.interpreter import HistoryInterpreter, ModelInterpreter
from voiced.gateway.prompting import prompt
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE, QUESTION
from voiced.gateway.protocol.turns import ONE_AT_A_TIME

BATCH = [
    {"index": 0, "amount": 60, "category": "餐饮", "type": "EXPENSE", "description": "午饭"},
    {"index": 1, "amount": 30, "category": "交通", "type": "EXPENSE", "description": "打车"},
]


ROWS = rows("支60 餐饮 午饭", "支30 交通 打车")
"""The same rows as values."""


def answering(answer: object) -> SaidModel:
    model = SaidModel()
    model.text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return model


async def parsed(said: str, model: SaidModel) -> list[dict[str, Any]]:
    body = json.dumps({"text": said}).encode()
    interpreter = ModelInterpreter(model)
    return json.loads(await PARSE.serve(body, interpreter.parse, NOW, model.model))["transactions"]


async def corrected(said: str, model: SaidModel) -> dict[str, Any]:
    body = json.dumps({"currentBatch": BATCH, "correctionText": said}).encode()
    return json.loads(await CORRECT.serve(body, ModelInterpreter(model).correct, NOW, model.model))


async def question_value(said: str, model: SaidModel, last: object = None) -> dict[str, Any] | None:
    body = json.dumps({"text": said, "last": last}).encode()
    answer = await QUESTION.serve(body, ModelInterpreter(model).read_question, NOW, model.model)
    return json.loads(answer)["question"]


async def next_turn(said: str, model: SaidModel) -> dict[str, Any]:
    messages = [{"role": "user", "content": said}]
    body = json.dumps({"messages": messages, "currentBatch": BATCH}).encode()
    return json.loads(await DIALOGUE.serve(body, ModelInterpreter(model).next_turn, NOW, model.model))


def change(index: int, **fields: object) -> dict[str, object]:
    return {"index": index, "updatedFields": fields}


def structured(intent: str, *changes: dict[str, object], **more: object) -> dict[str, object]:
    return {"intent": intent, "corrections": changes, **more}


async def test_certain_words_are_never_sent_to_the_model():
    model = answering(structured("confirm", confidence=0.95))
    assert await corrected("第二笔改成五十", model) == {
        **structured("correction"),
        "corrections": [change(1, amount=50)],
        "confidence": 1.0,
        "model": "said",
    }
    assert model.chats == []


async def test_new_entries_are_always_asked_of_the_model():
    model = answering({"transactions": [{"amount": 30, "type": "EXPENSE", "category": "旅行"}]})
    read = await parsed("打车三十", model)
    assert [(row["amount"], row["category"], row["confidence"]) for row in read] == [(30, "旅行", 0.9)]
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
    read = await corrected(said, answering(answer))
    assert read == {**json.loads(json.dumps(expected)), "model": "said"}


async def test_an_appended_row_carries_its_own_confidence():
    row = {"amount": 15, "category": "饮品", "type": "EXPENSE", "description": "奶茶"}
    read = await corrected("奶茶十五", answering(structured("append", change(-1, **row), confidence=0.8)))
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
            {"action": "clarify", "message": NOT_UNDERSTOOD_CHANGE, "confidence": 0.3},
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
    assert await next_turn(said, answering(answer)) == {**expected, "model": "said"}


async def test_twelve_rows_of_which_one_has_no_amount_are_twelve_rows_and_that_one_is_checked():
    things = ["包子", "豆浆", "地铁", "咖啡", "午饭", "奶茶", "水果", "纸巾", "牛奶", "面包", "打车", "晚饭"]
    stated = [
        {
            "amount": 0 if number == 6 else number + 3,
            "type": "EXPENSE",
            "category": "餐饮",
            "description": thing,
        }
        for number, thing in enumerate(things)
    ]
    said = "，".join(f"{thing}{number + 3}块" for number, thing in enumerate(things))
    answered = await parsed(said, answering({"transactions": stated}))
    read = [(row["amount"], row["confidence"] < 0.7) for row in answered]
    assert read == [(number + 3, number == 6) for number in range(12)]


async def test_a_doubt_about_the_type_says_so():
    row = {"amount": 300, "type": "INCOME", "category": "转账", "description": "老王"}
    answered = await parsed("老王三百", answering({"transactions": [row]}))
    assert [(row["confidence"], row["doubtful"]) for row in answered] == [(0.5, ["type"])]


@pytest.mark.parametrize("text", ["", "好的", "[1, 2]", '{"intent": "buy"}'])
async def test_an_answer_that_cannot_be_read_is_a_failure(text: str):
    with pytest.raises(UpstreamFailure):
        await corrected("那个好像有点怪怪的", answering(text))


@pytest.mark.parametrize(
    ("said", "answer", "kind"),
    [
        ("第二笔改成五十", structured("unclear"), Corrected),
        ("饭钱AA了，我只出了一半", structured("correction", change(0, amount=30)), Corrected),
        ("奶茶十五", structured("append", change(-1, amount=15, description="奶茶")), Appended),
        ("嗯对就这样", structured("confirm", confidence=0.85), Confirmed),
        ("都算了不记了吧", structured("cancel", confidence=0.9), Cancelled),
        ("有一笔不太对劲", structured("clarify", message="第几笔？"), Unclear),
        ("谢谢你啊", structured("query", confidence=0.9), Unclear),
    ],
)
async def test_called_directly_it_says_what_a_daemon_reads_from_its_json(
    said: str, answer: object, kind: type[Outcome]
):
    request = CorrectionRequest(ROWS, said, CONTEXT)
    direct = await ModelInterpreter(answering(answer)).correct(request)
    served = await corrected(said, answering(answer))
    assert isinstance(direct.outcome, kind)
    assert CORRECT.read_answer(json.dumps(served).encode(), request) == direct


@pytest.mark.parametrize(
    ("said", "answer", "kind"),
    [
        ("午饭花了五十八呢", {"action": "correct", "index": 0, "transaction": {"amount": 58}}, Corrected),
        ("午饭是六十呢", {"action": "correct", "index": 0, "transaction": {"amount": 60}}, Unclear),
        ("还有一杯奶茶十五", {"action": "clarify"}, Replaced),
        ("嗯对就这样", {"action": "confirm", "confidence": 0.8}, Confirmed),
        ("都算了不记了吧", {"action": "cancel", "confidence": 0.9}, Cancelled),
        ("这个月花多了吗", {"action": "query", "confidence": 0.9}, Queried),
        ("有一笔不太对劲", {"action": "clarify", "message": "第几笔？"}, Clarify),
        ("谢谢你啊", {"action": "confirm", "confidence": 0.9}, Clarify),
        ("都加十块", {"action": "clarify"}, Clarify),
    ],
)
async def test_asked_with_the_history_it_says_directly_what_a_daemon_reads_from_its_json(
    said: str, answer: object, kind: type[Outcome]
):
    request = CorrectionRequest(ROWS, said, CONTEXT)
    direct = await HistoryInterpreter(ModelInterpreter(answering(answer))).correct(request)
    served = await next_turn(said, answering(answer))
    assert isinstance(direct.outcome, kind)
    assert DIALOGUE.read_answer(json.dumps(served).encode(), request) == direct


async def test_entries_are_the_same_directly_and_by_json():
    row = {"amount": 30, "type": "EXPENSE", "category": "旅行", "account": "微信"}
    request = ParseRequest("微信打车三十", CONTEXT)
    direct = await ModelInterpreter(answering({"transactions": [row]})).parse(request)
    served = await parsed(request.text, answering({"transactions": [row]}))
    assert PARSE.read_answer(json.dumps({"transactions": served}).encode(), request) == direct
    assert [entry.category for entry in direct.results] == ["旅行"]


async def test_the_model_reads_the_utterance_in_the_numbering_of_the_request():
    model = answering({"action": "clarify", "message": "改成什么？"})
    history = (Message(Role.ASSISTANT, "还需要修改吗？"), Message(Role.USER, "第三笔不太对劲"))
    request = CorrectionRequest(ROWS, "第2笔不太对劲", CONTEXT, history)
    await HistoryInterpreter(ModelInterpreter(model)).correct(request)
    asked = model.chats[0].messages[-1].content
    assert "还需要修改吗" in asked
    assert "第2笔不太对劲" in asked
    assert "第三笔" not in asked


async def test_words_without_end_are_no_question_for_a_model():
    model = answering({"transactions": []})
    with pytest.raises(InterpreterFailure, match="1000 characters"):
        await ModelInterpreter(model).parse(ParseRequest("吃饭" * 501, CONTEXT))
    with pytest.raises(InterpreterFailure, match="1000 characters"):
        await ModelInterpreter(model).correct(CorrectionRequest(ROWS, "改成" * 501, CONTEXT))
    assert model.chats == []


@pytest.mark.parametrize("name", ["correct", "dialogue"])
def test_the_prompts_name_each_meaning_and_show_drops_and_the_days_of_rows_line_by_line(name: str):
    instructions, *shown = prompt(name)
    assert all(word in instructions.content for word in ("confirm", "cancel", "drop", "keep"))
    answers = "".join(message.content for message in shown if message.role == "assistant")
    assert '"drop":[1],"keep":[0]' in answers
    asked = [message.content.splitlines() for message in shown if message.role == "user"]
    assert all(lines[0].startswith("今天2026-") for lines in asked)
    assert all(line.endswith(" 今天") for lines in asked for line in lines[1:-1])


SAID_QUESTION = "这个月打车三百以上的又造进去多少"
VALUE = {
    "type": "EXPENSE",
    "from": "2026-11-01",
    "to": "2026-11-30",
    "words": ["打车"],
    "atLeast": 300,
    "measure": "total",
}


class TestTheValueOfAQuestion:
    @pytest.mark.parametrize(
        ("answer", "value"),
        [
            (VALUE, VALUE),
            ({"question": VALUE}, VALUE),
            (f"```json\n{json.dumps(VALUE)}\n```", VALUE),
            ({**VALUE, "atLeast": "300.00", "limit": 1, "categories": [], "against": "total"}, VALUE),
            ({**VALUE, "atLeast": 35.1}, {**VALUE, "atLeast": 35.1}),
            ({"measure": "latest", "from": None, "to": None}, {"measure": "latest"}),
            ({"measure": None}, None),
            ({}, None),
        ],
    )
    async def test_is_written_with_what_is_stated(self, answer: object, value: object) -> None:
        assert await question_value(SAID_QUESTION, answering(answer)) == value

    @pytest.mark.parametrize(
        "answer",
        [
            "我不知道",
            "[]",
            {"measure": "sum"},
            {**VALUE, "from": "11月"},
            {**VALUE, "from": None},
            {**VALUE, "to": "2026-10-01"},
            {**VALUE, "atLeast": -5},
            {**VALUE, "atMost": "NaN"},
            {**VALUE, "words": "打车"},
            {**VALUE, "limit": 0},
            {**VALUE, "unit": "hour"},
        ],
    )
    async def test_what_can_be_no_value_is_a_failure(self, answer: object) -> None:
        with pytest.raises(UpstreamFailure):
            await question_value(SAID_QUESTION, answering(answer))

    async def test_is_read_back_as_it_was_written(self) -> None:
        rows = RowsValue(
            TransactionType.INCOME,
            date(2026, 1, 1),
            date(2026, 12, 31),
            ("餐饮",),
            ("老王",),
            ("微信",),
            ("房租",),
            Money(3510),
            Money(100000),
        )
        whole = QuestionValue(Measure.MOST, rows, Unit.MONTH, Grouping.DAY, 3, RowsValue(words=("打车",)))
        for value in (whole, QuestionValue(Measure.LATEST, RowsValue()), None):
            request = QuestionRequest("这个月打车又造进去多少", CONTEXT, value)
            assert QUESTION.read_answer(QUESTION.write_answer(value, "model"), request) == value
            read = QUESTION.read_request(QUESTION.write_request(request), NOW)
            assert (read.text, read.last) == (request.text, value)

    async def test_is_asked_of_the_same_model_where_the_history_is_sent(self) -> None:
        value = await HistoryInterpreter(ModelInterpreter(answering(VALUE))).read_question(
            QuestionRequest(SAID_QUESTION, CONTEXT)
        )
        assert value is not None
        assert value.rows.words == ("打车",)

    async def test_the_model_gets_the_words_as_they_were_said_the_day_and_the_last_question(self) -> None:
        model = answering({"measure": None})
        await question_value(SAID_QUESTION, model, VALUE)
        *_, asked = model.chats[-1].messages
        assert "三百以上" in asked.content
        assert "今天2026-11-21周六" in asked.content
        assert f"上一问：{json.dumps(VALUE, ensure_ascii=False, separators=(',', ':'))}" in asked.content

    async def test_a_last_question_that_can_be_none_is_refused(self) -> None:
        with pytest.raises(RequestWrong, match="last"):
            await question_value(SAID_QUESTION, answering(VALUE), {**VALUE, "to": None})

    def test_the_prompt_is_short(self) -> None:
        content = "".join(message.content for message in prompt("question"))
        chinese = sum("\u3000" <= character <= "\uffef" for character in content)
        assert chinese / 1.5 + (len(content) - chinese) / 4 < 700
