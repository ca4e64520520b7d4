"""The entries of an utterance and the corrections of a draft as JSON, in both directions.

The gateway writes answers, and a daemon reads them without trust, because they come from a model. An impossible new entry is
left out and counted, and the other entries stay. An impossible value in a correction, an unknown intent, or a row outside
the request makes the whole answer an `InterpreterFailure`. An answer without a change is `Unclear`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Entries,
    Interpretation,
    Outcome,
    ParseRequest,
    Queried,
    Replaced,
    Unclear,
)
from voiced.domain.transaction import Correction, ParseResult
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.fields import (
    UNKNOWN_INTENT,
    Body,
    Confidence,
    FieldsAnswer,
    complete_entry,
    decode,
    encode,
    place_among,
    read_change,
    read_entry,
    what_changes,
    write_change,
    write_entry,
)

NEW_ROW = -1
"""The index of a new row."""
_Intent = Annotated[
    str, Meta(extra_json_schema={"enum": ["correction", "confirm", "cancel", "unclear", "append"]})
]
_Row = TypeVar("_Row")
"""The type of a list's rows: a row when the list is written, `msgspec.Raw` when each row is read by itself."""


class _Entries(Body, Generic[_Row], frozen=True):
    transactions: tuple[_Row, ...]
    model: str = ""


class ParseAnswer(_Entries[FieldsAnswer], frozen=True):
    """The entries of an utterance, in spoken order."""


class CorrectionItem(Body, frozen=True, omit_defaults=True):
    """New values for fields of one row; index -1 is a new row.

    Attributes:
        confidence: of this row; below 0.7 it is read back for checking, whatever the confidence of the answer.
    """

    index: int
    updated_fields: FieldsAnswer
    confidence: Confidence | None = None


class _Corrections(Body, Generic[_Row], frozen=True):
    intent: _Intent
    corrections: tuple[_Row, ...] = ()
    model: str = ""
    confidence: Confidence | None = None
    drop: tuple[int, ...] | UnsetType = UNSET
    keep: tuple[int, ...] | UnsetType = UNSET


class CorrectionAnswer(_Corrections[CorrectionItem], frozen=True):
    """The meaning of an utterance for the draft.

    Attributes:
        drop: the rows that the words refuse, by index; with the intent `correction`.
        keep: the rows that the words approve.
    """


def write_parse_answer(entries: Entries, model: str) -> bytes:
    """The entries of an utterance."""
    return encode(ParseAnswer(tuple(map(write_entry, entries.results)), model))


def read_parse_answer(body: bytes, request: ParseRequest) -> Entries:
    """The entries of an answer, possibly empty.

    Raises:
        InterpreterFailure: the answer is unusable, or it has entries and each of them is unreadable.
    """
    today = request.context.now.date()
    rows = decode(body, _Entries[msgspec.Raw]).transactions
    results = _readable(rows, lambda row: read_entry(decode(row, FieldsAnswer), today))
    return Entries(results, lost=len(rows) - len(results))


def write_correction_answer(interpretation: Interpretation, model: str) -> bytes:
    """The meaning of an utterance for the draft; a question by the model or about the ledger becomes `unclear`."""
    items: tuple[CorrectionItem, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    match interpretation.outcome:
        case Corrected(corrections, drop, keep):
            intent, items = "correction", tuple(map(_item, corrections))
        case Appended(results):
            intent, items = "append", tuple(map(_new_item, results))
        case Confirmed():
            intent = "confirm"
        case Cancelled():
            intent = "cancel"
        case Replaced() | Clarify() | Queried() | Unclear():
            intent = "unclear"
    decided = (drop or UNSET, keep or UNSET)
    return encode(CorrectionAnswer(intent, items, model, interpretation.confidence, *decided))


def read_correction_answer(body: bytes, request: CorrectionRequest) -> Interpretation:
    """The meaning of a structured answer for the rows of the request; several corrections of one row keep their order.

    Raises:
        InterpreterFailure: the answer is unusable.
    """
    answer = decode(body, _Corrections[msgspec.Raw])
    outcome: Outcome
    match answer.intent.strip().lower():
        case "append":
            outcome = _appended(answer.corrections, request)
        case "correction":
            outcome = _corrected(answer, request.rows)
        case "confirm":
            outcome = Unclear() if _wants_change(answer.corrections, request.rows) else Confirmed()
        case "cancel":
            outcome = Unclear() if _wants_change(answer.corrections, request.rows) else Cancelled()
        case "unclear":
            outcome = Unclear()
        case _:
            raise InterpreterFailure(UNKNOWN_INTENT)
    return Interpretation(outcome, answer.confidence)


def _corrected(answer: _Corrections[msgspec.Raw], known: tuple[ParseResult, ...]) -> Corrected | Unclear:
    changes = _changes(answer.corrections, known)
    drop, keep = (
        tuple(dict.fromkeys(place_among(index, known) for index in rows or ()))
        for rows in (answer.drop, answer.keep)
    )
    return Corrected(changes, drop, keep) if changes or drop or keep else Unclear()


def _item(correction: Correction) -> CorrectionItem:
    return CorrectionItem(correction.index, write_change(correction.fields), correction.confidence)


def _new_item(entry: ParseResult) -> CorrectionItem:
    return CorrectionItem(NEW_ROW, write_entry(replace(entry, confidence=None)), entry.confidence)


def _readable(
    rows: tuple[msgspec.Raw, ...], read: Callable[[msgspec.Raw], ParseResult]
) -> tuple[ParseResult, ...]:
    """The readable new entries of an answer.

    Raises:
        InterpreterFailure: there are entries, and each of them is unreadable.
    """
    results: list[ParseResult] = []
    failure: InterpreterFailure | None = None
    for row in rows:
        try:
            results.append(read(row))
        except InterpreterFailure as error:
            failure = error
    if failure and not results:
        raise failure
    return tuple(results)


def _changes(rows: tuple[msgspec.Raw, ...], known: tuple[ParseResult, ...]) -> tuple[Correction, ...]:
    """The corrections that state at least one field."""
    items = [decode(row, CorrectionItem) for row in rows]
    read = [
        Correction(place_among(item.index, known), read_change(item.updated_fields), _confidence(item))
        for item in items
    ]
    return tuple(correction for correction in read if not correction.fields.is_empty)


def _wants_change(rows: tuple[msgspec.Raw, ...], known: tuple[ParseResult, ...]) -> bool:
    """Whether a confirm or a cancel comes with a change of a row, which contradicts it."""
    return any(isinstance(what_changes(one, known), Corrected) for one in _changes(rows, known))


def _appended(rows: tuple[msgspec.Raw, ...], request: CorrectionRequest) -> Appended | Unclear:
    """New rows. Models number them -1, as the protocol says, or continue the numbers of the draft; both are accepted."""
    beyond = len(request.rows) + len(rows)

    def read(row: msgspec.Raw) -> ParseResult:
        item = decode(row, CorrectionItem)
        if not NEW_ROW <= item.index < beyond:
            raise InterpreterFailure("the language model appended to a row that is out of range")
        return replace(complete_entry(item.updated_fields, request), confidence=_confidence(item))

    results = _readable(rows, read)
    return Appended(results, lost=len(rows) - len(results)) if results else Unclear()


def _confidence(item: CorrectionItem) -> float | None:
    """The confidence of one row, which models put beside its fields or among them."""
    beside, among = item.confidence, item.updated_fields.confidence
    return among if beside is None else beside
