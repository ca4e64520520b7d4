"""「别这样记」: the habit by which a row was filed is forgotten, and the row is as it would be without it."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import AmendOffer
from voiced.domain.batch import DraftTransaction
from voiced.domain.habits import Habit, HabitField, habits_behind, without_habits
from voiced.domain.transaction import FieldChange, Transaction
from voiced.language.names.filing import filed


def forget_habit(turn: Turn) -> None:
    """Forget the habit of the row that was read back last, or else of a row saved last. Of several open rows, ask which."""
    if turn.state.batch is not None:
        match _rows_by_habit(turn):
            case (_, _, *_):
                turn.note_objection()
                turn.remark(phrases.WHICH_HABIT)
            case rows:
                forget_in_draft(turn, rows)
        return
    for row in reversed(turn.state.last_saved):
        if habits := habits_behind(row, turn.state.memory.habits):
            forget(turn, habits[0].words)
            turn.remark(phrases.FORGOTTEN)
            _offer_without(turn, row, habits)
            return
    turn.remark(phrases.NOT_BY_HABIT)


def forget_in_draft(turn: Turn, rows: tuple[DraftTransaction, ...]) -> None:
    """Give open rows the values that they would have without habits, forget those habits, and read the draft back.

    Rows without a habit stay as they are.
    """
    rows = tuple(item for item in rows if item.is_pending and not item.result.from_habits.is_empty)
    if not rows:
        turn.note_objection()
        turn.remark(phrases.NOT_BY_HABIT)
        return
    for words in dict.fromkeys(item.result.understood.words for item in rows if item.result.understood):
        forget(turn, words)
    batch = turn.batch
    for item in rows:
        batch = batch.update_item(item.index, without_habits(item.result))
    turn.update(objected=False)
    turn.open_draft(batch)
    turn.forget_deferred_saves()
    turn.remark(phrases.FORGOTTEN)
    turn.say_pending()


def forget(turn: Turn, words: str) -> None:
    """Forget all habits of these words, here and in the ledger."""
    memory = turn.state.memory
    kept = tuple(habit for habit in memory.habits if habit.words != words)
    turn.update(memory=replace(memory, habits=kept))
    turn.after_card(fx.ForgetHabit(words))


def _rows_by_habit(turn: Turn) -> tuple[DraftTransaction, ...]:
    """The pending rows with a value of a habit; if a row was just added and is one of them, that row alone."""
    rows = tuple(item for item in turn.batch.pending_items if not item.result.from_habits.is_empty)
    is_last_meant = turn.state.appended == turn.batch and rows[-1:] == turn.batch.items[-1:]
    return rows[-1:] if is_last_meant else rows


def _offer_without(turn: Turn, row: Transaction, habits: tuple[Habit, ...]) -> None:
    """Ask whether a saved row gets the values that it would have without these habits."""
    fields = {habit.field for habit in habits}
    plain = filed(replace(row.entry, category=row.description), turn.state.vocabulary)
    change = FieldChange(
        category=plain.category if HabitField.CATEGORY in fields else None,
        account=turn.state.vocabulary.default_account if HabitField.ACCOUNT in fields else None,
    ).differing_from(row.entry)
    if not change.is_empty:
        before = replace(row.entry, account=None, to_account=None)
        turn.say(turn.read_back.amend_offer(before, before.amended(change)), AmendOffer(row.id, change))
