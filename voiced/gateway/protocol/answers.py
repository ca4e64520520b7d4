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

from voiced.dialogue.values import requests as rq
from voiced.domain.transaction import Correction, ParseResult
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol import fields

NEW_ROW = -1
"""The index of a new row."""
_Intent = Annotated[
    str, Meta(extra_json_schema={"enum": ["correction", "confirm", "cancel", "unclear", "append"]})
]
_Row = TypeVar("_Row")
"""The type of a list's rows: a row when the list is written, `msgspec.Raw` when each row is read by itself."""


class _Entries(fields.Body, Generic[_Row], frozen=True):
    transactions: tuple[_Row, ...]
    model: str = ""


class ParseAnswer(_Entries[fields.FieldsAnswer], frozen=True):
    """The entries of an utterance, in spoken order."""


class CorrectionItem(fields.Body, frozen=True, omit_defaults=True):
    """New values for fields of one row; index -1 is a new row, in a correction too.

    Attributes:
        confidence: of this row; below 0.7 it is read back for checking, whatever the confidence of the answer.
    """

    index: int
    updated_fields: fields.FieldsAnswer
    confidence: fields.Confidence | None = None


class _Place(fields.Body, frozen=True):
    """The row that a correction is for."""

    index: int


class _Corrections(fields.Body, Generic[_Row], frozen=True):
    intent: _Intent
    corrections: tuple[_Row, ...] = ()
    model: str = ""
    confidence: fields.Confidence | None = None
    drop: tuple[int, ...] | UnsetType = UNSET
    keep: tuple[int, ...] | UnsetType = UNSET


class CorrectionAnswer(_Corrections[CorrectionItem], frozen=True):
    """The meaning of an utterance for the draft.

    Attributes:
        drop: the rows that the words refuse, by index; with the intent `correction`.
        keep: the rows that the words approve.
    """


def write_parse_answer(entries: rq.Entries, model: str) -> bytes:
    """The entries of an utterance."""
    return fields.encode(ParseAnswer(tuple(map(fields.write_entry, entries.results)), model))


def read_parse_answer(body: bytes, request: rq.ParseRequest) -> rq.Entries:
    """The entries of an answer, possibly empty.

    Raises:
        InterpreterFailure: the answer is unusable, or it has entries and each of them is unreadable.
    """
    today = request.context.now.date()
    rows = fields.decode(body, _Entries[msgspec.Raw]).transactions
    results = _readable(rows, lambda row: fields.read_entry(fields.decode(row, fields.FieldsAnswer), today))
    return rq.Entries(results, lost=len(rows) - len(results))


def write_correction_answer(interpretation: rq.Interpretation, model: str) -> bytes:
    """The meaning of an utterance for the draft; a question by the model or about the ledger becomes `unclear`."""
    items: tuple[CorrectionItem, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    match interpretation.outcome:
        case rq.Corrected(corrections, drop, keep, added):
            intent, items = "correction", (*map(_item, corrections), *map(_new_item, added))
        case rq.Appended(results):
            intent, items = "append", tuple(map(_new_item, results))
        case rq.Confirmed():
            intent = "confirm"
        case rq.Cancelled():
            intent = "cancel"
        case rq.Replaced() | rq.Clarify() | rq.Queried() | rq.Unclear():
            intent = "unclear"
    decided = (drop or UNSET, keep or UNSET)
    return fields.encode(CorrectionAnswer(intent, items, model, interpretation.confidence, *decided))


def read_correction_answer(body: bytes, request: rq.CorrectionRequest) -> rq.Interpretation:
    """The meaning of a structured answer for the rows of the request; several corrections of one row keep their order.

    Raises:
        InterpreterFailure: the answer is unusable.
    """
    answer = fields.decode(body, _Corrections[msgspec.Raw])
    outcome: rq.Outcome
    match answer.intent.strip().lower():
        case "append":
            outcome = _appended(answer.corrections, request)
        case "correction":
            outcome = _corrected(answer, request)
        case "confirm":
            outcome = rq.Unclear() if _wants_change(answer.corrections, request.rows) else rq.Confirmed()
        case "cancel":
            outcome = rq.Unclear() if _wants_change(answer.corrections, request.rows) else rq.Cancelled()
        case "unclear":
            outcome = rq.Unclear()
        case _:
            raise InterpreterFailure(fields.UNKNOWN_INTENT)
    return rq.Interpretation(outcome, answer.confidence)


def _corrected(
    answer: _Corrections[msgspec.Raw], request: rq.CorrectionRequest
) -> rq.Corrected | rq.Appended | rq.Unclear:
    """The changes and decisions, and the new rows beside them; only new rows are an append."""
    placed = [(fields.decode(row, _Place).index, row) for row in answer.corrections]
    new = tuple(row for index, row in placed if index == NEW_ROW)
    changes = _changes(tuple(row for index, row in placed if index != NEW_ROW), request.rows)
    drop, keep = (
        tuple(dict.fromkeys(fields.place_among(index, request.rows) for index in rows or ()))
        for rows in (answer.drop, answer.keep)
    )
    if not (changes or drop or keep):
        return _appended(new, request)
    try:
        added = _new_rows(new, request)
    except InterpreterFailure:
        added = ()
    return rq.Corrected(changes, drop, keep, added, lost=len(new) - len(added))


def _item(correction: Correction) -> CorrectionItem:
    return CorrectionItem(correction.index, fields.write_change(correction.fields), correction.confidence)


def _new_item(entry: ParseResult) -> CorrectionItem:
    return CorrectionItem(NEW_ROW, fields.write_entry(replace(entry, confidence=None)), entry.confidence)


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
    items = [fields.decode(row, CorrectionItem) for row in rows]
    read = [
        Correction(
            fields.place_among(item.index, known), fields.read_change(item.updated_fields), _confidence(item)
        )
        for item in items
    ]
    return tuple(correction for correction in read if not correction.fields.is_empty)


def _wants_change(rows: tuple[msgspec.Raw, ...], known: tuple[ParseResult, ...]) -> bool:
    """Whether a confirm or a cancel comes with a change of a row, which contradicts it."""
    return any(isinstance(fields.what_changes(one, known), rq.Corrected) for one in _changes(rows, known))


def _appended(rows: tuple[msgspec.Raw, ...], request: rq.CorrectionRequest) -> rq.Appended | rq.Unclear:
    results = _new_rows(rows, request)
    return rq.Appended(results, lost=len(rows) - len(results)) if results else rq.Unclear()


def _new_rows(rows: tuple[msgspec.Raw, ...], request: rq.CorrectionRequest) -> tuple[ParseResult, ...]:
    """New rows. Models number them -1, as the protocol says, or continue the numbers of the draft; both are accepted.

    Raises:
        InterpreterFailure: there are rows, and each of them is unreadable.
    """
    beyond = len(request.rows) + len(rows)

    def read(row: msgspec.Raw) -> ParseResult:
        item = fields.decode(row, CorrectionItem)
        if not NEW_ROW <= item.index < beyond:
            raise InterpreterFailure("the language model appended to a row that is out of range")
        return replace(fields.complete_entry(item.updated_fields, request), confidence=_confidence(item))

    return _readable(rows, read)


def _confidence(item: CorrectionItem) -> float | None:
    """The confidence of one row, which models put beside its fields or among them."""
    beside, among = item.confidence, item.updated_fields.confidence
    return among if beside is None else beside
