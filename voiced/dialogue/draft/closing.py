"""The end of a draft, which is saved, dropped or moved on from, and 恢复, which brings its dropped rows back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import end_session, resume
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.restorable import Dropped
from voiced.dialogue.values.state import (
    AfterSave,
    Phase,
    PlainQuestion,
    Saving,
    UndoOffer,
)
from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.habits import Lesson, lessons_of
from voiced.domain.transaction import ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import row_numbers
from voiced.language.names.filing import filed
from voiced.language.rows import NoSuchRow, numbered


def cancel_draft(turn: Turn, sentence: str = phrases.CANCELLED) -> None:
    """Drop the whole draft and listen for entries; 恢复 restores the draft for a while."""
    if turn.state.batch is not None:
        turn.drop(turn.state.batch.remaining_items)
    turn.close_draft()
    turn.update(deferred=())
    turn.enter(Phase.LISTENING)
    turn.say(sentence)


def move_on(turn: Turn) -> None:
    """Save the confirmed rows, or the only row of a draft of one, and listen for the next entry."""
    move_on_from(turn, turn.batch.confirm_all() if turn.batch.is_single else turn.batch)


def move_on_from(turn: Turn, after: DraftBatch) -> None:
    """Save the confirmed rows of `after`, or give up a draft without any, and listen for the next entry.

    A single row that is not decided is read back instead.
    """
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
    rows = posted(after, turn.state.vocabulary, turn.moment.now)
    lessons = taught(after, turn.state.vocabulary) if turn.policy.habits else ()
    turn.after_card(fx.Save(number, after.id, rows, lessons))


def posted(batch: DraftBatch, vocabulary: Vocabulary, now: datetime) -> tuple[Transaction, ...]:
    """The confirmed rows of a draft as ledger rows, in order.

    A row without an amount is posted with zero, which every ledger refuses: the batch fails as a whole
    instead of losing a row silently.
    """
    return tuple(_row(batch.id, item, vocabulary, now) for item in batch.confirmed_items)


def taught(batch: DraftBatch, vocabulary: Vocabulary) -> tuple[Lesson, ...]:
    """The lessons that the confirmed rows of a draft teach about the words of their entries."""
    return tuple(
        lesson
        for item in batch.confirmed_items
        for lesson in lessons_of(filed(item.result, vocabulary), _row_id(batch.id, item))
    )


def _row_id(batch_id: str, item: DraftTransaction) -> str:
    return str(uuid5(UUID(batch_id), str(item.index)))


def _row(batch_id: str, item: DraftTransaction, vocabulary: Vocabulary, now: datetime) -> Transaction:
    return Transaction.of(
        filed(item.result, vocabulary),
        id=_row_id(batch_id, item),
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
    _settle_due(turn, batch)
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


def _settle_due(turn: Turn, batch: DraftBatch) -> None:
    """Note the due days whose rows were confirmed. The day counts as answered, also if the row was changed before."""
    for row in turn.state.due_rows:
        if row.batch_id == batch.id and batch.items[row.index].status is DraftStatus.CONFIRMED:
            turn.after_card(fx.NoteRecurring(row.due.recurring.id, settled=row.due.day))


def save_failed(turn: Turn, event: ev.SaveFailed) -> None:
    """Open the draft again as it was before the command, since no row was written, even if the session ended meanwhile."""
    saving = turn.state.saving
    if saving is None or saving.number != event.number:
        return
    turn.update(saving=None)
    turn.open_draft(saving.before)
    turn.before_card(fx.TellError(event.reason))
    turn.say(phrases.SAVE_FAILED, saving.open_question)
    _forget_deferred_decisions(turn)


def _forget_deferred_decisions(turn: Turn) -> None:
    """Drop deferred decisions about rows after a failed save, because the speaker meant another state of the draft.

    Example: after the failed save of 「第二笔不要，其他的确认」 row 2 is pending again, and a deferred 「第一笔不要」 must
    not go on to save row 2.
    """
    turn.forget_deferred_saves()
    turn.keep_deferred(lambda kept: not isinstance(kept.command, cmd.DropsRows | cmd.Compound))


def restore(turn: Turn, utterance: Utterance) -> None:
    """Restore the rows that were dropped last, or the rows that the words number, and read the draft back.

    An open draft keeps its own rows.
    """
    numbers = row_numbers(utterance.wording)
    _forget_what_is_old(turn)
    batch = turn.state.batch
    if batch is not None and numbers:
        _reopen_numbered(turn, batch, numbers)
    elif turn.state.dropped:
        *earlier, latest = turn.state.dropped
        if _bring_back(turn, latest):
            turn.update(dropped=tuple(earlier))
    elif turn.state.recovered is not None:
        _take_up(turn, turn.state.recovered)
    elif isinstance(turn.state.open_question, UndoOffer):
        _decline_undo(turn)
    else:
        turn.remark(phrases.NOTHING_DROPPED)


def _decline_undo(turn: Turn) -> None:
    """Keep the saved rows that an undo was offered for."""
    if turn.state.batch is None:
        turn.say(phrases.LISTENING)
    else:
        turn.say_pending()


def _take_up(turn: Turn, recovered: DraftBatch) -> None:
    """Restore the draft that a crash left behind and that was set aside for another entry."""
    if turn.state.batch is None:
        resume(turn, recovered)
    else:
        turn.update(recovered=None)
        rows = tuple(item.result for item in recovered.remaining_items)
        _bring_back(turn, Dropped(rows, turn.moment.now))


def _forget_what_is_old(turn: Turn) -> None:
    kept = (dropped for dropped in turn.state.dropped if dropped.is_kept_at(turn.moment.now))
    turn.update(dropped=tuple(kept))


def _bring_back(turn: Turn, dropped: Dropped) -> bool:
    """Put rows into the open draft or a new one; return whether there was room."""
    batch = turn.state.batch
    if batch is not None and batch.id == dropped.batch_id:
        _reopen(turn, batch, dropped.indices)
    elif batch is None:
        turn.open_draft(turn.new_draft(dropped.rows))
        _read_restored(turn, dropped.rows)
    elif len(batch) + len(dropped.rows) > MAX_ITEMS:
        turn.remark(phrases.FULL)
        return False
    else:
        for row in dropped.rows:
            batch = batch.append(row)
        turn.open_draft(batch)
        _read_restored(turn, dropped.rows)
    return True


def _reopen_numbered(turn: Turn, batch: DraftBatch, numbers: Sequence[int]) -> None:
    match numbered(numbers, batch.items):
        case NoSuchRow(number):
            turn.remark(phrases.no_such_row(number))
        case rows:
            _reopen(turn, batch, [row.index for row in rows])


def _reopen(turn: Turn, batch: DraftBatch, indices: Sequence[int]) -> None:
    """Make cancelled rows of the open draft pending again, under their numbers."""
    reopened = batch.reopen(indices)
    rows = tuple(
        item.result for item, before in zip(reopened.items, batch.items, strict=True) if item != before
    )
    if rows:
        turn.open_draft(reopened)
        _read_restored(turn, rows)
    else:
        turn.remark(phrases.NOTHING_DROPPED)


def _read_restored(turn: Turn, rows: Sequence[ParseResult]) -> None:
    turn.forget_saves_before_doubt(turn.batch.pending_items)
    turn.say(phrases.restored(rows))
    turn.say_pending()
