"""The dialogue as a pure function: (state, event) → (state, effects).

Theory
------
Three phases. In IDLE nothing is heard. In LISTENING an utterance becomes a draft. In CONFIRMING a draft is open:
words and presses decide its rows, change it, add to it, save it, drop it.

Beside the phase at most one question is in flight (`asking`: to the model or the ledger) and at most one save
(`saving`). Each has a number; an outcome with another number is late and changes nothing. What is said meanwhile
is deferred and handled, in order, once nothing is in flight, each utterance as a step of its own; cancel and exit
act at once. What would save is forgotten with the command before it that failed: it was said in the belief in it. A
failed save takes along all that decides rows.

The draft is cleared in five cases only: saved, cancelled, its last row decided with nothing to save, moved on
from, session ended (exit, time-out, stop). A failed save brings back the draft as it was before the command.

A bare yes or no is an answer to `asked`, the question of our last sentence; only where that question was whether
the draft is right does a bare yes save.

An event that means nothing in a state leaves the state as it is.
"""

from __future__ import annotations

from typing import assert_never

from voiced.dialogue import phrases
from voiced.dialogue.correcting import correction_failed
from voiced.dialogue.effects import (
    Effect,
    TellError,
    TellNothingHeard,
    TellPartialText,
    TellSpeechDetected,
)
from voiced.dialogue.entering import parse_failed, parsed
from voiced.dialogue.events import (
    Answered,
    BargedIn,
    CancelPressed,
    ConfirmPressed,
    ContinuePressed,
    DraftRecovered,
    EditPressed,
    Event,
    Heard,
    Interpreted,
    LedgerFailed,
    LedgerKnown,
    ModelFailed,
    ModelRetryDue,
    NotHeard,
    Parsed,
    PartialHeard,
    Pressed,
    Revised,
    RowsChanged,
    Saved,
    SaveFailed,
    SpeechDetected,
    SpeechEnded,
    Stopped,
    TimedOut,
    Woken,
)
from voiced.dialogue.interpreting import interpreted
from voiced.dialogue.leaving import fall_silent, leave
from voiced.dialogue.listening import hear, hear_deferred
from voiced.dialogue.lookback import answered, ledger_failed, ledger_known, revised, rows_changed
from voiced.dialogue.model_health import model_retry_due
from voiced.dialogue.phase import Phase
from voiced.dialogue.policy import Policy
from voiced.dialogue.pressing import card_pressed, pressed
from voiced.dialogue.saving import save_failed, saved
from voiced.dialogue.session import draft_recovered, stop, timed_out, wake
from voiced.dialogue.state import Correcting, Dialogue, Moment, Parsing
from voiced.dialogue.turn import Turn


def step(
    policy: Policy, state: Dialogue, event: Event, moment: Moment
) -> tuple[Dialogue, tuple[Effect, ...]]:
    """Decide what one event means. Never awaits, never reads a clock."""
    turn = Turn(policy, state, moment)
    _meet(turn, event)
    state, effects = turn.finish()
    while state.deferred and not state.is_waiting:
        moment = moment.of_next_step()
        turn = Turn(policy, state, moment)
        hear_deferred(turn)
        state, more = turn.finish()
        effects += more
    return state, effects


def _meet(turn: Turn, event: Event) -> None:
    match event:
        case SpeechDetected() | PartialHeard() | Heard() | NotHeard() | BargedIn():
            if turn.state.phase is not Phase.IDLE:
                _sound(turn, event)
        case SpeechEnded(number):
            turn.update(speaking=tuple(other for other in turn.state.speaking if other != number))
        case Parsed() | Interpreted() | ModelFailed() | ModelRetryDue():
            _model(turn, event)
        case Saved():
            saved(turn, event)
        case SaveFailed():
            save_failed(turn, event)
        case Answered() | Revised() | LedgerFailed() | RowsChanged() | LedgerKnown():
            _ledger(turn, event)
        case ConfirmPressed() | CancelPressed() | ContinuePressed() | EditPressed():
            card_pressed(turn, event)
        case Pressed():
            pressed(turn, event)
        case Woken() | Stopped() | TimedOut() | DraftRecovered():
            _session(turn, event)
        case _:
            assert_never(event)


def _sound(turn: Turn, event: SpeechDetected | PartialHeard | Heard | NotHeard | BargedIn) -> None:
    match event:
        case SpeechDetected():
            turn.update(hearing=True)
            turn.emit(TellSpeechDetected())
        case PartialHeard(text):
            turn.emit(TellPartialText(text))
        case Heard(text) if text:
            turn.update(hearing=False)
            turn.active()
            hear(turn, text)
        case Heard():
            _nothing_heard(turn)
        case NotHeard(reason):
            turn.update(hearing=False)
            turn.active()
            turn.emit(TellError(reason))
            turn.say_aside(phrases.NOT_HEARD)
        case BargedIn():
            fall_silent(turn)


def _nothing_heard(turn: Turn) -> None:
    """Noise is no sign of life: a session that ran out of time while it was listened to ends now."""
    turn.update(hearing=False)
    turn.emit(TellNothingHeard())
    if turn.state.overdue:
        leave(turn)


def _model(turn: Turn, event: Parsed | Interpreted | ModelFailed | ModelRetryDue) -> None:
    match event:
        case Parsed():
            parsed(turn, event)
        case Interpreted():
            interpreted(turn, event)
        case ModelRetryDue():
            model_retry_due(turn)
        case ModelFailed(number):
            match turn.state.asking:
                case Parsing(number=asked) as asking if asked == number:
                    parse_failed(turn, event, asking)
                case Correcting(number=asked) as asking if asked == number:
                    correction_failed(turn, event, asking)
                case _:
                    pass


def _ledger(turn: Turn, event: Answered | Revised | LedgerFailed | RowsChanged | LedgerKnown) -> None:
    match event:
        case Answered():
            answered(turn, event)
        case Revised():
            revised(turn, event)
        case LedgerFailed():
            ledger_failed(turn, event)
        case RowsChanged():
            rows_changed(turn, event)
        case LedgerKnown():
            ledger_known(turn, event)


def _session(turn: Turn, event: Woken | Stopped | TimedOut | DraftRecovered) -> None:
    match event:
        case Woken():
            wake(turn)
        case Stopped():
            stop(turn)
        case TimedOut():
            timed_out(turn, event)
        case DraftRecovered():
            draft_recovered(turn, event)
