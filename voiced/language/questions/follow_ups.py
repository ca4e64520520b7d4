"""Half a question after an answer (那上个月呢, 其中打车呢, 都是什么): the question before it, with the named parts changed."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, Subject, Unit
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.amounts import holds_amount
from voiced.language.questions.bounds import Bounds, find_bounds
from voiced.language.questions.dialects import in_standard_words
from voiced.language.questions.named import united
from voiced.language.questions.parts import Parts, parts_of
from voiced.language.questions.period_rules import month_of, months_away
from voiced.language.questions.reading import question_of
from voiced.language.questions.said_hours import hours_of
from voiced.language.questions.shapes import UNITS
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import NAMES, TokenKind
from voiced.language.text.expression import expression

_ASKS = expression(
    r"[呢嘞咧哩喃呐]|怎么样|？|多少|好多|几|什么|啥|哪|最|一共|总共|加起来|加一起|平均|占|比|明细|清单|吗|没$|^其中"
)
_NAMES_ALONE = expression("^(?:那|光|只看|就看)|的$")
"""A name without a word of asking goes on where it is led in (那星巴克, 淘宝的); bare, it may be about the draft."""
_NAMING = NAMES | {TokenKind.PERIOD, TokenKind.FILLER, TokenKind.PAUSE, TokenKind.OF_KIND, TokenKind.WITHIN}
_REPAID = expression(r"还(?:[了掉过]+|(?=多少))")
_OF_A_ROW = expression(r"第(?!一[次回])[一二三四五六七八九十\d]个?(?!季)|[这那]笔|改|删|撤|刚才")
_YEAR = expression(r"[今去前]年|大前年|20\d\d年")
_SAID_YEAR = expression(r"^(?:[今去前]年|大前年)的?")
_NAMED = expression(
    r"国庆|五一|春节|过年|清明|十一|双|节|月(?!份?$)|(?<![这上本当])[\d一二三四五六七八九十]月|季度|旬|半年|假"
)
_WEEKDAY = expression(r"(?:周|星期|礼拜)[一二三四五六日天]")
_MOST_DAYS_OF_A_SEASON = 200
_DAYS_OF_A_WEEK = 7
_FURTHER = expression(
    r"再(?!前[天年])(?:往)?[前上](?:面|推)?(?:的?那?一)?个?(?P<unit>天|周|星期|礼拜|月|年)的?[呢嘞咧喃呐？]*$"
)
_RANKED = frozenset({Measure.MOST, Measure.LEAST})
_AS_RANKED = {Measure.LARGEST: Measure.MOST, Measure.SMALLEST: Measure.LEAST}
"""「花最多的呢」 behind 「哪个月花钱最少」 is about months, not about rows."""
_POINTS_BACK = expression(
    r"(?<!近)[这那]几个?(?:[天周月年次笔样项类]|星期|礼拜).*(?:加|合|一共|总)|[这那]一?(?:大?类|项|块)的?预算"
)
"""After an answer 「这几个月加一块呢」 may be about those that were asked about, one after the other."""
_GOES_ON = expression(r"(?:[呢嘞咧哩喃呐]|怎么样|(?:多少|好多)钱?|几[笔次回])？?$")
_OPEN = frozenset({Measure.TOTAL, Measure.LISTED, Measure.BALANCE})
"""Measures of words (多少, 哪些, 还剩) that may ask for a budget as well."""
_PAIR = 2
_OF_ONE_ROW = frozenset({Measure.LARGEST, Measure.SMALLEST})
"""「收入呢」 behind the largest expense asks for the largest income."""
_COMPARED = frozenset({Measure.SHARE, Measure.DIFFERENCE})
_KEEPS = frozenset({TokenKind.WITHIN, TokenKind.WITHOUT})
_GIVEN_AND_GOT = "红包"
"""The category of both directions."""
_AS_WELL = expression("[也还再]")
LED_IN = expression(r"^(?:那么?|然后|还有|所以)，?")
"""Words that lead from an answer to the next question."""


def follow_up(
    text: str, before: LedgerQuestion, vocabulary: Vocabulary, now: datetime
) -> LedgerQuestion | None:
    """The question that 「昨天呢」, 「其中打车呢」 or 「都是什么」 asks after another one; None if the words are no such half."""
    text = in_standard_words(text)
    if not _may_follow(text):
        return None
    is_named_alone = _NAMES_ALONE.search(text) is not None
    text = LED_IN.sub("", text)
    if before.rows.type is TransactionType.TRANSFER:
        text = _REPAID.sub("", text)  # 还了多少 behind 还信用卡
    if further := _FURTHER.match(text):
        return _moved_back(before, further["unit"]) if before.rows.period.label else None
    parts = parts_of(text, vocabulary, now)
    if parts is None or parts.has_unknown:
        return None
    if parts.measure is Measure.SHARE and parts.subjects and text.startswith("占"):
        return None  # 「占喝的里头百分之几」 behind 啤酒 names the whole, not the part.
    is_period_alone = parts.kinds == frozenset({TokenKind.PERIOD})
    is_named_alone = is_named_alone and parts.kinds <= _NAMING and bool(parts.kinds & NAMES)
    if not (is_period_alone or is_named_alone) and (not _ASKS.search(text) or not _tells(parts)):
        return None
    if parts.without and before.rows.without:
        if not _AS_WELL.search(text):
            return None  # 不算人情呢: instead of the rent, or beside it.
        parts = replace(parts, without=united((before.rows.without, parts.without)))
    whole = completed(parts, before)
    return None if whole is None else half_question(parts, whole, before, now)


def points_back(text: str) -> bool:
    """Whether the words may mean the periods or things that were asked about one after the other: 「这几个月加一块呢」."""
    return _POINTS_BACK.search(text) is not None


def goes_on(text: str) -> bool:
    """Whether words that rules do not understand may be half a question: 「那再早一个礼拜的呢」."""
    return _may_follow(text) and _GOES_ON.search(text) is not None


def _may_follow(text: str) -> bool:
    return not _OF_A_ROW.search(text) and (not holds_amount(text) or bool(find_bounds(text)))


def half_question(parts: Parts, whole: Parts, before: LedgerQuestion, now: datetime) -> LedgerQuestion | None:
    """The question of half a question's parts as they were completed; the rows stay of every type if they were."""
    question = question_of(whole, now)
    if question is not None and before.rows.type is None and not (parts.type or parts.subjects):
        return replace(question, rows=replace(question.rows, type=None))
    return question


