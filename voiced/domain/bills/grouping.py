"""Links with sums: a line with several rows, and several lines with a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from voiced.domain.bills.billed import BilledLine
from voiced.domain.bills.fitting import Fit, fit_of, is_near
from voiced.domain.bills.linking import Linking
from voiced.domain.bills.meaning import have_one_category, shared_words
from voiced.domain.bills.sums import Near, SaidSum, rounds, sums_of_lines, sums_of_two_shops
from voiced.domain.transaction import TransactionType

_OF_ROWS, _OF_LINES = "is the sum of what was told at once", "is a part of a sum that was said"


def link_exact_sums(pairs: Linking) -> None:
    """Link exact sums: one line of a whole sentence, two lines of one row, a payment less its refund."""
    by_amount: defaultdict[int, list[SaidSum]] = defaultdict(list)
    for whole in pairs.sentences:
        by_amount[whole.said.row.amount.fen].append(whole)
    for at, line in pairs.open_lines():
        _link(pairs, (at,), line, by_amount[line.amount.fen], _OF_ROWS)
    near, lines = Near(pairs.said), pairs.open_lines()
    for some in (*sums_of_lines(lines), *sums_of_two_shops(lines)):
        if not pairs.settled.keys() & set(some.places):
            rows = [
                one
                for one in _rows(pairs, near, some.line)
                if one.said.row.amount == some.line.amount
                and shared_words(some.line, one.said.row) >= some.words
            ]
            _link(pairs, some.places, some.line, rows, _OF_LINES)


def link_sums_that_are_alone(pairs: Linking) -> None:
    """Link sums where nothing else fits either side.

    A line belongs to a whole sentence that was rounded, or to two things that were told apart; all lines of a shop and day, or
    all incomes of a day, to one row that was rounded and tells what they are of.
    """
    lines, told = pairs.open_lines(), rounds(pairs.said)
    near = Near([one.said for one in pairs.sentences])
    for at, line in lines:
        sums = [
            one
            for place in near.to(line)
            if is_near((one := pairs.sentences[place]).said.row.amount, line.amount)
        ]
        sums += [
            one for one in told if one.said.row.amount == line.amount and have_one_category(line, one.said)
        ]
        if not pairs.has_open_rows(at):
            _link_alone(pairs, (at,), line, sums, _OF_ROWS, lambda fit: fit.is_sure)
    near = Near(pairs.said)
    for some in sums_of_lines(lines):
        if some.is_whole and not any(at in pairs.settled or pairs.has_open_rows(at) for at in some.places):
            rows = [one for one in _rows(pairs, near, some.line) if _tells_of(one, some.line)]
            _link_alone(pairs, some.places, some.line, rows, _OF_LINES, lambda fit: fit.is_sure_alone)


def _rows(pairs: Linking, near: Near, line: BilledLine) -> list[SaidSum]:
    return [SaidSum((place,), pairs.said[place]) for place in near.to(line)]


def _tells_of(one: SaidSum, whole: BilledLine) -> bool:
    """Whether a row has nearly a sum and tells what it was for. The category of incomes tells nothing."""
    is_alike = whole.type is TransactionType.EXPENSE and have_one_category(whole, one.said)
    return is_near(one.said.row.amount, whole.amount) and (is_alike or shared_words(whole, one.said.row) > 0)


def _link_alone(
    pairs: Linking, lines: Sequence[int], whole: BilledLine, sums: Sequence[SaidSum], reason: str,
    is_enough: Callable[[Fit], bool],
) -> None:  # fmt: skip
    if not any(pairs.has_open_lines(one.places) for one in sums):
        _link(pairs, lines, whole, sums, reason, is_enough)


def _link(
    pairs: Linking, lines: Sequence[int], whole: BilledLine, sums: Sequence[SaidSum], reason: str,
    is_enough: Callable[[Fit], bool] = lambda fit: fit.is_sure,
) -> None:  # fmt: skip
    fitting = [
        one
        for one in sums
        if not pairs.linked & set(one.places) and (fit := fit_of(whole, one.said)) and is_enough(fit)
    ]
    if len(fitting) == 1:
        pairs.link(lines, fitting[0].places, reason)
