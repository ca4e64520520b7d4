"""A line of a bill, as its reader understood it, and the bill as a whole."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import OTHER

CHINA = timezone(timedelta(hours=8))
"""Bills name local Chinese time and no zone; China has had no summer time since 1991."""

_WALLETS = ("alipay", "wechat")

_NUMBERS = re.compile(r"[\d*]+")

UNREADABLE = datetime(1970, 1, 1, tzinfo=CHINA)
"""The time of a line whose time could not be read."""


class LineKind(StrEnum):
    """What a line of a bill is.

    PAID: money that was spent or earned.
    REFUND: money that came back for a payment.
    OWN: money that moved between accounts of the household.
    NOTHING: no money moved, or it stayed within one account.
    UNSURE: the reader does not know it; a person has to look at it.
    """

    PAID = "paid"
    REFUND = "refund"
    OWN = "own"
    NOTHING = "nothing"
    UNSURE = "unsure"


class BillDoubt(StrEnum):
    """What a person has to look at in a line.

    STATE: a state of a payment that is not known. KIND: a kind of line that is not known. ACCOUNTS: which accounts the money
    moved between. FUTURE: a day that is still to come. FORMULA: a cell that is worked out; no wallet or bank writes one.
    """

    AMOUNT = "amount"
    CURRENCY = "currency"
    DATE = "date"
    FUTURE = "future"
    STATE = "state"
    KIND = "kind"
    ACCOUNTS = "accounts"
    FORMULA = "formula"


class BilledLine(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A line of a bill under the ledger's names.

    Attributes:
        line: its number in the file, from 1; in a workbook the number of its row.
        ref: its stable name, such as `alipay:2026…01`; the same line of another file has the same one.
        happened: in Chinese time; midnight where the bill has no time of day.
        has_time: whether the bill has a time of day.
        amount: the money that moved, without the fee.
        account: the account of the money; None where the ledger's accounts do not tell.
        to_account: where money of the household went; None where the ledger lacks it, and for other kinds.
        wallet: the account of the wallet that made the bill, or that a bank's line was paid through; people name it for each
            payment by it. None for any other line of a bank.
        through: the source of the wallet whose payment a line of a bank proves; None for every other line.
        category: a guess.
        merchant: the other side of the payment.
        item: what was paid for, in the bill's words.
        trade: the number that a payment and its refunds share; empty where the bill has no number.
        fee: what the bank or wallet took for it, beside the amount.
        method: the account in the bill's words.
        reason: why it is not a payment, or has to be looked at, for the operator.
        doubt: what has to be looked at in a line that is unsure, or that becomes no row unless it was said; else None.
    """

    line: int
    ref: str
    happened: datetime
    has_time: bool = True
    kind: LineKind
    type: TransactionType
    amount: Money
    account: str | None
    to_account: str | None = None
    wallet: str | None = None
    through: str | None = None
    category: str = ""
    merchant: str = ""
    item: str = ""
    trade: str = ""
    fee: Money = ZERO
    method: str = ""
    reason: str = ""
    doubt: BillDoubt | None = None

    @property
    def source(self) -> str:
        """The kind of bill: `alipay`, `wechat`, or the short name of a bank."""
        return self.ref.partition(":")[0]

    @property
    def is_of_wallet(self) -> bool:
        """Whether a wallet made the bill, and no bank."""
        return self.source in _WALLETS

    @property
    def moves_money(self) -> bool:
        """Whether it is known to tell of money that moved."""
        return self.kind not in (LineKind.NOTHING, LineKind.UNSURE)

    @cached_property
    def day(self) -> date:
        """The day in China."""
        return self.happened.date()

    @property
    def is_dated(self) -> bool:
        """Whether its time could be read."""
        return self.happened != UNREADABLE

    @property
    def likeness(self) -> tuple[object, ...]:
        """What two lines share that differ in nothing but their number and the time of day."""
        item = _NUMBERS.sub("", self.item)
        return (self.day, self.type, self.kind, self.amount, self.merchant, item, self.account)


class SaidRow(Struct, frozen=True):
    """A row that was said, and that no line of a bill belongs to yet.

    Attributes:
        account: the account that the words named; None where they named none, so that any may have paid.
        meaning: the category that its words name; empty where they name none.
        is_billed: whether the bills have all payments of that account on that day.
    """

    row: Transaction
    account: str | None
    meaning: str = ""
    is_billed: bool = False

    @property
    def category(self) -> str:
        """What it was spent on or earned by."""
        return self.row.category if self.row.category != OTHER else self.meaning or OTHER


class Bill(Struct, frozen=True):
    """A file of bills, as it was read.

    Attributes:
        form: the name of its format.
        lines: in the order of the file.
        first: the first day that it covers; None if it has no line and names no day.
        last: the last day that it covers.
        remarks: what the operator should know about the whole file.
    """

    form: str
    lines: tuple[BilledLine, ...]
    first: date | None
    last: date | None
    remarks: tuple[str, ...] = ()
