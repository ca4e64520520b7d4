"""Whatever a model answers, it becomes a value that the draft can bear, or one failure."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voiced.dialogue.values.requests import (
    Appended,
    Clarify,
    Corrected,
    CorrectionRequest,
    Interpretation,
    ParseRequest,
    QuestionRequest,
    Replaced,
    RequestContext,
)
from voiced.domain.money import Money
from voiced.domain.question import Measure
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.answers import (
    read_correction_answer,
    read_parse_answer,
)
from voiced.gateway.protocol.fields import NAME_LIMIT, SENTENCE_LIMIT
from voiced.gateway.protocol.questions import read_question_answer
from voiced.gateway.protocol.turns import read_dialogue_answer

pytestmark = pytest.mark.no_cover
TODAY = date(2026, 11, 21)
CONTEXT = RequestContext(datetime(2026, 11, 21, tzinfo=UTC))
ROW = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")
ASKED = CorrectionRequest((ROW, ROW), "改成50", CONTEXT)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def mostly(good: st.SearchStrategy[object], bad: st.SearchStrategy[object] = anything):
    """Nearly all are of the kind that belongs there: a fuzz of garbage alone ends at the first check."""
    return st.integers(0, 19).flatmap(lambda die: bad if die == 19 else good)


amounts = mostly(
    st.integers(1, 99_999) | st.sampled_from([35.1, "50", 0.01, 1e9]),
    st.sampled_from(["sNaN", "1e999999", "-Infinity", 0, -1, 0.001, 1e308, 10**40]) | st.floats() | anything,
)
names = mostly(st.sampled_from(["餐饮", "微信", "", " \x00", "长" * 300]), st.text() | anything)
types = mostly(st.sampled_from(["EXPENSE", "income", "转账", ""]), st.text() | anything)
dates = mostly(st.dates().map(str) | st.datetimes().map(str), st.text() | anything)
indices = mostly(st.sampled_from([-1, 0, 1]), st.integers() | anything)
confidences = mostly(st.floats(0, 1))
fields = mostly(
    st.fixed_dictionaries(
        {},
        optional={
            "amount": amounts,
            "category": names,
            "type": types,
            "description": names,
            "date": dates,
            "account": names,
            "payee": anything,
        },
    )
)
entries_answers = mostly(st.fixed_dictionaries({"transactions": mostly(st.lists(fields, max_size=4))}))
corrections = st.fixed_dictionaries({"index": indices, "updatedFields": fields})
correction_answers = mostly(
    st.fixed_dictionaries(
        {
            "intent": mostly(
                st.sampled_from(["correction", "correction", "append", "confirm", "cancel", "unclear"])
            ),
            "corrections": mostly(st.lists(corrections, max_size=2)),
        },
        optional={"confidence": confidences},
    )
)
turn_answers = mostly(
    st.fixed_dictionaries(
        {
            "action": mostly(
                st.sampled_from(["correct", "correct", "parse", "clarify", "query", "confirm", "cancel"])
            )
        },
        optional={"index": indices, "transaction": fields, "message": names, "confidence": confidences},
    )
)

fuzz = settings(
    max_examples=700, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)


def as_body(answer: object) -> bytes:
    """JSON as careless endpoints write it: NaN and lone surrogates included."""
    return json.dumps(answer).encode()


def check_text(text: str | None, limit: int) -> None:
    assert text is None or (len(text) <= limit and text.isprintable() and text == text.strip())


def check_fields(row: ParseResult | FieldChange) -> None:
    assert row.amount is None or row.amount.is_recordable
    assert row.type is None or isinstance(row.type, TransactionType)
    assert row.date is None or type(row.date) is date
    check_text(row.category, NAME_LIMIT)
    check_text(row.account, NAME_LIMIT)
    check_text(row.description, SENTENCE_LIMIT)


def check(interpretation: Interpretation) -> None:
    assert interpretation.confidence is None or 0 <= interpretation.confidence <= 1
    match interpretation.outcome:
        case Corrected(corrections):
            assert corrections
            for correction in corrections:
                assert correction.index in (0, 1)
                assert not correction.fields.is_empty
                check_fields(correction.fields)
        case Appended(results) | Replaced(results):
            assert results
            for result in results:
                assert result.amount is not None
                assert result.category
                check_fields(result)
        case Clarify(message):
            assert message
            check_text(message, SENTENCE_LIMIT)
        case _:
            pass


class Taken:
    """Answers that were no failure, by kind: a reader that refuses everything must not pass."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()

    def read(self, reading: Callable[[], Interpretation]) -> None:
        """Check what an answer is read as, unless it is a failure."""
        try:
            interpretation = reading()
        except InterpreterFailure:
            return
        check(interpretation)
        self.kinds.add(type(interpretation.outcome).__name__)


def test_any_answer_to_a_parse_is_rows_or_a_failure():
    most_rows = 0

    @fuzz
    @given(entries_answers)
    def feed(answer: object) -> None:
        nonlocal most_rows
        try:
            results = read_parse_answer(as_body(answer), ParseRequest("吃饭", CONTEXT)).results
        except InterpreterFailure:
            return
        most_rows = max(most_rows, len(results))
        for result in results:
            assert result.category
            check_fields(result)

    feed()
    assert most_rows > 1


def test_any_structured_answer_is_an_outcome_or_a_failure():
    taken = Taken()

    @fuzz
    @given(correction_answers)
    def feed(answer: object) -> None:
        taken.read(lambda: read_correction_answer(as_body(answer), ASKED))

    feed()
    assert taken.kinds == {"Corrected", "Appended", "Confirmed", "Cancelled", "Unclear"}


def test_any_dialogue_answer_is_an_outcome_or_a_failure():
    taken = Taken()

    @fuzz
    @given(turn_answers)
    def feed(answer: object) -> None:
        taken.read(lambda: read_dialogue_answer(as_body(answer), ASKED))

    feed()
    assert taken.kinds == {"Corrected", "Replaced", "Clarify", "Queried", "Confirmed", "Cancelled", "Unclear"}


def test_an_answer_with_garbage_in_it_is_an_outcome_or_a_failure():
    taken = Taken()

    @fuzz
    @given(turn_answers, st.integers(0, 200), st.binary(max_size=20))
    def feed(answer: object, place: int, garbage: bytes) -> None:
        body = as_body(answer)
        taken.read(lambda: read_dialogue_answer(body[:place] + garbage + body[place:], ASKED))

    feed()
    assert taken.kinds


question_values = st.fixed_dictionaries(
    {"measure": mostly(st.sampled_from([*(measure.value for measure in Measure), None]))},
    optional={
        "type": mostly(st.sampled_from(["EXPENSE", "INCOME", None])),
        "from": mostly(st.just("2026-11-01")),
        "to": mostly(st.just("2026-11-30")),
        "words": mostly(st.lists(names, max_size=2)),
        "atLeast": amounts,
        "limit": mostly(st.integers(1, 3)),
    },
)


def test_any_value_of_a_question_is_a_value_or_a_failure():
    measures: set[Measure] = set()

    @fuzz
    @given(st.fixed_dictionaries({"question": mostly(question_values)}))
    def feed(answer: object) -> None:
        try:
            value = read_question_answer(as_body(answer), QuestionRequest("花了多少", CONTEXT))
        except InterpreterFailure:
            return
        if value is not None:
            measures.add(value.measure)
            assert value.rows.at_least is None or value.rows.at_least.is_recordable
            assert (value.rows.first is None) == (value.rows.last is None)

    feed()
    assert len(measures) > 10
