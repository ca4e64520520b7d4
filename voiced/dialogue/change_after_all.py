"""不是另记，是改: an entry that was added was meant as a change of a row that was open before it."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.changing import change_rows
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.state import ChangeInQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Correction, FieldChange, ParseResult
from voiced.language.commands.asides import wants_change_instead
from voiced.language.rows import row_of_same_name


def change_instead_of_append(turn: Turn, text: str) -> bool:
    """Drop the row that was added last and change the one that was meant, or ask which; whether the words want that."""
    batch = turn.batch
    appended = batch.items[-1]
    entry, others = appended.result, batch.pending_items[:-1]
    if entry.amount is None or turn.state.appended != batch or not wants_change_instead(text):
        return False
    turn.drop([appended])
    turn.open_batch(batch.cancel_item(appended.index))
    turn.say(phrases.cancelled([appended], turn.batch.pending_count))
    row = _row_meant(entry, others)
    if row is not None:
        change_rows(turn, (Correction(row.index, FieldChange(amount=entry.amount)),), text)
        return True
    turn.note_objection()
    turn.say(phrases.WHICH_ROW, ChangeInQuestion(f"改成{entry.amount}元"))
    forget_deferred_saves(turn)
    return True


def _row_meant(entry: ParseResult, others: Sequence[DraftTransaction]) -> DraftTransaction | None:
    """The one row of the same name, or else the one of the same type and category."""
    filed = [
        item for item in others if (item.result.type, item.result.category) == (entry.type, entry.category)
    ]
    return row_of_same_name(entry, others) or (filed[0] if len(filed) == 1 else None)
