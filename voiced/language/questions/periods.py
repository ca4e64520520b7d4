"""The periods that a question names: 上上周, 国庆, 最近三个月, 从九月到现在.

A week starts on Monday. A period in the past ends with its last day, a running one with today.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.question import Period
from voiced.language.days.dates import find_days
from voiced.language.days.holidays import days_of
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import Expression, expression


class PeriodMention(Struct, frozen=True):
    """The words `text[start:end]` that name a period; a day is one as well."""

    start: int
    end: int
    period: Period


class _Rule(Struct, frozen=True):
    pattern: Expression
    resolve: Callable[[re.Match[str], date], tuple[date, date] | None]
    is_open: bool = False


_WHICH = r"(?P<which>上+一?个?|这一?个?|本|当)的?"
_WEEK = r"(?:周|星期|礼拜)"
_YEAR = r"(?P<year>今年|去年|大?前年|(?:20)?\d\d年|二[零〇]?[零〇一二三四五六七八九]{2}年)"
_NUMERAL = r"\d+|[一二两三四五六七八九十]+|半"
_MONTH = r"1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]"
_DAY = r"3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]"
_NO_DAY = r"(?!\d|一(?!共)|日(?!均)|[二三四五六天末初底中])"
_YEARS_BACK = {"今年": 0, "去年": 1, "前年": 2, "大前年": 3}
_PART_OF_MONTH = {
    "上旬": (1, 10),
    "中旬": (11, 20),
    "下旬": (21, 31),
    "前半个月": (1, 15),
    "后半个月": (16, 31),
}
_WEEKDAYS = {character: at for at, character in enumerate("一二三四五六日")} | {"天": 6}
_FEW = 3
"""The days of 这几天."""
_LATELY = 30
"""The days of 最近."""


def month_of(day: date) -> tuple[date, date]:
    """The first and last day of the month that a day is in."""
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])


def months_away(day: date, months: int) -> date:
    """The same day so many months later, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _monday(today: date) -> date:
    return today - timedelta(days=today.weekday())


def _back(which: str) -> int:
    return which.count("上")


def _number(text: str) -> int:
    return int(value_of(text) or 1)


def _year(said: str, today: date) -> int:
    if said in _YEARS_BACK:
        return today.year - _YEARS_BACK[said]
    digits = said.removesuffix("年")
    number = _number(
        "".join(
            str("零一二三四五六七八九".find(c.replace("〇", "零"))) if c in "零〇一二三四五六七八九" else c
            for c in digits
        )
    )
    return number if number >= 100 else 2000 + number


def _week(match: re.Match[str], today: date) -> tuple[date, date]:
    first = _monday(today) - timedelta(weeks=_back(match["which"]))
    return first, first + timedelta(days=6)


def _work_week(match: re.Match[str], today: date) -> tuple[date, date]:
    first = _monday(today) - timedelta(weeks=_back(match["which"]))
    return first, first + timedelta(days=4)


def _weekdays(match: re.Match[str], today: date) -> tuple[date, date]:
    monday = _monday(today) - timedelta(weeks=_back(match["which"] or ""))
    return (
        monday + timedelta(days=_WEEKDAYS[match["from"]]),
        monday + timedelta(days=_WEEKDAYS[match["to"]]),
    )


def _weekend(match: re.Match[str], today: date) -> tuple[date, date]:
    saturday = _monday(today) + timedelta(days=5)
    if match["which"]:
        saturday -= timedelta(weeks=_back(match["which"]))
    elif saturday > today:
        saturday -= timedelta(weeks=1)
    return saturday, saturday + timedelta(days=1)


def _month(match: re.Match[str], today: date) -> tuple[date, date]:
    return month_of(months_away(today.replace(day=1), -_back(match["which"])))


def _two_months(match: re.Match[str], today: date) -> tuple[date, date]:
    return months_away(today.replace(day=1), -1), month_of(today)[1]


def _named_month(match: re.Match[str], today: date) -> tuple[date, date]:
    return month_of(_month_said(match["year"], match["month"], today))


def _month_said(year: str | None, month: str, today: date) -> date:
    number = _number(month)
    of_year = _year(year, today) if year else today.year - (number > today.month)
    return date(of_year, number, 1)


