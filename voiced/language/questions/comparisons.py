"""Questions that compare rows with others: the share of a whole, and the difference between two periods, things or accounts."""

from __future__ import annotations

from datetime import date

from msgspec.structs import replace

from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period
from voiced.language.questions.parts import Parts
from voiced.language.questions.period_rules import month_of, months_away
from voiced.language.questions.rows_asked import filtered, narrowest, rows_of
from voiced.language.questions.shapes import innermost
from voiced.language.questions.tokens import TokenKind

_ACTS = frozenset({TokenKind.SPENT, TokenKind.EARNED, TokenKind.MOVED})
_COMPARES = frozenset({TokenKind.COMPARE, TokenKind.DIFFER})


def share(rows: AskedRows) -> LedgerQuestion | None:
    """The part and its whole: the total of the type, or the second subject, which was said behind 占."""
    match rows.subjects:
        case (_,):
            whole = replace(rows, subjects=(), accounts=())
            return LedgerQuestion(Measure.SHARE, rows, against=whole)
        case (part, of):
            return LedgerQuestion(
                Measure.SHARE, replace(rows, subjects=(part, of)), against=replace(rows, subjects=(of,))
            )
        case _ if rows.accounts:
            return LedgerQuestion(Measure.SHARE, rows, against=replace(rows, accounts=()))
        case _:
            return None


def difference(parts: Parts, today: date) -> LedgerQuestion | None:
    """The rows and those they are compared with: two periods, two subjects or two accounts."""
    this_month = Period("这个月", *month_of(today))
    if parts.without or parts.bounds:
        return None
    match innermost(parts.periods), parts.subjects, parts.accounts:
        case (one, other), _, _ if TokenKind.SAME_SPAN in parts.kinds:
            earlier, later = sorted((one, other), key=lambda period: period.first)
            return _same_span(parts, later, earlier, today)
        case (second,), _, _ if TokenKind.SAME_SPAN in parts.kinds:
            return _same_span(parts, this_month, second, today)
        case (first, second), _, _ if holds_the_other(first, second):
            return None  # 今年哪个月花得多，我看是国庆
        case (first, second), _, _:
            rows, against = (
                rows_of(parts, Measure.DIFFERENCE, first),
                rows_of(parts, Measure.DIFFERENCE, second),
            )
        case (_,), (), _ if not parts.accounts and not parts.kinds & _ACTS:
            return None  # 比上个月多了多少: of what, and of which days, was said before.
        # 「今年收的红包跟发的比」 and 「今年微信跟支付宝比」 compare nothing with this month.
        case (second,), ((_,) | ()), _ if parts.kinds & _COMPARES and not narrowest((this_month, second)):
            rows, against = (
                rows_of(parts, Measure.DIFFERENCE, this_month),
                rows_of(parts, Measure.DIFFERENCE, second),
            )
        case (((_,) | ()), (one, other), _):
            period = parts.periods[0] if parts.periods else this_month
            rows, against = (filtered(parts, period, (known.subject,)) for known in (one, other))
        case (((_,) | ()), _, (one, other)):
            period = parts.periods[0] if parts.periods else this_month
            subjects = tuple(known.subject for known in parts.subjects)
            both = filtered(parts, period, subjects)
            rows, against = (replace(both, accounts=(account,)) for account in (one, other))
        case _:
            return None
    return (
        None if rows is None or against is None else LedgerQuestion(Measure.DIFFERENCE, rows, against=against)
    )


def holds_the_other(one: Period, other: Period) -> bool:
    """Whether one of two periods lies in the other, so that a comparison of them tells nothing; the same days do not."""
    is_same = (one.first, one.last) == (other.first, other.last)
    return not is_same and narrowest((one, other)) is not None


def _same_span(parts: Parts, first: Period, second: Period, today: date) -> LedgerQuestion | None:
    rows, against = (rows_of(parts, Measure.DIFFERENCE, period) for period in same_span(first, second, today))
    return (
        None if rows is None or against is None else LedgerQuestion(Measure.DIFFERENCE, rows, against=against)
    )


def same_span(first: Period, second: Period, today: date) -> tuple[Period, Period]:
    """A running period until today, and the same span of an earlier one: 上个月 until the same day."""
    months = 12 * (first.first.year - second.first.year) + first.first.month - second.first.month
    if second.last.year - second.first.year == 0 and (second.last - second.first).days > 300:
        months = 12 * (today.year - second.first.year)
    running = until(first, today)
    last = months_away(running.last, -months)
    if running.last == month_of(running.last)[1]:
        last = month_of(last)[1]
    label = f"{second.label}同期"
    return running, Period(label, months_away(running.first, -months), last, is_open=True)


def until(period: Period, today: date) -> Period:
    """The period without its days to come."""
    return replace(period, last=today) if period.first <= today < period.last else period
