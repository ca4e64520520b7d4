"""What becomes of each line of a bill: linked with a row that was said, asked about, a new row, or nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow
from voiced.domain.bills.fitting import (
    CLEARLY,
    DAYS_AFTER,
    DAYS_BEFORE,
    POSSIBLE,
    Fit,
    fit_of,
    tolerance,
)
from voiced.domain.bills.pairing import best_total, components
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

_DAY = timedelta(days=1)
_BANK_LATER = 3
"""A bank books the payment of a wallet up to so many days later."""


class LineOutcome(StrEnum):
    """What becomes of a line."""

    LINKED = "linked"
    ASK = "ask"
    NEW = "new"
    REFUND = "refund"
    IGNORED = "ignored"


class Settled(Struct, frozen=True):
    """A line and what becomes of it.

    Attributes:
        rows: the ids of the rows that were said and that it belongs to, or may belong to; the likeliest first.
        doubles: the ref of the wallet's line that this line of a bank proves; empty for every other line.
        reason: in words, for the operator.
    """

    line: BilledLine
    outcome: LineOutcome
    rows: tuple[str, ...] = ()
    doubles: str = ""
    reason: str = ""


def settle(
    lines: Sequence[BilledLine], said: Sequence[SaidRow], known: Sequence[BilledLine] = ()
) -> tuple[Settled, ...]:
    """What becomes of each line, in the order of the lines. The order of lines and rows does not matter.

    Args:
        lines: new ones.
        said: rows of the days around them that no line belongs to yet.
        known: lines of earlier imports.
    """
    ordered = sorted(lines, key=lambda line: (line.happened, line.ref))
    rows = sorted(said, key=lambda one: (one.row.date, one.row.created_at, one.row.id))
    matching = _Matching(ordered, rows)
    matching.set_aside([*ordered, *known])
    matching.pair()
    matching.group()
    matching.ask()
    matching.book()
    by_ref = {one.line.ref: one for one in matching.settled.values()}
    return tuple(by_ref[line.ref] for line in lines)


@dataclass(slots=True)
class _Matching:
    lines: Sequence[BilledLine]
    said: Sequence[SaidRow]
    settled: dict[int, Settled] = field(default_factory=dict[int, Settled])
    linked: dict[int, int] = field(default_factory=dict[int, int])
    """The line of each row that has one, by their places."""
    fits: dict[int, dict[int, Fit]] = field(default_factory=dict[int, dict[int, Fit]])
    best: dict[int, int] = field(default_factory=dict[int, int])

    def set_aside(self, all_lines: Sequence[BilledLine]) -> None:
        """Settle the lines that need no row: those of no payment, and a bank's proof of a wallet's line."""
        wallets: defaultdict[int, list[BilledLine]] = defaultdict(list)
        for line in all_lines:
            if line.through is None and line.kind not in (LineKind.NOTHING, LineKind.UNSURE):
                wallets[line.amount.fen].append(line)
        proved = set[tuple[str, str]]()  # by each bank: a repayment leaves one and comes to another
        for at, line in enumerate(self.lines):
            if line.kind is LineKind.NOTHING:
                self.settled[at] = Settled(line, LineOutcome.IGNORED, reason=line.reason)
            elif line.kind is LineKind.UNSURE:
                self.settled[at] = Settled(line, LineOutcome.ASK, reason=line.reason)
            elif line.through is not None:
                payments = [
                    one
                    for one in wallets[line.amount.fen]
                    if (one.ref, line.source) not in proved and _proves(line, one)
                ]
                if payments:
                    of = min(
                        payments, key=lambda one: (abs((line.day - one.day).days), one.happened, one.ref)
                    )
                    proved.add((of.ref, line.source))
                    reason = f"the bank's side of {of.ref}"
                    self.settled[at] = Settled(line, LineOutcome.IGNORED, doubles=of.ref, reason=reason)

    def pair(self) -> None:
        """Link the pairs of the best total that are clearly better than any other."""
        near = _Near(self.said)
        for at, line in enumerate(self.lines):
            if at not in self.settled:
                found = {place: fit for place in near.to(line) if (fit := fit_of(line, self.said[place]))}
                self.fits[at] = {place: fit for place, fit in found.items() if fit.points >= POSSIBLE}
        edges = {at: {place: fit.points for place, fit in fits.items()} for at, fits in self.fits.items()}
        for part in components(edges):
            self.best.update(best_total(part))
        lines_of: defaultdict[int, list[int]] = defaultdict(list)
        for at, fits in self.fits.items():
            for place in fits:
                lines_of[place].append(at)
        waiting = [(at, place) for at, place in self.best.items() if self.fits[at][place].is_sure]
        while clear := [pair for pair in waiting if self._is_clear(*pair, lines_of[pair[1]])]:
            for at, place in clear:
                self._link((at,), (place,), "fits clearly better than any other")
            waiting = [pair for pair in waiting if pair not in set(clear)]

    def _is_clear(self, at: int, place: int, lines: Sequence[int]) -> bool:
        points = self.fits[at][place].points
        rivals = [
            fit.points
            for other, fit in self.fits[at].items()
            if other != place and other not in self.linked and not self._are_alike(place, other)
        ]
        rivals += [
            self.fits[other][place].points
            for other in lines
            if other != at
            and other not in self.settled
            and self.lines[other].likeness != self.lines[at].likeness
        ]
        return points >= max(rivals, default=0.0) + CLEARLY

    def _are_alike(self, one: int, other: int) -> bool:
        """Whether two rows differ in nothing that a person could tell them apart by."""
        rows = (self.said[one], self.said[other])
        first, second = (
            (said.row.date, said.row.amount, said.row.description, said.row.category, said.account)
            for said in rows
        )
        return first == second

    def _link(self, lines: Sequence[int], places: Sequence[int], reason: str) -> None:
        rows = tuple(self.said[place].row.id for place in places)
        for at in lines:
            self.settled[at] = Settled(self.lines[at], LineOutcome.LINKED, rows, reason=reason)
        for place in places:
            self.linked[place] = lines[0]

    def group(self) -> None:
        """Link exact sums: one line of a whole sentence, two lines of one row, a payment less its refund."""
        batches: defaultdict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(self.said):
            batches[one.row.batch_id].append(place)
        sentences = [
            _Sum(tuple(places), _summed([self.said[place] for place in places]))
            for places in batches.values()
            if len(places) > 1
        ]
        by_amount: defaultdict[int, list[_Sum]] = defaultdict(list)
        for whole in sentences:
            by_amount[whole.said.row.amount.fen].append(whole)
        for at, line in enumerate(self.lines):
            if at not in self.settled:
                wholes = [
                    one for one in by_amount[line.amount.fen] if not self.linked.keys() & set(one.places)
                ]
                self._link_sum((at,), line, wholes, "is the sum of one sentence")
        near = _Near(self.said)
        for pair, whole in self._sums_of_lines():
            if not self.settled.keys() & set(pair):
                rows = [
                    _Sum((place,), self.said[place])
                    for place in near.to(whole)
                    if place not in self.linked and self.said[place].row.amount == whole.amount
                ]
                self._link_sum(pair, whole, rows, "is a part of a sum that was said")

    def _link_sum(self, lines: Sequence[int], whole: BilledLine, sums: Sequence[_Sum], reason: str) -> None:
        fitting = [one for one in sums if (fit := fit_of(whole, one.said)) and fit.is_sure]
        if len(fitting) == 1:
            self._link(lines, fitting[0].places, reason)

    def _sums_of_lines(self) -> Iterator[tuple[tuple[int, ...], BilledLine]]:
        """Two open lines of one merchant and day as one; a payment without what came back within three days."""
        open_lines = [(at, line) for at, line in enumerate(self.lines) if at not in self.settled]
        shops: defaultdict[tuple[object, ...], list[tuple[int, BilledLine]]] = defaultdict(list)
        trades: defaultdict[tuple[str, str], list[BilledLine]] = defaultdict(list)
        for at, line in open_lines:
            if line.kind is LineKind.PAID and line.merchant:
                shops[line.source, line.day, line.type, line.merchant].append((at, line))
            if line.kind is LineKind.REFUND and line.trade:
                trades[line.source, line.trade].append(line)
        for (one, first), (other, second) in (pair for pair in shops.values() if len(pair) == 2):
            yield (one, other), replace(first, amount=first.amount + second.amount)
        for at, line in open_lines:
            if line.kind is LineKind.PAID:
                for refund in trades[line.source, line.trade]:
                    left = line.amount.fen - refund.amount.fen
                    if left > 0 and (refund.day - line.day).days <= DAYS_AFTER:
                        yield (at,), replace(line, amount=Money(left))

    def ask(self) -> None:
        """Ask about a line that may belong to a row without a line."""
        for at, fits in self.fits.items():
            if at in self.settled:
                continue
            likely = sorted(
                (place for place in fits if place not in self.linked),
                key=lambda place: (place != self.best.get(at), -fits[place].points, place),
            )
            if likely:
                rows = tuple(self.said[place].row.id for place in likely)
                self.settled[at] = Settled(
                    self.lines[at], LineOutcome.ASK, rows, reason="may belong to a row that was said"
                )

    def book(self) -> None:
        """What is left becomes a row of its own."""
        for at, line in enumerate(self.lines):
            if at not in self.settled:
                is_refund = line.kind is LineKind.REFUND
                outcome = LineOutcome.REFUND if is_refund else LineOutcome.NEW
                self.settled[at] = Settled(line, outcome, reason="was never said")


class _Sum(Struct, frozen=True):
    """Rows as one, by their places."""

    places: tuple[int, ...]
    said: SaidRow


def _summed(rows: Sequence[SaidRow]) -> SaidRow:
    first = rows[0].row
    words = " ".join(one.row.description for one in rows)
    amount = Money(sum(one.row.amount.fen for one in rows if one.row.type is first.type))
    return SaidRow(replace(first, amount=amount, description=words), rows[0].account)


class _Near:
    """The rows that were said around a day with about an amount."""

    def __init__(self, said: Sequence[SaidRow]) -> None:
        self._places: defaultdict[tuple[TransactionType, object], list[tuple[int, int]]] = defaultdict(list)
        for place, one in enumerate(said):
            row: Transaction = one.row
            self._places[row.type, row.date].append((row.amount.fen, place))
        for places in self._places.values():
            places.sort()

    def to(self, line: BilledLine) -> Iterator[int]:
        """The places of the rows that may fit a line."""
        away = tolerance(line.amount)
        for days in range(-DAYS_AFTER, DAYS_BEFORE + 1):
            places = self._places.get((line.type, line.day + days * _DAY), [])
            first = bisect_left(places, (line.amount.fen - away, 0))
            last = bisect_left(places, (line.amount.fen + away + 1, 0))
            for _, place in places[first:last]:
                yield place


def _proves(bank: BilledLine, wallet: BilledLine) -> bool:
    """Whether a line of a bank is its side of a wallet's line."""
    if wallet.source != bank.through or not 0 <= (bank.day - wallet.day).days <= _BANK_LATER:
        return False
    return any(
        theirs is None or ours is None or theirs == ours
        for direction, theirs in _legs(wallet)
        for own, ours in _legs(bank)
        if own == direction
    )


def _legs(line: BilledLine) -> tuple[tuple[str, str | None], ...]:
    match line.type:
        case TransactionType.EXPENSE:
            return (("out", line.account),)
        case TransactionType.INCOME:
            return (("in", line.account),)
        case TransactionType.TRANSFER:
            return (("out", line.account), ("in", line.to_account))
