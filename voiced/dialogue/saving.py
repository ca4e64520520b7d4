"""Writing a draft: one save at a time, and what is said when it is done or failed."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue import phrases
from voiced.dialogue.deferring import forget_deferred_decisions
from voiced.dialogue.leaving import end_session
from voiced.dialogue.phase import Phase
from voiced.dialogue.posting import post
from voiced.dialogue.state import AfterSave, PlainQuestion, Saving
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftBatch


def commit(turn: Turn, after: DraftBatch, then: AfterSave = AfterSave.LISTEN) -> None:
    """Write the confirmed rows of `after`; its pending rows are given up. A failure brings back what is open now."""
    turn.drop_question()
    before, number = turn.batch, turn.number()
    # A bare yes may be said again after a failure only where it would decide the very same rows.
    open_question = turn.state.open_question if after == before.confirm_all() else PlainQuestion.NOTHING
    turn.update(saving=Saving(number, before, then, open_question))
    turn.open_batch(after)
    turn.emit(fx.Save(number, after.id, post(after, turn.state.vocabulary, turn.moment.now)))


def saved(turn: Turn, event: ev.Saved) -> None:
    """The rows are written: the draft is closed and the conversation goes on as the command wanted."""
    saving = turn.state.saving
    if saving is None or saving.number != event.number:
        return
    batch = turn.state.batch
    turn.update(saving=None, last_batch=event.rows, last_undone=frozenset())
    turn.emit(fx.TellSaved(saving.before.id, event.rows))
    if turn.state.phase is Phase.IDLE or batch is None:
        return
    turn.written()
    turn.drop(batch.pending_items)
    turn.close_batch()
    match saving.then:
        case AfterSave.LISTEN:
            turn.enter(Phase.LISTENING)
            turn.say(phrases.saved(batch), PlainQuestion.MORE_ENTRIES)
        case AfterSave.CONTINUE:
            turn.enter(Phase.LISTENING)
            turn.emit(fx.TellContinueRecording())
            turn.say(phrases.moved_on(batch), PlainQuestion.MORE_ENTRIES)
        case AfterSave.EXIT:
            turn.say(phrases.saved_and_left(batch))
            end_session(turn)


def save_failed(turn: Turn, event: ev.SaveFailed) -> None:
    """Nothing was written: the draft is as before the command, even if the session was left meanwhile."""
    saving = turn.state.saving
    if saving is None or saving.number != event.number:
        return
    turn.update(saving=None)
    turn.open_batch(saving.before)
    turn.emit(fx.TellError(event.reason))
    turn.say(phrases.SAVE_FAILED, saving.open_question)
    forget_deferred_decisions(turn)
