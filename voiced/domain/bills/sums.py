"""Sums that a person said: one line of a bill for several rows, and several lines for one row."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations, pairwise

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import BilledLine, LineKind, SaidRow
from voiced.domain.bills.fitting import DAYS_AFTER, DAYS_BEFORE, LIKELY, POSSIBLE, some_tens, tolerance
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

_DAY = timedelta(days=1)
_MOST_TOGETHER = 6
"""Of more lines of one shop and day, or of more rows of a sentence, the sums of some are not tried."""
_ROUND = timedelta(minutes=30)
"""So long a round through two shops takes."""
_TELLING = timedelta(minutes=10)
"""So long the telling of two things takes."""


class SaidSum(Struct, frozen=True):
    """Rows as one.

    Attributes:
        places: those of the rows.
        said: a row with their sum and all their words.
    """

    places: tuple[int, ...]
    said: SaidRow


class BilledSum(Struct, frozen=True):
    """Lines as one.

    Attributes:
        places: those of the lines.
        line: a line with their sum.
        enough: from these points on it is worth a question.
        words: so many of its words a row has to share.
        is_whole: whether no other line is of that shop and day, or no other income of that day.
    """

    places: tuple[int, ...]
    line: BilledLine
    enough: float = LIKELY
    words: int = 0
    is_whole: bool = False


class Near:
    """Rows by their days and amounts."""

    def __init__(self, said: Iterable[SaidRow]) -> None:
        self._places: defaultdict[tuple[TransactionType, object], list[tuple[int, int]]] = defaultdict(list)
        for place, one in enumerate(said):
            self._places[one.row.type, one.row.date].append((one.row.amount.fen, place))
        for places in self._places.values():
            places.sort()

    def to(self, line: BilledLine) -> Iterator[int]:
        """The places of the rows of about the day and the amount of a line."""
        away = tolerance(line.amount)
        for days in range(-DAYS_AFTER, DAYS_BEFORE + 1):
            places = self._places.get((line.type, line.day + days * _DAY), [])
            first = bisect_left(places, (line.amount.fen - away, 0))
            last = bisect_left(places, (line.amount.fen + away + 1, 0))
            for _, place in places[first:last]:
                yield place
            if (tens := some_tens(line.amount)) is not None and tens < line.amount.fen - away:
                first, last = bisect_left(places, (tens, 0)), bisect_left(places, (tens + 1, 0))
                for _, place in places[first:last]:
                    yield place


def whole_sentences(said: Sequence[SaidRow]) -> list[SaidSum]:
    """All rows of each sentence as one, each type by itself."""
    batches: defaultdict[tuple[str, TransactionType], list[int]] = defaultdict(list)
    for place, one in enumerate(said):
        batches[one.row.batch_id, one.row.type].append(place)
    together = [tuple(places) for places in batches.values() if 1 < len(places) <= _MOST_TOGETHER]
    return [SaidSum(places, _summed([said[place] for place in places])) for places in together]


def rounds(said: Sequence[SaidRow]) -> list[SaidSum]:
    """Two rows of a day that were told one soon after the other, in two sentences, as one."""
    told = sorted(range(len(said)), key=lambda place: said[place].row.created_at)
    return [
        SaidSum(two, _summed([said[place] for place in two]))
        for two in pairwise(told)
        if _are_of_one_telling(*(said[place].row for place in two))
    ]


def _are_of_one_telling(one: Transaction, other: Transaction) -> bool:
    is_alike = (one.type, one.date, one.category) == (other.type, other.date, other.category)
    return is_alike and one.batch_id != other.batch_id and other.created_at - one.created_at <= _TELLING


def parts_of(sentences: Iterable[SaidSum], said: Sequence[SaidRow]) -> list[SaidSum]:
    """Any two rows of a longer sentence as one."""
    return [
        SaidSum(two, _summed([said[place] for place in two]))
        for one in sentences
        if len(one.places) > 2
        for two in combinations(one.places, 2)
    ]


def sums_of_lines(lines: Sequence[tuple[int, BilledLine]]) -> Iterator[BilledSum]:
    """Two or three lines of one merchant and day; incomes of one day, some or all; a payment less what came back soon."""
    groups: defaultdict[tuple[object, ...], list[tuple[int, BilledLine]]] = defaultdict(list)
    returned: defaultdict[tuple[str, str], list[BilledLine]] = defaultdict(list)
    for at, line in lines:
        if line.kind is LineKind.PAID and (line.merchant or line.type is TransactionType.INCOME):
            whose = "" if line.type is TransactionType.INCOME else line.merchant
            groups[line.source, line.day, line.type, whose].append((at, line))
        if line.kind is LineKind.REFUND and line.trade:
            returned[line.source, line.trade].append(line)
    for group in groups.values():
        is_income = group[0][1].type is TransactionType.INCOME
        for count in (2, 3) if len(group) <= _MOST_TOGETHER else ():
            for some in combinations(group, count):
                if count < len(group):
                    yield _together(some)
        if len(group) > 1 and (is_income or len(group) <= _MOST_TOGETHER):
            whole = _together(group, POSSIBLE if is_income else LIKELY)
            yield replace(whole, is_whole=True)
    for at, line in lines:
        for refund in returned[line.source, line.trade] if line.kind is LineKind.PAID else ():
            left = line.amount.fen - refund.amount.fen
            if left > 0 and (refund.day - line.day).days <= DAYS_AFTER:
                for happened in {line.happened, refund.happened}:
                    yield BilledSum((at,), replace(line, amount=Money(left), happened=happened))


def sums_of_two_shops(lines: Sequence[tuple[int, BilledLine]]) -> Iterator[BilledSum]:
    """Two payments of one wallet in two shops, one soon after the other.

    Args:
        lines: in order of time.
    """
    for place, (at, line) in enumerate(lines):
        for other in lines[place + 1 :]:
            if other[1].happened - line.happened > _ROUND:
                break
            if _are_of_one_round(line, other[1]):
                yield replace(_together(((at, line), other)), words=1)


def _are_of_one_round(one: BilledLine, other: BilledLine) -> bool:
    is_paid = one.kind is other.kind is LineKind.PAID and one.type is other.type is TransactionType.EXPENSE
    return is_paid and one.has_time and one.source == other.source and one.merchant != other.merchant


def _together(some: Sequence[tuple[int, BilledLine]], enough: float = LIKELY) -> BilledSum:
    total = Money(sum(line.amount.fen for _, line in some))
    words = " ".join(dict.fromkeys(line.merchant for _, line in some))
    return BilledSum(tuple(at for at, _ in some), replace(some[0][1], amount=total, merchant=words), enough)


def _summed(rows: Sequence[SaidRow]) -> SaidRow:
    first = rows[0].row
    words = " ".join(one.row.description for one in rows)
    amount = Money(sum(one.row.amount.fen for one in rows))
    return SaidRow(replace(first, amount=amount, description=words), rows[0].account)
