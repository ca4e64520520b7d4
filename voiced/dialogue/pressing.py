"""The card and the buttons: presses go the same way as words, with the revision of the card they were made on."""

from __future__ import annotations

from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue.deciding import cancel_draft, decide_rows, move_on
from voiced.dialogue.leaving import fall_silent, leave
from voiced.dialogue.phase import Phase
from voiced.dialogue.posting import filed
from voiced.dialogue.session import wake
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftStatus
from voiced.domain.transaction import FieldChange
from voiced.language.commands.command import CancelRows, ConfirmAll, ConfirmRows, Rows


def pressed(turn: Turn, event: ev.Pressed) -> None:
    """Buttons that need no card."""
    match event.button:
        case ev.Button.WAKE:
            wake(turn)
        case ev.Button.QUIET:
            turn.active()
            fall_silent(turn)
        case ev.Button.EXIT if turn.state.phase is not Phase.IDLE:
            leave(turn)
        case ev.Button.EXIT:
            pass


def card_pressed(turn: Turn, event: ev.CardPress) -> None:
    """A press on the card; one on an older card, or on rows being written, is refused by redrawing it."""
    state = turn.state
    rows = len(state.batch) if state.batch is not None else 0
    index = None if isinstance(event, ev.ContinuePressed) else event.index
    is_current = event.revision == state.revision and state.batch is not None and state.saving is None
    if not is_current or (index is not None and not 0 <= index < rows):
        turn.emit(fx.ShowDraft(state.batch, state.revision))
        return
    turn.active()
    match event:
        case ev.ConfirmPressed(index=row):
            decide_rows(turn, [ConfirmAll() if row is None else ConfirmRows(Rows((row + 1,)))])
        case ev.CancelPressed(index=int() as row):
            decide_rows(turn, [CancelRows(Rows((row + 1,)))])
        case ev.CancelPressed():
            cancel_draft(turn)
        case ev.ContinuePressed():
            move_on(turn)
        case ev.EditPressed(index=row, change=change):
            _edit(turn, row, change)


def _edit(turn: Turn, index: int, change: FieldChange) -> None:
    item = turn.batch.items[index]
    if item.status is DraftStatus.CANCELLED:
        turn.emit(fx.ShowDraft(turn.batch, turn.state.revision))
        return
    result = filed(item.result.amended(change), turn.state.vocabulary)
    turn.open_batch(turn.batch.update_item(index, result))
