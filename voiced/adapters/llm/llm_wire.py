"""The wire format of the gateway: camelCase JSON, one struct for each body. Nothing here is judged.

Amounts are JSON numbers, written from and read into exact decimals; a number never becomes a binary float.
What an answer may hold is checked in `voiced.adapters.llm.llm_answers`.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec

from voiced.dialogue.asking import AskingContext, CorrectionRequest, Message, ParseRequest, Role
from voiced.domain.transaction import ParseResult
from voiced.errors import InterpreterFailure

_ENCODER = msgspec.json.Encoder(decimal_format="number")

Confidence = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""How sure a model says it is."""


class Endpoint(StrEnum):
    """What can be asked of a gateway, as paths below its base URL."""

    PARSE = "/api/v1/llm/parse-transaction"
    CORRECT = "/api/v1/llm/correct-transaction"
    DIALOGUE = "/api/v1/llm/dialogue"


class Body(msgspec.Struct, rename="camel", frozen=True):
    """What all bodies have in common: camelCase names; fields that nobody knows are passed over."""


class WireContext(Body, frozen=True):
    """What helps a model to file entries as this user does; `now` is local time with its offset."""

    recent_categories: tuple[str, ...] = ()
    custom_categories: tuple[str, ...] = ()
    now: datetime | None = None


class WireItem(Body, frozen=True):
    """A row of the draft as the model sees it. `index` counts from 0 within the request."""

    index: int
    amount: Decimal | None
    category: str | None
    type: str | None
    description: str | None
    date: date | None


class WireMessage(Body, frozen=True):
    """A message of the dialogue history; `role` is `user` or `assistant`."""

    role: str
    content: str


class ParseBody(Body, frozen=True):
    """Asks for the entries of an utterance."""

    text: str
    context: WireContext


class CorrectionBody(Body, frozen=True):
    """Asks what an utterance changes in the draft."""

    current_batch: tuple[WireItem, ...]
    correction_text: str
    context: WireContext


class DialogueBody(Body, frozen=True):
    """Asks for the next turn of the dialogue about the draft; the last message is the utterance."""

    messages: tuple[WireMessage, ...]
    current_batch: tuple[WireItem, ...]
    context: WireContext


class WireFields(Body, frozen=True):
    """Fields of an entry as a model states them; None and blank both mean that it states nothing.

    Attributes:
        doubtful: names of the fields that a low confidence is about.
    """

    amount: Decimal | None = None
    category: str | None = None
    type: str | None = None
    description: str | None = None
    date: str | None = None
    account: str | None = None
    confidence: Confidence | None = None
    doubtful: tuple[str, ...] = ()


class ParseAnswer(Body, frozen=True):
    """The entries of an utterance, in the order they were said; each is a `WireFields` if it can be read."""

    transactions: tuple[msgspec.Raw, ...]


class WireCorrection(Body, frozen=True):
    """New values for fields of one row; index -1 is a row that does not exist yet."""

    index: int
    updated_fields: WireFields
    confidence: Confidence | None = None


class CorrectionAnswer(Body, frozen=True):
    """What an utterance means for the draft: correction, confirm, cancel, append or unclear.

    Each of `corrections` is a `WireCorrection` if it can be read.
    """

    intent: str
    corrections: tuple[msgspec.Raw, ...] = ()
    confidence: Confidence | None = None


class DialogueAnswer(Body, frozen=True):
    """The next turn of the dialogue: correct, parse, clarify, query, confirm or cancel."""

    action: str
    index: int | None = None
    transaction: WireFields | None = None
    message: str | None = None
    confidence: Confidence | None = None


_Answer = TypeVar("_Answer", bound=Body)


def parse_body(request: ParseRequest) -> bytes:
    """The JSON that asks for the entries of an utterance."""
    return _ENCODER.encode(ParseBody(text=request.text, context=_context(request.context)))


def correction_body(request: CorrectionRequest) -> bytes:
    """The JSON that asks what an utterance changes; the history stays at home."""
    return _ENCODER.encode(
        CorrectionBody(
            current_batch=_items(request.rows),
            correction_text=request.text,
            context=_context(request.context),
        )
    )


def dialogue_body(request: CorrectionRequest) -> bytes:
    """The JSON that asks for the next turn of the dialogue.

    The last message is the utterance in the numbering of this request's rows, however it was noted in the
    history: a model that reads 第三笔 there must find the row that the speaker saw as the third.
    """
    earlier = request.history
    if earlier and earlier[-1].role is Role.USER:
        earlier = earlier[:-1]
    messages = (*earlier, Message(Role.USER, request.text))
    return _ENCODER.encode(
        DialogueBody(
            messages=tuple(WireMessage(role=said.role, content=said.content) for said in messages),
            current_batch=_items(request.rows),
            context=_context(request.context),
        )
    )


def decode(body: bytes | msgspec.Raw, answer: type[_Answer]) -> _Answer:
    """The answer, or the row of one, that the bytes hold.

    Raises:
        InterpreterFailure: no JSON, or JSON of another form. The message quotes nothing of the body.
    """
    try:
        return msgspec.json.decode(body, type=answer)
    except msgspec.ValidationError as error:
        raise InterpreterFailure(f"the language model's answer has another form: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # msgspec leaves bad UTF-8 and nesting without end to Python's own errors.
        raise InterpreterFailure("the language model's answer is no JSON that can be read") from error


def _context(context: AskingContext) -> WireContext:
    return WireContext(
        recent_categories=context.recent_categories,
        custom_categories=context.custom_categories,
        now=context.now.replace(microsecond=0),
    )


def _items(rows: tuple[ParseResult, ...]) -> tuple[WireItem, ...]:
    return tuple(
        WireItem(
            index=index,
            amount=None if row.amount is None else row.amount.yuan,
            category=row.category,
            type=row.type,
            description=row.description,
            date=row.date,
        )
        for index, row in enumerate(rows)
    )
