"""The rows of the ledger that lines of bills change and make."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import BilledLine, LineKind
from voiced.domain.bills.kept import RowLink
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary

_NAMESPACE = UUID("0d0f4f2a-6a5b-5c55-9d34-5e2f6d7e8a37")
"""The namespace of ids that bills give: the same line gives the same row on every machine."""
_FEE = "手续费"


def id_of(*words: str) -> str:
    """The id that is made of these words."""
    return str(uuid5(_NAMESPACE, "\n".join(words)))


class Booking(Struct, frozen=True):
    """A batch that rows are booked in.

    Attributes:
        created_at: when it is written.
        names: those of the ledger.
    """

    batch_id: str
    created_at: datetime
    names: Vocabulary

    def made(
        self, line: BilledLine, category: str = "", account: str = "", fee_row: Transaction | None = None
    ) -> tuple[RowLink, ...]:
        """The rows that a line makes: its own, and that of its fee."""
        # A payment that turns out to be one side of a transfer is another row: a row keeps its type.
        is_moved = line.kind is LineKind.OWN and not line.is_of_wallet
        name = f"{line.ref}#own" if is_moved else line.ref
        row = self._row(line, name, line.amount, line.type, category or line.category)
        to_account = line.to_account if line.type is TransactionType.TRANSFER else None
        words = line.item or line.merchant
        row = replace(row, account=account or row.account, to_account=to_account, description=words)
        return (RowLink(row), *self.fee(line, fee_row))

    def linked(self, lines: Sequence[BilledLine], rows: Sequence[Transaction]) -> tuple[RowLink, ...]:
        """The rows that were said, as the lines that belong to them have them: several lines of one row, or one line."""
        first = lines[0]
        amounts = [row.amount for row in rows]
        total = sum(line.amount.fen for line in lines)
        largest = max(range(len(rows)), key=lambda place: amounts[place])
        rest = total - sum(amount.fen for amount in amounts) + amounts[largest].fen
        if rest > 0:
            amounts[largest] = Money(rest)
        return tuple(
            RowLink(self._billed(first, row, amount), row) for row, amount in zip(rows, amounts, strict=True)
        )

    def fee(self, line: BilledLine, said: Transaction | None = None) -> tuple[RowLink, ...]:
        """The row of a line's fee, if it has one: the one that was said, or a new one."""
        if not line.fee.is_recordable:
            return ()
        if said is not None:
            return (RowLink(replace(said, account=line.account or said.account), said),)
        row = self._row(line, f"{line.ref}#fee", line.fee, TransactionType.EXPENSE, _FEE)
        return (RowLink(replace(row, description=_FEE)),)

    def _row(
        self, line: BilledLine, name: str, amount: Money, of_type: TransactionType, category: str
    ) -> Transaction:
        return Transaction(
            id=id_of(name),
            batch_id=self.batch_id,
            amount=amount,
            type=of_type,
            category=self._category(category, of_type),
            account=line.account
            or (line.wallet if line.is_of_wallet else None)
            or self.names.default_account,
            description="",
            date=line.day,
            created_at=self.created_at,
            paid_at=line.happened if line.has_time else None,
            merchant=line.merchant or None,
        )

    def _billed(self, line: BilledLine, row: Transaction, amount: Money) -> Transaction:
        is_guessed = row.category == OTHER and line.category
        account, to_account = _accounts(line, row)
        return replace(
            row,
            amount=amount,
            category=self._category(line.category, row.type) if is_guessed else row.category,
            account=account,
            to_account=to_account,
            paid_at=line.happened if line.has_time else None,
            merchant=line.merchant or None,
        )

    def _category(self, name: str, of_type: TransactionType) -> str:
        """A category of the ledger: this one, by its earlier name as well, else the one of last resort, else the type's first."""
        there = self.names.categories_of(of_type)
        names = [one.name for one in there]
        if name in names:
            return name
        renamed = (one.name for one in there if name in one.keywords)
        return next(renamed, OTHER if OTHER in names or not names else names[0])


def _accounts(line: BilledLine, row: Transaction) -> tuple[str, str | None]:
    """The accounts of a row by a line, which may be of another type: the person says what it was."""
    if row.type is not TransactionType.TRANSFER:
        is_end = line.type is TransactionType.TRANSFER and row.type is TransactionType.INCOME
        return ((line.to_account if is_end else line.account) or row.account, None)
    if line.type is TransactionType.INCOME:
        return row.account, line.account or row.to_account
    return line.account or row.account, line.to_account or row.to_account
