"""The ways to name a day in Mandarin: for each way a pattern, and the function that finds the day of a match."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal

from msgspec import Struct

from voiced.domain.recurring import WEEKDAYS
from voiced.language.days.holidays import HOLIDAYS, days_of, lunar_days
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import Expression, expression


class DayRule(Struct, frozen=True):
    """A pattern, and the function that finds the day of a match at a given moment; None if there is no such day."""

    pattern: Expression
    resolve: Callable[[re.Match[str], datetime], date | None]


_NUMERALS = "零〇一二两三四五六七八九十百千万"
_ALONE = rf"(?<![\d.{_NUMERALS}第每几A-Za-z])"
_END = r"(?=$|[，。、；？])"
DAY_NUMBER = r"3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]"
MONTH_NUMBER = r"1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]"
_DAY = rf"(?P<day>{DAY_NUMBER})"
_MONTH = rf"(?P<month>{MONTH_NUMBER})"
_YEAR = r"(?:(?P<year>今年|去年|大?前年|明年|(?:20)?\d\d年|二零[零一二三四五六七八九]{2}年)的?)"
_WHICH = r"(?P<which>上+一?个?|这一?个?|本|当|下+一?个?)"
_PART = r"(?P<part>[初底末])(?![一二三四五六七八九十])"
# 「五号电池」 and 「三号线」 are names, 「三日游」 lasts three days.
_DAY_MARK = (
    r"(?:号(?!楼|线|电池|汽油|柴油|油|店|房(?!租|贷)|桌|院|门|铺|馆|仓|厅|球|机(?!票)|车厢|车位|出口|口|码|公路|航|教室|病房|摊"
    r"|库|柜|床|座|选手|技师)|日(?!游|票|卡|租|内|后|前|餐|三餐|间|子|元))"
)
_ONLY_A_TOPIC = (
    r"(?!节?的?(?:月饼|粽子?|汤圆|礼物?|礼[品盒金]|贺卡|红包|福利|奖金?|补贴|费|机票|[火高]?[车铁]票|门票|票|树|帽|装饰|巧克力"
    r"|鲜?花(?!了|费)|玫瑰|蛋糕|套餐|套装|晚会|活动|大促|促销|折扣|优惠|快乐|老人|期间|假|长假|之?前|以前|前夕|之?后|以后|路|街|大道"
    r"|医院|公园|广场|村|书店|影[院城]))"
)
# Holidays whose names are also numerals count only in places that show that the holiday is meant.
_NUMERAL_HOLIDAYS = ("十一", "五一", "六一八", "六一", "618")
_OTHER_HOLIDAYS = "|".join(name for name in HOLIDAYS if name not in _NUMERAL_HOLIDAYS)
_NOT_COUNTING = rf"(?![\d{_NUMERALS}点块元毛角分月号日个路楼斤人次杯份件天年岁栋层位张条瓶只双半来多快])"

_DAYS_FROM_TODAY = {
    "大大前": -4,
    "大前": -3,
    "前": -2,
    "昨": -1,
    "今": 0,
    "明": 1,
    "后": 2,
    "大后": 3,
}
_YEARS_FROM_NOW = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1}
_LUNAR_MONTHS = {"大年": 1, "正月": 1, "冬月": 11, "腊月": 12}
_PARTS = {"初": 1, "头": 1, "中": 15, "底": -1, "末": -1, "尾": -1}
_WEEKDAYS = {**{character: at for at, character in enumerate(WEEKDAYS)}, "天": 6, "末": 5}
_HOURS = {
    "天": 24,
    "日": 24,
    "周": 168,
    "星期": 168,
    "礼拜": 168,
    "小时": 1,
    "钟头": 1,
    "刻钟": 0.25,
    "分钟": 1 / 60,
}


def _relative_day(match: re.Match[str], now: datetime) -> date | None:
    return now.date() + timedelta(days=_DAYS_FROM_TODAY[match["from"]])


def _elapsed(match: re.Match[str], now: datetime) -> date | None:
    half = Decimal("0.5")
    count = half if match["count"] == "半" else value_of(match["count"])
    if count is None:
        return None
    count += half if match["half"] else 0
    back = -count if match["ahead"] else count
    match match["unit"]:
        case "年":
            return _months_away(now.date(), -int(back * 12))
        case "月":
            return _months_away(now.date(), -int(back)) - timedelta(days=int(back % 1 * 30))
        case unit:
            return (now - timedelta(hours=float(back) * _HOURS[unit])).date()


def _weekday(match: re.Match[str], now: datetime) -> date | None:
    today = now.date()
    day = today + timedelta(days=_WEEKDAYS[match["weekday"]] - today.weekday())
    if match["which"]:
        return day + timedelta(weeks=_steps(match["which"]))
    return day if day <= today else day - timedelta(weeks=1)


def _same_day_before(match: re.Match[str], now: datetime) -> date | None:
    months = 12 * _YEARS_FROM_NOW[match["year"]] if match["year"] else _steps(match["which"])
    return _months_away(now.date(), months)


def _month_day(match: re.Match[str], now: datetime) -> date | None:
    said = match.groupdict()
    month, day = _number(said["month"]), _day_of_month(said)
    return _latest(
        (_valid(year, month, day) for year in _years(said.get("year"), now)), said.get("year"), now
    )


def _day_of_named_month(match: re.Match[str], now: datetime) -> date | None:
    month = _months_away(now.date().replace(day=1), _steps(match["which"]))
    return _valid(month.year, month.month, _day_of_month(match.groupdict()))


def _bare_day(match: re.Match[str], now: datetime) -> date | None:
    months = (_months_away(now.date().replace(day=1), -back) for back in range(13))
    day = _day_of_month(match.groupdict())
    return _latest((_valid(month.year, month.month, day) for month in months), None, now)


def _end_of_year(match: re.Match[str], now: datetime) -> date | None:
    month, day = (1, 1) if match["part"] == "初" else (12, 31)
    return _latest((date(year, month, day) for year in _years(match["year"], now)), match["year"], now)


def _holiday(match: re.Match[str], now: datetime) -> date | None:
    years = _years(match["year"], now)
    days = (day for year in years for day in reversed(days_of(match["holiday"], year)))
    return _latest(days, match["year"], now)


def _lunar_day(match: re.Match[str], now: datetime) -> date | None:
    month = _LUNAR_MONTHS.get(match["month"]) or _number(match["month"]) or 1
    day = _number(match["day"].removeprefix("初"))
    days = (found for year in _years(match["year"], now) for found in reversed(lunar_days(year, month, day)))
    return _latest(days, match["year"], now)


def _latest(days: Iterable[date | None], year_said: str | None, now: datetime) -> date | None:
    """The first of the days that is not in the future; if the year was said, the first day of all.

    The days come from late to early. None stands for a date that its month does not have.
    """
    return next((day for day in days if day and (year_said or day <= now.date())), None)


def _years(said: str | None, now: datetime) -> tuple[int, ...]:
    """The years that may be meant, latest first. Nine years suffice for 29 February."""
    if not said:
        return tuple(range(now.year, now.year - 9, -1))
    if said in _YEARS_FROM_NOW:
        return (now.year + _YEARS_FROM_NOW[said],)
    year = _number(said.removesuffix("年"))
    return (year if year >= 100 else 2000 + year,)


def _steps(which: str) -> int:
    """The number of weeks or months from now: -2 for 上上个, 1 for 下, 0 for 这."""
    return which.count("下") - which.count("上")


def _months_away(day: date, months: int) -> date:
    """The same day after this number of months, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _day_of_month(said: dict[str, str | None]) -> int:
    """The day of the month that was said, or that 初, 中 or 底 stands for; -1 is the last day."""
    day = said.get("day")
    return _number(day) if day else _PARTS[said["part"] or "初"]


