"""What is done with the words of an utterance, by what is going on when they are heard."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.answering import no, yes, yes_or_no_to_draft
from voiced.dialogue.correcting import understand
from voiced.dialogue.deciding import (
    cancel_draft,
    decide_rows,
    decide_rows_and_leave,
    decide_rows_and_move_on,
    move_on,
)
from voiced.dialogue.deferring import defer
from voiced.dialogue.effects import TellContinueRecording, TellFinalText
from voiced.dialogue.entering import enter_entry
from voiced.dialogue.leaving import leave
from voiced.dialogue.lookback import (
    ask_ledger,
    offer_amendment,
    offer_undo,
    say_balance_unknown,
)
from voiced.dialogue.phase import Phase
from voiced.dialogue.rows import Refusal, RowCommand, select
from voiced.dialogue.session import decline
from voiced.dialogue.state import Amending, OpenQuestion, Told, Undoing
from voiced.dialogue.turn import Turn
from voiced.language.afterwords import comes_too_late, says_that_is_all, takes_back
from voiced.language.commands import (
    AmendSaved,
    AskBalance,
    AskLedger,
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmRows,
    Continue,
    Correct,
    Denial,
    Exit,
    KeepRows,
    NewInput,
    ReadOut,
    Restart,
    Rows,
    RowSelector,
    SimpleCommand,
    UndoSaved,
    Wait,
)
from voiced.language.guards import holds_back, points_back
from voiced.language.intents import classify
from voiced.language.questions import follow_up


def hear(turn: Turn, text: str) -> None:
    """Handle an utterance with words in it, now or after what is in flight."""
    command = _understood(turn, text)
    if turn.state.saving is not None:
        _hear_while_saving(turn, text, command)
    elif turn.state.asking is not None:
        _hear_while_asking(turn, text, command)
    else:
        _handle(turn, text, command)


def _understood(turn: Turn, text: str) -> Command:
    """What the words ask for by themselves, or as the second half of a question that we answered just now."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    match classify(text, vocabulary, now), turn.state.asked:
        case (Correct() | NewInput() | AskLedger(None)) as command, Told(before):
            question = follow_up(text, before, vocabulary, now)
            return command if question is None else AskLedger(question)
        case command, _:
            return command


def hear_deferred(turn: Turn) -> None:
    """Handle the oldest utterance that had to wait, as if it were said now."""
    text, *later = turn.state.deferred
    turn.update(deferred=tuple(later))
    hear(turn, text)


def _hear_while_saving(turn: Turn, text: str, command: Command) -> None:
    match command:
        case Exit():
            turn.emit(TellFinalText(text, turn.state.batch))
            leave(turn)
        case CancelAll() | Restart():
            turn.emit(TellFinalText(text, turn.state.batch))
            turn.say_aside(phrases.BEING_WRITTEN)
        case ConfirmAll():
            turn.emit(TellFinalText(text, turn.state.batch))
        case _:
            _hear_later(turn, text, command)


def _hear_while_asking(turn: Turn, text: str, command: Command) -> None:
    match command:
        case CancelAll() | Restart() if turn.state.phase is Phase.LISTENING:
            turn.emit(TellFinalText(text, None))
            if isinstance(turn.state.asking, Undoing | Amending):
                turn.say_aside(phrases.BEING_WRITTEN)
            else:
                cancel_draft(turn)
        case Exit() | CancelAll() | Restart():
            turn.drop_question()
            _handle(turn, text, command)
        case _:
            _hear_later(turn, text, command)


def _hear_later(turn: Turn, text: str, command: Command) -> None:
    """Keep the words until nothing is in flight, but for a bare yes or no: no answer to a question not yet asked."""
    if isinstance(command, Assent | Denial):
        turn.emit(TellFinalText(text, turn.state.batch))
    else:
        defer(turn, text)


def _handle(turn: Turn, text: str, command: Command) -> None:
    if turn.state.phase is Phase.LISTENING:
        _handle_listening(turn, text, command)
    else:
        turn.emit(TellFinalText(text, turn.state.batch))
        _handle_confirming(turn, text, command)


