"""Questions about lines that may belong to what was said, and new rows for all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from heapq import nsmallest

from msgspec import Struct

from voiced.domain.bills.billed import LineKind
from voiced.domain.bills.fitting import LIKELY, Fit, fit_of
from voiced.domain.bills.leftovers import leftovers
from voiced.domain.bills.linking import Linking
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.bills.sums import Near, parts_of, sums_of_lines

_MOST_OPTIONS = 5
"""So many rows are offered in a question."""


class _Option(Struct, frozen=True, order=True):
    """Rows that a line may belong to; the likeliest ones come first in order."""

    behind: float
    places: tuple[int, ...]
    beside: tuple[int, ...] = ()


def ask(pairs: Linking) -> None:
    """Ask about a line that may belong to rows without a line, alone or as a part of a sum."""
    options: defaultdict[int, list[_Option]] = defaultdict(list)
    for at, _ in pairs.open_lines():
        for place, fit in pairs.fits[at].items():
            if place not in pairs.linked:
                options[at].append(_Option(_behind(fit, is_best=place == pairs.best.get(at)), (place,)))
    sums = [*pairs.sentences, *parts_of(pairs.sentences, pairs.said)]
    sums = [one for one in sums if not pairs.linked & set(one.places)]
    near = Near([one.said for one in sums])
    for at, line in pairs.open_lines():
        for place in near.to(line):
            if (fit := fit_of(line, sums[place].said)) and fit.points >= LIKELY:
                options[at].append(_Option(_behind(fit), sums[place].places))
    near = Near(pairs.said)
    for some in sums_of_lines(pairs.open_lines()):
        for place in near.to(some.line):
            fit = None if place in pairs.linked else fit_of(some.line, pairs.said[place])
            if fit and fit.points >= some.enough:
                for at in some.places:
                    options[at].append(_Option(_behind(fit), (place,), some.places))
    for at, likely in options.items():
        _ask(pairs, at, nsmallest(_MOST_OPTIONS, likely))


def ask_about_what_is_left(pairs: Linking) -> None:
    """Ask about lines and rows that nothing else fits, where both may be one payment."""
    offered = {id_ for one in pairs.settled.values() for option in one.options for id_ in option}
    rows = [
        (place, one)
        for place, one in enumerate(pairs.said)
        if place not in pairs.linked and one.row.id not in offered
    ]
    for one in leftovers(pairs.open_lines(), rows):
        for at in one.lines:
            _ask(pairs, at, [_Option(one.behind, one.rows, one.lines)])


def _ask(pairs: Linking, at: int, likely: Sequence[_Option]) -> None:
    beside = pairs.refs(likely[0].beside, at)
    pairs.settled[at] = Settled(
        pairs.lines[at],
        LineOutcome.ASK,
        options=tuple(dict.fromkeys(pairs.ids(one.places) for one in likely)),
        beside=beside,
        reason="may be a part of a sum that was said" if beside else "may belong to what was said",
    )


def book(pairs: Linking) -> None:
    """What is left becomes a row of its own, unless it may be counted elsewhere."""
    for at, line in pairs.open_lines():
        doubt = pairs.doubts.get(line.ref) or (line.reason if line.doubt else "")
        known = LineOutcome.REFUND if line.kind is LineKind.REFUND else LineOutcome.NEW
        outcome = LineOutcome.ASK if doubt else known
        pairs.settled[at] = Settled(line, outcome, reason=doubt or "was never said")


def _behind(fit: Fit, *, is_best: bool = False) -> float:
    return -fit.points - (100.0 if is_best else 0.0)
