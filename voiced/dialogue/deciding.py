"""What happens to the draft as a whole: rows are decided, the draft is saved, dropped or moved on from."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import effects as fx
from voiced.dialogue import phrases
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.leaving import leave
from voiced.dialogue.phase import Phase
from voiced.dialogue.rows import Decision, Refusal, RowCommand, decide, takes_away
from voiced.dialogue.saving import commit
from voiced.dialogue.state import AfterSave, RowsDecided
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftBatch
from voiced.language.commands.command import ConfirmRows, OtherRows, RowSelector


def decide_rows(turn: Turn, commands: Sequence[RowCommand]) -> None:
    """Confirm or cancel rows; a draft whose last row was decided is saved, or closed if nothing is left."""
    _obey(turn, _decision(turn, commands))


def _obey(turn: Turn, decision: Decision | Refusal) -> None:
    match decision:
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(batch=batch) if batch.all_resolved:
            _close_resolved(turn, decision)
        case Decision():
            _go_on_with(turn, decision)


def confirm_unless_objected(turn: Turn, rows: RowSelector = OtherRows()) -> None:  # noqa: B008 - a frozen value
    """Confirm rows; after an objection that changed nothing, read them back instead."""
    if turn.state.objected:
        turn.say_pending()
        forget_deferred_saves(turn)
    else:
        decide_rows(turn, [ConfirmRows(rows)])


def decide_rows_instead(turn: Turn, command: RowCommand) -> None:
    """Undo the row command before, which was meant for other rows, and obey this one in its place."""
    decided = turn.state.rows_decided
    before = turn.batch if decided is None else decided.before
    match _decision(turn, [command], before):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case _:
            turn.open_batch(before)
            decide_rows(turn, [command])


def decide_rows_and_leave(turn: Turn, commands: Sequence[RowCommand]) -> None:
    """Confirm or cancel rows, save if these words confirmed any or decided the last one, and end the session."""
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case Decision(batch=batch) as decision if decision.confirmed or batch.all_resolved:
            _save_and_leave(turn, decision)
        case _:
            leave(turn)


def decide_rows_and_move_on(turn: Turn, commands: Sequence[RowCommand]) -> None:
    """Confirm or cancel rows, save the confirmed ones, and listen for the next entry."""
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case decision:
            turn.drop(decision.cancelled)
            _move_on(turn, decision.batch)


def move_on(turn: Turn) -> None:
    """Save what was confirmed (and the one row of a batch of one) and listen for the next entry."""
    _move_on(turn, turn.batch.confirm_all() if turn.batch.is_single else turn.batch)


def cancel_draft(turn: Turn, sentence: str = phrases.CANCELLED) -> None:
    """Drop the whole draft and listen; for a while it can be restored."""
    if turn.state.batch is not None:
        turn.drop(turn.state.batch.remaining_items)
    turn.close_batch()
    turn.update(deferred=())
    turn.enter(Phase.LISTENING)
    turn.say(sentence)


def _decision(
    turn: Turn, commands: Sequence[RowCommand], draft: DraftBatch | None = None
) -> Decision | Refusal:
    """What the commands make of `draft`, or of the open one.

    An objection is settled when rows are dropped, and kept when dropping them is refused.
    """
    decision = decide(commands, draft or turn.batch)
    if any(map(takes_away, commands)):
        turn.update(objected=isinstance(decision, Refusal))
    return decision


def _refuse(turn: Turn, refusal: Refusal) -> None:
    turn.say_aside(refusal.sentence)
    forget_deferred_saves(turn)


def _go_on_with(turn: Turn, decision: Decision) -> None:
    turn.drop(decision.cancelled)
    turn.update(rows_decided=RowsDecided(turn.batch, decision.batch, bool(decision.cancelled)))
    turn.open_batch(decision.batch)
    _say_what_is_left(turn, decision)


def _close_resolved(turn: Turn, decision: Decision) -> None:
    if decision.batch.confirmed_items:
        turn.drop(decision.cancelled)
        commit(turn, decision.batch)
    else:
        cancel_draft(turn)


def _save_and_leave(turn: Turn, decision: Decision) -> None:
    if decision.batch.confirmed_items:
        turn.drop(decision.cancelled)
        commit(turn, decision.batch, AfterSave.EXIT)
    else:
        leave(turn)


def _move_on(turn: Turn, after: DraftBatch) -> None:
    if after.is_single and not after.all_resolved:
        turn.say_pending()
    elif after.confirmed_items:
        commit(turn, after, AfterSave.CONTINUE)
    else:
        turn.drop(after.pending_items)
        turn.close_batch()
        turn.enter(Phase.LISTENING)
        turn.emit(fx.TellContinueRecording())
        turn.say(phrases.moved_on(after))


def _say_what_is_left(turn: Turn, decision: Decision) -> None:
    left = decision.batch.pending_count
    if decision.batch.is_single or not (decision.confirmed or decision.cancelled or decision.lacking):
        turn.say_pending()
        return
    # How many are left is said once, by whichever comes last.
    confirmed = [item.number for item in decision.confirmed]
    sentences = (
        phrases.confirmed(confirmed, None if decision.cancelled else left) if confirmed else "",
        phrases.cancelled(decision.cancelled, left) if decision.cancelled else "",
        phrases.missing(decision.lacking) if decision.lacking else "",
    )
    turn.say("".join(sentences))
    is_first = bool(confirmed) and len(confirmed) == len(decision.batch.confirmed_items)
    if is_first and not decision.lacking:
        turn.say(phrases.WRITTEN_TOGETHER)
