"""The life of an open draft: words and presses decide its rows; it is saved or dropped, or a new entry begins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from voiced.dialogue.appending import take_reading
from voiced.dialogue.decision import Decision, Refusal, decide, takes_away
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import end_session, leave
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import AfterSave, Phase, PlainQuestion, RowsDecided, Saving
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.transaction import FieldChange, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.names.filing import filed


def decide_rows(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows; once every row is decided, save the confirmed rows, or close a draft without any."""
    _obey(turn, _decision(turn, commands))


def _obey(turn: Turn, decision: Decision | Refusal) -> None:
    match decision:
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(batch=batch) if batch.all_resolved:
            _close_resolved(turn, decision)
        case Decision():
            _go_on_with(turn, decision)


def confirm_unless_objected(turn: Turn, rows: cmd.RowSelector = cmd.OtherRows()) -> None:  # noqa: B008 - a frozen value
    """Confirm rows; after an objection without effect, read the pending rows back instead."""
    if turn.state.objected:
        turn.say_pending()
        turn.forget_deferred_saves()
    else:
        decide_rows(turn, [cmd.ConfirmRows(rows)])


def decide_rows_instead(turn: Turn, command: cmd.RowCommand) -> None:
    """Undo the previous row command, which was meant for other rows, and obey this one in its place."""
    decided = turn.state.rows_decided
    before = turn.batch if decided is None else decided.before
    match _decision(turn, [command], before):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case _:
            turn.open_draft(before)
            decide_rows(turn, [command])


