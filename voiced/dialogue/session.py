"""A session begins, runs out of time, is stopped, or takes up a draft that a crash left behind.

That draft is offered at each wake until it is taken up, declined or too old. It outlives a
session that ends without an answer, and an orderly stop, since the answer may have been misheard.
"""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue import phrases
from voiced.dialogue.deciding import cancel_draft
from voiced.dialogue.leaving import end_session, fall_silent, leave
from voiced.dialogue.phase import Phase
from voiced.dialogue.state import PlainQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftBatch


def wake(turn: Turn) -> None:
    """Begin a session; in a running one it only counts as a sign of life."""
    turn.active()
    if turn.state.phase is Phase.IDLE:
        turn.enter(Phase.LISTENING)
        offer_recovered(turn)


def stop(turn: Turn) -> None:
    """An orderly stop drops the open draft and says nothing: the daemon must be gone soon. A save still finishes.

    A draft of before a crash stays in the journal for the next start.
    """
    fall_silent(turn)
    end_session(turn)


def timed_out(turn: Turn, event: ev.TimedOut) -> None:
    """Nobody said a word: the session ends. Words that are just being spoken are waited for."""
    if event.number != turn.state.timer:
        return
    if turn.state.hearing:
        turn.update(overdue=True)
    else:
        leave(turn)


def draft_recovered(turn: Turn, event: ev.DraftRecovered) -> None:
    """A draft of before a crash: offered if it is young enough and something in it is undecided."""
    turn.update(recovered=event.batch)
    if event.batch.all_resolved:
        _drop_recovered(turn)
    elif turn.state.phase is Phase.LISTENING:
        offer_recovered(turn)


def offer_recovered(turn: Turn) -> None:
    """Ask whether to go on with the draft of before a crash, where there is one that is not too old."""
    batch = turn.state.recovered
    if batch is None:
        return
    age_seconds = (turn.moment.now - batch.created_at).total_seconds()
    if 0 <= age_seconds <= turn.policy.draft_offer_seconds:
        turn.say(phrases.resume_offer(batch), PlainQuestion.RESUME_DRAFT)
    else:
        _drop_recovered(turn)


def resume(turn: Turn, batch: DraftBatch) -> None:
    """Go on with the draft of before a crash."""
    turn.update(recovered=None)
    turn.open_batch(batch)
    turn.say_pending()


def decline(turn: Turn) -> None:
    """The draft of before a crash is not wanted."""
    recovered = turn.state.recovered
    turn.keep_dropped(item.result for item in (() if recovered is None else recovered.remaining_items))
    _drop_recovered(turn)
    cancel_draft(turn)


def _drop_recovered(turn: Turn) -> None:
    """Forget a draft of before a crash, so that it does not come back."""
    turn.update(recovered=None)
    if turn.state.batch is None:
        turn.emit(fx.DropDraft())
