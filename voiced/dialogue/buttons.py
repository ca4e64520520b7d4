"""The buttons: those that work at any time, and those of the card."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.draft.additions import take_reading, take_up_pressed
from voiced.dialogue.draft.closing import cancel_draft, move_on
from voiced.dialogue.draft.decisions import decide_rows
from voiced.dialogue.draft.forgetting import forget_in_draft
from voiced.dialogue.session import fall_silent, leave, wake
from voiced.dialogue.tray import put_away
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftStatus
from voiced.domain.left_out import TrayPlace
from voiced.domain.transaction import FieldChange, ParseResult
from voiced.language.commands import command as cmd
from voiced.language.names.filing import filed


def pressed(turn: Turn, button: ev.Button) -> None:
    """Obey a button that works at any time."""
    match button:
        case ev.Button.WAKE:
            wake(turn)
        case ev.Button.QUIET:
            turn.active()
            fall_silent(turn)
        case ev.Button.EXIT if turn.state.phase is not Phase.IDLE:
            leave(turn)
        case ev.Button.EXIT:
            pass


def entry_filled_in(turn: Turn, entry: ParseResult, named: TrayPlace | None) -> None:
    """Put an entry that was filled in by hand into the draft; where none can take it now, keep it for 恢复.

    Args:
        turn: the step.
        entry: the entry.
        named: the place of the tray that it was filled in from.
    """
    if named is not None:
        put_away(turn, named)
    is_filed = bool(entry.category)
    entry = filed(replace(entry, category=entry.category or entry.description), turn.state.vocabulary)
    if not is_filed:
        entry = turn.recognised(entry)
    take_up_pressed(turn, entry)


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
        case ev.ForgetPressed(index=row):
            _forget(turn, row)


def _forget(turn: Turn, index: int) -> None:
    """Forget the habit of a row; on a row without one, only redraw the card."""
    item = turn.batch.items[index]
    if item.is_pending and not item.result.from_habits.is_empty:
        forget_in_draft(turn, (item,))
    else:
        turn.after_card(turn.shown_draft())


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
