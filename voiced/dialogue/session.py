"""The beginning and the end of a session."""

from __future__ import annotations

from voiced.dialogue.restoring import offer_recovered
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase


def wake(turn: Turn) -> None:
    """Begin a session; in a running session a wake only counts as activity."""
    turn.active()
    if turn.state.phase is Phase.IDLE:
        turn.enter(Phase.LISTENING)
        offer_recovered(turn)


def stop(turn: Turn) -> None:
    """End the session silently and drop the open draft, since the daemon must stop soon. A running save still finishes.

    A draft that a crash left behind stays in the journal for the next start.
    """
    fall_silent(turn)
    end_session(turn)


def pressed(turn: Turn, button: ev.Button) -> None:
    """Obey a button that works at any time."""
    match button:
        case ev.Button.WAKE:
            wake(turn)
        case ev.Button.QUIET:
            turn.active()
            fall_silent(turn)
        case ev.Button.EXIT if turn.state.phase is not Phase.IDLE:
            leave(turn)
        case ev.Button.EXIT:
            pass


def nothing_heard(turn: Turn) -> None:
    """Note an utterance without words; end the session if the timer ran out during the utterance."""
    turn.update(hearing=False)
    turn.after_card(fx.TellNothingHeard())
    if turn.state.overdue:
        leave(turn)


def timed_out(turn: Turn, number: int) -> None:
    """End the session after its time without activity; a running utterance is heard first."""
    if number != turn.state.timer:
        return
    if turn.state.hearing:
        turn.update(overdue=True)
    else:
        leave(turn)


def leave(turn: Turn) -> None:
    """Drop the draft and end the session; a save in flight still finishes."""
    lost = turn.state.rows_lost_at_a_stop
    state = turn.state
    if state.batch is not None:
        turn.drop(state.batch.remaining_items if state.saving is None else state.batch.pending_items)
    fall_silent(turn)
    turn.say(phrases.left_behind(lost))
    end_session(turn)


def end_session(turn: Turn) -> None:
    """End the session silently: close the draft and drop the deferred utterances."""
    turn.close_draft()
    turn.update(deferred=(), hearing=False, overdue=False, said="")
    turn.enter(Phase.IDLE)


def fall_silent(turn: Turn) -> None:
    """Stop speaking; the interrupted sentences are not repeated."""
    if turn.state.speaking:
        turn.after_card(fx.StopSpeaking())
