"""A question to the ledger as a model writes it: bare filters, without the names by which a sentence calls them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Unit
from voiced.domain.transaction import TransactionType


class RowsValue(Struct, frozen=True):
    """The filters of rows.

    Attributes:
        type: None for every type.
        first, last: both included; None for the whole ledger.
        words: of descriptions.
        without: words or categories whose rows do not count.
        at_least, at_most: bounds of the amount of a row, or `at_least` a total that may have been reached.
    """

    type: TransactionType | None = None
    first: date | None = None
    last: date | None = None
    categories: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    at_least: Money | None = None
    at_most: Money | None = None

    @property
    def names(self) -> Iterator[str]:
        """The names of what counts."""
        yield from (*self.categories, *self.words, *self.accounts)


class QuestionValue(Struct, frozen=True):
    """A whole question; for `against` see `LedgerQuestion`.

    Attributes:
        unit: of an average; None if it is not stated.
        grouping: of MOST, LEAST and EACH; None if it is not stated.
        series: the rows of each figure, if they are more than one.
        figure: of each group.
    """

    measure: Measure
    rows: RowsValue
    unit: Unit | None = None
    grouping: Grouping | None = None
    limit: int = 1
    against: RowsValue | None = None
    series: tuple[RowsValue, ...] = ()
    figure: Measure = Measure.TOTAL


def value_of(question: LedgerQuestion) -> QuestionValue:
    """The value of a question that was answered."""
    rows = _rows(question.rows)
    if question.threshold is not None:
        rows = replace(rows, at_least=question.threshold)
    return QuestionValue(
        question.measure,
        rows,
        question.unit if question.measure is Measure.AVERAGE else None,
        question.grouping,
        question.limit,
        None if question.against is None else _rows(question.against),
        tuple(_rows(series.rows) for series in question.series),
        question.figure,
    )


def _rows(rows: AskedRows) -> RowsValue:
    is_whole_ledger = rows.period.first == date.min
    without = rows.without
    return RowsValue(
        rows.type,
        None if is_whole_ledger else rows.period.first,
        None if is_whole_ledger else rows.period.last,
        tuple(name for subject in rows.subjects for name in subject.categories),
        tuple(word for subject in rows.subjects for word in subject.words),
        rows.accounts,
        () if without is None else (*without.categories, *without.words),
        rows.at_least,
        rows.at_most,
    )
