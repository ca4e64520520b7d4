"""The days that a sentence names.

An entry is about the past: a bare 三号, 周三 or 圣诞节 is the latest such day up to today. Only words that say so (这个月, 明天,
下周) name a day in the future. A week starts on Monday, and 周末 is its Saturday. A range (上个月, 最近, 三月份) is not a day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct

from voiced.language.days.day_rules import DAY_RULES, WRITTEN_DAY
from voiced.language.days.holidays import HOLIDAYS
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise


class DateMention(Struct, frozen=True):
    """The words `text[start:end]` that name `day`."""

    start: int
    end: int
    day: date


TIME_OF_DAY = expression(
    r"(?=[大清早一上中午下傍晚夜半深凌刚方现这])(?:大?清?早上|早晨|清晨|一大早|上午|中午(?!饭)|午后|下午(?!茶)|傍晚|晚上|夜里|半夜|深夜|凌晨"
    r"|刚才|刚刚|方才|刚(?![需好性])|现在|这会儿)"
)
"""Times of day. They name today, which is the default, and they do not belong in a description."""

CLOCK = expression(
    r"(?<![零一二三四五六七八九十百\d.])(?:十[一二]|[两三四五六七八九十]|1\d|2[0-4]|[2-9])点"
    r"(?:半|钟|多|整|[一三]刻|[零二三四五]?十?[一二三四五六七八九]分|[二三四五]?十|[0-5]\d分?)?(?![零一二三四五六七八九\d块元点])"
)
"""Times by the clock: 七点半, 十二点, 8点30. 「一点」 is left out, since it mostly means "a little"."""

# Most sentences hold no date. This is a quick look for the characters of which each way to name a day needs one.
_HINT = expression(r"[天日号周期拜月年前后昨夜今明初/-]|\d\.\d+\.|" + "|".join(HOLIDAYS))


def parse_date(text: str, now: datetime) -> date | None:
    """The first day that a text names; None if it names no day, or only a range."""
    mention = find_date(normalise(text), now)
    return mention.day if mention else None


def find_date(text: str, now: datetime) -> DateMention | None:
    """The first day that normalised text names. Without a named day, a time of day (早上, 刚才) counts as today."""
    if days := find_days(text, now):
        return days[0]
    moment = TIME_OF_DAY.search(text)
    return DateMention(moment.start(), moment.end(), now.date()) if moment else None


def find_days(text: str, now: datetime) -> tuple[DateMention, ...]:
    """All days that normalised text names, in order. Times of day do not count."""
    if not _HINT.search(text):
        return ()
    found = [
        DateMention(match.start(), match.end(), day)
        for rule in DAY_RULES
        for match in rule.pattern.finditer(text)
        if (day := rule.resolve(match, now))
    ]
    days: list[DateMention] = []
    for mention in sorted(found, key=lambda mention: (mention.start, -mention.end)):
        if not days or mention.start >= days[-1].end:
            days.append(mention)
    return tuple(days)


def names_impossible_day(text: str, days: Sequence[DateMention]) -> bool:
    """Whether normalised text names a day that is in no calendar (2月30号, 13月5号), outside the `days` found in it."""
    return any(
        not any(day.start < written.end() and written.start() < day.end for day in days)
        for written in WRITTEN_DAY.finditer(text)
    )
