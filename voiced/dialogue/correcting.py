"""Layer 2: words that the command grammar does not settle, understood by the model or by local rules."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue import phrases
from voiced.dialogue.appending import append_locally
from voiced.dialogue.asking_back import ask_which, not_understood, refuse_rows
from voiced.dialogue.changing import change_rows
from voiced.dialogue.deciding import confirm_unless_objected
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.model_health import (
    RulesAlone,
    model_failed,
    remarks_on,
    tell_of_simple_changes,
    why_it_failed,
    why_not_asked,
)
from voiced.dialogue.requests import CorrectionRequest, Role
from voiced.dialogue.rows import Refusal, not_pending
from voiced.dialogue.state import ChangeInQuestion, Correcting, RowInQuestion
from voiced.dialogue.turn import Turn
from voiced.language.changes.change_rows import AlreadyResolved
from voiced.language.changes.clauses import goes_beyond_rules
from voiced.language.changes.correction import Changed, correct
from voiced.language.commands.command import NewInput
from voiced.language.commands.guards import is_natural_assent
from voiced.language.commands.intents import classify
from voiced.language.commands.row_commands import is_row_alone, names_row
from voiced.language.numbers.ordinals import find_ordinals, rewrite_ordinals
from voiced.language.rows import NoSuchRow, WhichRow
from voiced.language.text.spelling import normalise


def understand(turn: Turn, text: str) -> None:
    """Find out what the words mean for the draft: ask the model, or follow the local rules without one."""
    about = _about_what_was_asked(turn, text)
    if turn.is_online:
        _ask(turn, about)
    else:
        _follow_rules(turn, about, why_not_asked(turn))


def _about_what_was_asked(turn: Turn, text: str) -> str:
    """The words with what our last sentence asked about: the row (是15 → 第1笔是15) or the change (第一笔 → 第一笔是15)."""
    match turn.state.open_question:
        case ChangeInQuestion(words) if is_row_alone(text):
            return f"{text}{words}"
        case RowInQuestion(index) if not names_row(text):
            is_new = isinstance(classify(text, turn.state.vocabulary, turn.moment.now), NewInput)
            return text if is_new else f"第{index + 1}笔{text}"
        case _:
            return text


def correction_failed(turn: Turn, event: ev.ModelFailed, request: Correcting) -> None:
    """No useful answer in time: local rules take over."""
    turn.update(in_flight=None)
    model_failed(turn)
    _follow_rules(turn, request.text, why_it_failed(turn, event))


def _ask(turn: Turn, text: str) -> None:
    pending = turn.batch.pending_items
    sent = _in_the_terms_of_the_request(turn, text)
    if isinstance(sent, Refusal):
        turn.say_aside(sent.sentence)
        forget_deferred_saves(turn)
        return
    turn.remember(Role.USER, sent)
    turn.say(phrases.MODIFYING)
    number = turn.number()
    turn.update(in_flight=Correcting(number, text, tuple(item.index for item in pending)))
    rows = tuple(item.result for item in pending)
    turn.emit(fx.AskCorrection(number, CorrectionRequest(rows, sent, turn.context(), turn.state.history)))


def _in_the_terms_of_the_request(turn: Turn, text: str) -> str | Refusal:
    """The words with each row number as the model counts: it sees pending rows only.

    A sole number of a row that is not pending goes out as said (1-18); beside others it cannot be meant as anything.
    """
    said, batch = normalise(text), turn.batch
    places = {item.number: place for place, item in enumerate(batch.pending_items, start=1)}
    places |= {number - len(batch) - 1: place for number, place in places.items()}
    named = {number for mention in find_ordinals(said) for number in mention.numbers}
    unknown = sorted(number for number in named if number not in places)
    if unknown and len(named) > 1:
        return not_pending(unknown, batch)
    if batch.pending_count == len(batch):
        return text
    rewritten = rewrite_ordinals(said, places)
    return text if rewritten == said else rewritten


def _follow_rules(turn: Turn, text: str, why: RulesAlone) -> None:
    """Understand the words without a model, as far as that is certain."""
    for remark in remarks_on(turn, why):
        turn.say_aside(remark)
    if is_natural_assent(text):
        confirm_unless_objected(turn)
        return
    if isinstance(classify(text, turn.state.vocabulary, turn.moment.now), NewInput):
        append_locally(turn, text, why)
        return
    tell_of_simple_changes(turn, why)
    match correct(text, turn.batch.items, turn.state.vocabulary, turn.moment.now):
        case Changed(corrections):
            change_rows(turn, corrections, text)
        case WhichRow():
            ask_which(turn, text)
        case NoSuchRow(number):
            refuse_rows(turn, phrases.no_such_row(number))
        case AlreadyResolved(numbers):
            refuse_rows(turn, phrases.already_done(numbers))
        case _ if why is RulesAlone.LOCAL and goes_beyond_rules(text):
            turn.note_objection()
            turn.say(phrases.BEYOND_RULES)
            forget_deferred_saves(turn)
        case _:
            not_understood(turn, text)
