"""What an utterance leads to, by what is going on when it is heard."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.confirming import handle_about_draft
from voiced.dialogue.deferring import defer
from voiced.dialogue.draft import cancel_draft
from voiced.dialogue.listening import handle_outside
from voiced.dialogue.replies import answer_aside, yes
from voiced.dialogue.requests import Amending, Undoing
from voiced.dialogue.restoring import restore
from voiced.dialogue.session import leave
from voiced.dialogue.state import AmendOffer, Phase, Told, UndoOffer
from voiced.dialogue.turn import Turn
from voiced.domain.question import LedgerQuestion
from voiced.language.commands.asides import aside_of, repeats_verb, takes_back, wants_back
from voiced.language.commands.command import (
    AskLedger,
    Assent,
    CancelAll,
    Command,
    ConfirmAll,
    Correct,
    Denial,
    Exit,
    NewInput,
    ReadOut,
    Restart,
)
from voiced.language.commands.intents import classify
from voiced.language.commands.questions import follow_up, listing_of_today

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
            turn.tell(fx.TellFinalText(text, turn.state.batch))
            leave(turn)
        case CancelAll() | Restart():
            turn.tell(fx.TellFinalText(text, turn.state.batch))
            turn.say_aside(phrases.BEING_WRITTEN)
        case ConfirmAll():
            turn.tell(fx.TellFinalText(text, turn.state.batch))
        case _:
            _hear_later(turn, text, command)


def _hear_while_asking(turn: Turn, text: str, command: Command) -> None:
    match command:
        case CancelAll() | Restart() if turn.state.phase is Phase.LISTENING:
            turn.tell(fx.TellFinalText(text, None))
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
        turn.tell(fx.TellFinalText(text, turn.state.batch))
    else:
        defer(turn, text)


def _handle(turn: Turn, text: str, command: Command) -> None:
    aside = aside_of(text) if isinstance(command, Correct) else None
    if aside is not None:
        turn.tell(fx.TellFinalText(text, turn.state.batch))
        answer_aside(turn, aside)
    elif isinstance(command, Correct) and wants_back(text):
        turn.tell(fx.TellFinalText(text, turn.state.batch))
        restore(turn, text)
    elif _takes_up_offer(turn, text):
        turn.tell(fx.TellFinalText(text, turn.state.batch))
        yes(turn)
    elif turn.state.phase is Phase.LISTENING:
        handle_outside(turn, text, command)
    else:
        turn.tell(fx.TellFinalText(text, turn.state.batch))
        handle_about_draft(turn, text, command)
