"""What an import of a bill writes: its new lines beside those of earlier imports and beside what was said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from msgspec.structs import replace

from voiced.domain.bills.billed import Bill, BillDoubt, BilledLine, LineKind, SaidRow
from voiced.domain.bills.booking import Booking, id_of
from voiced.domain.bills.kept import BillWrite, KeptBill, KeptLine, LineChange, RowsOfDays
from voiced.domain.bills.matching import settle
from voiced.domain.bills.rewriting import Rewriting
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary

NEAR = timedelta(days=10)
"""Lines of earlier imports within so many days of the new ones are settled anew beside them, so that the order of imports
does not matter."""
WINDOW = timedelta(days=30)
"""Lines and rows within so many days of the new ones may have a say."""


def _names_nothing(_: Transaction) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Known:
    """What the ledger has of the days of a bill.

    Attributes:
        lines: those of earlier imports.
        default: the account of a row for which no account was named.
        meaning: which category the words of a row name; an empty text where they name none.
    """

    lines: Sequence[KeptLine]
    rows: RowsOfDays
    default: str
    meaning: Callable[[Transaction], str] = _names_nothing

    @property
    def standing(self) -> list[KeptLine]:
        """The lines whose imports were not undone."""
        return [line for line in self.lines if not line.is_withdrawn]

    def said(self, held: Iterable[KeptLine]) -> list[SaidRow]:
        """The rows that were said, as they were said, but for those that lines of bills hold."""
        taken = {id_ for line in held for id_ in line.rows}
        made = {link.billed.id for line in self.lines for link in line.links if link.said is None}
        before = {link.said.id: link.said for line in self.standing for link in line.links if link.said}
        rows = self.rows.valid.values()
        return [self.said_row(before.get(row.id, row)) for row in rows if row.id not in taken | made]

    def said_row(self, row: Transaction) -> SaidRow:
        """A row with the account that was named for it. That of last resort is written where none was."""
        named = row.said_account or (None if row.account == self.default else row.account)
        return SaidRow(row, named, self.meaning(row))

    def is_touched(self, line: KeptLine) -> bool:
        """Whether a person decided about a line, or changed or took back a row of it."""
        return line.by_person or any(self.rows.valid.get(one.billed.id) != one.billed for one in line.links)


def new_lines(bill: Bill, known: Known, today: date) -> list[BilledLine]:
    """The lines of a bill that no import brought before, and those of an undone import whose accounts are others by now.

    A payment of a later day than today has to be looked at.
    """
    kept = {line.ref: line for line in known.lines}
    withdrawn = {ref: line for ref, line in kept.items() if line.is_withdrawn}
    pairs = ((line, withdrawn[line.ref]) for line in bill.lines if line.ref in withdrawn)
    anew = {before.batch_id for line, before in pairs if _has_other_accounts(line, before.settled.line)}
    again = {ref for ref, line in withdrawn.items() if line.batch_id in anew}
    return [
        replace(line, kind=LineKind.UNSURE, doubt=BillDoubt.FUTURE, reason="its day is in the future")
        if line.day > today
        else line
        for line in bill.lines
        if line.ref not in kept or line.ref in again
    ]


def _has_other_accounts(line: BilledLine, before: BilledLine) -> bool:
    """Whether the household gave other accounts to the methods of a line. The bill of another bank may have told its end."""
    is_to_another = line.to_account not in (None, before.to_account)
    return (line.account, line.wallet) != (before.account, before.wallet) or is_to_another


def with_categories(bill: Bill, learnt: Mapping[tuple[TransactionType, str], str], names: Vocabulary) -> Bill:
    """The bill with the categories that a person gave to its merchants, in the place of guesses."""
    there = {(one.type, one.name) for one in names.categories}
    lines = (
        replace(line, category=name)
        if line.kind is LineKind.PAID
        and (name := learnt.get((line.type, line.merchant)))
        and (line.type, name) in there
        else line
        for line in bill.lines
    )
    return replace(bill, lines=tuple(lines))


def with_accounts(bill: Bill, known: Known, names: Vocabulary) -> Bill:
    """The bill with the accounts of methods that the names do not tell, as rows of its earlier lines have them now."""
    learnt = _accounts_of_methods(known, names)
    lines = (
        replace(line, account=account)
        if _has_unknown_method(line) and (account := learnt.get((line.source, line.method)))
        else line
        for line in bill.lines
    )
    return replace(bill, lines=tuple(lines))


def _accounts_of_methods(known: Known, names: Vocabulary) -> dict[tuple[str, str], str]:
    """The account of the latest row of each method that was said for it, or that a person gave it.

    A line of an unknown method is booked on the account of the wallet, or on the default one: these teach nothing.
    """
    there = {account.name for account in names.accounts}
    learnt: dict[tuple[str, str], str] = {}
    for kept in sorted(known.standing, key=lambda one: (one.settled.line.happened, one.ref)):
        line = kept.settled.line
        row = known.rows.valid.get(kept.rows[0]) if kept.rows else None
        if row and _has_unknown_method(line) and row.account in there - {line.wallet, known.default}:
            learnt[line.source, line.method] = row.account
    return learnt


def _has_unknown_method(line: BilledLine) -> bool:
    return line.account is None and bool(line.method) and line.kind in (LineKind.PAID, LineKind.REFUND)


def plan_import(bill: Bill, lines: Sequence[BilledLine], known: Known, booking: Booking) -> BillWrite:
    """What an import of new lines writes. An import without new lines writes nothing."""
    if not lines:
        return BillWrite()
    today = booking.created_at.date()
    first, last = bill.first or today, bill.last or today
    standing = known.standing
    free = [one for one in standing if not known.is_touched(one)]
    anew = {one.ref: one for one in free if first - NEAR <= one.day <= last + NEAR}
    # Far lines that wait for an answer keep it, and still are rivals of near ones.
    rivals = [one for one in free if one.ref not in anew and one.outcome is LineOutcome.ASK]
    beside = [*anew.values(), *rivals]
    moving = {line.ref for line in beside}
    fixed = [one for one in standing if one.ref not in moving]
    settled = settle(
        [*lines, *(one.settled.line for one in beside)],
        known.said(fixed),
        [_as_settled(one) for one in fixed],
    )
    far = {line.ref for line in rivals}
    decided = [one for one in settled if one.line.ref not in far]
    kept = _kept_lines(decided, known, booking, anew)
    rewriting = Rewriting(known.rows)
    changes: list[LineChange] = []
    for line in kept:
        before = anew.get(line.ref)
        if before is not None and before.settled != line.settled:
            rewriting.leave(before)
            changes.append(LineChange(before, line))
    same = anew.keys() - {one.after.ref for one in changes}
    written = [line for line in kept if line.ref not in same]
    for line in written:
        rewriting.enter(line)
    return BillWrite(
        batch=(booking.batch_id, booking.created_at),
        bill=KeptBill(booking.batch_id, booking.created_at, bill.form, first, last),
        new=rewriting.new,
        changed=rewriting.changed,
        lines=tuple(written),
        changes=tuple(changes),
    )


def batch_of(lines: Sequence[BilledLine], known: Known) -> str:
    """The id of the batch of an import of these lines. It is another one where some come anew after an undoing."""
    batches = {line.ref: line.batch_id for line in known.lines}
    undone = sorted({batches[line.ref] for line in lines if line.ref in batches})
    return id_of("bill", *(line.ref for line in lines), *undone)


def _as_settled(line: KeptLine) -> Settled:
    """A line that stays as it is, with all its rows."""
    return replace(line.settled, rows=line.rows)


def _kept_lines(
    settled: Sequence[Settled], known: Known, booking: Booking, before: dict[str, KeptLine]
) -> list[KeptLine]:
    """Settled lines with the rows that they change and make."""
    said = dict(known.rows.valid)
    for line in before.values():
        said |= {link.said.id: link.said for link in line.links if link.said}
    together: defaultdict[tuple[str, ...], list[BilledLine]] = defaultdict(list)
    for one in settled:
        if one.outcome is LineOutcome.LINKED:
            together[one.rows].append(one.line)
    kept: list[KeptLine] = []
    for one in settled:
        match one.outcome:
            case LineOutcome.NEW | LineOutcome.REFUND:
                links = booking.made(one.line, fee_row=said.get(one.fee_row))
            case LineOutcome.LINKED:
                rows = [said[id_] for id_ in one.rows]
                links = (
                    *booking.linked(together[one.rows], rows),
                    *booking.fee(one.line, said.get(one.fee_row)),
                )
            case _:
                links = ()
        earlier = before.get(one.line.ref)
        batch_id = earlier.batch_id if earlier else booking.batch_id
        kept.append(KeptLine(settled=one, batch_id=batch_id, links=links))
    return kept
