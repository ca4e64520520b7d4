"""Rows of the ledger as lines of bills leave them and enter them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from voiced.domain.bills.kept import BillWrite, ChangedRow, KeptLine, LineChange, RowsOfDays
from voiced.domain.transaction import Transaction


@dataclass(slots=True)
class Rewriting:
    """The rows of a write. All lines that change leave their rows before one of them enters its new ones."""

    rows: RowsOfDays
    held: frozenset[str] = frozenset()
    """Rows that a line holds which does not change: they stay, whichever line made them."""
    _now: dict[str, Transaction] = field(default_factory=dict[str, Transaction])
    _undone: set[str] = field(default_factory=set[str])

    def leave(self, line: KeptLine) -> None:
        """Give the rows of a line back what was said, and take back those that it made."""
        for link in line.links:
            row = self._now.get(link.billed.id) or self.rows.valid.get(link.billed.id)
            if row is None or (link.said is None and row.id in self.held):
                continue
            self._now[row.id] = link.left(row)
            if link.said is None:
                self._undone.add(row.id)

    def enter(self, line: KeptLine) -> None:
        """Give the rows of a line what it says, and bring back those that it made."""
        for link in line.links:
            id_ = link.billed.id
            row = self._now.get(id_) or self.rows.valid.get(id_)
            if link.said is None:
                self._now[id_] = link.billed if row is None or id_ in self._undone else row
                self._undone.discard(id_)
            elif row is not None:
                self._now[id_] = link.entered(row)

    def bring_back(self, line: KeptLine) -> None:
        """Enter the rows of a line; those that it made are as they were when they were taken back."""
        self.enter(line)
        made = (link.billed.id for link in line.links if link.said is None)
        self._now |= {id_: self.rows.undone[id_] for id_ in made if id_ in self.rows.undone}

    @property
    def new(self) -> tuple[Transaction, ...]:
        """The rows that the ledger does not have yet."""
        return tuple(
            row
            for id_, row in self._now.items()
            if id_ not in self.rows.valid and id_ not in self.rows.undone and id_ not in self._undone
        )

    @property
    def changed(self) -> tuple[ChangedRow, ...]:
        """The rows that are other than they are in the ledger."""
        found = (
            ChangedRow(row, id_ in self._undone)
            for id_, row in self._now.items()
            if id_ in self.rows.valid or id_ in self.rows.undone
        )
        return tuple(one for one in found if one.is_undone or one.row != self.rows.valid.get(one.row.id))


def withdrawn(
    batch_id: str, lines: Sequence[KeptLine], changes: Sequence[LineChange], rows: RowsOfDays
) -> BillWrite:
    """What the undoing of a batch writes: its lines are withdrawn, and those that it changed are as before.

    Args:
        batch_id: of an import or a decision.
        lines: all of its days.
        changes: what it made of lines that were there, in order.
        rows: of its days.
    """
    standing = {line.ref: line for line in lines if not line.is_withdrawn}
    own = [line for line in standing.values() if line.batch_id == batch_id]
    back = [one for one in reversed(changes) if standing.get(one.after.ref) == one.after]
    leaving = {line.ref for line in own} | {one.after.ref for one in back}
    stay = (line for ref, line in standing.items() if ref not in leaving)
    rewriting = Rewriting(rows, frozenset(id_ for line in stay for id_ in line.rows))
    for line in own:
        rewriting.leave(line)
    again = [one for one in back if one.after.batch_id != batch_id]
    for one in again:
        rewriting.leave(one.after)
    for one in again:
        rewriting.enter(one.before)
    gone = (replace(line, is_withdrawn=True) for line in own)
    return BillWrite(changed=rewriting.changed, lines=(*gone, *(one.before for one in again)))


def restored(
    batch_id: str, lines: Sequence[KeptLine], changes: Sequence[LineChange], rows: RowsOfDays
) -> BillWrite:
    """What brings back a batch that was undone; see `withdrawn`. A line stays away whose row another line has by now."""
    by_ref = {line.ref: line for line in lines}
    again = [one for one in changes if by_ref.get(one.before.ref) == one.before]
    leaving = {one.before.ref for one in again}
    held = {id_ for line in lines if not line.is_withdrawn and line.ref not in leaving for id_ in line.rows}
    back = [
        line
        for line in lines
        if line.batch_id == batch_id and line.is_withdrawn and not held & set(line.rows)
    ]
    rewriting = Rewriting(rows)
    for one in again:
        rewriting.leave(one.before)
    for line in back:
        rewriting.bring_back(line)
    for one in again:
        rewriting.enter(one.after)
    came = (replace(line, is_withdrawn=False) for line in back)
    return BillWrite(changed=rewriting.changed, lines=(*came, *(one.after for one in again)))
