"""The periods that a question names: 上上周, 国庆, 最近三个月, 从九月到现在.

A week starts on Monday.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.question import Period
from voiced.language.days.dates import find_days
from voiced.language.questions.period_rules import A_YEAR, PERIOD_RULES, month_of, months_away
from voiced.language.text.expression import expression


class PeriodMention(Struct, frozen=True):
    """The words `text[start:end]` that name a period; a day is one as well."""

    start: int
    end: int
    period: Period


_THAT_DAY = expression(r"(?:节)?的?(?:[那当]一?天|当日|正日子)")
_IS_NOW = expression("(?:月底|月初|年底|年初)了")
_AROUND = expression("(?:年|月)[初底末中]$")
"""Words for vague days: 年底 is more than the last day of the year. 月初到现在 begins on the first."""
_HINT = expression(
    r"[天日号周期拜月年季旬末近来今昨前假\d/-]|国庆|五一|过年|清明|十一|双|节|中秋|端午|元旦|六一|七夕|除夕|圣诞"
)
_TO = expression(r"(?:[那这当]天)?(?:的时候)?(?:起|开始|以来)?，?[到至-]")
_AND = expression(r"(?:加上?|[和跟与、])")
_IN_ALL = expression(r"一共|总共|合计|合起来|加起来|加一[起块]")
_APART = expression(r"比|差|哪|谁|各|分别|平均|还是|多(?!少)")
_SAYS_YEAR = expression(r"年|[今昨天周期拜上这本近]|前(?!.+个月)")
_UNTIL_NOW = expression(
    r"(?:[那这当]天)?(?:起|开始|以来)?，?一?直?[到至](?:现在|今儿?个?天?|目前|目前为止|今)为?止?|到现在|以来|至今|起到现在"
)
_ONWARDS = expression(r"(?:往后|以后|之后|过后)(?!每)|(?<=[号日])起(?![码床])")
_BEFORE = expression(r"(?:从|自从?|打)$")
_AFTER = expression(
    r"(?:之间|期间|(?<=月)间|为止|那段时间|这段时间|那阵[子儿]*|那个?(?P<whole>月|星期|礼拜|周)|的?(?:一整|整|全)个?(?:月|周|星期|礼拜|季度?|年)|的?两天(?!后|前))"
)
_A_DAY = expression("的?一整?天(?!平均)")
_THESE_DAYS = expression(r"[这那](?:几|[二两三四五六七八九十]+|\d+)[天日]")
_WHOLE_LEDGER = expression(
    r"(?:从|自|打|自打)?(?:我)?(?:开始|一开始)?(?:记账|用你|从头|记)(?:开始)?(?:以来|起)?[到至](?:现在|今天|尾)|从头[到至](?:现在|尾)|(?:自打?|从)?(?:我)?(?:开始)?记账(?:以来|起)"
    r"|从?(?:开始)?记账(?:那天)?(?:开始)?(?:以来)?算起?|有史以来|一直以来|历来|从来|记到现在|从头|自打记账|这么久以来"
)
_SO_FAR = expression("到目前为止")
"""The whole ledger, unless a period stands before it (今年到目前为止)."""
_MONTH_BEFORE = expression(r"再?(?:前|上)(?:面的?)?一个月")


def whole_ledger(until: date) -> Period:
    """The period of all rows up to a day."""
    return Period("", date.min, until)


def find_periods(text: str, now: datetime) -> tuple[PeriodMention, ...]:
    """The periods that normalised text names, in order; two that are joined by 到 are one."""
    if found := _WHOLE_LEDGER.search(text):
        return (PeriodMention(found.start(), found.end(), whole_ledger(now.date())),)
    if not _HINT.search(text):
        return ()
    named = tuple(_of_year(_in_the_first(text, _joined(text, _single(text, now), now.date()), now.date())))
    if not named and (so_far := _SO_FAR.search(text)):
        return (PeriodMention(so_far.start(), so_far.end(), whole_ledger(now.date())),)
    return named


def _single(text: str, now: datetime) -> list[PeriodMention]:
    today = now.date()
    found = [
        PeriodMention(match.start(), match.end(), Period(match.group(), *days, rule.is_open))
        for rule in PERIOD_RULES
        for match in rule.pattern.finditer(text)
        if (days := rule.resolve(match, today))
    ]
    for day in find_days(text, now):
        end = day.end
        if text[end - 1 : end + 1] in ("一共", "日均") or _IS_NOW.match(text, day.start):
            continue
        if that_day := _THAT_DAY.match(text, end):
            end = that_day.end()
        found.append(PeriodMention(day.start, end, Period(text[day.start : end], day.day, day.day)))
    chosen: list[PeriodMention] = []
    for mention in sorted(found, key=lambda one: (one.start, -one.end)):
        if not chosen or mention.start >= chosen[-1].end:
            chosen.append(mention)
    return sorted([*chosen, *_months_before(text, chosen)], key=lambda one: one.start)


def _months_before(text: str, mentions: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
    """前一个月 behind the month that it is seen from: 上个月比前一个月."""
    months = [one for one in mentions if (one.period.first, one.period.last) == month_of(one.period.first)]
    for match in _MONTH_BEFORE.finditer(text):
        seen_from = [one for one in months if one.end <= match.start()]
        if len(seen_from) == len(mentions) == 1:
            month = month_of(months_away(seen_from[0].period.first, -1))
            yield PeriodMention(match.start(), match.end(), Period(f"{month[0].month}月", *month))


def _joined(text: str, mentions: list[PeriodMention], today: date) -> list[PeriodMention]:
    joined: list[PeriodMention] = []
    for mention in mentions:
        before = joined[-1] if joined else None
        if before and before.end == mention.start and _THESE_DAYS.fullmatch(mention.period.label):
            joined[-1] = replace(before, end=mention.end)
        elif (
            before
            and _TO.fullmatch(text, before.end, mention.start)
            and before.period.first <= mention.period.last
        ):
            start, first, last = before.start, before.period.first, mention.period.last
            joined[-1] = PeriodMention(start, mention.end, Period(text[start : mention.end], first, last))
        elif before and _is_added(text, before, mention):
            label = text[before.start : mention.end]
            added = Period(label, before.period.first, mention.period.last)
            joined[-1] = PeriodMention(before.start, mention.end, added)
        else:
            joined.append(mention)
    extended = (_extended(text, mention, today) for mention in joined)
    return [mention for mention in extended if not _AROUND.search(mention.period.label)]


def _in_the_first(text: str, mentions: list[PeriodMention], today: date) -> list[PeriodMention]:
    """The mentions; days that only say more about the first are that one: 今年 … 到今天, 国庆七天从一号到七号."""
    if len(mentions) != _PAIR_OF_PERIODS:
        return mentions
    first, second = mentions
    one, other = first.period, second.period
    is_until_now = other.first == other.last == today and text[second.start - 1] in "到至"
    days = (other.first.day, other.last.day)
    is_same = (
        _ONLY_DAYS.fullmatch(other.label)
        and (one.first.day, one.last.day) == days
        and one.first.month == one.last.month
    )
    if (is_until_now and one.first <= today <= one.last) or is_same:
        return [first, replace(second, period=one)]
    return mentions


_PAIR_OF_PERIODS = 2
_ONLY_DAYS = expression(r"从?[一二三四五六七八九十\d]+[号日][到至][一二三四五六七八九十\d]+[号日]")


def _is_added(text: str, before: PeriodMention, mention: PeriodMention) -> bool:
    """Whether two periods, the second right behind the first, are one sum: 七月加八月合起来."""
    is_next = before.period.last + timedelta(days=1) == mention.period.first
    is_sum = _IN_ALL.search(text) and not _APART.search(text)
    return bool(is_next and is_sum and _AND.fullmatch(text, before.end, mention.start))


def _of_year(mentions: list[PeriodMention]) -> list[PeriodMention]:
    """The mentions; a month and years that were said apart (双十一今年跟去年比) are one period each, and the words of both remain."""
    years = [one for one in mentions if A_YEAR.fullmatch(one.period.label)]
    if len(years) > 1 and years[-1].period.label == "全年":
        # 全年 behind a year is that year: 去年旅行占全年支出多少.
        return (
            [*mentions[:-1], replace(mentions[-1], period=years[-2].period)]
            if mentions[-1] is years[-1]
            else mentions
        )
    others = [one for one in mentions if one not in years]
    if not years or len(others) != 1 or _SAYS_YEAR.search(others[0].period.label):
        return mentions
    (part,) = others
    told = [replace(year, period=_in_year(part.period, year.period)) for year in years]
    return [replace(part, period=told[0].period), *told]


def _in_year(part: Period, year: Period) -> Period:
    """The same part of another year: 双十一 in 去年."""
    months = 12 * (year.first.year - part.first.year)
    first, last = (months_away(day, months) for day in (part.first, part.last))
    if part.last == month_of(part.last)[1]:
        last = month_of(last)[1]
    return Period(f"{year.label}{part.label}", first, last, part.is_open)


def _whole(part: Period, unit: str) -> Period:
    """The whole month or week of a day or a holiday: 过年那个月, 双十一那个礼拜."""
    if unit == "月":
        first, last = month_of(part.first)
    elif part.first == part.last:
        first = part.first - timedelta(days=part.first.weekday())
        last = first + timedelta(days=6)
    else:
        return part
    return Period(f"{part.label}那{'个月' if unit == '月' else '一周'}", first, last, is_open=True)


def _is_day_of_this_month(period: Period, today: date) -> bool:
    """Whether 往后 behind the period surely leads to today: 十号往后 of an earlier month may end with it."""
    return period.first == period.last <= today and period.first.replace(day=1) == today.replace(day=1)


def _extended(text: str, mention: PeriodMention, today: date) -> PeriodMention:
    """The mention with the words that belong to it: 从 before it, 到现在 and 那天 behind it."""
    if since := _UNTIL_NOW.match(text, mention.end):
        first = mention.period.first
        if first <= today:
            label = text[mention.start : since.end()]
            mention = PeriodMention(mention.start, since.end(), Period(label, first, today))
    elif (onwards := _ONWARDS.match(text, mention.end)) and _is_day_of_this_month(mention.period, today):
        label, first = text[mention.start : onwards.end()], mention.period.first
        mention = PeriodMention(mention.start, onwards.end(), Period(label, first, today, is_open=True))
    elif mention.period.first == mention.period.last and (day := _A_DAY.match(text, mention.end)):
        mention = replace(mention, end=day.end())
    elif after := _AFTER.match(text, mention.end):
        period = _whole(mention.period, after["whole"]) if after["whole"] else mention.period
        mention = replace(mention, end=after.end(), period=period)
    if before := _BEFORE.search(text, 0, mention.start):
        mention = replace(mention, start=before.start())
    return mention
