"""What was said and has no line by then, beside lines that would be booked: where both may be one payment, a person is asked.

What was said wrongly is found here: another kind of money, another account and a rounding, an amount of digits that were swapped,
a day of last week, a sum over shops or sentences. Nothing of it is certain, so nothing of it is linked without asking.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import combinations, pairwise
from operator import itemgetter

from msgspec import Struct

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow
from voiced.domain.bills.fitting import (
    amount_points,
    fit_of_another_amount,
    is_near,
    is_told_before,
    tolerance,
)
from voiced.domain.bills.meaning import (
    have_one_category,
    is_at_its_time,
    is_named,
    meaning_points,
    shared_words,
)
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

_EARLIEST, _LATEST = -7, 7
"""A line is billed from so many days before the said day to so many days after it."""
_DAYS_OF_ANOTHER_AMOUNT = (0, -1)
_NEAR, _SOON = 1, 3
_LARGE = Money(5000)
"""Amounts from here on are seldom equal by chance."""
_ROUND = 2.0
"""The points of an amount that differs by less than a yuan; see `amount_points`."""
_MOST_A_DAY = 12
_MOST_FITS = 3
"""What fits more things than these fits all of them by chance."""
_SUM, _ROUNDED_SUM, _OTHER_AMOUNT, _OTHER_WAY = 3.0, 2.0, 10.0, 16.0
_ONE_ROUND, _ONE_MORNING = timedelta(minutes=30), timedelta(hours=3)
"""So long a round through the stalls of a market takes, and the errands of a morning."""
_GUESSED = 500
"""Amounts that are told by guess end on five or ten yuan."""
_TWICE_AND_HALF = 3
"""What was told as 三十多 is more than two thirds of what was paid, and less than half as much again."""


class Leftover(Struct, frozen=True, order=True):
    """A question about lines and rows that are left.

    Attributes:
        behind: the less, the likelier.
        lines: their places; `rows` are those of the rows.
        is_telling: whether words or an odd amount tell it; else it is worth a question only where few other things fit.
    """

    behind: float
    lines: tuple[int, ...]
    rows: tuple[int, ...]
    is_telling: bool


def leftovers(lines: Sequence[tuple[int, BilledLine]], rows: Sequence[tuple[int, SaidRow]]) -> list[Leftover]:
    """Questions about what is left, the likeliest first, each line and each row in one of them.

    Args:
        lines: with their places, in order of time.
        rows: with their places.
    """
    found = [
        *_pairs(lines, rows),
        *_sums_of_lines(lines, rows),
        *_rounded_sums_of_lines(lines, rows),
        *_sums_of_rows(lines, rows),
    ]
    of_lines = Counter(at for one in found for at in one.lines)
    of_rows = Counter(place for one in found for place in one.rows)
    taken_lines, taken_rows = set[int](), set[int]()
    chosen: list[Leftover] = []
    for one in sorted(found):
        fits_much = any(of_lines[at] > _MOST_FITS for at in one.lines)
        fits_much = fits_much or any(of_rows[place] > _MOST_FITS for place in one.rows)
        if fits_much and not one.is_telling:
            continue
        if not taken_lines & set(one.lines) and not taken_rows & set(one.rows):
            taken_lines |= set(one.lines)
            taken_rows |= set(one.rows)
            chosen.append(one)
    return chosen


def _pairs(
    lines: Sequence[tuple[int, BilledLine]], rows: Sequence[tuple[int, SaidRow]]
) -> Iterator[Leftover]:
    by_day: defaultdict[int, list[tuple[int, int, SaidRow]]] = defaultdict(list)
    for place, said in rows:
        by_day[said.row.date.toordinal()].append((said.row.amount.fen, place, said))
    for of_day in by_day.values():
        of_day.sort(key=itemgetter(0, 1))
    for at, line in lines:
        fen, away = line.amount.fen, tolerance(line.amount)
        for days in range(_EARLIEST, _LATEST + 1):
            some = by_day[line.day.toordinal() - days]
            if days not in _DAYS_OF_ANOTHER_AMOUNT:
                first = bisect_left(some, fen - away, key=itemgetter(0))
                some = some[first : bisect_right(some, fen + away, key=itemgetter(0))]
            for _, place, said in some:
                points = _points(line, said, days)
                if points is not None:
                    is_telling = bool(shared_words(line, said.row)) or _is_odd(line, said.row)
                    yield Leftover(abs(days) / 2 - points, (at,), (place,), is_telling)


def _points(line: BilledLine, said: SaidRow, days: int) -> float | None:
    """How likely a line and a row are one payment; None if a question is not worth it."""
    row = said.row
    if days > 0 and is_told_before(line, row.created_at):
        return None
    amount, is_same_way = amount_points(row.amount, line.amount), line.type is row.type
    if amount is None:
        is_open = is_same_way and not _names_another_account(line, said)
        return _points_of_another_amount(line, said, days) if is_open else None
    if not is_same_way:
        return _points_of_another_way(line, said, days, amount)
    if _names_another_account(line, said):
        return amount if days == 0 else None
    words = shared_words(line, row)
    if words or _is_odd(line, row):
        return amount + words
    return amount if _is_likely(line, said, days, amount) else None


def _names_another_account(line: BilledLine, said: SaidRow) -> bool:
    return line.account is not None and said.account not in (None, line.account, line.wallet)


def _points_of_another_way(line: BilledLine, said: SaidRow, days: int, amount: float) -> float | None:
    """Points where money was spent on one side, and earned or moved on the other."""
    row = said.row
    is_own = TransactionType.TRANSFER in (line.type, row.type)
    is_alike = shared_words(line, row) > 0 or _is_odd(line, row) or have_one_category(line, said)
    is_likely = amount >= _ROUND and abs(days) <= _NEAR and (is_own or is_alike)
    behind = 0.0 if is_own else _OTHER_WAY
    return amount - behind if is_likely and _may_move(line, row) else None


def _is_likely(line: BilledLine, said: SaidRow, days: int, amount: float) -> bool:
    """Whether an amount alone makes a question worth it: on the day, soon if nothing tells otherwise, later if it is large."""
    if abs(days) > _SOON and line.amount < _LARGE:
        return False
    if line.type is not TransactionType.EXPENSE or have_one_category(line, said):
        return amount >= _ROUND
    is_strange = is_named(line.category) and is_named(said.category) and line.amount < _LARGE
    return days == 0 or (line.amount == said.row.amount and not is_strange and abs(days) <= _SOON)


def _is_odd(line: BilledLine, row: Transaction) -> bool:
    return line.amount == row.amount and row.amount.fen % 100 != 0


def _points_of_another_amount(line: BilledLine, said: SaidRow, days: int) -> float | None:
    if days not in _DAYS_OF_ANOTHER_AMOUNT:
        return None
    fit = fit_of_another_amount(line, said)
    if fit and fit.is_possible:
        return fit.points - _OTHER_AMOUNT
    billed, told = line.amount.fen, said.row.amount.fen
    is_about = told * 2 <= billed * _TWICE_AND_HALF and billed * 2 <= told * _TWICE_AND_HALF
    is_guess = told % _GUESSED == 0 and is_at_its_time(line, said.row) and meaning_points(line, said) > 0
    is_alike = line.kind is LineKind.PAID and (have_one_category(line, said) or is_guess)
    return -_OTHER_AMOUNT if is_about and is_alike else None


def _may_move(line: BilledLine, row: Transaction) -> bool:
    """Whether money that moved within the household, on one side, may be what was spent or earned on the other."""
    own, other = (line, row) if line.type is TransactionType.TRANSFER else (row, line)
    if own.to_account is not None and other.type is TransactionType.INCOME:
        return isinstance(other, Transaction) or other.account in (None, own.to_account)
    return True


def _sums_of_lines(
    lines: Sequence[tuple[int, BilledLine]], rows: Sequence[tuple[int, SaidRow]]
) -> Iterator[Leftover]:
    """Two or three payments of a day in any shops, or of a week in one, that have the amount of one row."""
    wanted: defaultdict[tuple[TransactionType, int], list[tuple[int, SaidRow]]] = defaultdict(list)
    for place, said in rows:
        wanted[said.row.type, said.row.amount.fen].append((place, said))
    for some in _together([(at, line) for at, line in lines if line.kind is LineKind.PAID]):
        days = [line.day for _, line in some]
        total = sum(line.amount.fen for _, line in some)
        for place, said in wanted[some[0][1].type, total]:
            is_told = days[0] == days[-1] or total % 100 != 0 or shared_words(some[0][1], said.row)
            if is_told and 0 <= (said.row.date - max(days)).days <= _NEAR:
                yield Leftover(len(some) - _SUM, tuple(at for at, _ in some), (place,), total % 100 != 0)


def _rounded_sums_of_lines(
    lines: Sequence[tuple[int, BilledLine]], rows: Sequence[tuple[int, SaidRow]]
) -> Iterator[Leftover]:
    """Two payments of one morning, or of one evening, that a row tells of both, and whose sum it rounds."""
    told: defaultdict[tuple[object, ...], list[tuple[int, SaidRow]]] = defaultdict(list)
    for place, said in rows:
        told[said.row.type, said.row.date].append((place, said))
    for (at, line), (other_at, other) in _of_one_morning(lines):
        total = line.amount + other.amount
        for place, said in told[line.type, line.day]:
            is_rounded = said.row.amount != total and is_near(said.row.amount, total)
            if is_rounded and _tells_of_both(said, line, other):
                yield Leftover(2 - _ROUNDED_SUM, (at, other_at), (place,), is_telling=True)


def _of_one_morning(
    lines: Sequence[tuple[int, BilledLine]],
) -> Iterator[tuple[tuple[int, BilledLine], tuple[int, BilledLine]]]:
    paid = [(at, line) for at, line in lines if line.kind is LineKind.PAID]
    for number, one in enumerate(paid):
        for other in paid[number + 1 : number + _MOST_A_DAY]:
            is_near_by = other[1].happened - one[1].happened <= _ONE_MORNING
            if is_near_by and (other[1].day, other[1].type) == (one[1].day, one[1].type):
                yield one, other


def _tells_of_both(said: SaidRow, line: BilledLine, other: BilledLine) -> bool:
    """Whether a row tells of both, or may do so as neither tells another kind, soon after each other."""
    both = (line, other)
    if any(_names_another_account(one, said) or is_told_before(one, said.row.created_at) for one in both):
        return False
    untold = [one for one in both if not have_one_category(one, said) and not shared_words(one, said.row)]
    is_soon = other.happened - line.happened <= _ONE_ROUND
    return not untold or (is_soon and not any(is_named(one.category) for one in untold))


def _together(
    lines: Sequence[tuple[int, BilledLine]],
) -> Iterator[tuple[tuple[int, BilledLine], ...]]:
    by_day: defaultdict[tuple[object, ...], list[tuple[int, BilledLine]]] = defaultdict(list)
    by_shop: defaultdict[tuple[object, ...], list[tuple[int, BilledLine]]] = defaultdict(list)
    for at, line in lines:
        by_day[line.type, line.day].append((at, line))
        if line.merchant:
            by_shop[line.type, line.source, line.merchant].append((at, line))
    for group in by_day.values():
        for count in (2, 3) if len(group) <= _MOST_A_DAY else ():
            yield from combinations(group, count)
    for group in by_shop.values():
        for (at, line), (other_at, other) in pairwise(group):
            if 0 < (other.day - line.day).days <= _LATEST:
                yield ((at, line), (other_at, other))


def _sums_of_rows(
    lines: Sequence[tuple[int, BilledLine]], rows: Sequence[tuple[int, SaidRow]]
) -> Iterator[Leftover]:
    """Two rows of a day, told in two sentences, that have the amount of one payment."""
    wanted: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, line in lines:
        wanted[line.type, line.day, line.amount.fen].append(at)
    by_day: defaultdict[tuple[object, ...], list[tuple[int, Transaction]]] = defaultdict(list)
    for place, said in rows:
        by_day[said.row.type, said.row.date].append((place, said.row))
    for (of_type, day), group in by_day.items():
        for (place, row), (other_place, other) in combinations(group[:_MOST_A_DAY], 2):
            total = row.amount.fen + other.amount.fen
            for at in wanted[of_type, day, total]:
                yield Leftover(2 - _SUM, (at,), (place, other_place), total % 100 != 0)
