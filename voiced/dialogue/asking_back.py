"""What words mean for the draft did not come out: asked is which row, what it is to be, or to say it again."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.named_again import offer_thing
from voiced.dialogue.requests import Role
from voiced.dialogue.rows import not_pending, select
from voiced.dialogue.state import ChangeInQuestion, RowInQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftTransaction
from voiced.language.changes.correction import correct
from voiced.language.commands.command import Rows
from voiced.language.commands.refusals import denied_category, holds_objection
from voiced.language.commands.row_commands import row_objected_to
from voiced.language.names.accounts import unknown_account
from voiced.language.rows import NoSuchRow, WhichRow


def ask_again(turn: Turn, text: str) -> None:
    """The model is unsure: ask which row where that is what is missing, else ask to repeat."""
    match correct(text, turn.batch.items, turn.state.vocabulary, turn.moment.now):
        case WhichRow():
            ask_which(turn, text)
        case NoSuchRow(number):
            refuse_rows(turn, phrases.no_such_row(number))
        case _:
            not_understood(turn, text)


def refuse_rows(turn: Turn, sentence: str) -> None:
    """Say why rows cannot be meant; the open question stays."""
    turn.note_objection()
    turn.say_aside(sentence)
    turn.remember(Role.ASSISTANT, sentence)
    forget_deferred_saves(turn)


def ask_which(turn: Turn, text: str) -> None:
    """A change is understood, its row is not."""
    turn.note_objection()
    turn.say(phrases.WHICH_ROW, ChangeInQuestion(text))
    turn.remember(Role.ASSISTANT, phrases.WHICH_ROW)
    forget_deferred_saves(turn)


def _ask_about_row(turn: Turn, number: int) -> None:
    match select(Rows((number,)), turn.batch):
        case (item,) if item.is_pending:
            _ask_of_row(turn, item, turn.reader.row_in_question(item))
        case _:
            refuse_rows(turn, not_pending([number], turn.batch).sentence)


def _ask_category(turn: Turn, text: str) -> bool:
    """Where words deny a category without naming another one, ask for it; whether they deny that of a row."""
    name = denied_category(text, turn.state.vocabulary)
    rows = [item for item in turn.batch.pending_items if item.result.category == name]
    match rows:
        case ():
            return False
        case (item,):
            _ask_of_row(turn, item, phrases.which_category(item.result))
        case _:
            refuse_rows(turn, phrases.WHICH_ROW)
    return True


def _ask_of_row(turn: Turn, item: DraftTransaction, sentence: str) -> None:
    """Ask what a row is to be changed to; the answer is about that row."""
    turn.note_objection()
    turn.say(sentence, RowInQuestion(item.index))
    turn.remember(Role.ASSISTANT, sentence)
    forget_deferred_saves(turn)


def not_understood(turn: Turn, text: str) -> None:
    """Ask to repeat; who is not understood twice in a row, with no model asked, hears what the draft holds as well.

    Where nothing but a row was named, it is asked what that is to be.
    """
    number = row_objected_to(text)
    if number is not None:
        _ask_about_row(turn, number)
        return
    if _ask_category(turn, text):
        return
    if holds_objection(text, turn.state.vocabulary, turn.moment.now):
        turn.note_objection()
    if offer_thing(turn, text):
        return
    account = unknown_account(text, turn.state.vocabulary)
    if account is not None:
        turn.note_objection()
        turn.say(phrases.no_such_account(account))
        forget_deferred_saves(turn)
        return
    is_help_needed = turn.state.said == phrases.NOT_UNDERSTOOD_CHANGE
    turn.emit(fx.TellInterimText(text))
    turn.say(phrases.NOT_UNDERSTOOD_CHANGE)
    if is_help_needed:
        turn.say_pending()
    turn.remember(Role.ASSISTANT, phrases.NOT_UNDERSTOOD_CHANGE)
    forget_deferred_saves(turn)
