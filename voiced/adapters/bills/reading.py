"""What the readers of bills share: cells, amounts and times, and the kinds of lines."""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.bills.naming import Naming
from voiced.adapters.bills.tables import Table
from voiced.adapters.exchange.tables import Line, UnreadableCell, amount, day_and_time
from voiced.domain.bills.billed import CHINA, UNREADABLE, BillDoubt, BilledLine, LineKind
from voiced.domain.bills.fitting import REFUNDED
from voiced.domain.file_import import LineProblem
from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import TransactionType
from voiced.errors import WrongInput

_ROUNDED = re.compile(r"\d(?:\.\d+)?[eE]\+?\d+|\d{12,}0{12,}")
"""A long number that a spreadsheet saved."""
_FORMULA = re.compile(r"=[-+\s]*(?:[\d(]|\$?[A-Za-z.]+[$\d(|!])")
"""A cell that a spreadsheet would work out. A nickname may begin with = as well (=_=)."""
_OF_RELATIVES = re.compile("亲情卡|亲属卡")
_DOUBTS = {
    LineProblem.AMOUNT: BillDoubt.AMOUNT,
    LineProblem.CURRENCY: BillDoubt.CURRENCY,
    LineProblem.DATE: BillDoubt.DATE,
}
"""What a person has to look at where a cell cannot be taken."""


class Cells(Struct, frozen=True):
    """The cells of a line; `/` is an empty one."""

    line: Line

    def __call__(self, *columns: str) -> str:
        """The first text in these columns; else an empty text."""
        text = self.line.text(*columns)
        return "" if text == "/" else text


class BillReading(Struct, frozen=True):
    """A line that is read.

    Attributes:
        source: the kind of bill.
        number: the column of its own number.
    """

    raw: Line
    source: str
    number: str
    naming: Naming

    @property
    def cells(self) -> Cells:
        """Its cells."""
        return Cells(self.raw)

    def line(
        self,
        *,
        happened: str,
        amount: str,
        merchant: str,
        item: str,
        trade: str,
        method: str,
        wallet: str | None,
    ) -> BilledLine:
        """What every line has, of the kind `NOTHING`; `UNSURE` if its amount or its time cannot be taken, or a cell is a formula."""
        base = BilledLine(
            line=self.raw.number,
            ref=f"{self.source}:{self.cells(self.number)}",
            happened=UNREADABLE,
            kind=LineKind.NOTHING,
            type=TransactionType.EXPENSE,
            amount=ZERO,
            account=None,
            wallet=wallet,
            merchant=merchant,
            item=item,
            trade=trade,
            method=method,
        )
        try:
            base = replace(base, happened=time_of(happened))
            base = replace(base, amount=amount_of(amount))
        except UnreadableCell as wrong:
            base = unreadable(base, wrong)
        if any(map(_FORMULA.match, self.raw.cells.values())):
            return unsure(base, BillDoubt.FORMULA, "a cell is a formula")
        return base

    def paid(
        self, base: BilledLine, of_type: TransactionType, account: str | None, category: str
    ) -> BilledLine:
        """Money that was spent or earned. What a relative's card paid is asked about, if it was not said."""
        line = replace(base, kind=LineKind.PAID, type=of_type, account=account, category=category)
        if account is None and _OF_RELATIVES.search(line.method):
            return replace(line, doubt=BillDoubt.KIND, reason="a relative's card paid it")
        return line

    def refund(self, base: BilledLine, account: str | None) -> BilledLine:
        """Money that came back."""
        category = self.naming.existing(REFUNDED, TransactionType.INCOME)
        return replace(
            base, kind=LineKind.REFUND, type=TransactionType.INCOME, account=account, category=category
        )

    def own(
        self, base: BilledLine, account: str | None, to_account: str | None, category: str = "转账"
    ) -> BilledLine:
        """Money that moved between accounts; nothing if the ledger has one account for both."""
        if account == to_account:
            return (
                self.nothing(base, "within one account")
                if account
                else unsure(base, BillDoubt.ACCOUNTS, "its accounts are not known")
            )
        name = self.naming.existing(category, TransactionType.TRANSFER)
        return replace(
            base,
            kind=LineKind.OWN,
            type=TransactionType.TRANSFER,
            account=account,
            to_account=to_account,
            category=name,
        )

    def nothing(self, base: BilledLine, reason: str) -> BilledLine:
        """A line of no money."""
        return replace(base, kind=LineKind.NOTHING, reason=reason)


def unsure(base: BilledLine, doubt: BillDoubt, reason: str) -> BilledLine:
    """A line that a person has to look at."""
    return replace(base, kind=LineKind.UNSURE, doubt=doubt, reason=reason)


def unreadable(base: BilledLine, wrong: UnreadableCell) -> BilledLine:
    """A line with a cell that cannot be taken."""
    return unsure(base, _DOUBTS.get(wrong.problem, BillDoubt.KIND), str(wrong))


def time_of(text: str) -> datetime:
    """A time of a bill, in Chinese time.

    Raises:
        UnreadableCell: the text is something else.
    """
    return day_and_time(text).replace(tzinfo=CHINA)


def amount_of(text: str) -> Money:
    """An amount above 0.

    Raises:
        UnreadableCell: the text is something else.
    """
    money = amount(text)
    if not money.is_recordable:
        raise UnreadableCell("the amount is 0", LineProblem.AMOUNT)
    return money


def refuse_rounded_numbers(table: Table, column: str) -> None:
    """Refuse a file whose numbers a spreadsheet rounded: two of its lines could have one name.

    Raises:
        WrongInput: it is such a file.
    """
    for line in table.lines:
        if _ROUNDED.fullmatch(line.text(column)):
            raise WrongInput(
                f"line {line.number}: a spreadsheet rounded {column}; export the bill again and import the file as it came"
            )
