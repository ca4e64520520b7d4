"""What happens to the draft as a whole: rows are decided, the draft is saved, dropped or moved on from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.dialogue import phrases
from voiced.dialogue.effects import StopSpeaking, TellContinueRecording
from voiced.dialogue.phase import Phase
from voiced.dialogue.rows import Decision, Refusal, RowCommand, decide
from voiced.dialogue.saving import commit
from voiced.dialogue.state import AfterSave
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftBatch, DraftStatus


def decide_rows(turn: Turn, commands: Iterable[RowCommand]) -> None:
    """Confirm or cancel rows; a draft whose last row was decided is saved, or closed if nothing is left."""
    before = turn.batch
    match decide(commands, before):
        case Refusal(sentence):
            turn.say_aside(sentence)
        case decision if decision.batch.all_resolved:
            _close_resolved(turn, before, decision.batch)
        case decision:
            turn.open_batch(decision.batch)
            _say_what_is_left(turn, decision)


def decide_rows_and_leave(turn: Turn, commands: Sequence[RowCommand]) -> None:
    """Confirm or cancel rows, save what these words confirmed, and end the session."""
    before = turn.batch
    match decide(commands, before):
        case Refusal(sentence):
            turn.say_aside(sentence)
        case Decision(batch=batch, lacking=(_, *_)) as decision:
            turn.open_batch(batch)
            _say_what_is_left(turn, decision)
        case Decision(batch=batch, confirmed=(_, *_)):
            commit(turn, before, batch, AfterSave.EXIT)
        case _:
            leave(turn)


def decide_rows_and_move_on(turn: Turn, commands: Sequence[RowCommand]) -> None:
    """Confirm or cancel rows, save the confirmed ones, and listen for the next entry."""
    before = turn.batch
    match decide(commands, before):
        case Refusal(sentence):
            turn.say_aside(sentence)
        case decision:
            _move_on(turn, before, decision.batch)


def move_on(turn: Turn) -> None:
    """Save what was confirmed (and the one row of a batch of one) and listen for the next entry."""
    _move_on(turn, turn.batch, turn.batch.confirm_all() if turn.batch.is_single else turn.batch)


def cancel_draft(turn: Turn, sentence: str = phrases.CANCELLED) -> None:
    """Drop the whole draft and listen."""
    turn.close_batch()
    turn.update(deferred=())
    turn.enter(Phase.LISTENING)
    turn.say(sentence)


def leave(turn: Turn) -> None:
    """Drop the draft and end the session; a save in flight still finishes."""
    state = turn.state
    lost = 0
    if state.batch is not None and state.saving is None:
        lost = sum(item.status is not DraftStatus.CANCELLED for item in state.batch.items)
    fall_silent(turn)
    turn.say(phrases.left_behind(lost))
    end_session(turn)


def end_session(turn: Turn) -> None:
    """Release all that the session held, without a word."""
    turn.close_batch()
    turn.update(deferred=(), hearing=False, overdue=False)
    turn.enter(Phase.IDLE)


def fall_silent(turn: Turn) -> None:
    """Stop what is being said; nothing of it is finished later."""
    if turn.state.speaking:
        turn.emit(StopSpeaking())


def _close_resolved(turn: Turn, before: DraftBatch, after: DraftBatch) -> None:
    if after.confirmed_items:
        commit(turn, before, after)
    else:
        cancel_draft(turn)


def _move_on(turn: Turn, before: DraftBatch, after: DraftBatch) -> None:
    if after.is_single and not after.all_resolved:
        turn.say_pending()
    elif after.confirmed_items:
        commit(turn, before, after, AfterSave.CONTINUE)
    else:
        turn.close_batch()
        turn.enter(Phase.LISTENING)
        turn.emit(TellContinueRecording())
        turn.say(phrases.moved_on(0, after.pending_count))


def _say_what_is_left(turn: Turn, decision: Decision) -> None:
    left = decision.batch.pending_count
    if decision.batch.is_single:
        turn.say_pending()
        return
    sentences = (
        phrases.cancelled(decision.cancelled, left) if decision.cancelled else "",
        phrases.confirmed([item.number for item in decision.confirmed], left) if decision.confirmed else "",
        phrases.amount_wanted(decision.lacking) if decision.lacking else "",
    )
    turn.say("".join(sentences))
