"""Links between lines of bills and rows that were said, made one after the other, the clearest first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow
from voiced.domain.bills.fitting import CLEARLY, Fit, fit_of
from voiced.domain.bills.pairing import best_total, components
from voiced.domain.bills.proofs import two_sides
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.bills.sums import Near, SaidSum, whole_sentences
from voiced.domain.bills.transfers import OwnTransfers

_FEE = re.compile("手续费|服务费")
_MOST_RIVALS = 8
"""So many rows are compared for a line."""


@dataclass(slots=True)
class Linking:
    """Lines and rows by their places, and what became of them so far."""

    lines: Sequence[BilledLine]
    said: Sequence[SaidRow]
    settled: dict[int, Settled] = field(default_factory=dict[int, Settled])
    linked: set[int] = field(default_factory=set[int])
    """The rows that have a line, by their places."""
    fits: dict[int, dict[int, Fit]] = field(default_factory=dict[int, dict[int, Fit]])
    lines_of: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict[int, list[int]](list))
    """The lines that fit each row."""
    best: dict[int, int] = field(default_factory=dict[int, int])
    best_line: dict[int, int] = field(default_factory=dict[int, int])
    doubts: dict[str, str] = field(default_factory=dict[str, str])
    """Why a line may be a second side of another one, by its ref."""
    fee_rows: dict[str, str] = field(default_factory=dict[str, str])
    """The rows that were said about fees, by the refs of their lines."""
    sentences: list[SaidSum] = field(init=False)

    def __post_init__(self) -> None:
        self.sentences = whole_sentences(self.said)

    def set_aside(self, own: OwnTransfers, known: Sequence[Settled]) -> None:
        """Settle the lines that need no row: those of no payment, and the second side of a payment."""
        proofs = two_sides(self.lines, known)
        self.doubts |= proofs.doubts
        self.doubts |= own.doubts
        sides = proofs.sides | own.second
        for at, line in enumerate(self.lines):
            if line.kind is LineKind.NOTHING:
                self.settled[at] = Settled(line, LineOutcome.IGNORED, reason=line.reason)
            elif line.kind is LineKind.UNSURE:
                self.settled[at] = Settled(line, LineOutcome.ASK, reason=line.reason)
            elif side := sides.get(line.ref):
                self.settled[at] = side

    def link_what_is_clear(self) -> None:
        """Link the pairs of the best total that are clearly better than any other."""
        near = Near(self.said)
        for at, line in enumerate(self.lines):
            if at not in self.settled:
                found = {place: fit for place in near.to(line) if (fit := fit_of(line, self.said[place]))}
                self.fits[at] = {place: fit for place, fit in found.items() if fit.is_possible}
        edges = {at: _best_of(fits) for at, fits in self.fits.items()}
        for part in components(edges):
            self.best.update(best_total(part))
        self.best_line = {place: at for at, place in self.best.items()}
        for at, fits in self.fits.items():
            for place in fits:
                self.lines_of[place].append(at)
        waiting = [(at, place) for at, place in self.best.items() if self.fits[at][place].is_sure]
        while clear := [pair for pair in waiting if self._is_clear(*pair)]:
            for at, place in clear:
                self.link((at,), (place,), "fits clearly better than any other")
            done = set(clear)
            waiting = [pair for pair in waiting if pair not in done]

    def link_what_is_alone(self) -> None:
        """Link the pairs of one day beside which nothing else fits either side."""
        for at, place in self.best.items():
            if at in self.settled or place in self.linked or not self.fits[at][place].is_sure_alone:
                continue
            if not self._rivals(at, place):
                self.link((at,), (place,), "fits, and nothing else does")

    def _is_clear(self, at: int, place: int) -> bool:
        return self.fits[at][place].points >= max(self._rivals(at, place), default=0.0) + CLEARLY

    def _rivals(self, at: int, place: int) -> list[float]:
        """The points of what else fits a line or a row."""
        rivals = [
            fit.points
            for other, fit in self.fits[at].items()
            if other != place
            and other not in self.linked
            and not self._are_alike(place, other)
            and not self._has_an_equal_line(other, at)
        ]
        rivals += [
            self._as_rival(other, at, place)
            for other in self.lines_of[place]
            if other != at
            and other not in self.settled
            and self.lines[other].likeness != self.lines[at].likeness
        ]
        return rivals

    def _as_rival(self, at: int, own: int, place: int) -> float:
        """The points of another line for a row, the most that it might have if both lines told alike what was bought."""
        other, fit, said = self.fits[at][place], self.fits[own][place], self.said[place].row.amount
        is_rounded, is_own_rounded = (self.lines[one].amount != said for one in (at, own))
        if other.is_vague and fit.is_vague and is_rounded is is_own_rounded:
            return max(other.points, fit.points)
        return other.points + max(other.doubt - fit.doubt, 0.0)

    def _has_an_equal_line(self, place: int, at: int) -> bool:
        """Whether a row is best with a line that is equal to this one: it takes nothing away from it."""
        own = self.best_line.get(place)
        return own is not None and own != at and self.lines[own].likeness == self.lines[at].likeness

    def _are_alike(self, one: int, other: int) -> bool:
        """Whether two rows differ in nothing that a person could tell them apart by."""
        first, second = self.said[one], self.said[other]
        if first.row.date != second.row.date or first.row.amount != second.row.amount:
            return False
        return (first.row.description, first.row.category, first.account) == (
            second.row.description,
            second.row.category,
            second.account,
        )

    def link(self, lines: Sequence[int], places: Sequence[int], reason: str) -> None:
        """Make lines belong to rows."""
        rows = self.ids(places)
        for at in lines:
            beside = self.refs(lines, at)
            self.settled[at] = Settled(self.lines[at], LineOutcome.LINKED, rows, beside=beside, reason=reason)
        self.linked |= set(places)

    def ids(self, places: Sequence[int]) -> tuple[str, ...]:
        """The ids of rows."""
        return tuple(self.said[place].row.id for place in places)

    def refs(self, lines: Sequence[int], but: int) -> tuple[str, ...]:
        """The refs of lines, but for one."""
        return tuple(self.lines[at].ref for at in lines if at != but)

    def find_fees(self) -> None:
        """Find the row that tells of a fee that is a part of a line."""
        of_fees = [
            place
            for place, one in enumerate(self.said)
            if place not in self.linked and _FEE.search(f"{one.row.category} {one.row.description}")
        ]
        for line in self.lines if of_fees else ():
            for place in of_fees if line.fee.is_recordable else ():
                row = self.said[place].row
                if row.amount == line.fee and 0 <= (row.date - line.day).days <= 1:
                    self.fee_rows[line.ref] = row.id
                    self.linked.add(place)
                    of_fees.remove(place)
                    break

    def has_open_rows(self, at: int) -> bool:
        """Whether a row without a line fits a line."""
        return any(place not in self.linked for place in self.fits[at])

    def has_open_lines(self, places: Sequence[int]) -> bool:
        """Whether a line without a row fits one of these rows."""
        return any(at not in self.settled for place in places for at in self.lines_of[place])

    def open_lines(self) -> list[tuple[int, BilledLine]]:
        """The lines that nothing became of yet, with their places."""
        return [(at, line) for at, line in enumerate(self.lines) if at not in self.settled]


def _best_of(fits: Mapping[int, Fit]) -> Mapping[int, float]:
    """The points of the rows that fit a line best; of many that fit alike none can be told from the others."""
    if len(fits) <= _MOST_RIVALS:
        return {place: fit.points for place, fit in fits.items()}
    best = nsmallest(_MOST_RIVALS, fits, key=lambda place: (-fits[place].points, place))
    return {place: fits[place].points for place in best}