def decide_rows_and_leave(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows, save if the commands confirmed a row or decided the last one, and end the session.

    If a row that should be confirmed lacks a part, ask for that and stay.
    """
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case Decision(batch=batch) as decision if decision.confirmed or batch.all_resolved:
            _save_and_leave(turn, decision)
        case _:
            leave(turn)


def decide_rows_and_move_on(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows, save the confirmed ones, and listen for the next entry.

    If a row that should be confirmed lacks a part, ask for that first.
    """
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case decision:
            turn.drop(decision.cancelled)
            _move_on(turn, decision.batch)


def move_on(turn: Turn) -> None:
    """Save the confirmed rows, or the only row of a draft of one, and listen for the next entry."""
    _move_on(turn, turn.batch.confirm_all() if turn.batch.is_single else turn.batch)


def cancel_draft(turn: Turn, sentence: str = phrases.CANCELLED) -> None:
    """Drop the whole draft and listen for entries; 恢复 restores the draft for a while."""
    if turn.state.batch is not None:
        turn.drop(turn.state.batch.remaining_items)
    turn.close_draft()
    turn.update(deferred=())
    turn.enter(Phase.LISTENING)
    turn.say(sentence)


def _decision(
    turn: Turn, commands: Sequence[cmd.RowCommand], draft: DraftBatch | None = None
) -> Decision | Refusal:
    """The decision that the commands lead to in `draft`, or in the open draft.

    A command that drops rows settles an objection; if it is refused, it counts as an objection itself.
    """
    decision = decide(commands, draft or turn.batch)
    if any(map(takes_away, commands)):
        turn.update(objected=isinstance(decision, Refusal))
    return decision


def _refuse(turn: Turn, refusal: Refusal) -> None:
    turn.remark(refusal.sentence)
    turn.forget_deferred_saves()


def _go_on_with(turn: Turn, decision: Decision) -> None:
    turn.drop(decision.cancelled)
    turn.update(rows_decided=RowsDecided(turn.batch, decision.batch))
    turn.open_draft(decision.batch)
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
        turn.close_draft()
        turn.enter(Phase.LISTENING)
        turn.after_card(fx.TellContinueRecording())
        turn.say(phrases.moved_on(after))


def _say_what_is_left(turn: Turn, decision: Decision) -> None:
    left = decision.batch.pending_count
    if decision.batch.is_single or not (decision.confirmed or decision.cancelled or decision.lacking):
        turn.say_pending()
        return
    # Only the last of these sentences says how many rows are left.
    confirmed = [item.number for item in decision.confirmed]
    sentences = (
        phrases.confirmed(confirmed, None if decision.cancelled else left) if confirmed else "",
        phrases.cancelled(decision.cancelled, left) if decision.cancelled else "",
        phrases.missing(decision.lacking) if decision.lacking else "",
    )
    in_doubt = [item for item in decision.lacking if item.doubt is not None]
    if any(sentences):
        turn.say("".join(sentences))
    is_first = bool(confirmed) and len(confirmed) == len(decision.batch.confirmed_items)
    if is_first and not decision.lacking:
        turn.say(phrases.WRITTEN_TOGETHER)
    if in_doubt:
        turn.ask_which_reading(in_doubt[0])


def commit(turn: Turn, after: DraftBatch, then: AfterSave = AfterSave.LISTEN) -> None:
    """Save the confirmed rows of `after`, and give up its pending rows.

    If the save fails, the draft that is open before this command is open again.
    """
    turn.drop_request()
    before, number = turn.batch, turn.number()
    # After a failed save a bare yes counts again only if it would decide the very same rows.
    open_question = turn.state.open_question if after == before.confirm_all() else PlainQuestion.NOTHING
    turn.update(saving=Saving(number, before, then, open_question))
    turn.open_draft(after)
    turn.after_card(fx.Save(number, after.id, _posted(after, turn.state.vocabulary, turn.moment.now)))


def _posted(batch: DraftBatch, vocabulary: Vocabulary, now: datetime) -> tuple[Transaction, ...]:
    """The confirmed rows of a draft as ledger rows, in order.

    A row without an amount is posted with zero, which every ledger refuses: the batch fails as a whole
    instead of losing a row silently.
    """
    return tuple(_row(batch.id, item, vocabulary, now) for item in batch.confirmed_items)


def _row(batch_id: str, item: DraftTransaction, vocabulary: Vocabulary, now: datetime) -> Transaction:
    return Transaction.of(
        filed(item.result, vocabulary),
        id=str(uuid5(UUID(batch_id), str(item.index))),
        batch_id=batch_id,
        created_at=now,
        account=vocabulary.default_account,
    )


def saved(turn: Turn, event: ev.Saved) -> None:
    """Close the draft, since its rows are written, and go on as the command asked: listen, or end the session."""
    saving = turn.state.saving
    if saving is None or saving.number != event.number:
        return
    batch = turn.state.batch
    turn.update(saving=None, last_batch=event.rows, last_undone=frozenset())
    turn.before_card(fx.TellSaved(saving.before.id, event.rows))
    if turn.state.phase is Phase.IDLE or batch is None:
        return
    turn.written()
    turn.drop(batch.pending_items)
    turn.close_draft()
    match saving.then:
        case AfterSave.LISTEN:
            turn.enter(Phase.LISTENING)
            turn.say(phrases.saved(batch), PlainQuestion.MORE_ENTRIES)
        case AfterSave.CONTINUE:
            turn.enter(Phase.LISTENING)
            turn.after_card(fx.TellContinueRecording())
            turn.say(phrases.moved_on(batch), PlainQuestion.MORE_ENTRIES)
        case AfterSave.EXIT:
            turn.say(phrases.saved_and_left(batch))
            end_session(turn)


def save_failed(turn: Turn, event: ev.SaveFailed) -> None:
    """Open the draft again as it was before the command, since no row was written, even if the session ended meanwhile."""
    saving = turn.state.saving
    if saving is None or saving.number != event.number:
        return
    turn.update(saving=None)
    turn.open_draft(saving.before)
    turn.before_card(fx.TellError(event.reason))
    turn.say(phrases.SAVE_FAILED, saving.open_question)
    turn.forget_deferred_decisions()


def card_pressed(turn: Turn, event: ev.CardPress) -> None:
    """Obey a press on the card; after a press on an outdated card or during a save, only redraw the card."""
    state = turn.state
    rows = len(state.batch) if state.batch is not None else 0
    index = None if isinstance(event, ev.ContinuePressed) else event.index
    is_current = event.revision == state.revision and state.batch is not None and state.saving is None
    if not is_current or (index is not None and not 0 <= index < rows):
        turn.after_card(turn.shown_draft())
        return
    turn.active()
    match event:
        case ev.ConfirmPressed(index=row):
            decide_rows(turn, [cmd.ConfirmAll() if row is None else cmd.ConfirmRows(cmd.Rows((row + 1,)))])
        case ev.CancelPressed(index=int() as row):
            decide_rows(turn, [cmd.CancelRows(cmd.Rows((row + 1,)))])
        case ev.CancelPressed():
            cancel_draft(turn)
        case ev.ReopenPressed(index=row):
            turn.open_draft(turn.batch.undecide_item(row))
        case ev.ContinuePressed():
            move_on(turn)
        case ev.EditPressed(index=row, change=change):
            _edit(turn, row, change)
        case ev.ChoosePressed(index=row, reading=reading):
            _choose(turn, row, reading)


def _choose(turn: Turn, index: int, reading: int) -> None:
    item = turn.batch.items[index]
    if item.is_pending and item.doubt is not None and 0 <= reading < len(item.doubt.readings):
        take_reading(turn, index, item.doubt.readings[reading])
    else:
        turn.after_card(turn.shown_draft())


def _edit(turn: Turn, index: int, change: FieldChange) -> None:
    item = turn.batch.items[index]
    if item.status is DraftStatus.CANCELLED:
        turn.after_card(turn.shown_draft())
        return
    result = filed(item.result.amended(change), turn.state.vocabulary)
    turn.open_draft(turn.batch.update_item(index, result))
