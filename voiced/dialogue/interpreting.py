"""The model's answer to words about the draft: the part that is obeyed, and the part that the words forbid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace as with_fields

from voiced.dialogue.appending import append_or_ask, replace, row_named_again
from voiced.dialogue.correcting import ask_again, change_rows
from voiced.dialogue.draft import cancel_draft, confirm_unless_objected
from voiced.dialogue.model_health import model_answered
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Correcting,
    Outcome,
    Queried,
    Replaced,
    Role,
    Unclear,
)
from voiced.dialogue.values.state import PlainQuestion
from voiced.domain.transaction import CONFIDENCE_FLOOR, Correction, ParseResult
from voiced.language.changes.bindings import belongs_to_another_row
from voiced.language.changes.correction import Changed, correct
from voiced.language.commands import command as cmd
from voiced.language.commands.guards import holds_assent
from voiced.language.commands.refusals import denied_category, holds_objection
from voiced.language.commands.utterance import Utterance
from voiced.language.entries.sentence import without_taken_back
from voiced.language.numbers.amounts import holds_amount
from voiced.language.rows import says_another


def interpreted(turn: Turn, event: ev.Interpreted) -> None:
    """Obey the model's answer; ignore an answer to an outdated request."""
    request = turn.state.in_flight
    if not isinstance(request, Correcting) or request.number != event.number:
        return
    turn.update(in_flight=None)
    model_answered(turn)
    _act(turn, request, _trusted(turn, event, request.utterance))


def _trusted(turn: Turn, event: ev.Interpreted, utterance: Utterance) -> Outcome:
    """The outcome if it is confident enough and fits the words; otherwise `Unclear`."""
    outcome, confidence = event.interpretation.outcome, event.interpretation.confidence
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return Unclear()
    match outcome:
        case Confirmed() | Cancelled() if confidence is None:
            return Unclear()
        case Cancelled() if denied_category(utterance.wording, turn.state.vocabulary):
            return Unclear()
        case Appended(results) | Replaced(results):
            told = without_taken_back(results, utterance.said, turn.state.vocabulary, turn.moment.now)
            return with_fields(outcome, results=told) if told and holds_amount(utterance.said) else Unclear()
        case _:
            return outcome


def _act(turn: Turn, request: Correcting, outcome: Outcome) -> None:
    match outcome:
        case Corrected(corrections):
            meant = _mapped_back(turn, corrections, request.indices, request.utterance)
            change_rows(turn, meant, request.utterance)
        case Confirmed() if holds_assent(request.utterance.wording):
            confirm_unless_objected(turn, _still_pending(turn, request.indices))
        case Confirmed():
            turn.say_pending()
            turn.forget_deferred_saves()
        case Cancelled() if (changed := _change_said(turn, request.utterance)) is not None:
            change_rows(turn, changed.corrections, request.utterance)
        case Cancelled():
            cancel_draft(turn)
        case Appended(results, lost):
            append_or_ask(turn, request.utterance, results, lost)
        case Replaced(results, lost) if _comes_in_addition(turn, request.utterance, results):
            append_or_ask(turn, request.utterance, results, lost)
        case Replaced(results, lost):
            replace(turn, request.utterance, results, lost)
            turn.update(history=())
        case Clarify(message):
            if holds_objection(request.utterance.wording, turn.state.vocabulary, turn.moment.now):
                turn.note_objection()
            turn.say(message, PlainQuestion.MODELS_OWN)
            turn.remember(Role.ASSISTANT, message)
            turn.forget_deferred_saves()
        case Queried():
            turn.say(phrases.QUERY_LATER)
            turn.forget_deferred_saves()
        case Unclear():
            ask_again(turn, request.utterance)


def _change_said(turn: Turn, utterance: Utterance) -> Changed | None:
    """The change that rules read for certain in words that the model took for a cancel: 第一笔改成61."""
    found = correct(utterance.wording, turn.batch.items, turn.state.vocabulary, turn.moment.now)
    return found if isinstance(found, Changed) else None


def _comes_in_addition(turn: Turn, utterance: Utterance, results: Sequence[ParseResult]) -> bool:
    """Whether the entries join the draft: the words say so, or they are an entry with the name of an open row."""
    is_entry = isinstance(utterance.command, cmd.NewEntry)
    return says_another(utterance.said) or (
        is_entry and row_named_again(turn, utterance, results) is not None
    )


def _mapped_back(
    turn: Turn, corrections: Iterable[Correction], indices: Sequence[int], utterance: Utterance
) -> tuple[Correction, ...]:
    """Corrections with the indices of the draft, for the rows that are still pending.

    The whole answer is discarded if it changes a row outside the request, or gives a row a value
    that the words give to another row.
    """
    corrections = tuple(corrections)
    if not all(0 <= correction.index < len(indices) for correction in corrections):
        return ()
    mapped = tuple(
        Correction(indices[correction.index], correction.fields, correction.confidence)
        for correction in corrections
    )
    items, now = turn.batch.items, turn.moment.now
    if any(belongs_to_another_row(one.fields, one.index, utterance.said, items, now) for one in mapped):
        return ()
    return tuple(one for one in mapped if items[one.index].is_pending and not one.fields.is_empty)


def _still_pending(turn: Turn, indices: Iterable[int]) -> cmd.Rows:
    return cmd.Rows(tuple(index + 1 for index in indices if turn.batch.items[index].is_pending))
