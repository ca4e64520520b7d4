"""`voiced nlu parse` shows what the daemon would do: the same rows, and a doubt where the daemon asks."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from tests.support.answers import entries_of
from tests.support.now import NOW
from tests.support.script import LOCAL, ONLINE, Stage, in_session
from training.corpus import corpus_lines
from voiced.cli import nlu_answers
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import Entries, Parsing
from voiced.dialogue.values.state import AddOffer, Dialogue, PlainQuestion, ReadingInQuestion
from voiced.domain.transaction import DoubtReason

SENTENCES = [line.said for line in corpus_lines()][::41]
"""A few hundred sentences of the corpus, of all kinds."""

BETWEEN_TWO = (DoubtReason.AMOUNT, DoubtReason.WORKED_OUT, DoubtReason.TYPE, DoubtReason.ROWS)


def shown(said: str, now: datetime) -> dict[str, Any]:
    """The answer of `voiced nlu parse`."""
    return json.loads(nlu_answers.entries(json.dumps({"text": said}).encode(), now))


def amounts_of_the_card(state: Dialogue) -> list[str]:
    """The amounts of the better reading on the card, in order."""
    items = () if state.batch is None else state.batch.items
    rows = (
        row
        for item in items
        for row in (item.doubt.readings[0] if item.doubt is not None else (item.result,))
    )
    return [str(row.amount) for row in rows if row.amount is not None]


@pytest.mark.parametrize("said", SENTENCES)
def test_the_rows_are_the_same_and_a_doubt_is_a_question(said: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {said}")
    state, answer = stage.state, shown(said, NOW)
    assert amounts_of_the_card(state) == [row["amount"] for row in answer["transactions"]]
    reason = answer.get("doubt", {}).get("reason")
    assert isinstance(state.open_question, ReadingInQuestion) == (reason in BETWEEN_TWO)
    if reason == DoubtReason.HAPPENED:
        assert isinstance(state.open_question, AddOffer)
    if reason is None and answer["transactions"]:
        assert state.open_question is PlainQuestion.CONFIRM_DRAFT
        assert "请核对" not in state.said


def first_with(reason: DoubtReason) -> str:
    """The first sentence of the corpus that its readers doubt for this reason."""
    lines = (line.said for line in corpus_lines())
    return next(said for said in lines if shown(said, NOW).get("doubt", {}).get("reason") == reason)


@pytest.mark.parametrize("reason", [DoubtReason.AMOUNT, DoubtReason.WORKED_OUT, DoubtReason.TYPE])
def test_a_model_is_asked_first_and_without_its_answer_the_speaker_is(reason: DoubtReason) -> None:
    stage = Stage(ONLINE, in_session(ONLINE))
    stage.read(f"你: {first_with(reason)}")
    assert isinstance(stage.state.in_flight, Parsing)
    stage.read("模型: 失败 答非所问")
    assert isinstance(stage.state.open_question, ReadingInQuestion)


@pytest.mark.parametrize("reason", BETWEEN_TWO)
def test_a_models_answer_is_read_back(reason: DoubtReason) -> None:
    said = first_with(reason)
    (row,) = shown(said, NOW)["transactions"]
    stage = Stage(ONLINE, in_session(ONLINE))
    stage.read(f"你: {said}")
    entry = entries_of(f"支出{row['amount']} 餐饮 {said}", NOW.date())
    request = stage.state.in_flight
    assert isinstance(request, Parsing)
    stage.happen(ev.Parsed(request.number, Entries(entry)))
    assert stage.state.said == f"记录支出{row['amount']}元，餐饮，确认吗？"
