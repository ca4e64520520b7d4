"""The requests as JSON, in both directions.

A daemon writes requests, and the gateway reads them strictly: it refuses a request of another form with a message that names
the mistake.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from voiced.dialogue.values import requests as rq
from voiced.domain.batch import MAX_ITEMS
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER
from voiced.errors import InterpreterFailure, RequestWrong
from voiced.gateway.protocol.fields import NAME_LIMIT, Body, encode
from voiced.gateway.protocol.questions import QuestionValueBody, read_value, value_body

TEXT_LIMIT = 1000
"""The most characters of an utterance; thirty seconds of speech, the daemon's limit, are about two hundred."""
Text = Annotated[str, Meta(min_length=1, max_length=TEXT_LIMIT)]
Name = Annotated[str, Meta(max_length=NAME_LIMIT)]
Description = Annotated[str, Meta(max_length=200)]


class ContextBody(Body, frozen=True):
    """The user's categories and the local time; without `now` the gateway uses its own time."""

    recent_categories: Annotated[tuple[Name, ...], Meta(max_length=50)] | None = None
    custom_categories: Annotated[tuple[Name, ...], Meta(max_length=50)] | None = None
    now: dt.datetime | None = None


class ItemBody(Body, frozen=True):
    """A row of the draft; `index` is its place, from 0."""

    index: int
    amount: Decimal | None = None
    category: Name | None = None
    type: TransactionType | None = None
    description: Description | None = None
    date: dt.date | None = None


Batch = Annotated[tuple[ItemBody, ...], Meta(min_length=1, max_length=MAX_ITEMS)]


class MessageBody(Body, frozen=True):
    """A message of the conversation about the draft."""

    role: Literal["user", "assistant"]
    content: Text


class ParseBody(Body, frozen=True):
    """Asks for the entries of an utterance."""

    text: Text
    context: ContextBody | None = None


class CorrectionBody(Body, frozen=True):
    """Asks for the changes that an utterance makes to the draft."""

    current_batch: Batch
    correction_text: Text
    context: ContextBody | None = None


class QuestionBody(Body, frozen=True):
    """Asks for the value of a question about the ledger; `last` is the question answered before, for half a question."""

    text: Text
    context: ContextBody | None = None
    last: QuestionValueBody | None = None


class DialogueBody(Body, frozen=True):
    """Asks for the next turn about the draft; the last message is the user's utterance."""

    messages: Annotated[tuple[MessageBody, ...], Meta(min_length=1, max_length=50)]
    current_batch: Batch
    context: ContextBody | None = None


_Request = TypeVar("_Request", ParseBody, QuestionBody, CorrectionBody, DialogueBody)


def write_parse_request(request: rq.ParseRequest) -> bytes:
    """Asks for the entries of an utterance."""
    return encode(ParseBody(request.text, _context_body(request.context)))


def read_parse_request(body: bytes, now: dt.datetime) -> rq.ParseRequest:
    """The request that the bytes hold; `now` is the time for a request without one.

    Raises:
        RequestWrong: the bytes are not JSON, or have another form.
    """
    asked = _decode(body, ParseBody)
    return rq.ParseRequest(_said(asked.text), _context(asked.context, now))


def write_question_request(request: rq.QuestionRequest) -> bytes:
    """Asks for the value of a question."""
    last = None if request.last is None else value_body(request.last)
    return encode(QuestionBody(request.text, _context_body(request.context), last))


def read_question_request(body: bytes, now: dt.datetime) -> rq.QuestionRequest:
    """See `read_parse_request`."""
    asked = _decode(body, QuestionBody)
    try:
        last = None if asked.last is None else read_value(asked.last)
    except InterpreterFailure as error:
        raise RequestWrong(f"last: {error}") from error
    return rq.QuestionRequest(_said(asked.text), _context(asked.context, now), last)


def write_correction_request(request: rq.CorrectionRequest) -> bytes:
    """Asks for the changes that an utterance makes, without the history of the dialogue."""
    return encode(CorrectionBody(_items(request.rows), request.text, _context_body(request.context)))


def read_correction_request(body: bytes, now: dt.datetime) -> rq.CorrectionRequest:
    """See `read_parse_request`."""
    asked = _decode(body, CorrectionBody)
    context = _context(asked.context, now)
    return rq.CorrectionRequest(
        _rows(asked.current_batch, context.now.date()), _said(asked.correction_text), context
    )


def write_dialogue_request(request: rq.CorrectionRequest) -> bytes:
    """Asks for the next turn of the dialogue; the utterance is the last message."""
    messages = tuple(MessageBody(said.role.value, said.content) for said in request.messages)
    return encode(DialogueBody(messages, _items(request.rows), _context_body(request.context)))


def read_dialogue_request(body: bytes, now: dt.datetime) -> rq.CorrectionRequest:
    """See `read_parse_request`; the history is in spoken order and ends with the utterance."""
    asked = _decode(body, DialogueBody)
    *_, last = asked.messages
    if last.role != rq.Role.USER:
        raise RequestWrong("messages: the last one must be the user's")
    context = _context(asked.context, now)
    history = tuple(rq.Message(rq.Role(said.role), said.content) for said in asked.messages)
    return rq.CorrectionRequest(
        _rows(asked.current_batch, context.now.date()), _said(last.content), context, history
    )


def _decode(body: bytes, form: type[_Request]) -> _Request:
    try:
        return msgspec.json.decode(body, type=form)
    except msgspec.ValidationError as error:
        raise RequestWrong(f"the request has another form: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestWrong("the request is not readable JSON") from error


def _said(text: str) -> str:
    if not text.strip():
        raise RequestWrong("the text to understand is blank")
    return text


def _context_body(context: rq.RequestContext) -> ContextBody:
    now = context.now.replace(microsecond=0)
    return ContextBody(context.recent_categories, context.custom_categories, now)


def _context(context: ContextBody | None, now: dt.datetime) -> rq.RequestContext:
    # Some clients write null for a missing value.
    told = context or ContextBody()
    return rq.RequestContext(told.now or now, told.recent_categories or (), told.custom_categories or ())


def _items(rows: tuple[ParseResult, ...]) -> tuple[ItemBody, ...]:
    return tuple(
        ItemBody(
            index=index,
            amount=None if row.amount is None else row.amount.yuan,
            category=row.category,
            type=row.type,
            description=row.description,
            date=row.date,
        )
        for index, row in enumerate(rows)
    )


def _rows(batch: tuple[ItemBody, ...], today: dt.date) -> tuple[ParseResult, ...]:
    if [item.index for item in batch] != list(range(len(batch))):
        raise RequestWrong("currentBatch: the items must be numbered 0, 1, 2 … in order")
    return tuple(
        ParseResult(
            amount=_money(item.amount, item.index),
            type=item.type or TransactionType.EXPENSE,
            category=item.category or OTHER,
            date=item.date or today,
            description=item.description or "",
        )
        for item in batch
    )


def _money(yuan: Decimal | None, index: int) -> Money | None:
    if yuan is None:
        return None
    money = Money.from_yuan(yuan)
    if money is None or not money.is_recordable:
        raise RequestWrong(
            f"currentBatch[{index}].amount: not an amount in yuan, above 0, at most two decimals"
        )
    return money
