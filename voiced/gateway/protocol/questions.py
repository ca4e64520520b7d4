"""The value of a question about the ledger as JSON, in both directions, and in the answers of models.

The filters stand beside the measure; `against` has filters of its own. A value that cannot be one makes the whole answer unusable.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from voiced.dialogue.values.requests import QuestionRequest
from voiced.domain.money import Money
from voiced.domain.question import Grouping, Measure, Unit
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import TransactionType
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.fields import NAME_LIMIT, Body, decode, encode

_Names = Annotated[tuple[Annotated[str, Meta(max_length=NAME_LIMIT)], ...], Meta(max_length=30)] | None
_MOST_ROWS = 50
_MOST_SERIES = 12
_ONE_FOR_EACH_NAME = "subject"
"""Another word of models for series: one for each name of the value."""
_Figure = Literal["count", "balance"]


class RowsBody(Body, frozen=True, omit_defaults=True):
    """The filters of rows; a missing one is null. Days are ISO dates, both included; without them the whole ledger is meant."""

    type: TransactionType | None = None
    first: dt.date | None = msgspec.field(default=None, name="from")
    last: dt.date | None = msgspec.field(default=None, name="to")
    categories: _Names = None
    words: _Names = None
    accounts: _Names = None
    without: _Names = None
    at_least: Decimal | None = None
    at_most: Decimal | None = None


class QuestionValueBody(RowsBody, frozen=True, omit_defaults=True, kw_only=True):
    """The value of a question; the measure is null for what a ledger of rows cannot answer.

    Attributes:
        against: the whole of a share; the other side of a difference.
        series: the rows of each of several figures.
        figure: of each group, by default a total.
    """

    measure: Measure | None = None
    unit: Unit | None = None
    grouping: Grouping | None = None
    limit: Annotated[int, Meta(ge=1, le=_MOST_ROWS)] | None = None
    against: RowsBody | Literal["total"] | None = None
    series: Annotated[tuple[RowsBody, ...], Meta(max_length=_MOST_SERIES)] | None = None
    figure: _Figure | None = None


class QuestionAnswer(Body, frozen=True):
    """The value of a question about the ledger.

    Attributes:
        question: null if a ledger of rows cannot answer it.
    """

    question: QuestionValueBody | None = None
    model: str = ""


def write_question_answer(value: QuestionValue | None, model: str) -> bytes:
    """The value of a question, or null."""
    return encode(QuestionAnswer(None if value is None else value_body(value), model))


def read_question_answer(body: bytes, request: QuestionRequest) -> QuestionValue | None:
    """The value; None if a ledger of rows cannot answer the question.

    Raises:
        InterpreterFailure: the answer is unusable.
    """
    answer = decode(body, QuestionAnswer)
    return None if answer.question is None else read_value(answer.question)


def value_body(value: QuestionValue) -> QuestionValueBody:
    """The value as it is sent."""
    against = None if value.against is None else RowsBody(**_filters(value.against))
    limit = None if value.limit == 1 else value.limit
    return QuestionValueBody(
        **_filters(value.rows),
        measure=value.measure,
        unit=value.unit,
        grouping=value.grouping,
        limit=limit,
        against=against,
        series=tuple(RowsBody(**_filters(one)) for one in value.series) or None,
        figure=_FIGURE_NAMES.get(value.figure),
    )


_FIGURE_NAMES: dict[Measure, _Figure] = {Measure.COUNT: "count", Measure.BALANCE: "balance"}


def value_as_json(value: QuestionValue) -> str:
    """The value as a model writes it."""
    return encode(value_body(value)).decode()


def value_stated(answer: Mapping[str, object]) -> QuestionValue | None:
    """The value that a model states.

    Raises:
        InterpreterFailure: it cannot be a value.
    """
    if answer.get("grouping") == _ONE_FOR_EACH_NAME:
        answer = {**answer, "grouping": Grouping.SERIES.value}
    try:
        stated = msgspec.convert(answer, QuestionValueBody, strict=False)
    except msgspec.ValidationError as error:
        raise InterpreterFailure(f"the language model's answer has another form: {error}") from error
    return read_value(stated)


def read_value(body: QuestionValueBody) -> QuestionValue | None:
    """The value that was sent; None without a measure.

    Raises:
        InterpreterFailure: an amount or a span of days cannot be one.
    """
    if body.measure is None:
        return None
    against = _rows(body.against) if isinstance(body.against, RowsBody) else None
    return QuestionValue(
        body.measure,
        _rows(body),
        body.unit,
        body.grouping,
        body.limit or 1,
        against,
        tuple(_rows(one) for one in body.series or ()),
        Measure.TOTAL if body.figure is None else Measure(body.figure),
    )


def _rows(body: RowsBody) -> RowsValue:
    if (body.first is None) != (body.last is None) or (body.first and body.last and body.first > body.last):
        raise InterpreterFailure("the language model answered with days that are no span")
    return RowsValue(
        body.type,
        body.first,
        body.last,
        body.categories or (),
        body.words or (),
        body.accounts or (),
        body.without or (),
        _money(body.at_least),
        _money(body.at_most),
    )


def _money(yuan: Decimal | None) -> Money | None:
    if yuan is None:
        return None
    money = Money.from_yuan(yuan)
    if money is None or not money.is_recordable:
        raise InterpreterFailure("the language model answered with an amount that a row cannot have")
    return money


def _filters(rows: RowsValue) -> dict[str, Any]:
    return {
        "type": rows.type,
        "first": rows.first,
        "last": rows.last,
        "categories": rows.categories or None,
        "words": rows.words or None,
        "accounts": rows.accounts or None,
        "without": rows.without or None,
        "at_least": None if rows.at_least is None else rows.at_least.yuan,
        "at_most": None if rows.at_most is None else rows.at_most.yuan,
    }
