"""The dialogue as a pure function: (state, event) → (state, effects).

Theory
------
Three phases. In IDLE nothing is heard. In LISTENING an utterance becomes a draft. In CONFIRMING a draft is open:
words and presses decide its rows, change it, add to it, save it, drop it.

Beside the phase at most one request is in flight (`in_flight`: to the model or the ledger) and at most one save
(`saving`). Each has a number; an outcome with another number is late and changes nothing. What is said meanwhile
is deferred and handled, in order, once nothing is in flight, each utterance as a step of its own; cancel and exit
act at once. What would save is forgotten with the command before it that failed: it was said in the belief in it. A
failed save takes along all that decides rows.

The draft is cleared in five cases only: saved, cancelled, its last row decided with nothing to save, moved on
from, session ended (exit, time-out, stop). A failed save brings back the draft as it was before the command.

A bare yes or no is an answer to `open_question`, that of our last sentence; only where that question was whether
the draft is right does a bare yes save.

An event that means nothing in a state leaves the state as it is.
"""

from __future__ import annotations

from typing import assert_never

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue import phrases
from voiced.dialogue.correcting import correction_failed
from voiced.dialogue.draft import card_pressed, pressed, save_failed, saved
from voiced.dialogue.entering import parse_failed, parsed
from voiced.dialogue.interpreting import interpreted
from voiced.dialogue.model_health import model_retry_due
from voiced.dialogue.policy import Policy
from voiced.dialogue.requests import Correcting, Parsing
from voiced.dialogue.saved import answered, ledger_failed, ledger_known, revised, rows_changed
from voiced.dialogue.session import draft_recovered, fall_silent, leave, stop, timed_out, wake
from voiced.dialogue.state import Dialogue, Moment, Phase
from voiced.dialogue.turn import Turn
from voiced.dialogue.utterance import hear, hear_deferred


def step(
    policy: Policy, state: Dialogue, event: ev.Event, moment: Moment
) -> tuple[Dialogue, tuple[fx.Effect, ...]]:
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


def _meet(turn: Turn, event: ev.Event) -> None:
    match event:
        case ev.SpeechDetected() | ev.PartialHeard() | ev.Heard() | ev.NotHeard() | ev.BargedIn():
            if turn.state.phase is not Phase.IDLE:
                _sound(turn, event)
        case ev.SpeechEnded(number):
            turn.update(speaking=tuple(other for other in turn.state.speaking if other != number))
        case ev.Parsed() | ev.Interpreted() | ev.ModelFailed() | ev.ModelRetryDue():
            _model(turn, event)
        case ev.Saved():
            saved(turn, event)
        case ev.SaveFailed():
            save_failed(turn, event)
        case ev.Answered() | ev.Revised() | ev.LedgerFailed() | ev.RowsChanged() | ev.LedgerKnown():
            _ledger(turn, event)
        case ev.ConfirmPressed() | ev.CancelPressed() | ev.ContinuePressed() | ev.EditPressed():
            card_pressed(turn, event)
        case ev.Pressed():
            pressed(turn, event)
        case ev.Woken() | ev.Stopped() | ev.TimedOut() | ev.DraftRecovered():
            _session(turn, event)
        case _:
            assert_never(event)


def _sound(
    turn: Turn, event: ev.SpeechDetected | ev.PartialHeard | ev.Heard | ev.NotHeard | ev.BargedIn
) -> None:
    match event:
        case ev.SpeechDetected():
            turn.update(hearing=True)
            turn.emit(fx.TellSpeechDetected())
        case ev.PartialHeard(text):
            turn.emit(fx.TellPartialText(text))
        case ev.Heard(text) if text:
            turn.update(hearing=False)
            turn.active()
            hear(turn, text)
        case ev.Heard():
            _nothing_heard(turn)
        case ev.NotHeard(reason):
            turn.update(hearing=False)
            turn.active()
            turn.emit(fx.TellError(reason))
            turn.say_aside(phrases.NOT_HEARD)
        case ev.BargedIn():
            fall_silent(turn)


def _nothing_heard(turn: Turn) -> None:
    """Noise is no sign of life: a session that ran out of time while it was listened to ends now."""
    turn.update(hearing=False)
    turn.emit(fx.TellNothingHeard())
    if turn.state.overdue:
        leave(turn)


def _model(turn: Turn, event: ev.Parsed | ev.Interpreted | ev.ModelFailed | ev.ModelRetryDue) -> None:
    match event:
        case ev.Parsed():
            parsed(turn, event)
        case ev.Interpreted():
            interpreted(turn, event)
        case ev.ModelRetryDue():
            model_retry_due(turn)
        case ev.ModelFailed(number):
            match turn.state.in_flight:
                case Parsing(number=open_question) as request if open_question == number:
                    parse_failed(turn, event, request)
                case Correcting(number=open_question) as request if open_question == number:
                    correction_failed(turn, event, request)
                case _:
                    pass


def _ledger(
    turn: Turn, event: ev.Answered | ev.Revised | ev.LedgerFailed | ev.RowsChanged | ev.LedgerKnown
) -> None:
    match event:
        case ev.Answered():
            answered(turn, event)
        case ev.Revised():
            revised(turn, event)
        case ev.LedgerFailed():
            ledger_failed(turn, event)
        case ev.RowsChanged():
            rows_changed(turn, event)
        case ev.LedgerKnown():
            ledger_known(turn, event)


def _session(turn: Turn, event: ev.Woken | ev.Stopped | ev.TimedOut | ev.DraftRecovered) -> None:
    match event:
        case ev.Woken():
            wake(turn)
        case ev.Stopped():
            stop(turn)
        case ev.TimedOut():
            timed_out(turn, event)
        case ev.DraftRecovered():
            draft_recovered(turn, event)