def _valid(year: int, month: int, day: int) -> date | None:
    length = monthrange(year, month)[1]
    day = length if day == -1 else day
    return date(year, month, day) if 1 <= day <= length else None


def _number(numeral: str | None) -> int:
    return int(value_of(numeral or "") or 0)


_NOT_IN_A_RANGE = rf"(?![到至](?:周|星期|礼拜|\d|[{_NUMERALS}]+[号日]))"
_WITH_TIME = r"(?:大?早上|上午|中午(?!饭)|下午(?!茶)|傍晚|晚上|夜里|凌晨)?"
_LUNAR_DAY = r"(?P<day>初[一二三四五六七八九十]|二?十[一二三四五六七八九]?|三十)(?![号日块元])"

# 昨天晚上, 今早, 大前天, 昨个, 夜儿个
_RELATIVE = (
    r"(?<!以)(?P<from>大{0,2}前|昨|今|明|大?后)"
    r"(?:天(?!天(?!猫)|(?<=后天)猫|系|性)|日(?!头条|方舟|之子|重现|后)|儿个?|[早晚](?![饭餐])|[夜晨])"
    + _WITH_TIME
)
# 去年今天, 上个月的今天
_SAME_DAY_BEFORE = rf"(?:(?P<year>去年|大?前年)|{_WHICH}月)的?(?:今天|这一?天)"
# 三天前, 半个月前, 一个半小时以前
_AGO = (
    r"(?P<count>\d+(?:\.\d+)?|[零一二两俩仨三四五六七八九十百]+|半)个?(?P<half>半)?"
    r"(?P<unit>年|月|星期|礼拜|周|天|日|小时|钟头|刻钟|分钟)(?:以|之)?(?:前|(?P<ahead>后))"
)
# 周三, 上上个星期五, 这周末
_WEEK = (
    rf"(?<![每\d{_NUMERALS}几到至])(?:{_WHICH}(?:(?:周|星期|礼拜)的?)?)?(?:周|星期|礼拜)(?P<weekday>[一二三四五六天末]|日(?!用(?![了掉的去多])))"
    r"(?<!周六(?=福))(?![百千万\d]|常|天)" + _NOT_IN_A_RANGE
)
# 去年国庆节, 中秋
_NAMED_HOLIDAY = rf"{_YEAR}?(?<![今去前明每])(?P<holiday>{_OTHER_HOLIDAYS})(?!(?<=年三十)[一二三四五六七八九块元])节?(?![号日店]){_ONLY_A_TOPIC}"
# 五一去旅游
_NUMERAL_HOLIDAY = (
    rf"(?:{_YEAR}|^|(?<=[，。、；？在和]))(?P<holiday>{'|'.join(_NUMERAL_HOLIDAYS)})(?:劳动节|儿童节|节)?"
    rf"(?<!(?<![年，。、；？在和])十一(?=$))(?!的){_NOT_COUNTING}{_ONLY_A_TOPIC}"
)
# 正月初五, 腊月二十八, 五月初五, 初八
_LUNAR_MONTH_AND_DAY = rf"{_YEAR}?(?P<month>大年|正月|冬月|腊月){_LUNAR_DAY}"
_LUNAR_MONTH_BY_NUMBER = rf"{_YEAR}?(?:农历)?{_ALONE}{_MONTH}月(?P<day>初[一二三四五六七八九十])"
# 农历八月十六: called lunar, so any day of the month counts
_LUNAR_BY_NAME = (
    rf"(?:{_YEAR}?(?:农历|阴历|旧历|老历)的?){_MONTH}月份?的?"
    r"(?P<day>初[一二三四五六七八九十]|二?十[一二三四五六七八九]?|三十)[号日]?(?![块元\d一二三四五六七八九十])"
)
_LUNAR_DAY_ALONE = rf"{_ALONE}(?P<year>)(?P<month>)(?P<day>初[四五六七八九十])(?![中年])"
# 11月3号, 去年十二月底
_MONTH_AND_DAY = (
    rf"(?:{_YEAR}|{_ALONE}){_MONTH}月(?:份?的?{_DAY}(?:{_DAY_MARK}|{_END}"
    rf"|(?<=\d)(?![\d.:块元毛角%个点{_NUMERALS}]))|份?{_PART})"
)
# 2026-10-01, 10/1
_FIGURES = (
    r"(?<![\d.])(?P<year>20\d\d)(?P<mark>[-/.])(?P<month>1[0-2]|0?[1-9])(?P=mark)"
    r"(?P<day>3[01]|[12]\d|0?[1-9])(?![\d.])"
)
_SHORT_FIGURES = r"(?<![\d./])(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12]\d|0?[1-9])(?![\d./])"
# 上个月五号, 这个月底
_IN_NAMED_MONTH = (
    rf"{_WHICH}月(?:份?的?{_DAY}{_DAY_MARK}|月?(?P<part>[初头底末尾中])(?![一二三四五六七八九十秋]))"
)
# 三号, 月底
_BARE_DAY = rf"(?<!月)(?<![到至]){_ALONE}{_DAY}{_DAY_MARK}{_NOT_IN_A_RANGE}"
_BARE_PART = rf"(?<![\d{_NUMERALS}个上下这本当每])月(?P<part>[初头底末尾]|中(?![秋国心餐饭间旬央]))(?![一二三四五六七八九十])"
# 年初, 去年年底
_PART_OF_YEAR = rf"(?<![每\d{_NUMERALS}])(?P<year>今年|去年|前年|明年)?年?(?<=年){_PART}"

