"""The rows of an answer: read from JSON, found among those that were sent, and compared with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import msgspec

from voiced.dialogue.requests import Corrected, CorrectionRequest, Unclear
from voiced.domain.transaction import Correction, ParseResult
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.fields import FieldsAnswer, read_entry

_Answer = TypeVar("_Answer")


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
