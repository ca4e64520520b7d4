"""Entries that are in no draft and can come back into one."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from voiced.domain.batch import DraftBatch, DraftStatus
from voiced.domain.left_out import Unrecorded
from voiced.domain.transaction import ParseResult

KEPT = timedelta(minutes=10)
"""How long what is in no draft can come back."""


class Dropped(Struct, frozen=True):
    """Rows that were dropped or undone together and can be restored. They are kept in memory only.

    Attributes:
        at: the time of the drop or undo.
        batch_id: the draft of these rows, which may still be open; empty for rows of another origin.
        indices: the places of the rows in that draft.
        lacks_room: whether they wait because the open draft had no room for them.
    """

    rows: tuple[ParseResult, ...]
    at: datetime
    batch_id: str = ""
    indices: tuple[int, ...] = ()
    lacks_room: bool = False

    @property
    def until(self) -> datetime:
        """The time after which the rows cannot be restored."""
        return self.at + KEPT

    def is_kept_at(self, now: datetime) -> bool:
        """Whether the rows can still be restored."""
        return self.at <= now <= self.until

    def outside(self, batch: DraftBatch) -> Dropped:
        """The rows that are still cancelled in `batch`; all of them if they are from another draft."""
        if batch.id != self.batch_id:
            return self
        places = [
            place
            for place, index in enumerate(self.indices)
            if batch.items[index].status is DraftStatus.CANCELLED
        ]
        return Dropped(
            tuple(self.rows[place] for place in places),
            self.at,
            self.batch_id,
            tuple(self.indices[place] for place in places),
        )


class Restorable(Struct, frozen=True):
    """The entries that a new draft may hold again.

    Attributes:
        left_behind: the undecided rows of the draft that a crash left behind.
        dropped: the rows that 恢复 restores next.
        until: the time after which 恢复 does not restore `dropped`; None without such rows.
        tray: what was said and is in neither of them nor in the draft.
    """

    left_behind: tuple[ParseResult, ...] = ()
    dropped: tuple[ParseResult, ...] = ()
    until: datetime | None = None
    tray: tuple[Unrecorded, ...] = ()

    @classmethod
    def of(
        cls, left_behind: DraftBatch | None, dropped: tuple[Dropped, ...], tray: tuple[Unrecorded, ...]
    ) -> Restorable:
        """The rows of a draft that a crash left behind, and the latest group of dropped rows."""
        waiting = () if left_behind is None else tuple(item.result for item in left_behind.remaining_items)
        latest = next((group for group in reversed(dropped) if not group.lacks_room), None)
        if latest is None:
            return cls(waiting, tray=tray)
        return cls(waiting, latest.rows, latest.until, tray)
