"""The fields of an entry as JSON, in both directions, and the rows that an answer is about.

Amounts are JSON numbers, written from and read into exact decimals; a number never becomes a binary float.
A model may be wrong in any field, so a value that no row can have is refused here, and nothing is guessed.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from voiced.dialogue.requests import Corrected, CorrectionRequest, Unclear
from voiced.domain.money import Money
from voiced.domain.transaction import (
    AMOUNT_ALONE,
    TYPE_CALLED,
    Correction,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import OTHER
from voiced.errors import InterpreterFailure

NAME_LIMIT = 40
"""Characters of a category's or an account's name."""
SENTENCE_LIMIT = 120
"""Characters of a description or of a model's question: some twenty seconds of speech are more than enough."""
TYPES = {**{of_type.value.lower(): of_type for of_type in TransactionType}, **TYPE_CALLED}
"""The names that a type may have in an answer, in lower case."""
_NAMES = {field: field.value for field in EntryField} | {EntryField.TO_ACCOUNT: "toAccount"}
"""The fields as the JSON names them."""

Confidence = Annotated[float, Meta(ge=0, le=1)]
"""How sure a model says it is."""
_TypeName = Annotated[str, Meta(extra_json_schema={"enum": [of_type.value for of_type in TransactionType]})]
_Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
_FieldName = Annotated[str, Meta(extra_json_schema={"enum": list(_NAMES.values())})]
_Answer = TypeVar("_Answer")


class Body(msgspec.Struct, rename="camel", frozen=True):
    """What all messages have in common: camelCase names. Unknown fields are ignored."""


class FieldsAnswer(Body, frozen=True, omit_defaults=True):
    """Fields of an entry; those that are not stated are left out, null or blank.

    Attributes:
        doubtful: what a low confidence is about, where it is not the amount; unknown names are ignored.
    """

    amount: Decimal | None = None
    type: _TypeName | None = None
    category: str | None = None
    description: str | None = None
    date: _Day | None = None
    account: str | None = None
    to_account: str | None = None
    confidence: Confidence | None = None
    doubtful: tuple[_FieldName, ...] = ()


def write_change(change: FieldChange, confidence: float | None = None) -> FieldsAnswer:
    """The fields of a change."""
    return FieldsAnswer(
        amount=None if change.amount is None else change.amount.yuan,
        type=change.type,
        category=change.category,
        description=change.description,
        date=None if change.date is None else change.date.isoformat(),
        account=change.account,
        to_account=change.to_account,
        confidence=confidence,
    )


def write_entry(entry: ParseResult) -> FieldsAnswer:
    """The fields of a whole entry."""
    return FieldsAnswer(
        amount=None if entry.amount is None else entry.amount.yuan,
        type=entry.type,
        category=entry.category,
        description=entry.description,
        date=entry.date.isoformat(),
        account=entry.account,
        to_account=entry.to_account,
        confidence=entry.confidence,
        doubtful=()
        if entry.doubtful == AMOUNT_ALONE
        else tuple(sorted(_NAMES[name] for name in entry.doubtful)),
    )


def read_change(fields: FieldsAnswer) -> FieldChange:
    """The change that the fields state.

    Raises:
        InterpreterFailure: a value that no row can have.
    """
    return FieldChange(
        amount=_money(fields.amount),
        type=_type(fields.type),
        category=one_line(fields.category, NAME_LIMIT),
        description=one_line(fields.description, SENTENCE_LIMIT),
        date=_date(fields.date),
        account=one_line(fields.account, NAME_LIMIT),
        to_account=one_line(fields.to_account, NAME_LIMIT),
    )


def read_entry(fields: FieldsAnswer, today: date) -> ParseResult:
    """The entry that the fields state: an expense of today's, filed under 其他, where they say nothing else.

    Raises:
        InterpreterFailure: a value that no row can have.
    """
    change = read_change(fields)
    of_type = change.type or TransactionType.EXPENSE
    doubtful = frozenset(field for field, name in _NAMES.items() if name in fields.doubtful)
    return ParseResult(
        amount=change.amount,
        type=of_type,
        category=change.category or OTHER,
        date=change.date or today,
        description=change.description or "",
        account=change.account,
        to_account=change.to_account if of_type is TransactionType.TRANSFER else None,
        confidence=fields.confidence,
        doubtful=doubtful or AMOUNT_ALONE,
    )


def decode(body: bytes | msgspec.Raw, form: type[_Answer]) -> _Answer:
    """The answer, or the row of one, that the bytes hold. The message of a failure quotes nothing of the body."""
    try:
        return msgspec.json.decode(body, type=form)
    except msgspec.ValidationError as error:
        raise InterpreterFailure(f"the language model's answer has another form: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # msgspec leaves bad UTF-8 and nesting without end to Python's own errors.
        raise InterpreterFailure("the language model's answer is no JSON that can be read") from error


def place_among(index: int, rows: tuple[ParseResult, ...]) -> int:
    """The index, if a row of that index was sent."""
    if not 0 <= index < len(rows):
        raise InterpreterFailure("the language model changed a row that is out of range")
    return index


def complete_entry(fields: FieldsAnswer, request: CorrectionRequest) -> ParseResult:
    """An entry that joins or replaces what is open: without an amount it would only do harm there."""
    if fields.amount is None:
        raise InterpreterFailure("the language model answered with a new entry that has no amount")
    return read_entry(fields, request.context.now.date())


def what_changes(correction: Correction, rows: tuple[ParseResult, ...]) -> Corrected | Unclear:
    """The correction without the values that its row already has; `Unclear` where nothing is left of it."""
    left = correction.fields.differing_from(rows[correction.index])
    return Unclear() if left.is_empty else Corrected((replace(correction, fields=left),))


def one_line(text: str | None, limit: int) -> str | None:
    """The text on one line, without control characters, at most `limit` long; None for blank text."""
    if text is None:
        return None
    printable = "".join(character if character.isprintable() else " " for character in text[: 4 * limit])
    return " ".join(printable.split())[:limit].rstrip() or None


def _money(yuan: Decimal | None) -> Money | None:
    if yuan is None:
        return None
    money = Money.from_yuan(yuan)
    if money is None or not money.is_recordable:
        raise InterpreterFailure("the language model answered with an amount that no row can have")
    return money


def _type(name: str | None) -> TransactionType | None:
    known = one_line(name, NAME_LIMIT)
    if known is None:
        return None
    try:
        return TYPES[known.lower()]
    except KeyError as error:
        raise InterpreterFailure("the language model answered with an unknown type of transaction") from error


def _date(text: str | None) -> date | None:
    """The day of an ISO date; models add a time now and then."""
    if text is None or not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).date()
    except ValueError as error:
        raise InterpreterFailure("the language model answered with a date that is not ISO") from error
