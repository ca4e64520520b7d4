"""The sentences about what is due, recurring entries, monthly rows that did not come, budgets, and about bills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from voiced.dialogue.sentences.days_and_amounts import day_words
from voiced.dialogue.sentences.phrases import NAMED_AT_MOST
from voiced.domain.agenda import Agenda
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.standing import BillStanding
from voiced.domain.budget import MonthBudget
from voiced.domain.money import Money
from voiced.domain.recurring import Due, Recurring

NOTHING_TODAY = "今天没有到日子的账。"
NO_SUCH_BILL = "还没有导入这样的账单。"
NO_REMINDER = "那就不提醒。"


def recurring_offer(entry: Recurring) -> str:
    """Asks whether to set up a recurring entry."""
    return f"要{entry.days}提醒你记{entry.name}{entry.amount}元吗？"


def recurring_change(entry: Recurring) -> str:
    """Asks whether to change the amount of a recurring entry."""
    return f"{entry.days}的{entry.name}要改成{entry.amount}元吗？"


def recurring_kept(entry: Recurring) -> str:
    """A recurring entry is set up."""
    return f"以后{entry.days}问你要不要记{entry.name}{entry.amount}元。"


def recorded_before(entry: Recurring, today: date) -> str:
    """The entry of the last due day is in the ledger already, or was refused."""
    return f"{entry.name}这一期已经了结了，下次是{day_words(entry.days.coming(today + timedelta(days=1)), today)}。"


def due_named(due: Sequence[Due], today: date) -> str:
    """Names the entries that are due, without a question; empty without one."""
    rows = "、".join(f"{day_words(one.day, today) or '今天'}的{_due_named(one)}" for one in due)
    return f"该记的有{rows}。" if rows else ""


def agenda(agenda: Agenda) -> str:
    """The monthly rows that did not come, and the budgets that are nearly used up; empty without either."""
    named = "、".join(
        f"{row.description}（上月{row.date.day}日{row.amount}元）" for row in agenda.missing[:NAMED_AT_MOST]
    )
    missing = f"这个月还没有{named}。" if named else ""
    return f"{missing}{''.join(map(budget_notice, agenda.budgets[:NAMED_AT_MOST]))}"


BILL_CALLED: Mapping[BillFormat, tuple[str, ...]] = {
    BillFormat.ALIPAY: ("支付宝",),
    BillFormat.WECHAT: ("微信",),
    BillFormat.CMB: ("招行", "招商", "银行"),
    BillFormat.ICBC: ("工行", "工商", "银行"),
    BillFormat.CCB: ("建行", "建设", "银行"),
}
"""The words that name each kind of bill; by the first one it is called."""


def bills(bills: Sequence[BillStanding], said: str) -> str:
    """How far bills are settled: those that were named, else all; in numbers alone."""
    named = {form for form, words in BILL_CALLED.items() if any(word in said for word in words)}
    told = [one for one in bills if one.form in named] if named else bills
    return "".join(map(_standing, told)) or NO_SUCH_BILL


def _standing(bill: BillStanding) -> str:
    when = (
        f"{bill.last.month}月"
        if bill.first.month == bill.last.month
        else f"{bill.first.month}到{bill.last.month}月"
    )
    waits = f"还有{bill.asked}笔要看" if bill.asked else "没有要看的"
    return f"{when}{BILL_CALLED[bill.form][0]}账单：{bill.matched}笔对上，{bill.new}笔是新记的，{waits}。"


def budget_notice(budget: MonthBudget) -> str:
    """A budget is nearly or wholly used up."""
    name = f"{budget.month.number}月{budget.budget.category}预算"
    left = budget.left
    if left.fen < 0:
        return f"{name}超了{Money(-left.fen)}元。"
    return f"{name}只剩{left}元。"


def due_offer(due: Sequence[Due], today: date) -> str:
    """Asks whether to record entries that are due, and says since when an older one waits."""
    if len(due) == 1:
        when = day_words(due[0].day, today) or "今天"
        return f"{when}该记{_due_named(due[0])}，要记这笔吗？"
    return f"{due_named(due, today).removesuffix('。')}，要记这{len(due)}笔吗？"


def _due_named(due: Due) -> str:
    return f"{due.recurring.name}{due.recurring.amount}元"
