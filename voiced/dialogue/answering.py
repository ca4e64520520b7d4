"""A bare yes or no: what it means is what our last sentence asked."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.deciding import decide_rows
from voiced.dialogue.leaving import leave
from voiced.dialogue.lookback import amend, undo
from voiced.dialogue.phase import Phase
from voiced.dialogue.session import decline, resume
from voiced.dialogue.state import AmendOffer, PlainQuestion, Told, UndoOffer
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftBatch
from voiced.language.commands.asides import finds_it_right, says_it_is_done
from voiced.language.commands.command import Assent, ConfirmAll, Denial
from voiced.language.commands.guards import denies_change, says_it_is_not_so


def yes_or_no_to_draft(turn: Turn, text: str, command: ConfirmAll | Assent | Denial) -> None:
    """An explicit confirm saves; a bare yes only where the open question was whether the draft is right."""
    match turn.state.open_question, command:
        case PlainQuestion.CONFIRM_DRAFT, Denial() if says_it_is_not_so(text):
            turn.note_objection()
            no(turn)
        case _, Denial():
            no(turn)
        case ((UndoOffer() | AmendOffer()), _):
            yes(turn)
        case PlainQuestion.MORE_CHANGES, ConfirmAll() if denies_change(text):
            turn.say_pending()
        case PlainQuestion.MORE_CHANGES, Assent() if finds_it_right(text):
            decide_rows(turn, [ConfirmAll()])
        case _, ConfirmAll():
            decide_rows(turn, [command])
        case PlainQuestion.CONFIRM_DRAFT, Assent():
            decide_rows(turn, [ConfirmAll()])
        case PlainQuestion.MORE_CHANGES, Assent() if not says_it_is_done(text):
            turn.say(phrases.WHAT_TO_CHANGE)
        case _:
            turn.say_pending()


def yes(turn: Turn) -> None:
    """Do what our last sentence asked about; outside a draft."""
    match turn.state.open_question, turn.state.recovered:
        case UndoOffer() as offer, _:
            undo(turn, offer)
        case AmendOffer() as offer, _:
            amend(turn, offer)
        case PlainQuestion.RESUME_DRAFT, DraftBatch() as batch:
            resume(turn, batch)
        case ((PlainQuestion.MORE_ENTRIES | Told()), _):
            turn.say(phrases.LISTENING)
        case _:
            turn.say(phrases.NO_DRAFT)


def no(turn: Turn) -> None:
    """Leave what our last sentence asked about."""
    match turn.state.open_question, turn.state.phase:
        case PlainQuestion.RESUME_DRAFT, _:
            decline(turn)
        case (PlainQuestion.MORE_ENTRIES, _) | (Told(), Phase.LISTENING):
            leave(turn)
        case PlainQuestion.CONFIRM_DRAFT, _:
            turn.say(phrases.WHAT_TO_CHANGE)
        case _, Phase.CONFIRMING:
            turn.say_pending()
        case _:
            turn.say(phrases.LISTENING)
