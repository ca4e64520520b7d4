"""Rows that come back: 恢复 within ten minutes of a drop or an undo, and the draft that a crash left behind.

That draft is offered at each wake until it is accepted, declined or too old. It is kept after a session without an
answer and after an orderly stop, since the answer may have been misheard.
"""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Dropped, Phase, PlainQuestion, UndoOffer
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.transaction import ParseResult
from voiced.language.commands.guards import row_numbers
from voiced.language.commands.utterance import Utterance
from voiced.language.rows import NoSuchRow, numbered

_KEPT_SECONDS = 600.0


def draft_recovered(turn: Turn, batch: DraftBatch) -> None:
    """Note a draft that a crash left behind; offer it now or at the next wake, or drop it if all its rows are decided."""
    turn.update(recovered=batch)
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
    now = turn.moment.now
    kept = (
        dropped for dropped in turn.state.dropped if 0 <= (now - dropped.at).total_seconds() <= _KEPT_SECONDS
    )
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
    turn.say(phrases.restored(rows))
    turn.say_pending()
