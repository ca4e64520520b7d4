"""The answer as the card shows it: its exact figure and, where it says more than a sentence, a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

from msgspec.structs import replace

from voiced.dialogue.sentences.asked_rows import NOUNS, group_name, other_name, rows_named
from voiced.dialogue.sentences.figures import UNIT_WORDS
from voiced.dialogue.values.card_answer import Bar, CardAnswer, Figure, FigureUnit, Layout
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.question import (
    AskedRows,
    Grouping,
    GroupSum,
    LedgerAnswer,
    LedgerQuestion,
    Measure,
    Period,
    RowsBehind,
    Subject,
)
from voiced.domain.transaction import TransactionType

_MOST_BARS = 8
"""Of a ranking as many are drawn; the others are one bar."""
_MOST_DAYS = 62
"""More days than these are drawn as months."""
_FEWEST_COLUMNS = 3
_EXTREMES = {
    Measure.LARGEST: "最大",
    Measure.SMALLEST: "最小",
    Measure.LATEST: "最近",
    Measure.EARLIEST: "最早",
}


def card_answer(found: LedgerAnswer, today: date) -> CardAnswer:
    """The answer as the card shows it."""
    asked = found.question.rows
    title = rows_named(asked, today)
    shown = CardAnswer(
        title, Figure(found.total), found.count, found.total, RowsBehind(asked), rows=found.rows
    )
    match found.question.measure:
        case Measure.COUNT | Measure.WHETHER:
            return replace(shown, figure=Figure(found.count, FigureUnit.ROWS))
        case Measure.AVERAGE:
            each = UNIT_WORDS[found.question.unit]
            return replace(shown, title=f"{title}，平均每{each}", figure=Figure(found.average or ZERO))
        case Measure.LARGEST | Measure.SMALLEST | Measure.LATEST | Measure.EARLIEST:
            ids = tuple(row.id for row in found.rows)
            extreme = f"{_EXTREMES[found.question.measure]}的{found.count}笔"
            return replace(shown, title=f"{title}，{extreme}", behind=RowsBehind(asked, ids=ids))
        case Measure.MOST | Measure.LEAST | Measure.EACH:
            return _of_groups(shown, found, today)
        case Measure.SHARE | Measure.DIFFERENCE | Measure.BALANCE as comparison:
            return _compared(comparison, shown, found, today)
        case Measure.BUDGET:
            return _of_budgets(found)
        case Measure.TOTAL | Measure.LISTED:
            return shown


def behind_named(behind: RowsBehind, today: date) -> str:
    """The rows behind a figure as a title: 这个月支出：餐饮."""
    title = rows_named(behind.rows, today)
    return f"{title}：{group_name(behind.group[1], behind.group[0], today)}" if behind.group else title


def _of_groups(shown: CardAnswer, found: LedgerAnswer, today: date) -> CardAnswer:
    """Columns for months and days, bars for all else."""
    question = found.question
    by = question.grouping or Grouping.CATEGORY
    if by is Grouping.SERIES:
        # A row may be in several of them, so that no search finds what their sum is made of.
        shown = replace(shown, behind=None)
    if question.figure is not Measure.TOTAL:
        return shown  # The bars are sums of money that went one way.
    if by in (Grouping.MONTH, Grouping.DAY) and len(found.groups) >= _FEWEST_COLUMNS:
        by, groups = _over_time(by, found.groups)
        bars = tuple(_bar_of(group, question.rows, by, today) for group in groups)
        return replace(shown, bars=bars, layout=Layout.COLUMNS)
    groups = found.ordered_groups
    if question.series:
        return replace(shown, bars=_of_series(question, groups[:_MOST_BARS]))
    bars = tuple(_bar_of(group, question.rows, by, today) for group in groups[:_MOST_BARS])
    return replace(shown, bars=(*bars, *_others(groups[_MOST_BARS:])))


def _of_series(question: LedgerQuestion, groups: Sequence[GroupSum]) -> tuple[Bar, ...]:
    rows = {series.label: series.rows for series in question.series}
    return tuple(Bar(group.name, group.amount, RowsBehind(rows[group.name])) for group in groups)


def _bar_of(group: GroupSum, rows: AskedRows, by: Grouping, today: date) -> Bar:
    behind = RowsBehind(rows, (by, group.name))
    if by is Grouping.WEEK:
        monday = date.fromisoformat(group.name)
        days = Period("", max(monday, rows.period.first), min(monday + timedelta(days=6), rows.period.last))
        behind = RowsBehind(replace(rows, period=days))
    return Bar(group_name(group.name, by, today), group.amount, None if by is Grouping.DAYS_OFF else behind)


def _others(groups: Sequence[GroupSum]) -> tuple[Bar, ...]:
    total = sum((group.amount for group in groups), ZERO)
    return (Bar(f"其他{len(groups)}项", total, None),) if groups else ()


def _over_time(by: Grouping, groups: Sequence[GroupSum]) -> tuple[Grouping, list[GroupSum]]:
    """Each day or month from the first to the last, also those without rows; many days are their months."""
    sums = {group.name: group for group in groups}
    first, last = min(sums), max(sums)
    if by is Grouping.DAY:
        begin = date.fromisoformat(first)
        days = (date.fromisoformat(last) - begin).days + 1
        if days <= _MOST_DAYS:
            names = [str(begin + timedelta(day)) for day in range(days)]
            return by, [sums.get(name, GroupSum(name, ZERO, 0)) for name in names]
        sums = _by_month(groups)
    months = [month := _month(first)]
    while str(month) < last[:7]:
        months.append(month := month.next)
    return Grouping.MONTH, [sums.get(str(month), GroupSum(str(month), ZERO, 0)) for month in months]


def _by_month(days: Sequence[GroupSum]) -> dict[str, GroupSum]:
    sums, counts = defaultdict[str, Money](lambda: ZERO), defaultdict[str, int](int)
    for day in days:
        sums[day.name[:7]] += day.amount
        counts[day.name[:7]] += day.count
    return {month: GroupSum(month, amount, counts[month]) for month, amount in sums.items()}


def _month(name: str) -> Month:
    first = date.fromisoformat(f"{name[:7]}-01")
    return Month(first.year, first.month)


_Comparison = Literal[Measure.SHARE, Measure.DIFFERENCE, Measure.BALANCE]


def _compared(comparison: _Comparison, shown: CardAnswer, found: LedgerAnswer, today: date) -> CardAnswer:
    """Two bars: the rows of the question, and those they are compared with."""
    question, rows = found.question, found.question.rows
    against = question.against or rows
    other = found.against.amount if found.against else ZERO
    names = _names_compared(comparison, rows, against, today)
    one, two = (
        Bar(name, amount, RowsBehind(side))
        for name, amount, side in zip(names, (found.total, other), (rows, against), strict=True)
    )
    match comparison:
        case Measure.SHARE:
            title, figure = f"{shown.title}占比", Figure(found.percent or 0, FigureUnit.PERCENT)
        case Measure.BALANCE:
            left = Money(other.fen - found.total.fen)
            title, figure = f"{rows.period.label}结余", Figure(left)
        case Measure.DIFFERENCE:
            more = "少" if found.difference < ZERO else "多"
            when = rows.period.label if rows.period == against.period else ""
            title = f"{when}{names[0]}比{names[1]}{more}"
            figure = Figure(Money(abs(found.difference.fen)))
    return replace(shown, title=title, figure=figure, behind=None, bars=(one, two))


def _names_compared(
    comparison: _Comparison, rows: AskedRows, against: AskedRows, today: date
) -> tuple[str, str]:
    match comparison:
        case Measure.SHARE:
            own = "、".join(subject.label for subject in rows.subjects if subject not in against.subjects)
            whole = "、".join(subject.label for subject in against.subjects)
            return own or rows_named(rows, today), whole or f"全部{NOUNS[against.type]}"
        case Measure.BALANCE:
            return NOUNS[rows.type], NOUNS[against.type]
        case Measure.DIFFERENCE:
            return other_name(against, rows, today), other_name(rows, against, today)


def _of_budgets(found: LedgerAnswer) -> CardAnswer:
    """A bar for each budget: what was spent of what may be spent."""
    bars = list[Bar]()
    for one in found.budgets:
        category, month = one.budget.category, one.month
        period = Period(found.question.rows.period.label, month.first, month.last)
        asked = AskedRows(TransactionType.EXPENSE, period, (Subject(category, (category,)),))
        bars.append(Bar(category, one.spent, RowsBehind(asked), one.available))
    left = sum((one.left for one in found.budgets), ZERO)
    label = f"{found.question.rows.period.label}预算{'超支' if left < ZERO else '还剩'}"
    return CardAnswer(label, Figure(Money(abs(left.fen))), len(bars), found.total, bars=tuple(bars))
