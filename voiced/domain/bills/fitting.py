"""How well a line of a bill and a row that was said fit each other, in points."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import CHINA, BilledLine, LineKind, SaidRow
from voiced.domain.bills.meaning import CATEGORY, is_named, is_vague, meaning_points, shared_words, times_of
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

SURE = 7.0
"""From these points on a pair may be linked without asking. These and all points were set by the households of
`tests/data/bills`; decision 0079 has what was measured before they were."""
POSSIBLE = 3.0
"""From these points on a pair is worth a question."""
LIKELY = 5.0
"""From these points on a sum that is not certain, or another amount, is worth a question: more things have some sum than
have an amount."""
_NAMED = 4.0
"""The same for another amount, where the words name the shop or the thing."""
CLEARLY = 1.0
"""A pair is clearly better than another one that has so many points less."""

DAYS_BEFORE, DAYS_AFTER = 1, 3
"""A line is billed from so many days before the said day to so many days after it."""

REFUNDED = "退款"
"""The category of rows that tell of money that came back."""

_OF_DAYS = {0: 3.0, 1: 2.0, -1: 1.0, 2: 1.0, 3: 0.5}
"""Points by the days from the said day to the billed one."""
_TOLD_NEXT_MORNING, _TOLD_FIRST = 2.5, 3.0
"""Points of the day before the said one for what was told in the morning: people leave out 昨天. What is told before ten is
rarely of that day, if it was paid in the later half of the day before."""
_TOLD_BEFORE = 0.0
"""Points of a later day for what a wallet paid after it was told."""
_EXACT, _ROUNDED, _WHOLE, _COARSE = 4.0, 2.5, 2.0, 1.0
_ACCOUNT, _WALLET, _MISNAMED, _OTHER_ACCOUNT = 2.0, 1.0, -2.5, -4.0
_SAID_AT_ONCE, _SAID_SOON, _SAID_BEFORE = 2.0, 0.75, -3.0
_ALONE = 1.5
"""Points of a pair beside which nothing else fits the line, or the row."""

_AT_ONCE = timedelta(minutes=45)
_SOON = (timedelta(minutes=-5), timedelta(minutes=90))
_BEFORE = timedelta(minutes=-10)
_END_OF_NIGHT, _TEN, _NOON = 5, 10, 12
_TEN_YUAN = 1000
_MOST_TIMES = 5
"""A share of a payment, or another amount that was told for it, is at least a fifth of it and at most five times as much."""


class Fit(Struct, frozen=True):
    """How well a line and a row fit.

    Attributes:
        points: the more, the better.
        differs: whether another account was said than the one that paid, or another amount, or it was told before it was paid;
            such a pair is never linked without asking.
        doubt: the points that it might have more if the line told what was bought.
        enough: from these points on it is worth a question.
        is_plain: whether it is of one day, was told after it was paid and nothing tells otherwise.
        is_vague: whether it is of one day, and neither words nor the hour tell that it is this payment; a category that was
            guessed does not settle which of two it is.
    """

    points: float
    differs: bool = False
    doubt: float = 0.0
    enough: float = POSSIBLE
    is_plain: bool = False
    is_vague: bool = False

    @property
    def is_possible(self) -> bool:
        """Whether it is worth a question."""
        return self.points >= self.enough

    @property
    def is_sure(self) -> bool:
        """Whether the pair may be linked, if it is clearly better than any other."""
        return self.points >= SURE and not self.differs

    @property
    def is_sure_alone(self) -> bool:
        """Whether the pair may be linked, if nothing else fits either side."""
        return self.is_plain and not self.differs and self.points + _ALONE >= SURE


def tolerance(billed: Money) -> int:
    """The largest difference in fen between a billed amount and the one that a person said for it."""
    return max(100, billed.fen * 3 // 100)


def fit_of(line: BilledLine, said: SaidRow) -> Fit | None:
    """How well a line and a row fit; None if they cannot belong together."""
    amount = amount_points(said.row.amount, line.amount)
    fit = None if amount is None else _fit_but_for_the_amount(line, said, is_exact=amount == _EXACT)
    if amount is None or fit is None:
        return None
    points = amount + fit.points
    if fit.differs and amount == _EXACT and line.day == said.row.date:
        points = max(points, POSSIBLE)
    return replace(fit, points=points, enough=LIKELY if amount == _COARSE else fit.enough)


def fit_of_another_amount(line: BilledLine, said: SaidRow) -> Fit | None:
    """How well a payment and a row fit by all but their amounts: digits that were swapped, a share of a dinner, a forgotten coupon."""
    row, billed = said.row, line.amount.fen
    is_named, is_swapped = bool(shared_words(line, row)), are_swapped(row.amount, line.amount)
    is_near = billed <= row.amount.fen * _MOST_TIMES <= billed * _MOST_TIMES**2
    if line.kind is not LineKind.PAID or not (is_near or is_swapped):
        return None
    is_likely = line.category == said.category and _time_points(line, row) > 0
    if not (is_named or is_swapped or is_likely):
        return None
    fit = _fit_but_for_the_amount(line, said)
    enough = POSSIBLE if is_swapped else _NAMED if is_named else LIKELY
    return fit and replace(fit, differs=True, enough=enough)


def are_swapped(one: Money, other: Money) -> bool:
    """Whether two amounts differ in two neighbouring digits that were swapped (35.7 and 53.7), or in the place of 十 (十七 and 七十)."""
    smaller, larger = sorted((one.fen, other.fen))
    if _TEN_YUAN < smaller < 2 * _TEN_YUAN and larger == (smaller - _TEN_YUAN) * 10:
        return True
    first, second = str(one.fen), str(other.fen)
    apart = [at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    if len(first) != len(second) or len(apart) != 2:
        return False
    at, after = apart
    return after == at + 1 and (first[at], first[after]) == (second[after], second[at])


def _fit_but_for_the_amount(line: BilledLine, said: SaidRow, *, is_exact: bool = False) -> Fit | None:
    row = said.row
    days = _day_points(line, row)
    if days is None or not _is_alike(line, row):
        return None
    accounts = _account_points(line, said, is_exact=is_exact)
    if accounts is None:
        return None
    time, meaning = _time_points(line, row), meaning_points(line, said)
    if time == _SAID_AT_ONCE and meaning < 0 and is_exact:
        meaning /= 2
    return Fit(
        days + accounts + time + meaning,
        differs=accounts <= _OTHER_ACCOUNT or days == _TOLD_BEFORE,
        doubt=0.0 if is_named(line.category) else CATEGORY,
        enough=LIKELY if days == _TOLD_BEFORE else POSSIBLE,
        is_plain=days >= _TOLD_NEXT_MORNING and min(time, meaning) >= 0,
        is_vague=line.day == row.date and time == 0 and is_vague(line, said),
    )


def amount_points(said: Money, billed: Money) -> float | None:
    """Points for the amounts; None if the said one is neither the billed one nor a rounding of it.

    People round to half a yuan, leave the fen out, say tens for larger amounts, and 一百二十几 for what is more than 120.
    """
    away = abs(said.fen - billed.fen)
    if not away:
        return _EXACT
    if said.fen % 50 == 0 and away <= min(500, max(50, billed.fen // 100)):
        return _ROUNDED
    if said.fen % 10 == 0 and away < 10:
        return _ROUNDED
    if said.fen % 100 == 0 and away < 100:
        return _WHOLE
    step = 500 if said.fen < 10_000 else 1000
    if said.fen >= 3000 and said.fen % step == 0 and away * 100 <= billed.fen * 3:
        return _COARSE
    return _COARSE if said.fen == some_tens(billed) else None


def is_near(said: Money, billed: Money) -> bool:
    """Whether an amount is another one, or a close rounding of it."""
    return (amount_points(said, billed) or 0.0) >= _WHOLE


def some_tens(billed: Money) -> int | None:
    """The tens in fen that a person says for an amount that is some yuan more; None for less than twenty yuan."""
    tens = billed.fen - billed.fen % _TEN_YUAN
    return tens if tens >= 2 * _TEN_YUAN else None


def _is_alike(line: BilledLine, row: Transaction) -> bool:
    """Whether a row of this type and category can be of a line of this kind."""
    if line.type is not row.type:
        return False
    return line.type is not TransactionType.INCOME or (line.kind is LineKind.REFUND) == tells_of_a_refund(row)


def tells_of_a_refund(row: Transaction) -> bool:
    """Whether a row says that money came back: by its category, or by its words where that tells nothing."""
    return row.category == REFUNDED or (not is_named(row.category) and REFUNDED in row.description)


def _account_points(line: BilledLine, said: SaidRow, *, is_exact: bool) -> float | None:
    """Points for the account. One whose own bill has no such payment was misnamed."""
    to_account = said.row.to_account
    if line.to_account is not None and to_account is not None and line.to_account != to_account:
        return None
    if said.account is None or line.account is None:
        return 0.0
    if said.account == line.account:
        return _ACCOUNT
    if line.kind is LineKind.OWN:
        return None
    if said.account == line.wallet:
        return _WALLET
    return _MISNAMED if said.is_billed and is_exact else _OTHER_ACCOUNT


def _day_points(line: BilledLine, row: Transaction) -> float | None:
    days = (line.day - row.date).days
    told = row.created_at.astimezone(CHINA)
    if days > 0 and _names_day(line.item, row.date):
        return _OF_DAYS[0] if days <= DAYS_AFTER else None
    is_of_today = any(first <= told.hour for first, _ in times_of(row.description))
    if days == -1 and told.date() == row.date and told.hour < _NOON and not is_of_today:
        is_first = told.hour < _TEN and line.has_time and line.happened.hour >= _NOON
        return _TOLD_FIRST if is_first else _TOLD_NEXT_MORNING
    if 0 < days <= DAYS_AFTER and is_told_before(line, told):
        return _TOLD_BEFORE
    if 0 < days <= DAYS_AFTER and line.kind is LineKind.REFUND:
        return _OF_DAYS[1]
    if days == 1 and line.has_time and line.happened.hour < _END_OF_NIGHT:
        return _OF_DAYS[0]
    return _OF_DAYS.get(days)


def _names_day(item: str, day: date) -> bool:
    return f"{day.month}月{day.day}日" in item or item.endswith(f"-{day:%m%d}")


def is_told_before(line: BilledLine, told: datetime) -> bool:
    """Whether something was told on a day before a wallet paid it. Banks book later, and money comes back later."""
    is_of_a_wallet = line.has_time and line.kind is LineKind.PAID
    return is_of_a_wallet and told.astimezone(CHINA).date() < line.day


def _time_points(line: BilledLine, row: Transaction) -> float:
    """A payment is told soon after it, and not long before it."""
    if not line.has_time or line.day != row.date:
        return 0.0
    said = row.created_at.astimezone(CHINA)
    if said.date() != row.date:
        return 0.0
    after = said - line.happened
    if _SOON[0] <= after <= _SOON[1]:
        return _SAID_AT_ONCE if timedelta() <= after <= _AT_ONCE else _SAID_SOON
    return _SAID_BEFORE if after < _BEFORE else 0.0