def _months(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first = _month_said(match["year"], match["from"], today)
    last = date(first.year, _number(match["to"]), 1)
    return (first, month_of(last)[1]) if first <= last else None


def _part_of_month(match: re.Match[str], today: date) -> tuple[date, date]:
    if match["which"]:
        first, last = _month(match, today)
    elif match["month"]:
        first, last = _named_month(match, today)
    else:
        first, last = month_of(today)
    start, end = _PART_OF_MONTH[match["part"]]
    return first.replace(day=start), min(first.replace(day=min(end, last.day)), last)


def _days_of_month(match: re.Match[str], today: date) -> tuple[date, date] | None:
    if match["which"]:
        first, _ = _month(match, today)
    elif match["month"]:
        first = _month_said(match["year"], match["month"], today)
    else:
        first = today.replace(day=1)
    end = _month_said(match["year"], match["to_month"], today) if match["to_month"] else first
    try:
        return first.replace(day=_number(match["from"])), end.replace(day=_number(match["to"]))
    except ValueError:
        return None


def _quarter(match: re.Match[str], today: date) -> tuple[date, date]:
    if match["which"]:
        first = months_away(today.replace(day=1), -((today.month - 1) % 3) - 3 * _back(match["which"]))
    else:
        number = _number(match["number"] or match["q"])
        month = 3 * number - 2
        year = _year(match["year"], today) if match["year"] else today.year - (month > today.month)
        first = date(year, month, 1)
    return first, month_of(months_away(first, 2))[1]


def _half_year(match: re.Match[str], today: date) -> tuple[date, date]:
    month = 1 if match["half"] in "上前" else 7
    year = _year(match["year"], today) if match["year"] else today.year - (month > today.month)
    return date(year, month, 1), month_of(date(year, month + 5, 1))[1]


def _whole_year(match: re.Match[str], today: date) -> tuple[date, date]:
    year = _year(match["year"], today)
    return date(year, 1, 1), date(year, 12, 31)


def _lately(match: re.Match[str], today: date) -> tuple[date, date]:
    said = match["count"]
    if said is None:
        return today - timedelta(days=_LATELY - 1), today
    count, unit, half = (
        (0.5 if said == "半" else _FEW if said == "几" else _number(said)),
        match["unit"],
        match["half"],
    )
    count += 0.5 if half else 0
    match unit:
        case "年":
            return months_away(today, -int(count * 12)) + timedelta(days=1), today
        case "季度":
            return months_away(today, -int(count * 3)) + timedelta(days=1), today
        case "月" if count % 1:
            return months_away(today, -int(count)) - timedelta(days=14), today
        case "月":
            return months_away(today, -int(count)) + timedelta(days=1), today
        case "天" | "日":
            return today - timedelta(days=int(count) - 1), today
        case _:
            return today - timedelta(days=int(count * 7) - 1), today


def _holiday(match: re.Match[str], today: date) -> tuple[date, date] | None:
    name, year = match["holiday"], match["year"]
    length, days_before = _LONG_HOLIDAYS[name]
    years = [_year(year, today)] if year else range(today.year, today.year - 3, -1)
    firsts = (
        day - timedelta(days=days_before) for of_year in years for day in days_of(_FIRST_DAYS[name], of_year)
    )
    first = next((day for day in firsts if day <= today or year), None)
    return None if first is None else (first, first + timedelta(days=length - 1))


def _summer(match: re.Match[str], today: date) -> tuple[date, date]:
    year = _year(match["year"], today) if match["year"] else today.year - (today.month < 7)
    return date(year, 7, 1), date(year, 8, 31)


_FIRST_DAYS = {"国庆": "国庆", "十一": "国庆", "五一": "五一", "春节": "春节", "过年": "春节", "清明": "清明"}
_LONG_HOLIDAYS = {
    "国庆": (7, 0),
    "十一": (7, 0),
    "五一": (5, 0),
    "春节": (8, 1),
    "过年": (8, 1),
    "清明": (3, 1),
}
"""Holidays of several days: their number, and how many of them lie before the day of the name."""

_HOLIDAY_TIME = r"(?:节|期间|假期|长假|小长假|黄金周|放假|那几天|这几天|那阵子|那一?周|那[三五七八]天|那会儿?|时候|的时候)"
_RULES = (
    _Rule(expression(rf"{_WHICH}{_WEEK}{_NO_DAY}"), _week, is_open=True),
    _Rule(expression(rf"{_WHICH}{_WEEK}的?工作日"), _work_week, is_open=True),
    _Rule(
        expression(
            rf"从?(?P<which>上+个?|这个?|本)?{_WEEK}(?P<from>[一二三四五六])[到至]{_WEEK}?(?P<to>[二三四五六日天])"
        ),
        _weekdays,
    ),
    _Rule(expression(rf"(?:(?P<which>上+一?个?|这一?个?|本)的?)?{_WEEK}末"), _weekend, is_open=True),
    _Rule(expression(rf"{_WHICH}月份?{_NO_DAY}"), _month),
    _Rule(expression(r"[这近]两个月"), _two_months, is_open=True),
    _Rule(
        expression(
            rf"(?:{_YEAR}的?)?(?<![\d一二三四五六七八九十个])(?P<month>{_MONTH})月份?(?![\d一二三四五六七八九十]+[号日])"
        ),
        _named_month,
    ),
    _Rule(
        expression(
            rf"(?:{_YEAR}的?)?从?(?P<from>{_MONTH})月?份?[到至](?P<to>{_MONTH})月份?(?![\d一二三四五六七八九十]+[号日])"
        ),
        _months,
    ),
    _Rule(
        expression(
            rf"(?:{_WHICH}月|(?:{_YEAR}的?)?(?P<month>{_MONTH})月份?|(?<!月))的?(?P<part>[上中下]旬|[前后]半个月)"
        ),
        _part_of_month,
        is_open=True,
    ),
    _Rule(
        expression(
            rf"(?:从|打)?(?:{_WHICH}月|(?:{_YEAR}的?)?(?P<month>{_MONTH})月份?|(?<!月))的?(?P<from>{_DAY})[号日]?[到至]"
            rf"(?:(?P<to_month>{_MONTH})月份?)?(?P<to>{_DAY})[号日]"
        ),
        _days_of_month,
    ),
    _Rule(
        expression(
            rf"(?:{_WHICH}季度?|(?:{_YEAR}的?)?(?:第?(?P<number>[一二三四1-4])季度?|[Qq](?P<q>[1-4])))(?!节)"
        ),
        _quarter,
    ),
    _Rule(expression(rf"(?:{_YEAR}的?)?(?P<half>[上下前后])半年"), _half_year),
    _Rule(expression(rf"{_YEAR}(?:一整年|全年|一年|整年)?"), _whole_year),
    _Rule(
        expression(
            rf"(?:最近这?|近|过去的?|这)(?P<count>{_NUMERAL}|几)个?(?P<half>半)?(?P<unit>年|季度|月|星期|礼拜|周|天|日){_NO_DAY}"
        ),
        _lately,
        is_open=True,
    ),
    _Rule(
        expression(r"(?:最近|近来|近期)(?P<count>)(?P<half>)(?P<unit>)(?!一[次笔回])(?!的?那?一?[笔次回])"),
        lambda match, today: (today - timedelta(days=_LATELY - 1), today),
        is_open=True,
    ),
    _Rule(
        expression(
            rf"(?:{_YEAR}的?)?(?P<holiday>国庆|五一|春节|过年|清明)(?:节)?{_HOLIDAY_TIME}*(?![那当]天)"
        ),
        _holiday,
        is_open=True,
    ),
    _Rule(
        expression(rf"(?:{_YEAR}的?)?(?P<holiday>十一)(?:期间|假期|长假|黄金周|放假){_HOLIDAY_TIME}*"),
        _holiday,
        is_open=True,
    ),
    _Rule(expression(rf"(?:{_YEAR}的?)?暑假(?:期间|[俩两]个?月|里)?"), _summer, is_open=True),
)
_THAT_DAY = expression(r"(?:节)?的?(?:[那当]一?天|当日|正日子)")
_HINT = expression(
    r"[天日号周期拜月年季旬末近来今昨前假\d/-]|国庆|五一|过年|清明|十一|双|节|中秋|端午|元旦|六一|七夕|除夕|圣诞"
)
_TO = expression(r"(?:[那这当]天)?(?:的时候)?(?:起|开始|以来)?，?[到至-]")
_A_YEAR = expression(rf"{_YEAR}(?:一整年|全年|一年|整年)?")
_SAYS_YEAR = expression(r"年|[今昨前天周期拜上这本近]")
_UNTIL_NOW = expression(
    r"(?:[那这当]天)?(?:起|开始|以来)?，?一?直?[到至](?:现在|今儿?个?天?|目前|目前为止|今)为?止?|到现在|以来|至今|起到现在"
)
_BEFORE = expression(r"(?:从|自从?|打)$")
_AFTER = expression(r"(?:之间|期间|为止|那段时间|那个?(?:月|星期|礼拜|周)|这段时间)")
_WHOLE_LEDGER = expression(
    r"(?:从|自|打|自打)?(?:我)?(?:开始|一开始)?(?:记账|用你|从头|记)(?:开始)?(?:以来|起)?[到至](?:现在|今天|尾)|从头[到至](?:现在|尾)|(?:自打?|从)?(?:我)?(?:开始)?记账(?:以来|起)"
    r"|有史以来|一直以来|历来|从来|到目前为止|记到现在|从头|自打记账|这么久以来"
)


def whole_ledger(until: date) -> Period:
    """The period of all rows up to a day."""
    return Period("", date.min, until)


def find_periods(text: str, now: datetime) -> tuple[PeriodMention, ...]:
    """The periods that normalised text names, in order; two that are joined by 到 are one."""
    if found := _WHOLE_LEDGER.search(text):
        return (PeriodMention(found.start(), found.end(), whole_ledger(now.date())),)
    if not _HINT.search(text):
        return ()
    return tuple(_of_year(_joined(text, _single(text, now), now.date())))


def _single(text: str, now: datetime) -> list[PeriodMention]:
    today = now.date()
    found = [
        PeriodMention(match.start(), match.end(), Period(match.group(), *days, rule.is_open))
        for rule in _RULES
        for match in rule.pattern.finditer(text)
        if (days := rule.resolve(match, today))
    ]
    for day in find_days(text, now):
        end = day.end
        if text[end - 1 : end + 1] == "一共":
            continue
        if that_day := _THAT_DAY.match(text, end):
            end = that_day.end()
        found.append(PeriodMention(day.start, end, Period(text[day.start : end], day.day, day.day)))
    chosen: list[PeriodMention] = []
    for mention in sorted(found, key=lambda one: (one.start, -one.end)):
        if not chosen or mention.start >= chosen[-1].end:
            chosen.append(mention)
    return chosen


def _joined(text: str, mentions: list[PeriodMention], today: date) -> list[PeriodMention]:
    joined: list[PeriodMention] = []
    for mention in mentions:
        before = joined[-1] if joined else None
        if (
            before
            and _TO.fullmatch(text, before.end, mention.start)
            and before.period.first <= mention.period.last
        ):
            start, first, last = before.start, before.period.first, mention.period.last
            joined[-1] = PeriodMention(start, mention.end, Period(text[start : mention.end], first, last))
        else:
            joined.append(mention)
    return [_extended(text, mention, today) for mention in joined]


def _of_year(mentions: list[PeriodMention]) -> list[PeriodMention]:
    """The mentions; a month and a year that were said apart (十二月的电费去年交了吗) are one period, and the year's words remain."""
    years = [one for one in mentions if _A_YEAR.fullmatch(one.period.label)]
    others = [one for one in mentions if one not in years]
    if len(years) != 1 or len(others) != 1 or _SAYS_YEAR.search(others[0].period.label):
        return mentions
    (year,), (part,) = years, others
    months = 12 * (year.period.first.year - part.period.first.year)
    first, last = (months_away(day, months) for day in (part.period.first, part.period.last))
    if part.period.last == month_of(part.period.last)[1]:
        last = month_of(last)[1]
    label = f"{year.period.label}{part.period.label}"
    whole = replace(part, period=Period(label, first, last, part.period.is_open))
    return [whole, replace(year, period=whole.period)]


def _extended(text: str, mention: PeriodMention, today: date) -> PeriodMention:
    """The mention with the words that belong to it: 从 before it, 到现在 and 那天 behind it."""
    if since := _UNTIL_NOW.match(text, mention.end):
        first = mention.period.first
        if first <= today:
            label = text[mention.start : since.end()]
            mention = PeriodMention(mention.start, since.end(), Period(label, first, today))
    elif after := _AFTER.match(text, mention.end):
        mention = replace(mention, end=after.end())
    if before := _BEFORE.search(text, 0, mention.start):
        mention = replace(mention, start=before.start())
    return mention
