"""A session from its beginning to its end, and the draft that a crash left behind, which is offered in it.

That draft is offered at each wake until it is accepted, declined or too old. It is kept after a session without an
answer and after an orderly stop, since the answer may have been misheard.
"""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase, PlainQuestion
from voiced.domain.batch import DraftBatch


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


def draft_recovered(turn: Turn, batch: DraftBatch) -> None:
    """Note a draft that a crash left behind; offer it now or at the next wake, or drop it if all its rows are decided."""
    turn.update(recovered=replace(batch, left_out=()), left_out=(*batch.left_out, *turn.state.left_out))
    if batch.all_resolved:
        drop_recovered(turn)
    elif turn.state.phase is Phase.LISTENING:
        offer_recovered(turn)


def offer_recovered(turn: Turn) -> None:
    """Ask whether to go on with the draft that a crash left behind; drop it if it is too old."""
    batch = turn.state.recovered
    if batch is None:
        return
    age_seconds = (turn.moment.now - batch.created_at).total_seconds()
    if 0 <= age_seconds <= turn.policy.draft_offer_seconds:
        turn.say(phrases.resume_offer(batch), PlainQuestion.RESUME_DRAFT)
    else:
        drop_recovered(turn)


def drop_recovered(turn: Turn) -> None:
    """Drop a draft that a crash left behind, so that it is offered no more."""
    turn.update(recovered=None)
    if turn.state.batch is None:
        turn.after_card(fx.DropDraft())


def resume(turn: Turn, batch: DraftBatch) -> None:
    """Open the draft that a crash left behind, and read it back."""
    turn.update(recovered=None)
    turn.open_draft(batch)
    turn.say_pending()
