"""Rows that free words drop and keep, in both protocols and from a model's answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tests.gateway.drafts import CONTEXT, correction, money
from tests.gateway.said_model import SaidModel
from tests.support.answers import change_of
from tests.support.now import NOW
from voiced.dialogue.values.requests import (
    Appended,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Interpretation,
    Outcome,
    Unclear,
)
from voiced.domain.transaction import Correction, ParseResult, TransactionType
from voiced.errors import InterpreterFailure
from voiced.gateway.extraction import ProposedTurn, read_correction, read_turn
from voiced.gateway.interpreter import HistoryInterpreter, ModelInterpreter
from voiced.gateway.protocol.answers import read_correction_answer, write_correction_answer
from voiced.gateway.protocol.turns import ONE_AT_A_TIME, read_dialogue_answer, write_dialogue_answer

TRIP = correction("住宿公司出的别记，打车对的", "支300 旅行 住宿", "支50 交通 打车", "支20 餐饮 早饭")
DEARER = Correction(1, change_of("amount=55"))
WATER = ParseResult(money("3"), TransactionType.EXPENSE, "饮品", NOW.date(), "水")
DECIDED = [
    Corrected((), (0,), ()),
    Corrected((), (), (1, 2)),
    Corrected((), (0,), (1,)),
    Corrected((DEARER,), (0, 2), ()),
]


class Protocol(NamedTuple):
    """How answers are written and read, and the fields of an answer without a change."""

    write: Callable[[Interpretation, str], bytes]
    read: Callable[[bytes, CorrectionRequest], Interpretation]
    fields: dict[str, object]


NO_CHANGES: list[object] = []
STRUCTURED = Protocol(
    write_correction_answer, read_correction_answer, {"intent": "correction", "corrections": NO_CHANGES}
)
DIALOGUE = Protocol(write_dialogue_answer, read_dialogue_answer, {"action": "correct"})
in_both_protocols = pytest.mark.parametrize(
    "protocol", [STRUCTURED, DIALOGUE], ids=["structured", "dialogue"]
)


@in_both_protocols
@pytest.mark.parametrize("outcome", DECIDED, ids=str)
def test_what_is_dropped_and_kept_arrives_as_it_was_sent(protocol: Protocol, outcome: Corrected):
    sent = Interpretation(outcome, 0.9)
    assert protocol.read(protocol.write(sent, "m"), TRIP) == sent


@pytest.mark.parametrize(
    "outcome",
    [
        Corrected((DEARER,), added=(WATER,)),
        Corrected((DEARER,), (0,), (), (WATER, replace(WATER, confidence=0.4))),
        Corrected((), (0,), (), (WATER,)),
    ],
    ids=str,
)
def test_new_rows_beside_a_change_arrive_as_they_were_sent(outcome: Corrected):
    sent = Interpretation(outcome, 0.9)
    assert read_correction_answer(write_correction_answer(sent, "m"), TRIP) == sent
    asked = read_dialogue_answer(write_dialogue_answer(sent, "m"), TRIP).outcome
    assert asked == Clarify(ONE_AT_A_TIME)


def structured(*rows: object) -> Outcome:
    return read_correction_answer(
        json.dumps({"intent": "correction", "corrections": rows}).encode(), TRIP
    ).outcome


def test_only_new_rows_are_an_append_and_an_unreadable_one_costs_itself():
    change: dict[str, object] = {"index": 1, "updatedFields": {"amount": 55}}
    new: dict[str, object] = {
        "index": -1,
        "updatedFields": {"amount": 3, "type": "EXPENSE", "category": "饮品", "description": "水"},
    }
    without_amount = {"index": -1, "updatedFields": {"description": "水"}}
    assert structured(new) == Appended((WATER,))
    assert structured(change, without_amount) == Corrected((DEARER,), lost=1)
    assert structured(change, new, without_amount) == Corrected((DEARER,), added=(WATER,), lost=1)
    for unusable in ([without_amount], [change, {"index": -2, "updatedFields": {"amount": 3}}], [new, 7]):
        with pytest.raises(InterpreterFailure):
            structured(*unusable)


@in_both_protocols
def test_fields_that_hold_no_row_are_not_written(protocol: Protocol):
    for outcome in (Corrected((DEARER,)), Confirmed(), Unclear()):
        answer = json.loads(protocol.write(Interpretation(outcome, 0.9), "m"))
        assert not {"drop", "keep"} & answer.keys()
    assert set(json.loads(protocol.write(Interpretation(Corrected((), (0,)), 0.9), "m"))) & {
        "drop",
        "keep",
    } == {"drop"}


@in_both_protocols
@pytest.mark.parametrize("rows", [{"drop": [3]}, {"keep": [-1]}, {"drop": [0], "keep": [0, 9]}], ids=str)
def test_an_answer_with_a_row_that_was_not_sent_is_refused_whole(protocol: Protocol, rows: dict[str, object]):
    with pytest.raises(InterpreterFailure, match="out of range"):
        protocol.read(json.dumps(protocol.fields | rows | {"confidence": 0.9}).encode(), TRIP)


@in_both_protocols
def test_a_row_that_is_named_twice_counts_once(protocol: Protocol):
    body = json.dumps(protocol.fields | {"drop": [0, 0], "keep": [1, 1], "confidence": 0.9}).encode()
    assert protocol.read(body, TRIP).outcome == Corrected((), (0,), (1,))


def test_changes_of_several_rows_do_not_fit_a_dialogue_turn():
    outcome = Corrected((DEARER, Correction(2, change_of("amount=25"))), (0,))
    answer = write_dialogue_answer(Interpretation(outcome, 0.9), "m")
    assert read_dialogue_answer(answer, TRIP).outcome == Clarify(ONE_AT_A_TIME)


Reader = Callable[[str, datetime], ProposedTurn]
MODEL_ANSWERS = [(read_correction, "intent", "correction"), (read_turn, "action", "correct")]


def proposed(read: Reader, name: str, word: str, **answer: object) -> ProposedTurn:
    return read(json.dumps({name: word, **answer}), NOW)


@pytest.mark.parametrize(("read", "name", "word"), MODEL_ANSWERS, ids=["structured", "dialogue"])
def test_a_models_rows_are_read_leniently(read: Reader, name: str, word: str):
    found = proposed(read, name, word, drop=["1", 1.0, True, "x", None, 2.5, 99999], keep=0, confidence=0.9)
    assert found.proposal == Corrected((), (1,), ())


@pytest.mark.parametrize(("read", "name", "word"), MODEL_ANSWERS, ids=["structured", "dialogue"])
def test_a_model_that_does_not_say_how_sure_it_is_drops_and_keeps_nothing(read: Reader, name: str, word: str):
    assert proposed(read, name, word, drop=[0], keep=[1]).proposal == Corrected()


def answering(**answer: object) -> ModelInterpreter:
    model = SaidModel()
    model.text = json.dumps(answer, ensure_ascii=False)
    return ModelInterpreter(model)


def about(said: str, *, believes: bool) -> CorrectionRequest:
    return CorrectionRequest(TRIP.rows, said, CONTEXT, believes=believes)


@pytest.mark.parametrize("believes", [True, False])
@pytest.mark.parametrize(
    ("said", "rows", "left"),
    [
        ("住宿公司出的别记，打车对的", {"drop": [0], "keep": [1]}, Corrected((), (0,), (1,))),
        ("住宿公司出的别记，打车对的", {"drop": [0, 2]}, Corrected((), (0,))),
        ("住宿公司出的别记，打车对的", {"drop": [2]}, Unclear()),
        ("早饭那笔我再看看", {"keep": [2]}, Unclear()),
    ],
)
async def test_of_a_models_rows_those_remain_that_the_words_decide(
    said: str, rows: dict[str, object], left: Outcome, *, believes: bool
):
    model = answering(intent="correction", corrections=[], confidence=0.9, **rows)
    assert (await model.correct(about(said, believes=believes))).outcome == left


@pytest.mark.parametrize("believes", [True, False])
async def test_a_drop_beside_a_change_reaches_the_daemon_in_both_protocols(*, believes: bool):
    request = about("早饭其实花了二十五，住宿公司出的别记", believes=believes)
    change = {"index": 2, "updatedFields": {"amount": 25}}
    structured = answering(intent="correction", corrections=[change], drop=[0], confidence=0.9)
    read = (await structured.correct(request)).outcome
    assert isinstance(read, Corrected)
    assert [(one.index, str(one.fields.amount)) for one in read.corrections] == [(2, "25")]
    assert read.drop == (0,)
    turn = answering(action="correct", index=2, transaction={"amount": 25}, drop=[0], confidence=0.9)
    read = (await HistoryInterpreter(turn).correct(request)).outcome
    assert isinstance(read, Corrected)
    assert (read.drop, [one.index for one in read.corrections]) == ((0,), [2])
