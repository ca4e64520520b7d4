"""The reason for which a ledger refuses a row, in words, since the database only names the constraint."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.money import RECORDABLE, Money
from voiced.domain.row_texts import texts_of
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import BatchConflict, LedgerFailure, LedgerRefusal


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


def refusal_of_rows(rows: Sequence[Transaction], vocabulary: Vocabulary) -> LedgerRefusal | None:
    """The refusal of a batch by a ledger with this vocabulary, with its first bad row; None where no reason is known."""
    for number, row in enumerate(rows, start=1):
        reason = _reason(row.amount, row.category, (row.account, row.to_account), vocabulary)
        if reason is None and row.to_account is not None and row.type is not TransactionType.TRANSFER:
            reason = "only a transfer goes to a second account"
        if reason is not None:
            return LedgerRefusal(f"saving the batch failed: row {number}: {reason}; nothing was written")
    return None


def refusal_of_change(change: FieldChange, vocabulary: Vocabulary) -> LedgerRefusal | None:
    """The refusal of a change by a ledger with this vocabulary; None where no reason is known."""
    if reason := _reason(change.amount, change.category, (change.account, change.to_account), vocabulary):
        return LedgerRefusal(f"amending the row failed: {reason}; nothing was changed")
    return None


def conflict_of(batch_id: str, place: str) -> BatchConflict:
    """The refusal of a batch whose id other rows have; `place` says where these are."""
    return BatchConflict(
        f"saving the batch failed: other rows {place} as batch {batch_id}; nothing was written; give the batch another id"
    )


def _reason(
    amount: Money | None, category: str | None, accounts: tuple[str | None, ...], vocabulary: Vocabulary
) -> str | None:
    if amount is not None and not amount.is_recordable:
        return f"the amount is {amount}; it must be {RECORDABLE}"
    return vocabulary.why_unknown(category, accounts)
