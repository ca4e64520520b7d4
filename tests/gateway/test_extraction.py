"""A model's answer taken apart: what can be read in one way is read, and what cannot is a failure or missing."""

import json
from datetime import date

import pytest

from tests.gateway.drafts import money
from tests.support.now import NOW
from voiced.dialogue.values.requests import Clarify, Confirmed, Corrected, Unclear
from voiced.domain.money import Money
from voiced.domain.transaction import NO_CHANGE, Correction, FieldChange, TransactionType
from voiced.errors import UpstreamFailure
from voiced.gateway.extraction import (
    Proposal,
    ProposedEntries,
    ProposedTurn,
    read_correction,
    read_entries,
    read_fields,
    read_turn,
)


@pytest.mark.parametrize(
    "text",
    [
        '{"transactions":[{"amount":22}]}',
        '```json\n{"transactions":[{"amount":22}]}\n```',
        '```\n{"transactions":[{"amount":22}]}\n```',
        '好的，结果如下：{"transactions":[{"amount":22,},]} 请确认。',
        '[{"amount":22}]',
        '{"amount":22}',
        "{'transactions': [{'amount': 22}]}",
        '{"transactions":[{"amount":22}',
    ],
)
def test_entries_are_found_however_they_are_wrapped(text: str):
    assert [entry.fields.amount for entry in read_entries(text, NOW)] == [money("22")]


@pytest.mark.parametrize("text", ["", "好的。", "null", "22", '{"answer":22}', '{"transactions":"none"}'])
def test_an_answer_without_entries_is_a_failure(text: str):
    with pytest.raises(UpstreamFailure):
        read_entries(text, NOW)


def test_brackets_without_end_hold_nothing():
    with pytest.raises(UpstreamFailure):
        read_entries("[" * 100_000, NOW)


@pytest.mark.parametrize(
    ("stated", "amount"),
    [
        (35.5, "35.5"),
        (100, "100"),
        ("50元", "50"),
        ("￥35.50", "35.5"),
        ("五十块五", "50.5"),
        ("12.30", "12.3"),
    ],
)
def test_an_amount_may_be_a_number_or_the_words_for_one(stated: object, amount: str):
    assert read_fields({"amount": stated}, NOW).amount == money(amount)


@pytest.mark.parametrize(
    "stated",
    [
        0,
        -5,
        "-5",
        0.001,
        1e300,
        float("nan"),
        float("inf"),
        True,
        None,
        [],
        {},
        "",
        "几十",
        10**400,
        "九" * 5000,
    ],
)
def test_an_amount_that_no_row_can_have_is_not_proposed(stated: object):
    amount: Money | None = read_fields({"amount": stated}, NOW).amount
    assert amount is None


def test_types_days_and_texts_are_read_as_they_are_written():
    read = read_fields(
        {"type": " 收入 ", "date": "昨天", "category": "红\x00包\n", "description": " ", "account": 5}, NOW
    )
    assert (read.type, read.date, read.category) == (TransactionType.INCOME, date(2026, 11, 20), "红 包")
    assert (read.description, read.account) == (None, None)
    assert read_fields({"type": "GIFT", "date": "someday"}, NOW) == NO_CHANGE
    assert read_fields({"date": "2026-11-03T08:00:00"}, NOW).date == date(2026, 11, 3)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ('{"intent":"CORRECTION","corrections":[]}', Corrected(())),
        ('{"intent":"追加","corrections":[]}', ProposedEntries(())),
        (
            '{"corrections":[{"index":0,"updatedFields":{"amount":5}}]}',
            Corrected((Correction(0, FieldChange(amount=money("5"))),)),
        ),
        ('[{"intent":"confirm"}]', Confirmed()),
    ],
)
def test_an_intent_is_known_by_its_names(text: str, proposal: Proposal):
    assert read_correction(text, NOW).proposal == proposal


@pytest.mark.parametrize("bad", [{"amount": -3}, {"type": "GIFT"}, {"date": "someday"}])
def test_a_correction_with_a_value_that_cannot_be_read_is_unclear_as_a_whole(bad: dict[str, object]):
    good = {"index": 0, "updatedFields": {"amount": 50}}
    answer = {"intent": "correction", "corrections": [good, {"index": 1, "updatedFields": bad}]}
    assert read_correction(json.dumps(answer), NOW) == ProposedTurn(Unclear())
    turn = {"action": "correct", "index": 0, "transaction": bad, "confidence": 0.9}
    assert read_turn(json.dumps(turn), NOW) == ProposedTurn(Unclear())


@pytest.mark.parametrize("text", ['{"intent":"delete"}', '{"intent":5}', "{}", '{"action":"confirm"}'])
def test_an_unknown_intent_is_a_failure(text: str):
    with pytest.raises(UpstreamFailure):
        read_correction(text, NOW)


@pytest.mark.parametrize(
    ("stated", "index"), [(1, 1), ("1", 1), (1.0, 1), (None, -2), ("first", -2), (True, -2), (-1, -1)]
)
def test_a_row_without_a_number_is_no_row_of_the_draft(stated: object, index: int):
    change = {"index": stated, "updatedFields": {"amount": 5}}
    read = read_correction(json.dumps({"intent": "correction", "corrections": [change, 7, {}]}), NOW)
    assert read.proposal == Corrected((Correction(index, FieldChange(amount=money("5"))),))


def test_a_turn_of_the_dialogue_protocol():
    text = '{"action":"clarify","message":"哪一笔？\\n","confidence":2}'
    assert read_turn(text, NOW) == ProposedTurn(Clarify("哪一笔？"))
