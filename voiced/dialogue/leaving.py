"""The end of a session."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.phase import Phase
from voiced.dialogue.turn import Turn


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
    """Release all that the session held, without a word."""
    turn.close_batch()
    turn.update(deferred=(), hearing=False, overdue=False, said="")
    turn.enter(Phase.IDLE)


def fall_silent(turn: Turn) -> None:
    """Stop what is being said; nothing of it is finished later."""
    if turn.state.speaking:
        turn.emit(fx.StopSpeaking())
