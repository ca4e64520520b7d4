"""An answer of the dialogue protocol as JSON, in both directions: the next turn, about one row."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from voiced.dialogue.sentences.phrases import NOT_UNDERSTOOD_CHANGE
from voiced.dialogue.values import requests as rq
from voiced.domain.transaction import Correction, ParseResult
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.fields import (
    SENTENCE_LIMIT,
    Body,
    Confidence,
    FieldsAnswer,
    complete_entry,
    decode,
    encode,
    one_line,
    place_among,
    read_change,
    what_changes,
    write_change,
    write_entry,
)

ONE_AT_A_TIME = "请一笔一笔地说，先说哪一笔？"
"""The answer to changes of several rows: the dialogue protocol carries one row a turn."""


_Action = Annotated[
    str, Meta(extra_json_schema={"enum": ["correct", "parse", "clarify", "query", "confirm", "cancel"]})
]


class DialogueAnswer(Body, frozen=True, omit_defaults=True):
    """The next turn of the dialogue.

    Attributes:
        drop: the rows that the words refuse, by index; with the action `correct`.
        keep: the rows that the words approve.
    """

    action: _Action
    model: str = ""
    confidence: Confidence | None = None
    index: int | None = None
    transaction: FieldsAnswer | None = None
    message: str | None = None
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()


def in_one_turn(
    outcome: rq.Outcome,
) -> rq.Corrected | rq.Replaced | rq.Confirmed | rq.Cancelled | rq.Clarify | rq.Queried:
    """The outcome within the dialogue protocol: at most one row a turn, and a question if the outcome is unclear."""
    match outcome:
        case rq.Corrected(corrections, added=()) if len(corrections) <= 1:
            return outcome
        case rq.Replaced((_,)) | rq.Confirmed() | rq.Cancelled() | rq.Queried():
            return outcome
        case rq.Appended((entry,)):
            return rq.Replaced((entry,))
        case rq.Corrected() | rq.Appended() | rq.Replaced():
            return rq.Clarify(ONE_AT_A_TIME)
        case rq.Clarify(message):
            return rq.Clarify(message or NOT_UNDERSTOOD_CHANGE)
        case rq.Unclear():
            return rq.Clarify(NOT_UNDERSTOOD_CHANGE)


def write_dialogue_answer(interpretation: rq.Interpretation, model: str) -> bytes:
    """The next turn of a dialogue."""
    index, fields, message = None, None, None
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    match in_one_turn(interpretation.outcome):
        case rq.Corrected(corrections, drop, keep):
            action = "correct"
            for one in corrections:
                index, fields = one.index, write_change(one.fields, one.confidence)
        case rq.Replaced(results):
            action, (entry,) = "parse", results
            fields = write_entry(entry)
        case rq.Clarify(message):
            action = "clarify"
        case rq.Queried():
            action = "query"
        case rq.Confirmed():
            action = "confirm"
        case rq.Cancelled():
            action = "cancel"
    return encode(
        DialogueAnswer(action, model, interpretation.confidence, index, fields, message, drop, keep)
    )


def read_dialogue_answer(body: bytes, request: rq.CorrectionRequest) -> rq.Interpretation:
    """The meaning of an answer of the dialogue protocol for the rows of the request.

    Raises:
        InterpreterFailure: the answer is unusable.
    """
    answer = decode(body, DialogueAnswer)
    outcome: rq.Outcome
    match answer.action.strip().lower():
        case "correct":
            outcome = _decided(answer, request.rows)
        case "parse":
            outcome = _replaced(answer.transaction, request)
        case "clarify":
            message = one_line(answer.message, SENTENCE_LIMIT)
            outcome = rq.Clarify(message) if message else rq.Unclear()
        case "query":
            outcome = rq.Queried()
        case "confirm":
            outcome = rq.Confirmed() if _corrected(answer, request.rows) == rq.Unclear() else rq.Unclear()
        case "cancel":
            outcome = rq.Cancelled() if _corrected(answer, request.rows) == rq.Unclear() else rq.Unclear()
        case _:
            raise InterpreterFailure("the language model answered with an action that is not in the protocol")
    return rq.Interpretation(outcome, answer.confidence)


def _decided(answer: DialogueAnswer, rows: tuple[ParseResult, ...]) -> rq.Corrected | rq.Unclear:
    """The change of a row, and the rows that are dropped or kept."""
    changed = _corrected(answer, rows)
    drop, keep = (
        tuple(dict.fromkeys(place_among(index, rows) for index in places))
        for places in (answer.drop, answer.keep)
    )
    if not (drop or keep):
        return changed
    return rq.Corrected(changed.corrections if isinstance(changed, rq.Corrected) else (), drop, keep)


def _replaced(fields: FieldsAnswer | None, request: rq.CorrectionRequest) -> rq.Replaced:
    if fields is None:
        raise InterpreterFailure("the language model answered with a new entry but did not send it")
    return rq.Replaced((complete_entry(fields, request),))


def _corrected(answer: DialogueAnswer, rows: tuple[ParseResult, ...]) -> rq.Corrected | rq.Unclear:
    """The difference between the row that the model sent and the row of the draft."""
    index = 0 if answer.index is None and len(rows) == 1 else answer.index
    if index is None or answer.transaction is None:
        return rq.Unclear()
    fields = answer.transaction
    return what_changes(Correction(place_among(index, rows), read_change(fields), fields.confidence), rows)
