"""The model as the dialogue sees it: whether it can be asked, what it is told, and its failures.

After several failures in a row, requests to it pause for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import SplitLocally
from voiced.dialogue.values.requests import RequestContext
from voiced.dialogue.values.state import Phase
from voiced.domain.left_out import LeftOutReason

_OWN_CATEGORIES = 50
"""The number of the user's own categories in a request to the model; the gateway accepts no more."""


_ANSWERS_COUNTED, _BAD_ANSWERS = 20, 5
"""A believed model is weighed as soon as so many of its last answers were bad."""


class RulesAlone(Enum):
    """The reason why rules work alone: no model is configured, it is offline, or it gave no useful answer in time."""

    LOCAL = auto()
    OFFLINE = auto()
    SILENT = auto()


def is_online(turn: Turn) -> bool:
    """Whether a model can be asked now."""
    return turn.policy.model_configured and not turn.is_offline


def believes(turn: Turn) -> bool:
    """Whether the model's answers stand once they keep the invariants."""
    return turn.policy.believes and not turn.state.distrusted


def asks_believed(turn: Turn) -> bool:
    """Whether a believed model can be asked now."""
    return is_online(turn) and believes(turn)


def splits_locally(turn: Turn) -> bool:
    """Whether rules split a sentence of several entries."""
    match turn.policy.split_locally:
        case SplitLocally.LOCAL:
            return not (turn.policy.model_configured or turn.policy.offline)
        case when:
            return when is SplitLocally.ALWAYS


def request_context(turn: Turn) -> RequestContext:
    """The context of a request to the model: the time and the user's categories."""
    vocabulary = turn.state.vocabulary
    own = tuple(dict.fromkeys(item.name for item in vocabulary.categories if item.is_custom))
    return RequestContext(
        now=turn.moment.now,
        recent_categories=vocabulary.recent,
        custom_categories=own[:_OWN_CATEGORIES],
    )


def why_not_asked(turn: Turn) -> RulesAlone:
    """The reason why no request was sent to the model."""
    return RulesAlone.OFFLINE if turn.is_offline else RulesAlone.LOCAL


def why_it_failed(turn: Turn, event: ev.ModelFailed) -> RulesAlone:
    """Report a failure of the model, and return the reason why rules take over."""
    turn.before_card(fx.TellError(event.reason))
    return RulesAlone.OFFLINE if event.is_unreachable else RulesAlone.SILENT


def remarks_on(turn: Turn, why: RulesAlone) -> tuple[str, ...]:
    """The remark that the model does not answer; it is made once until the model answers again."""
    if why is not RulesAlone.SILENT or turn.state.silence_told:
        return ()
    turn.update(silence_told=True)
    return (phrases.MODEL_SILENT,)


def left_out(turn: Turn, why: RulesAlone, clauses: Sequence[str]) -> tuple[str, ...]:
    """The remarks that name the entries which rules left out of a sentence; deferred saves are dropped."""
    turn.forget_deferred_saves()
    turn.leave_out_words(clauses, LeftOutReason.ALONE)
    named = phrases.left_out(clauses)
    match why:
        case RulesAlone.OFFLINE:
            return phrases.OFFLINE_SINGLE_ENTRY, named
        case RulesAlone.LOCAL:
            return phrases.ONE_AT_A_TIME, named
        case RulesAlone.SILENT:
            return (named,)


def tell_of_simple_changes(turn: Turn, why: RulesAlone) -> None:
    """Say that only simple changes work offline, once in an outage."""
    if why is RulesAlone.OFFLINE and not turn.state.offline_told:
        turn.update(offline_told=True)
        turn.remark(phrases.OFFLINE_SIMPLE_CHANGES)


def model_answered(turn: Turn) -> None:
    """Reset the count of failures and the remarks made, after a useful answer."""
    turn.update(model_failures=0, offline_told=False, silence_told=False)


def note_answer(turn: Turn, *, is_good: bool) -> None:
    """Count an answer of the model: good, or late, unusable, against the words, or corrected at once.

    A believed model with too many bad ones among the last is weighed from now on, which is said once.
    """
    record = (*turn.state.model_record, is_good)[-_ANSWERS_COUNTED:]
    turn.update(model_record=record)
    if believes(turn) and record.count(False) >= _BAD_ANSWERS:
        turn.update(distrusted=True)
        turn.before_card(fx.RevokeTrust())
        turn.remark(phrases.MODEL_DISTRUSTED)


def model_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Count a failure of the model; after enough failures in a row, pause requests to it."""
    if not event.is_unreachable:
        note_answer(turn, is_good=False)
    failures = turn.state.model_failures + 1
    turn.update(model_failures=failures)
    if failures >= turn.policy.failures_before_pause and not turn.state.model_paused:
        turn.update(model_paused=True)
        turn.before_card(fx.RetryModelLater(turn.policy.pause_seconds))


def model_retry_due(turn: Turn) -> None:
    """End the pause, since the model answers again, and say so if the outage was mentioned.

    The next failure pauses requests again.
    """
    if not turn.state.model_paused:
        return
    was_told = turn.state.offline_told
    failures = max(0, turn.policy.failures_before_pause - 1)
    turn.update(model_paused=False, model_failures=failures, offline_told=False)
    # This sentence is skipped while the speaker is speaking.
    if was_told and turn.state.phase is not Phase.IDLE and not turn.state.hearing:
        turn.remark(phrases.ONLINE_AGAIN)
