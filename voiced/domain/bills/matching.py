"""What becomes of each line of a bill: linked with a row that was said, asked about, a new row, or nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow
from voiced.domain.bills.coverage import Coverage
from voiced.domain.bills.fitting import (
    CLEARLY,
    LIKELY,
    Fit,
    fit_of,
)
from voiced.domain.bills.leftovers import leftovers
from voiced.domain.bills.meaning import have_one_category, shared_words
from voiced.domain.bills.pairing import best_total, components
from voiced.domain.bills.proofs import two_sides
from voiced.domain.bills.refunds import refunded
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.bills.sums import (
    Near,
    SaidSum,
    parts_of,
    rounds,
    sums_of_lines,
    sums_of_two_shops,
    whole_sentences,
)
from voiced.domain.bills.transfers import OwnTransfers, between_banks

_FEE = re.compile("手续费|服务费")
_MOST_RIVALS, _MOST_OPTIONS = 8, 5
"""So many rows are compared for a line, and so many are offered in a question."""


def settle(
    lines: Sequence[BilledLine], said: Sequence[SaidRow], known: Sequence[Settled] = ()
) -> tuple[Settled, ...]:
    """What becomes of each line, in the order of the lines. The order of lines and rows does not matter.

    Args:
        lines: each of which may become anything.
        said: rows of the days around them that no other line belongs to.
        known: lines of earlier imports that stay as they are, with their rows.
    """
    ordered = sorted(lines, key=lambda line: (line.happened, line.ref))
    own = between_banks(ordered, known)
    ordered = [own.whole.get(line.ref, line) for line in ordered]
    bills = Coverage([*lines, *(one.line for one in known)])
    rows = [replace(one, is_billed=bills.has(one)) for one in said]
    rows.sort(key=lambda one: (one.row.date, one.row.created_at, one.row.id))
    matching = _Matching(ordered, rows)
    matching.set_aside(own, known)
    matching.pair()
    matching.find_fees()
    matching.group()
    matching.pair_what_is_alone()
    matching.group_what_was_rounded()
    matching.ask()
    matching.book()
    payments = refunded([*lines, *(one.line for one in known)])
    by_ref = {
        one.line.ref: replace(
            one,
            refunds=payments.get(one.line.ref, ""),
            fee_row=matching.fee_rows.get(one.line.ref, ""),
        )
        for one in matching.settled.values()
    }
    return tuple(by_ref[line.ref] for line in lines)


class _Option(Struct, frozen=True, order=True):
    """Rows that a line may belong to; the likeliest ones come first in order."""

    behind: float
    places: tuple[int, ...]
    beside: tuple[int, ...] = ()


@dataclass(slots=True)
class _Matching:
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

    def pair(self) -> None:
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
                self._link((at,), (place,), "fits clearly better than any other")
            done = set(clear)
            waiting = [pair for pair in waiting if pair not in done]

    def pair_what_is_alone(self) -> None:
        """Link the pairs of one day beside which nothing else fits either side."""
        for at, place in self.best.items():
            if at in self.settled or place in self.linked or not self.fits[at][place].is_sure_alone:
                continue
            if not self._rivals(at, place):
                self._link((at,), (place,), "fits, and nothing else does")

    def _is_clear(self, at: int, place: int) -> bool:
        return self.fits[at][place].points >= max(self._rivals(at, place), default=0.0) + CLEARLY

    def _rivals(self, at: int, place: int) -> list[float]:
        """The points of what else fits a line or a row."""
        own = self.fits[at][place]
        rivals = [
            fit.points
            for other, fit in self.fits[at].items()
            if other != place
            and other not in self.linked
            and not self._are_alike(place, other)
            and not self._has_an_equal_line(other, at)
        ]
        rivals += [
            self.fits[other][place].points + max(self.fits[other][place].doubt - own.doubt, 0.0)
            for other in self.lines_of[place]
            if other != at
            and other not in self.settled
            and self.lines[other].likeness != self.lines[at].likeness
        ]
        return rivals

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

    def _link(self, lines: Sequence[int], places: Sequence[int], reason: str) -> None:
        rows = self._ids(places)
        for at in lines:
            beside = self._refs(lines, at)
            self.settled[at] = Settled(self.lines[at], LineOutcome.LINKED, rows, beside=beside, reason=reason)
        self.linked |= set(places)

    def _ids(self, places: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.said[place].row.id for place in places)

    def _refs(self, lines: Sequence[int], but: int) -> tuple[str, ...]:
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

    def group(self) -> None:
        """Link exact sums: one line of a whole sentence, two lines of one row, a payment less its refund."""
        by_amount: defaultdict[int, list[SaidSum]] = defaultdict(list)
        for whole in self.sentences:
            by_amount[whole.said.row.amount.fen].append(whole)
        for at, line in self._open_lines():
            self._link_sum((at,), line, by_amount[line.amount.fen], "is the sum of one sentence")
        near, lines = Near(self.said), self._open_lines()
        for some in (*sums_of_lines(lines), *sums_of_two_shops(lines)):
            if not self.settled.keys() & set(some.places):
                rows = [
                    SaidSum((place,), self.said[place])
                    for place in near.to(some.line)
                    if self.said[place].row.amount == some.line.amount
                    and shared_words(some.line, self.said[place].row) >= some.words
                ]
                self._link_sum(some.places, some.line, rows, "is a part of a sum that was said")

    def group_what_was_rounded(self) -> None:
        """Link a line with a whole sentence, and all lines of a shop and day with one row, where nothing else fits either."""
        near, lines, told = Near([one.said for one in self.sentences]), self._open_lines(), rounds(self.said)
        for at, line in lines:
            sums = [self.sentences[place] for place in near.to(line)]
            sums += [
                one
                for one in told
                if one.said.row.amount == line.amount and have_one_category(line, one.said)
            ]
            if not self._has_open_rows(at) and not any(self._has_open_lines(one.places) for one in sums):
                self._link_sum((at,), line, sums, "is the sum of what was told at once")
        near = Near(self.said)
        for some in sums_of_lines(lines):
            if some.is_whole and not any(at in self.settled or self._has_open_rows(at) for at in some.places):
                rows = [SaidSum((place,), self.said[place]) for place in near.to(some.line)]
                if not any(self._has_open_lines(one.places) for one in rows):
                    self._link_sum(
                        some.places, some.line, rows, "is a part of a sum that was said", is_alone=True
                    )

    def _has_open_rows(self, at: int) -> bool:
        return any(place not in self.linked for place in self.fits[at])

    def _has_open_lines(self, places: Sequence[int]) -> bool:
        return any(at not in self.settled for place in places for at in self.lines_of[place])

    def _open_lines(self) -> list[tuple[int, BilledLine]]:
        return [(at, line) for at, line in enumerate(self.lines) if at not in self.settled]

    def _link_sum(
        self,
        lines: Sequence[int],
        whole: BilledLine,
        sums: Sequence[SaidSum],
        reason: str,
        *,
        is_alone: bool = False,
    ) -> None:
        fitting = [
            one
            for one in sums
            if not self.linked & set(one.places)
            and (fit := fit_of(whole, one.said))
            and (fit.is_sure_alone if is_alone else fit.is_sure)
        ]
        if len(fitting) == 1:
            self._link(lines, fitting[0].places, reason)

    def ask(self) -> None:
        """Ask about a line that may belong to rows without a line, alone or as a part of a sum."""
        options: defaultdict[int, list[_Option]] = defaultdict(list)
        for at, fits in self.fits.items():
            for place, fit in fits.items() if at not in self.settled else ():
                if place not in self.linked:
                    options[at].append(_Option(_behind(fit, is_best=place == self.best.get(at)), (place,)))
        sums = [*self.sentences, *parts_of(self.sentences, self.said)]
        sums = [one for one in sums if not self.linked & set(one.places)]
        near = Near([one.said for one in sums])
        for at, line in self._open_lines():
            for place in near.to(line):
                if (fit := fit_of(line, sums[place].said)) and fit.points >= LIKELY:
                    options[at].append(_Option(_behind(fit), sums[place].places))
        near = Near(self.said)
        for some in sums_of_lines(self._open_lines()):
            for place in near.to(some.line):
                fit = None if place in self.linked else fit_of(some.line, self.said[place])
                if fit and fit.points >= some.enough:
                    for at in some.places:
                        options[at].append(_Option(_behind(fit), (place,), some.places))
        for at, likely in options.items():
            self._ask(at, nsmallest(_MOST_OPTIONS, likely))
        self.ask_about_what_is_left()

    def ask_about_what_is_left(self) -> None:
        """Ask about lines and rows that nothing else fits, where both may be one payment."""
        offered = {id_ for one in self.settled.values() for option in one.options for id_ in option}
        rows = [
            (place, one)
            for place, one in enumerate(self.said)
            if place not in self.linked and one.row.id not in offered
        ]
        for one in leftovers(self._open_lines(), rows):
            for at in one.lines:
                self._ask(at, [_Option(one.behind, one.rows, one.lines)])

    def _ask(self, at: int, likely: Sequence[_Option]) -> None:
        rows = tuple(dict.fromkeys(self._ids(one.places) for one in likely))
        beside = self._refs(likely[0].beside, at)
        self.settled[at] = Settled(
            self.lines[at],
            LineOutcome.ASK,
            options=rows,
            beside=beside,
            reason="may be a part of a sum that was said" if beside else "may belong to what was said",
        )

    def book(self) -> None:
        """What is left becomes a row of its own, unless it may be counted elsewhere."""
        for at, line in self._open_lines():
            doubt = self.doubts.get(line.ref) or (line.reason if line.doubt else "")
            known = LineOutcome.REFUND if line.kind is LineKind.REFUND else LineOutcome.NEW
            outcome = LineOutcome.ASK if doubt else known
            self.settled[at] = Settled(line, outcome, reason=doubt or "was never said")


def _best_of(fits: Mapping[int, Fit]) -> Mapping[int, float]:
    """The points of the rows that fit a line best; of many that fit alike none can be told from the others."""
    if len(fits) <= _MOST_RIVALS:
        return {place: fit.points for place, fit in fits.items()}
    best = nsmallest(_MOST_RIVALS, fits, key=lambda place: (-fits[place].points, place))
    return {place: fits[place].points for place in best}


def _behind(fit: Fit, *, is_best: bool = False) -> float:
    return -fit.points - (100.0 if is_best else 0.0)
