"""The gateway's side of the wire: what it is asked and what it answers, camelCase JSON.

Requests are read strictly, fields that nobody knows aside. Amounts are exact decimals in both directions.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from voiced.dialogue.asking import AskingContext, CorrectionRequest, Message, ParseRequest, Role
from voiced.domain.batch import MAX_ITEMS
from voiced.domain.money import Money
from voiced.domain.transaction import AMOUNT_ALONE, EntryField, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER
from voiced.errors import RequestWrong

Text = Annotated[str, Meta(min_length=1, max_length=1000)]
"""An utterance; the longest that the daemon hears, thirty seconds, has some two hundred characters."""
Name = Annotated[str, Meta(max_length=40)]
Description = Annotated[str, Meta(max_length=200)]


class _Body(msgspec.Struct, rename="camel", frozen=True):
    pass


class ContextBody(_Body, frozen=True):
    """What helps to file entries as this user does; `now` is local time, the gateway's own where it is missing."""

    recent_categories: Annotated[tuple[Name, ...], Meta(max_length=50)] | None = None
    custom_categories: Annotated[tuple[Name, ...], Meta(max_length=50)] | None = None
    now: datetime | None = None


class ItemBody(_Body, frozen=True):
    """A row of the draft; `index` is its place, from 0."""

    index: int
    amount: Decimal | None = None
    category: Name | None = None
    type: TransactionType | None = None
    description: Description | None = None
    date: date | None = None


Batch = Annotated[tuple[ItemBody, ...], Meta(min_length=1, max_length=MAX_ITEMS)]


class MessageBody(_Body, frozen=True):
    """A message of the conversation about the draft."""

    role: Literal["user", "assistant"]
    content: Text


class ParseBody(_Body, frozen=True):
    """Asks for the entries of an utterance."""

    text: Text
    context: ContextBody | None = None


class CorrectionBody(_Body, frozen=True):
    """Asks what an utterance changes in the draft."""

    current_batch: Batch
    correction_text: Text
    context: ContextBody | None = None


class DialogueBody(_Body, frozen=True):
    """Asks for the next turn about the draft; the last message is the user's, and the one to act on."""

    messages: Annotated[tuple[MessageBody, ...], Meta(min_length=1, max_length=50)]
    current_batch: Batch
    context: ContextBody | None = None


class FieldsAnswer(_Body, frozen=True, omit_defaults=True):
    """Fields of an entry; those that are not stated are left out.

    Attributes:
        doubtful: what a low confidence is about, where it is not the amount.
    """

    amount: Decimal | None = None
    type: TransactionType | None = None
    category: str | None = None
    description: str | None = None
    date: date | None = None
    account: str | None = None
    confidence: float | None = None
    doubtful: tuple[EntryField, ...] = ()


class ParseAnswer(_Body, frozen=True):
    """The entries of an utterance, in the order they were said."""

    transactions: tuple[FieldsAnswer, ...]
    model: str


class CorrectionItem(_Body, frozen=True, omit_defaults=True):
    """New values for fields of one row; index -1 is a row that does not exist yet.

    Attributes:
        confidence: of this row; below 0.7 it is to be read back for checking, however sure the answer is.
    """

    index: int
    updated_fields: FieldsAnswer
    confidence: float | None = None


class CorrectionAnswer(_Body, frozen=True, omit_defaults=True):
    """What an utterance means for the draft."""

    corrections: tuple[CorrectionItem, ...]
    intent: Literal["correction", "confirm", "cancel", "unclear", "append"]
    model: str
    confidence: float


class DialogueAnswer(_Body, frozen=True, omit_defaults=True):
    """The next turn of the dialogue."""

    action: Literal["correct", "parse", "clarify", "query", "confirm", "cancel"]
    model: str
    confidence: float
    index: int | None = None
    transaction: FieldsAnswer | None = None
    message: str | None = None


Answer = ParseAnswer | CorrectionAnswer | DialogueAnswer
_Request = TypeVar("_Request", ParseBody, CorrectionBody, DialogueBody)
_ENCODER = msgspec.json.Encoder(decimal_format="number")


def encode(answer: Answer) -> bytes:
    """The answer as JSON."""
    return _ENCODER.encode(answer)


def read_parse_request(body: bytes, now: datetime) -> ParseRequest:
    """The request that the bytes hold; `now` is the time where it names none.

    Raises:
        RequestWrong: no JSON, or of another form.
    """
    asked = _decode(body, ParseBody)
    return ParseRequest(_said(asked.text), _context(asked.context, now))


def read_correction_request(body: bytes, now: datetime) -> CorrectionRequest:
    """See `read_parse_request`."""
    asked = _decode(body, CorrectionBody)
    context = _context(asked.context, now)
    return CorrectionRequest(
        _rows(asked.current_batch, context.now.date()), _said(asked.correction_text), context
    )


def read_dialogue_request(body: bytes, now: datetime) -> CorrectionRequest:
    """See `read_parse_request`; the history is in the order said, the utterance last."""
    asked = _decode(body, DialogueBody)
    *_, last = asked.messages
    if last.role != Role.USER:
        raise RequestWrong("messages: the last one must be the user's")
    context = _context(asked.context, now)
    history = tuple(Message(Role(said.role), said.content) for said in asked.messages)
    return CorrectionRequest(
        _rows(asked.current_batch, context.now.date()), _said(last.content), context, history
    )


def fields_answer(change: FieldChange, confidence: float | None = None) -> FieldsAnswer:
    """Fields as they go over the wire."""
    return FieldsAnswer(
        amount=None if change.amount is None else change.amount.yuan,
        type=change.type,
        category=change.category,
        description=change.description,
        date=change.date,
        account=change.account,
        confidence=confidence,
    )


def entry_answer(entry: ParseResult) -> FieldsAnswer:
    """A whole entry as it goes over the wire."""
    return FieldsAnswer(
        amount=None if entry.amount is None else entry.amount.yuan,
        type=entry.type,
        category=entry.category,
        description=entry.description,
        date=entry.date,
        account=entry.account,
        confidence=entry.confidence,
        doubtful=() if entry.doubtful == AMOUNT_ALONE else tuple(sorted(entry.doubtful)),
    )


def _decode(body: bytes, form: type[_Request]) -> _Request:
    try:
        return msgspec.json.decode(body, type=form)
    except msgspec.ValidationError as error:
        raise RequestWrong(f"the request has another form: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestWrong("the request is no JSON that can be read") from error


def _said(text: str) -> str:
    if not text.strip():
        raise RequestWrong("the text to understand is blank")
    return text


def _context(context: ContextBody | None, now: datetime) -> AskingContext:
    # Some clients write null for what they have not.
    told = context or ContextBody()
    return AskingContext(told.now or now, told.recent_categories or (), told.custom_categories or ())


def _rows(batch: tuple[ItemBody, ...], today: date) -> tuple[ParseResult, ...]:
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
