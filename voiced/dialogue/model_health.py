"""Whether the model is worth asking: after failures in a row it is left alone for a while."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue import phrases
from voiced.dialogue.state import Phase
from voiced.dialogue.turn import Turn


class RulesAlone(Enum):
    """Why rules work without a model: none is configured, it cannot be reached, or it gave no useful answer in time."""

    LOCAL = auto()
    OFFLINE = auto()
    SILENT = auto()


def why_not_asked(turn: Turn) -> RulesAlone:
    """Why the model was not even asked."""
    return RulesAlone.OFFLINE if turn.is_offline else RulesAlone.LOCAL


def why_it_failed(turn: Turn, event: ev.ModelFailed) -> RulesAlone:
    """Why rules take over after a failure."""
    turn.tell(fx.TellError(event.reason))
    return RulesAlone.OFFLINE if event.is_unreachable else RulesAlone.SILENT


def remarks_on(turn: Turn, why: RulesAlone) -> tuple[str, ...]:
    """What is said about the model beside the result: that it does not answer, told once until it does again."""
    if why is not RulesAlone.SILENT or turn.state.silence_told:
        return ()
    turn.update(silence_told=True)
    return (phrases.MODEL_SILENT,)


def left_out(turn: Turn, why: RulesAlone, clauses: Sequence[str]) -> tuple[str, ...]:
    """What is said where rules keep one entry of several: the others are named."""
    turn.forget_deferred_saves()
    named = phrases.left_out(clauses)
    match why:
        case RulesAlone.OFFLINE:
            return phrases.OFFLINE_SINGLE_ENTRY, named
        case RulesAlone.LOCAL:
            return phrases.ONE_AT_A_TIME, named
        case RulesAlone.SILENT:
            return (named,)


def tell_of_simple_changes(turn: Turn, why: RulesAlone) -> None:
    """The first correction that is made by rules in an outage says so."""
    if why is RulesAlone.OFFLINE and not turn.state.offline_told:
        turn.update(offline_told=True)
        turn.say_aside(phrases.OFFLINE_SIMPLE_CHANGES)


def model_answered(turn: Turn) -> None:
    """A useful answer: all is well again."""
    turn.update(model_failures=0, offline_told=False, silence_told=False)


def model_failed(turn: Turn) -> None:
    """One more failure; enough of them in a row and no turn waits for the model for a while."""
    failures = turn.state.model_failures + 1
    turn.update(model_failures=failures)
    if failures >= turn.policy.failures_before_pause and not turn.state.model_paused:
        turn.update(model_paused=True)
        turn.tell(fx.RetryModelLater(turn.policy.pause_seconds))


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
