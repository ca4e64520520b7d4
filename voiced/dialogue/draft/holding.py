"""The part of a model's answer about the draft that the words bear; the rest is not obeyed."""

from __future__ import annotations

from msgspec.structs import replace as with_fields

from voiced.dialogue.draft.opening import held_entries
from voiced.dialogue.model import believes
from voiced.dialogue.turn import Turn
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Correcting,
    Interpretation,
    Outcome,
    Queried,
    Replaced,
    Role,
    Unclear,
)
from voiced.domain.transaction import CONFIDENCE_FLOOR, Correction
from voiced.language.changes.denials import belongs_to_another_row
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import holds_assent
from voiced.language.commands.refusals import denied_category
from voiced.language.invariants.changes import HeldChange, agrees, hold_change
from voiced.language.text.spelling import normalise


def held_outcome(turn: Turn, answer: Interpretation, request: Correcting) -> Outcome:
    """The outcome if it is confident enough and keeps the invariants; otherwise `Unclear`."""
    utterance = request.utterance
    outcome, confidence = answer.outcome, answer.confidence
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return Unclear()
    match outcome:
        case Confirmed() | Cancelled() if confidence is None:
            return Unclear()
        case Cancelled() if denied_category(utterance.wording, turn.state.vocabulary):
            return Unclear()
        case Corrected():
            return _held_change(turn, request, outcome, is_stated=confidence is not None)
        case Appended(results, lost) | Replaced(results, lost):
            held = held_entries(turn, utterance, results)
            if not held.rows:
                return Unclear()
            return with_fields(outcome, results=held.rows, lost=lost + held.refused)
        case Confirmed() | Cancelled() | Clarify() | Queried() | Unclear():
            return outcome


def agrees_to_all(turn: Turn, utterance: Utterance) -> bool:
    """Whether the words may confirm all pending rows, as the model says. Of a model that is not believed only plain assent counts."""
    if not believes(turn):
        return holds_assent(utterance.wording)
    return agrees(utterance.said, turn.batch.items, turn.state.vocabulary)


def keeps_invariants(turn: Turn, answer: Interpretation, outcome: Outcome, utterance: Utterance) -> bool:
    """Whether the answer, of which `outcome` is left, broke no invariant. A doubt that the model states itself breaks none."""
    said, confidence = answer.outcome, answer.confidence
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return True
    match said, outcome:
        case Unclear(), _:
            return True
        case _, Unclear():
            return False
        case Confirmed(), _:
            return agrees_to_all(turn, utterance)
        case _, Appended(lost=lost) | Replaced(lost=lost):
            return not lost
        case Corrected(drop=drop), Corrected(drop=dropped, lost=lost):
            return len(dropped) == len(drop) and not lost
        case _:
            return True


def _held_change(
    turn: Turn, request: Correcting, change: Corrected, *, is_stated: bool
) -> Corrected | Unclear:
    """The changes of rows, with the indices of the draft, the rows that the words drop or keep, and the new ones; nothing if they restate rows.

    Rows are dropped and kept only by an answer with a confidence (`is_stated`), and kept only by one that changes nothing.
    """
    items, vocabulary, now = turn.batch.items, turn.state.vocabulary, turn.moment.now
    said = words_meant(turn, request.utterance)
    if not all(0 <= row < len(request.indices) for row in _rows_of(change)):
        return Unclear()
    mapped = [
        Correction(request.indices[one.index], one.fields, one.confidence) for one in change.corrections
    ]
    if any(belongs_to_another_row(one.fields, one.index, said, items, now) for one in mapped):
        return Unclear()
    drop, keep = (
        tuple(request.indices[row] for row in rows) if is_stated else ()
        for rows in (change.drop, change.keep)
    )
    open_rows = tuple(one for one in mapped if items[one.index].is_pending)
    held = hold_change(said, items, HeldChange(open_rows, drop, keep), vocabulary, now)
    if held is None or (mapped and not open_rows):
        return Unclear()
    added = held_entries(
        turn, request.utterance, change.added, [one.fields.amount for one in change.corrections]
    )
    if held == HeldChange() and not added.rows and (not mapped or change.drop or change.keep or change.added):
        return Unclear()
    return Corrected(held.corrections, held.drop, held.keep, added.rows, lost=change.lost + added.refused)


def words_meant(turn: Turn, utterance: Utterance) -> str:
    """The words, behind those that the model's own question was about, and behind that question if they are a bare yes to it.

    「那个改成五十」「吃饭那笔吗？」「对」.
    """
    before = turn.state.unsettled
    if not before:
        return utterance.said
    assistant = [message.content for message in turn.state.history if message.role is Role.ASSISTANT]
    asked = assistant[-1:] if isinstance(utterance.command, cmd.Assent) else []
    return "，".join([before, *map(normalise, asked), utterance.said])


def _rows_of(change: Corrected) -> tuple[int, ...]:
    return (*(one.index for one in change.corrections), *change.drop, *change.keep)
