"""A question to the ledger (「这个月打车花了多少」) as a value, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum

from msgspec import Struct

from voiced.domain.budget import MonthBudget
from voiced.domain.hours import Hours
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType


class Measure(Enum):
    """The quantity or the rows that a question asks for.

    WHETHER: whether there is such a row. MOST, LEAST and EACH: the sums of groups, the largest first, the smallest first, or in
    the order of time. SHARE and DIFFERENCE: compared with other rows. BALANCE: income less expenses. BUDGET: what is left.
    """

    TOTAL = "total"
    COUNT = "count"
    AVERAGE = "average"
    LARGEST = "largest"
    SMALLEST = "smallest"
    LATEST = "latest"
    EARLIEST = "earliest"
    LISTED = "listed"
    WHETHER = "whether"
    MOST = "most"
    LEAST = "least"
    EACH = "each"
    SHARE = "share"
    DIFFERENCE = "difference"
    BALANCE = "balance"
    BUDGET = "budget"


class Grouping(Enum):
    """The property that the rows of a group have in common.

    WEEK: by its Monday. DAYS_OFF: Saturdays and Sundays, or the other days. SERIES: each series of the question is a group; a
    row may be in several.
    """

    CATEGORY = "category"
    ACCOUNT = "account"
    DESCRIPTION = "description"
    DAY = "day"
    MONTH = "month"
    WEEK = "week"
    DAYS_OFF = "days off"
    SERIES = "series"


OF_TIME = frozenset({Grouping.DAY, Grouping.WEEK, Grouping.MONTH})
"""Groupings whose groups follow each other."""


class Unit(Enum):
    """The unit of an average: a row, or a stretch of time."""

    ROW = "row"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class Period(Struct, frozen=True):
    """Days from `first` to `last`, both included.

    Attributes:
        label: how the user called them (这个月); empty for the whole ledger.
        is_open: whether the label leaves open which days are meant (最近, 国庆), so that an answer names them.
        hours: only these hours of each day; None for all. A row has a time if a bill tells it.
    """

    label: str
    first: date
    last: date
    is_open: bool = False
    hours: Hours | None = None


class Subject(Struct, frozen=True):
    """The subject of a question: rows of one of the categories, or with one of the words in the description.

    Attributes:
        label: how an answer calls it.
        categories: names of the ledger.
    """

    label: str
    categories: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class AskedRows(Struct, frozen=True):
    """The rows that a question is about: those that pass every filter.

    Attributes:
        type: None for every type.
        subjects: each has to fit; none means every row.
        without: rows that are left out.
        accounts: one of them has to fit; none means every account.
        at_least, at_most: bounds of the amount, both included.
    """

    type: TransactionType | None
    period: Period
    subjects: tuple[Subject, ...] = ()
    without: Subject | None = None
    accounts: tuple[str, ...] = ()
    at_least: Money | None = None
    at_most: Money | None = None


class Series(Struct, frozen=True):
    """The rows of one of several figures; `label` tells it from the others (六月, 打车)."""

    label: str
    rows: AskedRows


class LedgerQuestion(Struct, frozen=True):
    """A question that the ledger can answer.

    Attributes:
        rows: of several series those filters that all have.
        grouping: of MOST, LEAST and EACH; ACCOUNT of one row asks with what it was paid.
        against: the rows that DIFFERENCE compares with, the whole of a SHARE, the income of a BALANCE.
        unit, units: an AVERAGE is for this unit, of which the period has had so many; of rows it has as many as are found. Of a BUDGET it is
            the days that are left, if the amount for each is asked for.
        threshold: the amount that the total may have reached (有没有花到八千).
        limit: so many rows, of LARGEST, SMALLEST, LATEST and EARLIEST (最大的三笔), or so many groups of MOST and LEAST.
        skip: so many rows before them do not count (第三大的).
        series: of SERIES.
        figure: what is told of each group: TOTAL, COUNT or BALANCE; SHARE of a budget, if its part that was spent is asked for.
    """

    measure: Measure
    rows: AskedRows
    grouping: Grouping | None = None
    against: AskedRows | None = None
    unit: Unit = Unit.ROW
    units: int = 0
    threshold: Money | None = None
    limit: int = 1
    skip: int = 0
    series: tuple[Series, ...] = ()
    figure: Measure = Measure.TOTAL


class GroupSum(Struct, frozen=True):
    """The sum and the number of the rows of a group.

    Attributes:
        name: a category, an account, a description, a day, a month, the Monday of a week, 周末 or 工作日, or the label of a series.
    """

    name: str
    amount: Money
    count: int


class RowsBehind(Struct, frozen=True):
    """The rows behind one figure of an answer; all of what is given has to fit.

    Attributes:
        group: only the rows of this group.
        ids: only these rows; empty for every row.
    """

    rows: AskedRows
    group: tuple[Grouping, str] | None = None
    ids: tuple[str, ...] = ()


class LedgerAnswer(Struct, frozen=True):
    """The figures that answer a question, and the rows behind them.

    Attributes:
        total: of the rows; for LARGEST and LATEST of those that were asked for.
        rows: at most a page of them, the latest first; of LARGEST the largest first, of SMALLEST the smallest.
        against: sum and number of the rows of `question.against`.
        groups: the largest first; of equal ones the first by name.
        budgets: of a question for the budget.
        untimed: of a question about some hours, the rows of its days whose time is not known.
    """

    question: LedgerQuestion
    total: Money
    count: int
    rows: tuple[Transaction, ...] = ()
    against: GroupSum | None = None
    groups: tuple[GroupSum, ...] = ()
    budgets: tuple[MonthBudget, ...] = ()
    untimed: int = 0

    @property
    def average(self) -> Money | None:
        """The total for one unit, rounded to the fen; None without a unit to divide by."""
        units = self.count if self.question.unit is Unit.ROW else self.question.units
        return Money(_rounded(Decimal(self.total.fen) / units)) if units else None

    @property
    def difference(self) -> Money:
        """The total less that of the rows it is compared with."""
        return Money(self.total.fen - (self.against.amount.fen if self.against else 0))

    @property
    def percent(self) -> int | None:
        """The total in percent of the whole, rounded; None if the whole is nothing."""
        whole = self.against.amount.fen if self.against else 0
        return _rounded(Decimal(100 * self.total.fen) / whole) if whole else None

    @property
    def ordered_groups(self) -> Sequence[GroupSum]:
        """The groups in the order in which the question asks for them: by their figure, or as they follow each other."""
        question = self.question
        if question.measure is Measure.EACH and question.grouping in OF_TIME:
            return sorted(self.groups, key=lambda group: group.name)
        if question.measure is Measure.EACH and question.series:
            places = {series.label: place for place, series in enumerate(question.series)}
            return sorted(self.groups, key=lambda group: places[group.name])
        sign = 1 if question.measure is Measure.LEAST else -1
        return sorted(self.groups, key=lambda group: (sign * figure_of(group, question.figure), group.name))


def figure_of(group: GroupSum, figure: Measure) -> int:
    """The number by which groups are ranked: rows, or fen."""
    return group.count if figure is Measure.COUNT else group.amount.fen


def _rounded(number: Decimal) -> int:
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))
