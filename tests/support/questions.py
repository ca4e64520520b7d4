"""Questions to the ledger for tests."""

from __future__ import annotations

from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, Subject
from voiced.domain.transaction import TransactionType


def question(
    measure: Measure,
    period: Period,
    category: str | None = None,
    of_type: TransactionType = TransactionType.EXPENSE,
) -> LedgerQuestion:
    """A question about the rows of a period, of one category if it is given."""
    subjects = () if category is None else (Subject(category, (category,)),)
    return LedgerQuestion(measure, AskedRows(of_type, period, subjects))