def _moved_back(before: LedgerQuestion, unit: str) -> LedgerQuestion | None:
    """The same question about the day, week, month or year before: 再上一周呢. None if it was about another length."""
    period = before.rows.period
    first, last = period.first, period.last
    days = (last - first).days + 1
    match unit:
        case "天" if days == 1:
            first = last = first - timedelta(days=1)
            label = f"{first.month}月{first.day}日"
        case "周" | "星期" | "礼拜" if days == _DAYS_OF_A_WEEK:
            first, last = first - timedelta(days=days), first - timedelta(days=1)
            label = f"{first.month}月{first.day}日到{last.month}月{last.day}日"
        case "月" if (first, last) == month_of(first):
            first, last = month_of(months_away(first, -1))
            label = f"{first.year}年{first.month}月"
        case "年" if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
            first, last = months_away(first, -12), months_away(last, -12)
            label = f"{first.year}年"
        case _:
            return None
    if before.measure in (Measure.DIFFERENCE, Measure.AVERAGE):
        return None
    part = hours_of(period)
    period = Period(label, first, last)
    period = period if part is None else part.of(period)
    against = before.against and replace(before.against, period=period)
    return replace(before, rows=replace(before.rows, period=period), against=against)


def _tells(parts: Parts) -> bool:
    """Whether the words change anything."""
    names = parts.periods or parts.subjects or parts.accounts or parts.without or parts.bounds
    return bool(names or parts.measure or parts.type or TokenKind.IN_ALL in parts.kinds)


def completed(parts: Parts, before: LedgerQuestion) -> Parts | None:
    """The parts of half a question; what it leaves out is as in the question before. None if it says too little."""
    rows = before.rows
    if parts.measure is Measure.BALANCE and rows.subjects and not parts.subjects:
        return None
    is_one_of_two = len(rows.subjects) > 1 and len(parts.subjects) == 1 and before.measure not in _COMPARED
    if (is_one_of_two or _leaves_income(parts, rows)) and not parts.kinds & _KEEPS:
        return None  # 「京东呢」 behind 淘宝的退款, or behind 退款, leaves open whether 退款 stays.
    names = bool(parts.periods or parts.subjects or parts.accounts)
    turns = parts.type is not None and not names and before.measure not in _OF_ONE_ROW
    sums = TokenKind.IN_ALL in parts.kinds or turns
    asks = parts.measure
    lists_rows = asks is Measure.LISTED and bool(rows.subjects)  # The budget of one thing is no list.
    if before.measure is Measure.BUDGET and asks in _OPEN and parts.type is None and not lists_rows:
        asks = None  # 「餐饮的还有多少」 and 「上个月是哪些」 behind a budget are about budgets.
    measure = asks or (Measure.TOTAL if sums else before.measure)
    if before.measure in _RANKED and before.grouping is not None:
        measure = _AS_RANKED.get(measure, measure)
    own = tuple(dict.fromkeys(series.rows.period for series in before.series)) or (rows.period,)
    periods = tuple(seen_from(period, rows.period) for period in parts.periods) or own
    if measure is Measure.DIFFERENCE:
        compares = before.measure is Measure.DIFFERENCE and (parts.measure is None or not parts.periods)
        if not names or (
            compares and len({*rows.subjects, *_other_side(before).subjects}) > 1 and parts.subjects
        ):
            return None
        if compares and not parts.periods:
            periods = tuple(dict.fromkeys((rows.period, _other_side(before).period)))
        elif (
            len(periods) == 1
            and parts.periods
            and (not compares or rows.period != _other_side(before).period)
        ):
            periods = (rows.period, *periods)
    is_other_type = parts.type is not None and parts.type is not rows.type and not parts.subjects
    if is_other_type and any(subject.label == _GIVEN_AND_GOT for subject in rows.subjects):
        return (
            None  # 「发出去的呢」 behind the gifts that were received leaves open whether it is about gifts.
        )
    kept = () if is_other_type else _kept(before, measure, narrows=bool(parts.subjects))
    return replace(
        parts,
        measure=measure,
        kinds=parts.kinds | {TokenKind.SPENT, TokenKind.COMPARE}
        if measure is Measure.DIFFERENCE
        else parts.kinds
        | {TokenKind.SPENT}
        | ({TokenKind.AVERAGE} if measure is Measure.AVERAGE else frozenset()),
        periods=periods,
        subjects=_named(parts, kept, measure),
        sums=_sums(parts, kept),
        accounts=parts.accounts
        or tuple(dict.fromkeys(one for series in before.series for one in series.rows.accounts))
        or rows.accounts,
        bounds=parts.bounds or _bounds(before),
        type=parts.type or (None if parts.subjects else rows.type),
        grouping=parts.grouping or before.grouping,
        figure=parts.figure if asks else before.figure,
        unit=_unit(parts, before) if asks else before.unit,
        without=parts.without or rows.without,
    )


