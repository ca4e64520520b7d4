"""LISTENING: words with no draft open are an entry, about what was saved, or about the ledger."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.draft import decline
from voiced.dialogue.entering import enter_entry
from voiced.dialogue.replies import answers_question, no, say_again, yes
from voiced.dialogue.saved import look_back, may_amend, offer_amendment, offer_undo, offer_undo_together
from voiced.dialogue.session import leave
from voiced.dialogue.state import AmendOffer, PlainQuestion, Told, UndoOffer
from voiced.dialogue.turn import Turn
from voiced.language.commands.asides import (
    comes_too_late,
    says_that_is_all,
    speaks_of_just_now,
    takes_back,
    thanks,
)
from voiced.language.commands.command import (
    AmendSaved,
    AskBalance,
    AskLedger,
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmOnly,
    ConfirmRows,
    Continue,
    Correct,
    Denial,
    DescribedRow,
    Exit,
    KeepRows,
    NewInput,
    ReadOut,
    Restart,
    SimpleCommand,
    UndoSaved,
    Wait,
)
from voiced.language.commands.guards import points_back, row_numbers, stops, tells_of_entry
from voiced.language.commands.row_commands import names_row
from voiced.language.numbers.amounts import holds_amount


def handle_outside(turn: Turn, text: str, command: Command) -> None:
    """Handle words while no draft is open."""
    if answers_question(turn, text, command):
        turn.tell(fx.TellFinalText(text, turn.state.batch))
        return
    match command:
        case NewInput():
            enter_entry(turn, text)
        case _ if turn.state.open_question is not PlainQuestion.RESUME_DRAFT and takes_back(text):
            turn.tell(fx.TellFinalText(text, None))
            offer_undo(turn)
        case _ if thanks(text) or (_may_be_all(turn) and says_that_is_all(text)):
            turn.tell(fx.TellFinalText(text, None))
            leave(turn)
        case _ if turn.state.open_question is PlainQuestion.MORE_ENTRIES and comes_too_late(text):
            turn.tell(fx.TellFinalText(text, None))
            offer_undo(turn)
        case Correct() if points_back(text) and _amends_saved(turn, text):
            turn.tell(fx.TellFinalText(text, None))
            offer_amendment(turn, text)
        case Correct() if not points_back(text):
            enter_entry(turn, text)
        case Correct() if tells_of_entry(text):
            _enter_unless_refused(turn, text)
        case Compound(operations):
            # With nothing open, what is left of 「确认并退出」 is the second half.
            turn.tell(fx.TellFinalText(text, None))
            _obey_listening(turn, text, operations[-1])
        case _:
            turn.tell(fx.TellFinalText(text, None))
            _obey_listening(turn, text, command)


def _amends_saved(turn: Turn, text: str) -> bool:
    """Whether words that may be an entry of their own are nevertheless about what was saved."""
    if may_amend(turn, text):
        return _is_about_saved(turn, text) or names_row(text)
    return _is_about_saved(turn, text) and not tells_of_entry(text)


def _enter_unless_refused(turn: Turn, text: str) -> None:
    """Take the words for an entry that is mended in the same breath; not 「先别记打车30」 or 「第二笔打车30」."""
    rows = row_numbers(text)
    if rows:
        turn.tell(fx.TellFinalText(text, None))
        turn.say(phrases.no_such_row(rows[0]))
    elif stops(text):
        turn.tell(fx.TellFinalText(text, None))
        turn.say(phrases.NOT_RECORDED)
    else:
        enter_entry(turn, text)


def _is_about_saved(turn: Turn, text: str) -> bool:
    """Whether our last sentence, or the words themselves, are about rows that are in the ledger."""
    open_question = turn.state.open_question
    is_ours = open_question is PlainQuestion.MORE_ENTRIES or isinstance(
        open_question, UndoOffer | AmendOffer | Told
    )
    return bool(turn.state.last_saved) and (is_ours or speaks_of_just_now(text))


def _may_be_all(turn: Turn) -> bool:
    """Whether our last sentence is one after which there may be no more to say."""
    open_question = turn.state.open_question
    is_answered = open_question is PlainQuestion.MORE_ENTRIES or isinstance(open_question, Told)
    return is_answered or turn.state.said == phrases.LISTENING


def _obey_listening(turn: Turn, text: str, command: SimpleCommand) -> None:
    match command:
        case ConfirmAll() if turn.state.open_question is PlainQuestion.MORE_ENTRIES and turn.state.last_saved:
            turn.say_aside(phrases.IS_WRITTEN)
        case Assent() | ConfirmAll():
            yes(turn)
        case Denial():
            no(turn)
        case CancelAll() | Restart() if turn.state.open_question is PlainQuestion.RESUME_DRAFT:
            decline(turn)
        case Continue() if turn.state.open_question is PlainQuestion.RESUME_DRAFT:
            yes(turn)
        case Continue():
            turn.order(fx.TellContinueRecording())
            turn.say(phrases.LISTENING)
        case Wait() | Restart():
            turn.say_aside(phrases.GO_ON)
        case ReadOut(None):
            say_again(turn)
        case Exit():
            leave(turn)
        case AskLedger() | AskBalance() | UndoSaved() | AmendSaved():
            look_back(turn, command)
        case _:
            _obey_without_draft(turn, text, command)


def _obey_without_draft(turn: Turn, text: str, command: SimpleCommand) -> None:
    match command:
        case ConfirmRows() | ReadOut() if _is_about_saved(turn, text):
            turn.say_aside(phrases.written(turn.state.last_saved))
        case ConfirmOnly() | CancelRows() | KeepRows() if _is_about_saved(turn, text):
            offer_undo_together(turn)
        case CancelRows(DescribedRow(words)) if holds_amount(words):
            turn.say(phrases.NOT_RECORDED)
        case CancelAll() if isinstance(turn.state.open_question, UndoOffer | AmendOffer | Told):
            turn.say(phrases.LISTENING)
        case _:
            turn.say(phrases.NO_DRAFT)
