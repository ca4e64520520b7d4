"""What a person decides about lines of bills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import LineKind
from voiced.domain.bills.booking import Booking
from voiced.domain.bills.kept import BillWrite, KeptLine, LineChange, RowLink
from voiced.domain.bills.planning import Known
from voiced.domain.bills.rewriting import Rewriting
from voiced.domain.bills.settled import LineOutcome, Settled


class Verdict(StrEnum):
    """What a line is. SAME: it is of these rows. OTHER: it is not of these rows. NEW: a row of its own. NOTHING: no row."""

    SAME = "same"
    OTHER = "other"
    NEW = "new"
    NOTHING = "nothing"


class BillDecision(Struct, frozen=True):
    """A person's word about a line.

    Attributes:
        rows: the ids of the rows that SAME and OTHER are about.
        category: of the row that NEW makes, or has made; empty for the guessed one. Likewise `account`.
    """

    ref: str
    verdict: Verdict
    rows: tuple[str, ...] = ()
    category: str = ""
    account: str = ""


class CannotDecide(Exception):  # noqa: N818 - becomes a `WrongInput`
    """A decision is about a line or a row that is not there; the message says which."""


def decide(decisions: Sequence[BillDecision], known: Known, booking: Booking) -> BillWrite:
    """What these decisions write.

    Raises:
        CannotDecide: one of them cannot be followed.
    """
    deciding = _Deciding(known, booking)
    changes = [change for decision in decisions for change in deciding.changes(decision)]
    after = {change.after.ref: change for change in changes}
    changes = [replace(one, before=deciding.before[ref]) for ref, one in after.items()]
    rewriting = Rewriting(known.rows)
    for change in changes:
        rewriting.leave(change.before)
    for change in changes:
        rewriting.enter(change.after)
    return BillWrite(
        batch=(booking.batch_id, booking.created_at) if changes else None,
        new=rewriting.new,
        changed=rewriting.changed,
        lines=tuple(change.after for change in changes),
        changes=tuple(changes),
    )


class _Deciding:
    def __init__(self, known: Known, booking: Booking) -> None:
        self.before = {line.ref: line for line in known.standing}
        self._lines = dict(self.before)
        self._known = known
        self._booking = booking

    def changes(self, decision: BillDecision) -> Iterator[LineChange]:
        line = self._lines.get(decision.ref)
        if line is None:
            raise CannotDecide(f"no line {decision.ref} of a bill is in the ledger")
        for after in self._after(line, decision):
            self._lines[after.ref] = after
            yield LineChange(line, after)

    def _after(self, line: KeptLine, decision: BillDecision) -> Iterator[KeptLine]:
        settled = line.settled
        match decision.verdict:
            case Verdict.SAME:
                yield from self._same(line, decision.rows)
            case Verdict.OTHER if rest := tuple(one for one in settled.options if one != decision.rows):
                yield _decided(line, replace(settled, options=rest))
            case Verdict.OTHER | Verdict.NEW:
                yield self._new(line, decision)
            case Verdict.NOTHING:
                yield _decided(line, _as(settled, LineOutcome.IGNORED))

    def _same(self, line: KeptLine, rows: tuple[str, ...]) -> Iterator[KeptLine]:
        beside = [self._lines[ref] for ref in line.settled.beside if ref in self._lines]
        lines = [
            line,
            *(one for one in beside if one.outcome is LineOutcome.ASK and rows in one.settled.options),
        ]
        refs = {one.ref for one in lines}
        said = {one.row.id: one.row for one in self._known.said(())}
        held = {id_ for one in self._lines.values() if one.ref not in refs for id_ in one.rows}
        if not rows or not said.keys() >= set(rows) or held & set(rows):
            raise CannotDecide(
                f"the row of {line.ref} is not there, or another line has it; read the bill anew"
            )
        links = self._booking.linked([one.settled.line for one in lines], [said[id_] for id_ in rows])
        for one in lines:
            others = tuple(sorted(refs - {one.ref}))
            settled = replace(_as(one.settled, LineOutcome.LINKED), rows=rows, beside=others)
            fee = self._booking.fee(one.settled.line, said.get(one.settled.fee_row))
            yield _decided(one, settled, (*links, *fee))

    def _new(self, line: KeptLine, decision: BillDecision) -> KeptLine:
        billed = line.settled.line
        if not billed.amount.is_recordable or not billed.is_dated:
            raise CannotDecide(f"{line.ref} has no amount or no day that a row could have; leave it out")
        outcome = LineOutcome.REFUND if billed.kind is LineKind.REFUND else LineOutcome.NEW
        links = self._booking.made(billed, decision.category, decision.account)
        if line.outcome is outcome and line.links:
            links = tuple(
                self._as_is(had, link, decision) for had, link in zip(line.links, links, strict=True)
            )
        return _decided(line, _as(line.settled, outcome), links)

    def _as_is(self, had: RowLink, link: RowLink, decision: BillDecision) -> RowLink:
        """A row that was made before, as a person left it, with what they decide now."""
        row = self._known.rows.valid.get(had.billed.id)
        if row is None:
            return link
        category = link.billed.category if decision.category else row.category
        return RowLink(replace(row, category=category, account=decision.account or row.account))


def _decided(line: KeptLine, settled: Settled, links: tuple[RowLink, ...] = ()) -> KeptLine:
    return replace(line, settled=settled, links=links, by_person=True)


def _as(settled: Settled, outcome: LineOutcome) -> Settled:
    return Settled(settled.line, outcome, refunds=settled.refunds, reason="a person decided it")
