"""What is done with the words of an utterance, by what is going on when they are heard."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.answering import yes, yes_or_no_to_draft
from voiced.dialogue.asides import answer_aside
from voiced.dialogue.change_after_all import change_instead_of_append
from voiced.dialogue.completing import answers_question, complete
from voiced.dialogue.correcting import understand
from voiced.dialogue.deciding import (
    cancel_draft,
    decide_rows,
    decide_rows_and_leave,
    decide_rows_and_move_on,
    decide_rows_instead,
    move_on,
)
from voiced.dialogue.deferring import defer
from voiced.dialogue.just_now import chooses_of_just_now, decide_rows_open_or_saved, look_back_from_draft
from voiced.dialogue.leaving import leave
from voiced.dialogue.outside import handle_outside
from voiced.dialogue.phase import Phase
from voiced.dialogue.restoring import restore
from voiced.dialogue.rows import Decision, Refusal, RowCommand, decide, select
from voiced.dialogue.state import (
    Amending,
    AmendOffer,
    PlainQuestion,
    Told,
    Undoing,
    UndoOffer,
    WhichOfJustNow,
)
from voiced.dialogue.turn import Turn
from voiced.domain.question import LedgerQuestion
from voiced.language.changes.mixed import drop_and_rest
from voiced.language.commands.asides import aside_of, repeats_verb, takes_back, wants_back
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
from voiced.language.commands.guards import holds_back
from voiced.language.commands.intents import classify, may_save
from voiced.language.commands.questions import follow_up, listing_of_today
from voiced.language.commands.row_commands import denies_before, rows_instead

_MAY_BE_HALF_A_QUESTION = (Correct(), NewInput(), ReadOut(), AskLedger(None))


def hear(turn: Turn, text: str) -> None:
    """Handle an utterance with words in it, now or after what is in flight."""
    command = _understood(turn, text)
    if turn.state.saving is not None:
        _hear_while_saving(turn, text, command)
    elif turn.state.in_flight is not None:
        _hear_while_asking(turn, text, command)
    else:
        _handle(turn, text, command)


def _understood(turn: Turn, text: str) -> Command:
    """What the words ask for by themselves, or as half a question: after one that we answered, or with nothing open."""
    command = classify(text, turn.state.vocabulary, turn.moment.now)
    question = _half_a_question(turn, text) if command in _MAY_BE_HALF_A_QUESTION else None
    return command if question is None else AskLedger(question)


def _half_a_question(turn: Turn, text: str) -> LedgerQuestion | None:
    vocabulary, now, open_question = turn.state.vocabulary, turn.moment.now, turn.state.open_question
    if isinstance(open_question, Told) and (
        question := follow_up(text, open_question.question, vocabulary, now)
    ):
        return question
    return listing_of_today(text, vocabulary, now) if turn.state.phase is Phase.LISTENING else None


def hear_deferred(turn: Turn) -> None:
    """Handle the oldest utterance that had to wait, as if it were said now."""
    text, *later = turn.state.deferred
    turn.update(deferred=tuple(later))
    hear(turn, text)


def _takes_up_offer(turn: Turn, text: str) -> bool:
    """Whether the words say yes to our offer by its own verb (收回吧, 改吧), or ask for it again (撤销)."""
    match turn.state.open_question:
        case UndoOffer():
            return repeats_verb(text, "收回") or takes_back(text)
        case AmendOffer():
            return repeats_verb(text, "改")
        case _:
            return False


def _hear_while_saving(turn: Turn, text: str, command: Command) -> None:
    match command:
        case Exit():
            turn.emit(fx.TellFinalText(text, turn.state.batch))
            leave(turn)
        case CancelAll() | Restart():
            turn.emit(fx.TellFinalText(text, turn.state.batch))
            turn.say_aside(phrases.BEING_WRITTEN)
        case ConfirmAll():
            turn.emit(fx.TellFinalText(text, turn.state.batch))
        case _:
            _hear_later(turn, text, command)


def _hear_while_asking(turn: Turn, text: str, command: Command) -> None:
    match command:
        case CancelAll() | Restart() if turn.state.phase is Phase.LISTENING:
            turn.emit(fx.TellFinalText(text, None))
            if isinstance(turn.state.in_flight, Undoing | Amending):
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
        turn.emit(fx.TellFinalText(text, turn.state.batch))
    else:
        defer(turn, text)


def _handle(turn: Turn, text: str, command: Command) -> None:
    aside = aside_of(text) if isinstance(command, Correct) else None
    if aside is not None:
        turn.emit(fx.TellFinalText(text, turn.state.batch))
        answer_aside(turn, aside)
    elif isinstance(command, Correct) and wants_back(text):
        turn.emit(fx.TellFinalText(text, turn.state.batch))
        restore(turn, text)
    elif _takes_up_offer(turn, text):
        turn.emit(fx.TellFinalText(text, turn.state.batch))
        yes(turn)
    elif turn.state.phase is Phase.LISTENING:
        handle_outside(turn, text, command)
    else:
        turn.emit(fx.TellFinalText(text, turn.state.batch))
        _handle_about_draft(turn, text, command)


def _handle_about_draft(turn: Turn, text: str, command: Command) -> None:
    """Words about the draft: an answer to our question, what a row lacks, or a command; never a hasty confirm."""
    if _answers_our_question(turn, text, command) or change_instead_of_append(turn, text):
        return
    instead = _meant_instead(turn, text, command)
    if turn.state.objected and _may_save_draft(turn, instead or command):
        turn.say_pending()
    elif instead is not None:
        decide_rows_instead(turn, instead)
    elif not (isinstance(command, Correct | NewInput) and complete(turn, text)):
        _handle_confirming(turn, text, command)


def _answers_our_question(turn: Turn, text: str, command: Command) -> bool:
    if isinstance(turn.state.open_question, WhichOfJustNow):
        return chooses_of_just_now(turn, text, command)
    return answers_question(turn, text, command)


def _handle_confirming(turn: Turn, text: str, command: Command) -> None:
    match _waits_if_held_back(text, command):
        case Compound(operations):
            _obey_in_order(turn, operations)
        case Correct() | NewInput():
            understand(turn, _rest_after_drops(turn, text, command))
        case Assent() | Denial() if turn.state.open_question is PlainQuestion.MODELS_OWN and turn.is_online:
            understand(turn, text)
        case ConfirmAll() | Assent() | Denial() as answer:
            yes_or_no_to_draft(turn, text, answer)
        case ConfirmRows() | ConfirmOnly() | CancelRows() | KeepRows() as decision:
            decide_rows_open_or_saved(turn, decision)
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
            look_back_from_draft(turn, text, wish)


def _meant_instead(turn: Turn, text: str, command: Command) -> RowCommand | None:
    """What words want in place of the row command before, which they deny: 错了，要删的是第二笔; 不是第一笔，是第二笔."""
    decided = turn.state.rows_decided
    if decided is None or decided.after != turn.state.batch:
        return None
    match command:
        case CancelRows(Rows()) | ConfirmRows(Rows()) if denies_before(text):
            return command
        case Correct() if rows := rows_instead(text):
            return CancelRows(Rows(rows)) if decided.was_cancel else ConfirmRows(Rows(rows))
        case _:
            return None


def _may_save_draft(turn: Turn, command: Command) -> bool:
    """Whether the words confirm the draft, and do not answer another question than ours about it."""
    match turn.state.open_question, command:
        case ((UndoOffer() | AmendOffer()), _) | (PlainQuestion.MODELS_OWN, Assent()):
            return False
        case _:
            return may_save(command)


def _waits_if_held_back(text: str, command: Command) -> Command:
    """先别保存 is no more than 等一下: nothing is written before it is told to be."""
    return Wait() if isinstance(command, Correct) and holds_back(text) else command


def _rest_after_drops(turn: Turn, text: str, command: Command) -> str:
    """The words that are still to be understood, once the rows that they drop are gone: 第一笔不要，第二笔改成25."""
    both = drop_and_rest(text, turn.state.vocabulary) if isinstance(command, Correct) else None
    decision = None if both is None else decide(both.drops, turn.batch)
    if both is None or not isinstance(decision, Decision) or not decision.batch.pending_count:
        return text
    decide_rows(turn, both.drops)
    return both.rest


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


def _read_out(turn: Turn, rows: RowSelector | None) -> None:
    if rows is None:
        turn.update(objected=False)
        turn.say(turn.reader.read_out_all(turn.batch), PlainQuestion.CONFIRM_DRAFT)
        return
    match select(rows, turn.batch):
        case Refusal(sentence):
            turn.say_aside(sentence)
        case items:
            turn.say(turn.reader.read_out(items))
