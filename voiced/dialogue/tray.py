"""The tray 「没记」: what was said and is not in the draft, each entry until it is added, put away or too old."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.session import drop_recovered
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.domain.left_out import TrayPlace, Unrecorded


def put_away(turn: Turn, named: TrayPlace) -> None:
    """Take an entry out of the tray; a place that holds other words by now stays as it is.

    What a crash left behind can be restored for a while.
    """
    tray = turn.state.tray
    if not 0 <= named.place < len(tray) or tray[named.place].words != named.words:
        return
    chosen = tray[named.place]
    if any(one is chosen for one in turn.state.left_out):
        turn.update(left_out=tuple(one for one in turn.state.left_out if one is not chosen))
    elif _is_left_behind(turn, chosen):
        _forget_left_behind(turn, chosen)
    else:
        groups = (
            replace(group, rows=tuple(row for row in group.rows if row is not chosen.entry))
            if group.lacks_room
            else group
            for group in turn.state.dropped
        )
        turn.update(dropped=tuple(group for group in groups if group.rows))


def _is_left_behind(turn: Turn, chosen: Unrecorded) -> bool:
    recovered = turn.state.recovered
    return recovered is not None and any(item.result is chosen.entry for item in recovered.remaining_items)


def _forget_left_behind(turn: Turn, chosen: Unrecorded) -> None:
    recovered = turn.state.recovered
    assert recovered is not None, "no draft was left behind"  # noqa: S101 - an invariant, not input
    index = next(item.index for item in recovered.remaining_items if item.result is chosen.entry)
    rest = recovered.cancel_item(index)
    turn.keep_dropped([chosen.entry])
    if not rest.remaining_items:
        drop_recovered(turn)
        return
    turn.update(recovered=rest)
    if turn.state.batch is None:
        turn.after_card(fx.KeepDraft(replace(rest, left_out=turn.state.left_out)))