DAY_RULES = tuple(
    DayRule(expression(pattern), resolve)
    for pattern, resolve in (
        (_RELATIVE, _relative_day),
        (_SAME_DAY_BEFORE, _same_day_before),
        (_AGO, _elapsed),
        (_WEEK, _weekday),
        (_NAMED_HOLIDAY, _holiday),
        (_NUMERAL_HOLIDAY, _holiday),
        (_LUNAR_MONTH_AND_DAY, _lunar_day),
        (_LUNAR_BY_NAME, _lunar_day),
        (_LUNAR_DAY_ALONE, _lunar_day),
        (_LUNAR_MONTH_BY_NUMBER, _lunar_day),
        (_MONTH_AND_DAY, _month_day),
        (_FIGURES, _month_day),
        (_SHORT_FIGURES, _month_day),
        (_IN_NAMED_MONTH, _day_of_named_month),
        (_BARE_DAY, _bare_day),
        (_BARE_PART, _bare_day),
        (_PART_OF_YEAR, _end_of_year),
    )
)
"""All ways to name a day. If several match at one place, the longest match counts."""

WRITTEN_DAY = expression(
    rf"(?:[\d一二三四五六七八九十]+|[上这下]+个?|本|当)月份?的?[\d一二三四五六七八九十]+{_DAY_MARK}|20\d\d([-/.])\d+\1\d+"
)
"""Text in the form of a day of a month, also if the calendar has no such day."""
