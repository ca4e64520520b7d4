"""How well a line of a bill and a row that was said fit each other, in points."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache

from msgspec import Struct

from voiced.domain.bills.billed import CHINA, BilledLine, LineKind, SaidRow
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import OTHER

SURE = 7.0
"""From these points on a pair may be linked without asking. Chosen on invented households that the points were set by; a
household that they were not set by has not been measured."""
POSSIBLE = 3.0
"""From these points on a pair is worth a question."""
CLEARLY = 1.0
"""A pair is clearly better than another one that has so many points less."""

DAYS_BEFORE, DAYS_AFTER = 1, 3
"""A line is billed from so many days before the said day to so many days after it."""

REFUNDED = "退款"
"""The category of rows that tell of money that came back."""

_OF_DAYS = {0: 3.0, 1: 2.0, -1: 1.5, 2: 1.0, 3: 0.5}
"""Points by the days from the said day to the billed one."""
_EXACT, _ROUNDED, _WHOLE, _COARSE = 4.0, 2.5, 2.0, 1.0
_ACCOUNT, _WALLET, _OTHER_ACCOUNT = 2.0, 1.0, -4.0
_SAID_SOON, _SAID_BEFORE = 1.5, -3.0
_WORDS, _CATEGORY, _NAMES_DAY = 1.5, 1.0, 2.0

_SOON = (timedelta(minutes=-5), timedelta(minutes=90))
_BEFORE = timedelta(minutes=-10)
_NO_WORDS = re.compile(r"微信|支付宝|支付|转账|付款|收款方?|二维码|备注|退款|红包|商品|订单|[^\w]|\d")
"""What bills write beside the words that tell something."""


class Fit(Struct, frozen=True):
    """How well a line and a row fit.

    Attributes:
        points: the more, the better.
        differs: whether another account was said than the one that paid; such a pair is never linked without asking.
    """

    points: float
    differs: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether the pair may be linked, if it is clearly better than any other."""
        return self.points >= SURE and not self.differs


def tolerance(billed: Money) -> int:
    """The largest difference in fen between a billed amount and the one that a person said for it."""
    return max(100, billed.fen * 3 // 100)


def fit_of(line: BilledLine, said: SaidRow) -> Fit | None:
    """How well a line and a row fit; None if they cannot belong together."""
    row = said.row
    amount = amount_points(row.amount, line.amount)
    days = _OF_DAYS.get((line.day - row.date).days)
    if amount is None or days is None or not _is_alike(line, row):
        return None
    accounts = _account_points(line, said)
    if accounts is None:
        return None
    points = amount + days + accounts + _time_points(line, row) + _word_points(line, row)
    if line.category == row.category and line.category != OTHER:
        points += _CATEGORY
    differs = accounts < 0
    if differs and amount == _EXACT and line.day == row.date:
        points = max(points, POSSIBLE)
    return Fit(points, differs)


def amount_points(said: Money, billed: Money) -> float | None:
    """Points for the amounts; None if the said one is neither the billed one nor a rounding of it.

    People round to half a yuan, leave the fen out, and say tens for larger amounts.
    """
    away = abs(said.fen - billed.fen)
    if not away:
        return _EXACT
    if said.fen % 50 == 0 and away <= min(500, max(50, billed.fen // 100)):
        return _ROUNDED
    if said.fen % 100 == 0 and away < 100:
        return _WHOLE
    step = 500 if said.fen < 10_000 else 1000
    if said.fen >= 3000 and said.fen % step == 0 and away * 100 <= billed.fen * 3:
        return _COARSE
    return None


def shared_words(line: BilledLine, row: Transaction) -> bool:
    """Whether two characters in a row of the description stand in the bill as well."""
    return bool(_pairs(row.description) & _pairs(f"{line.merchant} {line.item}"))


def _is_alike(line: BilledLine, row: Transaction) -> bool:
    """Whether a row of this type and category can be of a line of this kind."""
    if line.type is not row.type:
        return False
    return line.type is not TransactionType.INCOME or (line.kind is LineKind.REFUND) == (
        row.category == REFUNDED
    )


def _account_points(line: BilledLine, said: SaidRow) -> float | None:
    to_account = said.row.to_account
    if line.to_account is not None and to_account is not None and line.to_account != to_account:
        return None
    if said.account is None or line.account is None:
        return 0.0
    if said.account == line.account:
        return _ACCOUNT
    if line.kind is LineKind.OWN:
        return None
    return _WALLET if said.account == line.wallet else _OTHER_ACCOUNT


def _time_points(line: BilledLine, row: Transaction) -> float:
    """A payment is told soon after it, and not long before it."""
    if not line.has_time or line.day != row.date:
        return 0.0
    said = row.created_at.astimezone(CHINA)
    if said.date() != row.date:
        return 0.0
    after = said - line.happened
    if _SOON[0] <= after <= _SOON[1]:
        return _SAID_SOON
    return _SAID_BEFORE if after < _BEFORE else 0.0


def _word_points(line: BilledLine, row: Transaction) -> float:
    points = _WORDS if shared_words(line, row) else 0.0
    if row.date < line.day and f"{row.date.month}月{row.date.day}日" in line.item:
        points += _NAMES_DAY
    return points


@lru_cache(maxsize=1 << 15)
def _pairs(text: str) -> frozenset[str]:
    return frozenset(
        part[at : at + 2] for part in _NO_WORDS.sub(" ", text).split() for at in range(len(part) - 1)
    )