def _handle_listening(turn: Turn, text: str, command: Command) -> None:
    match command:
        case NewInput():
            enter_entry(turn, text)
        case _ if turn.state.asked is not OpenQuestion.RESUME_DRAFT and takes_back(text):
            turn.emit(TellFinalText(text, None))
            offer_undo(turn)
        case _ if turn.state.asked is OpenQuestion.MORE_ENTRIES and says_that_is_all(text):
            turn.emit(TellFinalText(text, None))
            leave(turn)
        case _ if turn.state.asked is OpenQuestion.MORE_ENTRIES and _is_about_saved(turn, text, command):
            turn.emit(TellFinalText(text, None))
            offer_undo(turn)
        case Correct() if turn.state.asked is OpenQuestion.MORE_ENTRIES and points_back(text):
            turn.emit(TellFinalText(text, None))
            offer_amendment(turn, text)
        case Correct() if not points_back(text):
            enter_entry(turn, text)
        case Compound(operations):
            # With nothing open, what is left of 「确认并退出」 is the second half.
            turn.emit(TellFinalText(text, None))
            _obey_listening(turn, operations[-1])
        case _:
            turn.emit(TellFinalText(text, None))
            _obey_listening(turn, command)


def _is_about_saved(turn: Turn, text: str, command: Command) -> bool:
    """Whether words said right after a save can only mean what was saved: a row of it, or that it came too early."""
    match command:
        case ConfirmRows() | CancelRows() | KeepRows() | ReadOut(Rows()):
            return bool(turn.state.last_saved)
        case _:
            return comes_too_late(text)


def _obey_listening(turn: Turn, command: SimpleCommand) -> None:
    match command:
        case ConfirmAll() if turn.state.asked is OpenQuestion.MORE_ENTRIES and turn.state.last_saved:
            turn.say_aside(phrases.IS_WRITTEN)
        case Assent() | ConfirmAll():
            yes(turn)
        case Denial():
            no(turn)
        case CancelAll() | Restart() if turn.state.asked is OpenQuestion.RESUME_DRAFT:
            decline(turn)
        case Continue() if turn.state.asked is OpenQuestion.RESUME_DRAFT:
            yes(turn)
        case Continue():
            turn.emit(TellContinueRecording())
            turn.say(phrases.LISTENING)
        case Wait() | Restart():
            turn.say_aside(phrases.GO_ON)
        case ReadOut(None) if turn.state.said:
            turn.say_aside(turn.state.said)
        case Exit():
            leave(turn)
        case AskLedger() | AskBalance() | UndoSaved() | AmendSaved():
            _look_back(turn, command)
        case _:
            turn.say(phrases.NO_DRAFT)


def _handle_confirming(turn: Turn, text: str, command: Command) -> None:
    match _waits_if_held_back(text, command):
        case Compound(operations):
            _obey_in_order(turn, operations)
        case Correct() | NewInput():
            understand(turn, text)
        case Assent() | Denial() if turn.state.asked is OpenQuestion.MODELS_OWN and turn.is_online:
            understand(turn, text)
        case ConfirmAll() | Assent() | Denial() as answer:
            yes_or_no_to_draft(turn, text, answer)
        case ConfirmRows() | CancelRows() | KeepRows() as decision:
            decide_rows(turn, [decision])
        case CancelAll():
            cancel_draft(turn)
        case Restart():
            cancel_draft(turn, phrases.CANCELLED_AND_LISTENING)
        case Exit():
            leave(turn)
        case Continue():
            move_on(turn)
        case Wait():
            turn.say(phrases.waiting(turn.batch.remaining_items))
        case ReadOut(rows):
            _read_out(turn, rows)
        case AskLedger() | AskBalance() | UndoSaved() | AmendSaved() as wish:
            _look_back(turn, wish)


def _waits_if_held_back(text: str, command: Command) -> Command:
    """先别保存 is no more than 等一下: nothing is written before it is told to be."""
    return Wait() if isinstance(command, Correct) and holds_back(text) else command


def _obey_in_order(turn: Turn, operations: tuple[SimpleCommand, ...]) -> None:
    """Row decisions first, as one step with one possible save; then what the speaker wants after them."""
    decisions = [operation for operation in operations if isinstance(operation, RowCommand)]
    match operations[-1]:
        case Exit():
            decide_rows_and_leave(turn, decisions)
        case Continue():
            decide_rows_and_move_on(turn, decisions)
        case _:
            decide_rows(turn, decisions)


def _look_back(turn: Turn, command: AskLedger | AskBalance | UndoSaved | AmendSaved) -> None:
    match command:
        case AskBalance():
            say_balance_unknown(turn)
        case AskLedger(question):
            ask_ledger(turn, question)
        case UndoSaved():
            offer_undo(turn)
        case AmendSaved(words):
            offer_amendment(turn, words)


def _read_out(turn: Turn, rows: RowSelector | None) -> None:
    if rows is None:
        turn.say(turn.reader.read_out_all(turn.batch), OpenQuestion.CONFIRM_DRAFT)
        return
    match select(rows, turn.batch):
        case Refusal(sentence):
            turn.say_aside(sentence)
        case items:
            turn.say(turn.reader.read_out(items))
