"""The names of the rows that a question asks for: their period, account, bounds and subjects, and the groups among them."""

from __future__ import annotations

from datetime import date

from voiced.dialogue.sentences.days_and_amounts import Amounts, exact, plain_day
from voiced.domain.money import FEN_PER_YUAN, Money
from voiced.domain.question import AskedRows, Grouping, Period
from voiced.domain.transaction import TransactionType

NOUNS = {
    TransactionType.EXPENSE: "支出",
    TransactionType.INCOME: "收入",
    TransactionType.TRANSFER: "转账",
    None: "账",
}


def account_named(rows: AskedRows) -> str:
    """The accounts of the rows: 用微信; empty without one."""
    return f"用{'和'.join(rows.accounts)}" if rows.accounts else ""


def rows_named(rows: AskedRows, today: date) -> str:
    """The rows as a title: 这个月打车, 上个月用微信100元以上的支出."""
    noun = "" if rows.subjects else NOUNS[rows.type]
    return f"{rows_told(rows, today, exact)}{noun}"


def other_name(rows: AskedRows, other: AskedRows, today: date) -> str:
    """The name of the compared rows by their difference from `rows`: 上个月, 打车, 支付宝."""
    if other.period != rows.period:
        return period_named(other.period, today).rstrip("，")
    if other.accounts != rows.accounts:
        return "和".join(other.accounts)
    return "、".join(subject.label for subject in other.subjects)


def rows_told(rows: AskedRows, today: date, amounts: Amounts) -> str:
    """The rows as an answer calls them: 这个月用微信打车100元以上的."""
    account = account_named(rows)
    subjects = "、".join(subject.label for subject in rows.subjects)
    without = f"不算{rows.without.label}" if rows.without else ""
    return f"{period_named(rows.period, today)}{without}{account}{bounds_named(rows, amounts)}{subjects}"


def period_named(period: Period, today: date) -> str:
    """The period in its own words, with its days if the words leave them open (最近一周，11月17日到11月23日，)."""
    if not period.is_open:
        return period.label
    first, last = plain_day(period.first, today), plain_day(period.last, today)
    return f"{period.label}，{first}到{last}，" if first != last else f"{period.label}，{first}，"


def bounds_named(rows: AskedRows, amounts: Amounts) -> str:
    """The bounds of the amounts: 100元以上的, 50元到100元的; empty without one."""
    match rows.at_least, rows.at_most:
        case None, None:
            return ""
        case Money() as least, Money() as most if least == most:
            return f"{amounts(least)}的"
        case Money() as least, Money() as most:
            return f"{amounts(least)}到{amounts(most)}的"
        case Money(fen), None:
            return (
                f"超过{amounts(Money(fen - 1))}的"
                if fen % FEN_PER_YUAN == 1
                else f"{amounts(Money(fen))}以上的"
            )
        case _, Money(fen):
            return (
                f"不到{amounts(Money(fen + 1))}的"
                if (fen + 1) % FEN_PER_YUAN == 0
                else f"{amounts(Money(fen))}以内的"
            )


def group_name(name: str, by: Grouping | None, today: date) -> str:
    """The name of a group as a person calls it: 11月, 11月21日, 餐饮."""
    match by:
        case Grouping.MONTH:
            month = date.fromisoformat(f"{name}-01")
            year = "" if month.year == today.year else f"{month.year}年"
            return f"{year}{month.month}月"
        case Grouping.DAY:
            return plain_day(date.fromisoformat(name), today)
        case Grouping.WEEK:
            return f"{plain_day(date.fromisoformat(name), today)}那周"
        case Grouping.CATEGORY | Grouping.ACCOUNT | Grouping.DESCRIPTION:
            return name
        case Grouping.SERIES | Grouping.DAYS_OFF | None:
            return name
