"""Whether the model is worth asking: after failures in a row it is left alone for a while."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.effects import RetryModelLater
from voiced.dialogue.phase import Phase
from voiced.dialogue.turn import Turn


def model_answered(turn: Turn) -> None:
    """A useful answer: all is well again."""
    turn.update(model_failures=0, offline_told=False)


def model_failed(turn: Turn) -> None:
    """One more failure; enough of them in a row and no turn waits for the model for a while."""
    failures = turn.state.model_failures + 1
    turn.update(model_failures=failures)
    if failures >= turn.policy.failures_before_pause and not turn.state.model_paused:
        turn.update(model_paused=True, offline_told=False)
        turn.emit(RetryModelLater(turn.policy.pause_seconds))


def model_retry_due(turn: Turn) -> None:
    """It answers again: ask it, and say so where it was said that it did not. One more failure pauses it anew."""
    if not turn.state.model_paused:
        return
    was_told = turn.state.offline_told
    failures = max(0, turn.policy.failures_before_pause - 1)
    turn.update(model_paused=False, model_failures=failures, offline_told=False)
    # News that can wait does not talk over the speaker.
    if was_told and turn.state.phase is not Phase.IDLE and not turn.state.hearing:
        turn.say_aside(phrases.ONLINE_AGAIN)
