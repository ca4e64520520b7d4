"""恢复: rows that were dropped or undone last become pending rows again, within ten minutes."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.replies import no
from voiced.dialogue.state import Dropped, UndoOffer
from voiced.dialogue.turn import Turn
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.transaction import ParseResult
from voiced.language.commands.guards import row_numbers
from voiced.language.commands.utterance import Utterance
from voiced.language.rows import NoSuchRow, numbered

_KEPT_SECONDS = 600.0


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
        no(turn)
    else:
        turn.say_aside(phrases.NOTHING_DROPPED)


def _take_up(turn: Turn, recovered: DraftBatch) -> None:
    """Restore the draft that a crash left behind and that was set aside for another entry."""
    turn.update(recovered=None)
    if turn.state.batch is None:
        turn.open_batch(recovered)
        turn.say_pending()
    else:
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
        fresh = DraftBatch.of(dropped.rows, batch_id=turn.moment.fresh_id, created_at=turn.moment.now)
        _go_on(turn, fresh, dropped.rows)
    elif len(batch) + len(dropped.rows) > MAX_ITEMS:
        turn.say_aside(phrases.FULL)
        return False
    else:
        for row in dropped.rows:
            batch = batch.append(row)
        _go_on(turn, batch, dropped.rows)
    return True


def _reopen_numbered(turn: Turn, batch: DraftBatch, numbers: Sequence[int]) -> None:
    match numbered(numbers, batch.items):
        case NoSuchRow(number):
            turn.say_aside(phrases.no_such_row(number))
        case rows:
            _reopen(turn, batch, [row.index for row in rows])


def _reopen(turn: Turn, batch: DraftBatch, indices: Sequence[int]) -> None:
    """Make cancelled rows of the open draft pending again, under their numbers."""
    reopened = batch.reopen(indices)
    rows = tuple(
        item.result for item, before in zip(reopened.items, batch.items, strict=True) if item != before
    )
    if rows:
        _go_on(turn, reopened, rows)
    else:
        turn.say_aside(phrases.NOTHING_DROPPED)


def _go_on(turn: Turn, batch: DraftBatch, rows: Sequence[ParseResult]) -> None:
    turn.open_batch(batch)
    turn.say(phrases.restored(rows))
    turn.say_pending()