def _sums(parts: Parts, kept: tuple[KnownSubject, ...]) -> tuple[Subject, ...]:
    """The sets that narrow each other: those of the words, and all that were kept: 小宝's 奶粉 stays his."""
    before = tuple(one.subject for one in kept)
    if TokenKind.WITHIN in parts.kinds:
        return (*before, *parts.sums) if parts.sums else ()
    return parts.sums if parts.subjects or len(before) < _PAIR else before


def _unit(parts: Parts, before: LedgerQuestion) -> Unit:
    """What an average is of: 「上个月平均呢」 behind 平均一天 is of a day as well."""
    keeps = parts.measure is before.measure is Measure.AVERAGE and not parts.kinds & UNITS.keys()
    return before.unit if keeps else parts.unit


def _leaves_income(parts: Parts, rows: AskedRows) -> bool:
    """Whether the things alone do not tell that the money still came in."""
    names = bool(parts.subjects) and not any(known.is_category for known in parts.subjects)
    return names and parts.type is None and rows.type is TransactionType.INCOME


def _other_side(before: LedgerQuestion) -> AskedRows:
    """The rows that the question before compared with."""
    return before.against or before.rows


def _kept(before: LedgerQuestion, measure: Measure, *, narrows: bool) -> tuple[KnownSubject, ...]:
    """The subjects before: both that were compared, and those of all series; of a share of another thing the whole alone."""
    subjects = dict.fromkeys(
        (*before.rows.subjects, *(one for series in before.series for one in series.rows.subjects))
    )
    if before.measure is measure is Measure.SHARE and narrows:
        subjects = dict.fromkeys(_other_side(before).subjects)
    elif before.measure is measure is Measure.DIFFERENCE:
        subjects |= dict.fromkeys(_other_side(before).subjects)
    return tuple(KnownSubject(subject, before.rows.type) for subject in subjects)


def _named(parts: Parts, kept: tuple[KnownSubject, ...], measure: Measure) -> tuple[KnownSubject, ...]:
    """The subjects: 其中瑞幸 narrows those before, and a share is one of those before."""
    if measure is Measure.SHARE:
        return (*parts.subjects, *kept)
    return (*kept, *parts.subjects) if TokenKind.WITHIN in parts.kinds else parts.subjects or kept


def seen_from(period: Period, before: Period) -> Period:
    """A period as it is meant after another one: 去年 after 国庆 is last year's 国庆, 周日 after 上周六 the day behind it.

    After a part of the day (昨天晚上) it is the same part of other days.
    """
    if part := hours_of(before):
        return part.of(seen_from(period, replace(before, label=part.rest, hours=None)))
    days = (before.last - before.first).days
    if _YEAR.fullmatch(period.label) and _NAMED.search(before.label) and days < _MOST_DAYS_OF_A_SEASON:
        months = 12 * (period.first.year - before.first.year)
        first, last = months_away(before.first, months), months_away(before.last, months)
        return Period(f"{period.label}{_SAID_YEAR.sub('', before.label)}", first, last, before.is_open)
    if _WEEKDAY.fullmatch(period.label) and days < _DAYS_OF_A_WEEK:
        monday = before.first - timedelta(days=before.first.weekday())
        day = monday + timedelta(days=period.first.weekday())
        return Period(f"{day.month}月{day.day}日", day, day)
    return period


def _bounds(before: LedgerQuestion) -> tuple[Bounds, ...]:
    least, most = before.rows.at_least, before.rows.at_most
    return () if least is None and most is None else (Bounds(0, 0, least, most),)
