"""Why a ledger refuses a row, in words, since the database only names the constraint."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.money import MAX_FEN, Money
from voiced.domain.row_texts import texts_of
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import LedgerFailure


def check_batch(batch_id: str, rows: Sequence[Transaction]) -> None:
    """Refuse faults that no constraint of the database catches.

    Raises:
        LedgerFailure: there are no rows, one is of another batch, or one holds a NUL, behind which SQLite's
            JSON functions stop reading.
    """
    if not rows:
        raise LedgerFailure(f"saving batch {batch_id} failed: it has no rows")
    for number, row in enumerate(rows, start=1):
        if row.batch_id != batch_id:
            raise LedgerFailure(
                f"saving batch {batch_id} failed: row {number} is of batch {row.batch_id}; nothing was written"
            )
        for name, text in texts_of(row).items():
            if "\0" in text:
                raise LedgerFailure(
                    f"saving batch {batch_id} failed: row {number}: the {name} holds a NUL character; nothing was written"
                )


def why_refused(rows: Sequence[Transaction], vocabulary: Vocabulary) -> str | None:
    """The first row that a ledger with this vocabulary refuses, and why; None where no reason is known."""
    for number, row in enumerate(rows, start=1):
        if reason := _reason(row.amount, row.category, (row.account, row.to_account), vocabulary):
            return f"row {number}: {reason}"
        if row.to_account is not None and row.type is not TransactionType.TRANSFER:
            return f"row {number}: only a transfer goes to a second account"
    return None


def why_change_refused(change: FieldChange, vocabulary: Vocabulary) -> str | None:
    """Why a ledger with this vocabulary refuses a change; None where no reason is known."""
    return _reason(change.amount, change.category, (change.account, change.to_account), vocabulary)


def _reason(
    amount: Money | None, category: str | None, accounts: tuple[str | None, ...], vocabulary: Vocabulary
) -> str | None:
    if amount is not None and not amount.is_recordable:
        return f"the amount is {amount}; it must be above 0 and at most {Money(MAX_FEN)}"
    if category is not None and category not in (known.name for known in vocabulary.categories):
        return f"the ledger has no category {category!r}"
    for account in accounts:
        if account is not None and account not in (known.name for known in vocabulary.accounts):
            return f"the ledger has no account {account!r}"
    return None
