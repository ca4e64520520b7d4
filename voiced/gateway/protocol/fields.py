"""The fields of an entry as JSON, in both directions, and the rows that an answer is about.

Amounts are JSON numbers that are written from and read into exact decimals, never binary floats. A model may be wrong in any
field, so a value that a row cannot have is refused, and never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from voiced.dialogue.values.requests import Corrected, CorrectionRequest, Unclear
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
"""The most characters of a category's or an account's name."""
SENTENCE_LIMIT = 120
"""The most characters of a description or of a model's question: about twenty seconds of speech."""
TYPES = {**{of_type.value.lower(): of_type for of_type in TransactionType}, **TYPE_CALLED}
"""The names of types in an answer, in lower case."""
UNKNOWN_INTENT = "the language model answered with an intent that is not in the protocol"
_NAMES = {field: field.value for field in EntryField} | {EntryField.TO_ACCOUNT: "toAccount"}
"""The fields as the JSON names them."""

Confidence = Annotated[float, Meta(ge=0, le=1)]
"""The confidence that a model states."""
_TypeName = Annotated[str, Meta(extra_json_schema={"enum": [of_type.value for of_type in TransactionType]})]
_Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
_FieldName = Annotated[str, Meta(extra_json_schema={"enum": list(_NAMES.values())})]
_Answer = TypeVar("_Answer")
_ENCODER = msgspec.json.Encoder(decimal_format="number")


class Body(msgspec.Struct, rename="camel", frozen=True):
    """The base of all messages: names in camelCase, and unknown fields are ignored."""


class FieldsAnswer(Body, frozen=True, omit_defaults=True):
    """Fields of an entry; a field that is not stated is missing, null or blank.

    Attributes:
        doubtful: the fields behind a low confidence, by default the amount; unknown names are ignored.
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
    return FieldsAnswer(**_written(change.values), confidence=confidence)


def write_entry(entry: ParseResult) -> FieldsAnswer:
    """The fields of a whole entry."""
    return FieldsAnswer(
        **_written({name: getattr(entry, name) for name in EntryField}),
        confidence=entry.confidence,
        doubtful=()
        if entry.doubtful == AMOUNT_ALONE
        else tuple(sorted(_NAMES[name] for name in entry.doubtful)),
    )


def read_change(fields: FieldsAnswer) -> FieldChange:
    """The change that the fields state.

    Raises:
        InterpreterFailure: a row cannot have one of the values.
    """
    return FieldChange(**{name: _READ_BY.get(name, _name)(getattr(fields, name)) for name in EntryField})


def read_entry(fields: FieldsAnswer, today: date) -> ParseResult:
    """The entry that the fields state; by default it is an expense of today in the category 其他.

    Raises:
        InterpreterFailure: a row cannot have one of the values.
    """
    entry = ParseResult(None, TransactionType.EXPENSE, OTHER, today).amended(read_change(fields))
    doubtful = frozenset(field for field, name in _NAMES.items() if name in fields.doubtful)
    return replace(entry, confidence=fields.confidence, doubtful=doubtful or AMOUNT_ALONE)


def encode(body: Body) -> bytes:
    """A request or an answer as JSON, with exact numbers."""
    return _ENCODER.encode(body)


def decode(body: bytes | msgspec.Raw, form: type[_Answer]) -> _Answer:
    """The answer or the row that the bytes hold.

    Raises:
        InterpreterFailure: it is unreadable; the message never quotes the body.
    """
    try:
        return msgspec.json.decode(body, type=form)
    except msgspec.ValidationError as error:
        raise InterpreterFailure(f"the language model's answer has another form: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # For bad UTF-8 and endless nesting msgspec raises Python's own errors.
        raise InterpreterFailure("the language model's answer is not readable JSON") from error


def place_among(index: int, rows: tuple[ParseResult, ...]) -> int:
    """The index, if the request has a row of this index.

    Raises:
        InterpreterFailure: it has no such row.
    """
    if not 0 <= index < len(rows):
        raise InterpreterFailure("the language model changed a row that is out of range")
    return index


def complete_entry(fields: FieldsAnswer, request: CorrectionRequest) -> ParseResult:
    """An entry that joins or replaces the rows of a draft, which requires an amount.

    Raises:
        InterpreterFailure: the amount is missing, or a row cannot have one of the values.
    """
    if fields.amount is None:
        raise InterpreterFailure("the language model answered with a new entry that has no amount")
    return read_entry(fields, request.context.now.date())


def what_changes(correction: Correction, rows: tuple[ParseResult, ...]) -> Corrected | Unclear:
    """The correction without the values that its row already has; `Unclear` if it then changes no field."""
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
        raise InterpreterFailure("the language model answered with an amount that a row cannot have")
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
    """The day of an ISO date, to which models sometimes add a time."""
    if text is None or not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).date()
    except ValueError as error:
        raise InterpreterFailure("the language model answered with a date that is not ISO") from error


def _name(text: str | None) -> str | None:
    return one_line(text, NAME_LIMIT)


def _sentence(text: str | None) -> str | None:
    return one_line(text, SENTENCE_LIMIT)


_READ_BY: Mapping[EntryField, Callable[[Any], Any]] = {
    EntryField.AMOUNT: _money,
    EntryField.TYPE: _type,
    EntryField.DESCRIPTION: _sentence,
    EntryField.DATE: _date,
}
"""What reads a field that is not a name."""


def _written(values: Mapping[EntryField, Any]) -> dict[str, Any]:
    """The values of an entry as those of `FieldsAnswer`."""
    return {name: _as_json(value) for name, value in values.items()}


def _as_json(value: Money | date | str | None) -> Decimal | str | None:
    match value:
        case Money():
            return value.yuan
        case date():
            return value.isoformat()
        case str() | None:
            return value
