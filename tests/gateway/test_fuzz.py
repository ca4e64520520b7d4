"""Whatever a model answers: nothing breaks, no amount appears that was not said, no row moves that was not meant."""

import json
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.gateway.drafts import correction, money, utterance
from tests.support.now import NOW
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Interpretation,
    Queried,
    Unclear,
)
from voiced.domain.transaction import FieldChange
from voiced.errors import UpstreamFailure
from voiced.gateway.corrections import checked_turn
from voiced.gateway.entries import checked_entries
from voiced.gateway.extraction import read_correction, read_entries, read_turn

pytestmark = pytest.mark.no_cover
EXAMPLES = 700
"""Of each of four properties; every example is put in five forms, so that 14,000 answers are tried."""

KEYS = st.sampled_from(
    [
        "transactions",
        "corrections",
        "intent",
        "action",
        "index",
        "updatedFields",
        "transaction",
        "amount",
        "type",
        "category",
        "description",
        "date",
        "account",
        "confidence",
        "message",
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        [
            "EXPENSE",
            "收入",
            "correction",
            "append",
            "confirm",
            "cancel",
            "50元",
            "五十",
            "-5",
            "2026-11-21",
            "昨天",
        ]
    ),
    st.sampled_from([0, 1, 2, -1, 50, 22, 30, 30.0, 1e300]),
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=20,
)
FIELDS = st.dictionaries(
    st.sampled_from(["amount", "type", "category", "description", "date", "account"]), SCALARS, max_size=6
)
CHANGE = st.fixed_dictionaries({"index": st.one_of(SCALARS, st.integers(-2, 5)), "updatedFields": FIELDS})
LIKELY = st.fixed_dictionaries(
    {
        "intent": st.sampled_from(
            ["correction", "append", "confirm", "cancel", "unclear", "clarify", "query"]
        ),
        "action": st.sampled_from(["correct", "parse", "clarify", "query", "confirm", "cancel"]),
        "corrections": st.lists(CHANGE, max_size=4),
        "index": st.integers(-2, 5),
        "transaction": FIELDS,
        "transactions": st.lists(FIELDS, max_size=4),
        "confidence": SCALARS,
    }
)


@st.composite
def answers(draw: st.DrawFn) -> tuple[str, ...]:
    """An answer in five forms: likely or wild JSON, as it is, cut off, damaged, doubled, wrapped in prose."""
    value = draw(st.one_of(LIKELY, TREES))
    text = json.dumps(value, ensure_ascii=draw(st.booleans()))
    at = draw(st.integers(0, len(text)))
    damaged = text[:at] + draw(st.text(max_size=3)) + text[at:]
    return text, text[:at], damaged, f"{text}\n{text}", f"好的：\n```json\n{text}\n```\n以上"


fuzzed = settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow], database=None)
ROWS = ("支60 餐饮 午饭", "支30 交通 打车", "收900 工资 工资")


@fuzzed
@given(answers())
def test_entries_have_the_amounts_that_were_said_in_the_order_said(forms: tuple[str, ...]):
    for answer in forms:
        with suppress(UpstreamFailure):
            read = checked_entries(utterance("面条二十二，打车三十"), read_entries(answer, NOW))
            assert [entry.amount for entry in read] == [money("22"), money("30")]


@fuzzed
@given(answers(), st.sampled_from(["第二笔好像记错了吧", "打车那笔说错了，再想想", "好像哪里不对"]))
def test_words_that_state_no_value_change_nothing_and_save_nothing(forms: tuple[str, ...], said: str):
    for read in readings(forms, said):
        assert isinstance(read.outcome, Unclear | Clarify | Queried)


@fuzzed
@given(answers(), st.sampled_from(["打车那笔应该是四十左右吧", "吃的那笔应该记四十"]))
def test_only_the_row_that_was_meant_gets_only_what_was_said(forms: tuple[str, ...], said: str):
    place = 1 if "打车" in said else 0
    for read in readings(forms, said):
        assert not isinstance(read.outcome, Confirmed | Cancelled | Appended)
        if isinstance(read.outcome, Corrected):
            assert [one.index for one in read.outcome.corrections] == [place]
            assert [one.fields for one in read.outcome.corrections] == [FieldChange(amount=money("40"))]


@fuzzed
@given(answers(), st.sampled_from(["奶茶十五", "谢谢你啊", "打车那笔老板给报了", "那对酒测扬", "听说打折了"]))
def test_nothing_is_confirmed_without_assent_nor_added_with_an_amount_that_was_not_said(
    forms: tuple[str, ...], said: str
):
    for read in readings(forms, said):
        assert read.confidence is not None
        assert 0 <= read.confidence <= 1
        match read.outcome:
            case Appended(results):
                assert all(entry.amount == money("15") for entry in results)
            case Corrected(corrections):
                assert all(one.index in range(len(ROWS)) for one in corrections)
            case outcome:
                assert isinstance(outcome, Unclear | Clarify | Queried)


def readings(forms: tuple[str, ...], said: str) -> Iterator[Interpretation]:
    """What comes of the answers, the two protocols in turn; an answer that is no use is a failure and nothing more."""
    for place, answer in enumerate(forms):
        with suppress(UpstreamFailure):
            read = read_correction if place % 2 else read_turn
            yield checked_turn(correction(said, *ROWS), read(answer, NOW))
