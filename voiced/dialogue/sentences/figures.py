"""The ledger's answers in one sentence: exact as the card shows it, and with rounded amounts as it is heard."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.asked_rows import (
    NOUNS,
    account_named,
    bounds_named,
    group_name,
    other_name,
    period_named,
    rows_told,
)
from voiced.dialogue.sentences.days_and_amounts import Amounts, day_words
from voiced.domain.money import FEN_PER_YUAN, ZERO, Money
from voiced.domain.question import (
    OF_TIME,
    AskedRows,
    Grouping,
    GroupSum,
    LedgerAnswer,
    Measure,
    Period,
    Unit,
)
from voiced.domain.transaction import Transaction, TransactionType

_NAMED_GROUPS = 3
"""Of a ranking, as many are told; of other lists `phrases.NAMED_AT_MOST`."""
_EACH_AT_MOST = 12
"""Months and days that are told one by one; a year has twelve months."""
UNIT_WORDS = {Unit.ROW: "笔", Unit.DAY: "天", Unit.WEEK: "周", Unit.MONTH: "个月"}
_FEW = {
    Measure.LARGEST: "最大",
    Measure.SMALLEST: "最小",
    Measure.LATEST: "最近",
    Measure.EARLIEST: "最早",
}
_VERBS = {
    TransactionType.EXPENSE: "花了",
    TransactionType.INCOME: "收入",
    TransactionType.TRANSFER: "转了",
    None: "记了",
}


def answer(found: LedgerAnswer, today: date, amounts: Amounts) -> str:
    """The answer in one sentence."""
    return _Told(found, today, amounts).sentence()


_OfRows = Literal[Measure.TOTAL, Measure.COUNT, Measure.LISTED, Measure.WHETHER]


class _Told:
    """The sentence about an answer; `amounts` says how each amount is put."""

    def __init__(self, found: LedgerAnswer, today: date, amounts: Amounts) -> None:
        self._found = found
        self._question = found.question
        self._today = today
        self._amounts = amounts

    def sentence(self) -> str:
        """The sentence of the measure, and how many rows may be missing in it."""
        if not self._found.untimed:
            return self._of_measure()
        told = self._of_measure() if self._found.count else phrases.NONE_IN_THESE_HOURS
        return f"{told}另有{self._found.untimed}笔不知道几点。"

    def _of_measure(self) -> str:
        match self._question.measure:
            case Measure.BUDGET:
                return self._budget()
            case Measure.BALANCE:
                return self._balance()
            case Measure.DIFFERENCE:
                return self._difference()
            case _ if self._question.threshold is not None:
                return self._threshold(self._question.threshold)
            case _ if not self._found.count and not self._question.series:
                return self._nothing()
            case Measure.AVERAGE:
                return self._average()
            case Measure.SHARE:
                return self._share()
            case Measure.MOST | Measure.LEAST | Measure.EACH:
                return self._groups()
            case Measure.LARGEST | Measure.SMALLEST | Measure.LATEST | Measure.EARLIEST:
                return self._one_row()
            case measure:
                return self._rows_told(measure)

    def _rows_told(self, measure: _OfRows) -> str:
        """The sum of the rows, their number, or the rows themselves."""
        found, where = self._found, self._where(self._question.rows)
        verb, total = _VERBS[self._question.rows.type], self._amounts(self._found.total)
        match measure:
            case Measure.COUNT:
                return f"{where}记了{found.count}笔，一共{total}。"
            case Measure.LISTED:
                return f"{where}{verb}{total}，{found.count}笔：{self._named()}。"
            case Measure.WHETHER if found.count == 1:
                return f"{where}记过，{self._row(found.rows[0])}。"
            case Measure.WHETHER:
                return f"{where}记过{found.count}笔，最近一笔是{self._row(found.rows[0])}。"
            case Measure.TOTAL:
                return f"{where}一共{verb}{total}，{found.count}笔。"

    def _where(self, rows: AskedRows) -> str:
        return rows_told(rows, self._today, self._amounts)

    def _period(self, period: Period) -> str:
        return period_named(period, self._today)

    def _nothing(self) -> str:
        rows = self._question.rows
        yet = "还" if rows.period.last >= self._today else ""
        what = "、".join(subject.label for subject in rows.subjects) or NOUNS[rows.type]
        account = account_named(rows)
        bounds = bounds_named(rows, self._amounts)
        return f"{self._period(rows.period)}{account}{yet}没有记{bounds}{what}。"

    def _threshold(self, threshold: Money) -> str:
        where, total = self._where(self._question.rows), self._found.total
        verb = _VERBS[self._question.rows.type]
        bound = Money(threshold.fen - threshold.fen % FEN_PER_YUAN)
        reached = "到了" if total >= threshold else "没到"
        return f"{where}一共{verb}{self._amounts(total)}，{reached}{bound}元。"

    def _named(self) -> str:
        latest = self._found.rows[: phrases.NAMED_AT_MOST]
        return phrases.named(reversed(latest)) + ("等" if self._found.count > len(latest) else "")

    def _row(self, row: Transaction) -> str:
        when = day_words(row.date, self._today) or "今天"
        return f"{when}的{row.description or row.category}，{self._amounts(row.amount)}"

    def _one_row(self) -> str:
        where, (row, *others) = self._where(self._question.rows), self._found.rows
        if self._question.skip:
            which = (
                f"第{self._question.skip + 1}{'大' if self._question.measure is Measure.LARGEST else '小'}"
            )
            return f"{where}{which}的一笔是{self._row(row)}。"
        if others:
            told = "；".join(self._row(one) for one in self._found.rows)
            return f"{where}{_FEW[self._question.measure]}的{self._found.count}笔是{told}，一共{self._amounts(self._found.total)}。"
        names = {
            Measure.LARGEST: "最大的一笔",
            Measure.SMALLEST: "最小的一笔",
            Measure.LATEST: "最近一次",
            Measure.EARLIEST: "第一次",
        }
        paid = f"，用{row.account}付的" if self._question.grouping is Grouping.ACCOUNT else ""
        return f"{where}{names[self._question.measure]}是{self._row(row)}{paid}。"

    def _average(self) -> str:
        where, unit = self._where(self._question.rows), self._question.unit
        each = "" if self._found.average is None else self._amounts(self._found.average)
        total, verb = self._amounts(self._found.total), _VERBS[self._question.rows.type]
        number = self._found.count if unit is Unit.ROW else self._question.units
        return f"{where}平均每{UNIT_WORDS[unit]}{each}，{number}{UNIT_WORDS[unit]}一共{verb}{total}。"

    def _share(self) -> str:
        against = self._question.against
        whole = self._found.against.amount if self._found.against else ZERO
        of = "、".join(subject.label for subject in against.subjects) if against else ""
        what = of or f"全部{NOUNS[self._question.rows.type]}"
        where = self._where(self._question.rows)
        return f"{where}{self._amounts(self._found.total)}，占{what}{self._amounts(whole)}的{self._found.percent}%。"

    def _difference(self) -> str:
        found, rows, against = self._found, self._question.rows, self._question.against
        other = found.against.amount if found.against else ZERO
        verb = _VERBS[rows.type]
        name = other_name(rows, against, self._today) if against else ""
        this = f"{self._where(rows)}{verb}{self._amounts(found.total)}"
        more, gap = (
            ("多", found.difference) if found.difference >= ZERO else ("少", Money(-found.difference.fen))
        )
        if not gap.fen:
            return f"{this}，和{name}一样多。"
        return f"{this}，比{name}的{self._amounts(other)}{more}{self._amounts(gap)}。"

    def _balance(self) -> str:
        where = self._where(self._question.rows)
        earned = self._found.against.amount if self._found.against else ZERO
        left = Money(earned.fen - self._found.total.fen)
        told = f"{where}收入{self._amounts(earned)}，支出{self._amounts(self._found.total)}"
        if left < ZERO:
            return f"{told}，多花了{self._amounts(Money(-left.fen))}。"
        return f"{told}，结余{self._amounts(left)}。"

    def _groups(self) -> str:
        groups, rows = self._found.ordered_groups, self._question.rows
        by, measure = self._question.grouping, self._question.measure
        where = self._where(rows)
        if measure is Measure.EACH:
            named = groups[: _EACH_AT_MOST if by in OF_TIME else phrases.NAMED_AT_MOST]
            rest = f"等{len(groups)}项" if len(groups) > len(named) else ""
            in_all = (
                ""
                if rows.type is None and self._question.series
                else f"，一共{self._figure_of(self._found.total, self._found.count)}"
            )
            return f"{where}：{self._listed(named)}{rest}{in_all}。".removeprefix("：")
        first, *others = groups[: max(_NAMED_GROUPS, self._question.limit)]
        most = "最多" if measure is Measure.MOST else "最少"
        then = f"，然后是{self._listed(others)}" if others else ""
        verb = {TransactionType.INCOME: "收入", TransactionType.EXPENSE: "花得"}.get(
            rows.type or TransactionType.TRANSFER, ""
        )
        return f"{where}{verb}{most}的是{self._listed([first])}{then}。"

    def _listed(self, groups: Sequence[GroupSum]) -> str:
        return "、".join(
            f"{group_name(group.name, self._question.grouping, self._today)}{self._figure_of(group.amount, group.count)}"
            for group in groups
        )

    def _figure_of(self, amount: Money, count: int) -> str:
        match self._question.figure:
            case Measure.COUNT:
                return f"{count}笔"
            case Measure.BALANCE if amount < ZERO:
                return f"多花了{self._amounts(Money(-amount.fen))}"
            case Measure.BALANCE:
                return f"结余{self._amounts(amount)}"
            case _:
                return self._amounts(amount)

    def _budget(self) -> str:
        budgets, rows = self._found.budgets, self._question.rows
        month, labels = rows.period.label, "、".join(subject.label for subject in rows.subjects)
        if not budgets:
            return f"{month}没有给{labels}定预算。" if labels else f"{month}没有定预算。"
        if len(budgets) == 1:
            told = self._one_budget(budgets[0].available, budgets[0].spent)
            return f"{month}{budgets[0].budget.category}预算{told}。"
        available = sum((one.available for one in budgets), ZERO)
        over = [one for one in budgets if one.left < ZERO][: phrases.NAMED_AT_MOST]
        named = "、".join(f"{one.budget.category}超了{self._amounts(Money(-one.left.fen))}" for one in over)
        told = self._one_budget(available, self._found.total)
        return f"{month}{len(budgets)}项预算一共{told}{'；' if named else ''}{named}。"

    def _one_budget(self, available: Money, spent: Money) -> str:
        told = f"{self._amounts(available)}，花了{self._amounts(spent)}"
        left = Money(available.fen - spent.fen)
        if self._question.figure is Measure.SHARE and available > ZERO:
            told = f"{told}，用了{round(100 * spent.fen / available.fen)}%"
        if left < ZERO:
            return f"{told}，超了{self._amounts(Money(-left.fen))}"
        days = self._question.units
        each = f"，{days}天每天{self._amounts(Money(left.fen // days))}" if days else ""
        return f"{told}，还剩{self._amounts(left)}{each}"
