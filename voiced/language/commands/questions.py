"""Questions to the ledger: 「这个月花了多少」, 「上周打车用了多少钱」, 「今年最大的一笔是什么」."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, timedelta

from voiced.domain.question import LedgerQuestion, Measure, Period
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import find_date
from voiced.language.names.categories import exactly_named
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import Expression, expression

_HOW_MUCH = r"(?:多少|几[块百千万])(?:块?钱|元)?"
_SO = r"(?:了|的|是|有|一共|总共|共|到底)*"
_PAYING = r"(?:花掉|花出去|花费|花销|花|用掉|用|支出|消费|开销|开支|付|交)"
_GETTING = r"(?:收入|收到|赚到?|挣到?|进账|入账|到账|收)"
_SPENT = expression(rf"总?{_PAYING}{_SO}{_HOW_MUCH}|{_HOW_MUCH}的?(?:支出|开销|花销|消费)")
_EARNED = expression(rf"总?{_GETTING}{_SO}{_HOW_MUCH}|{_HOW_MUCH}的?收入")
_AMOUNT = expression(rf"(?:是|一共|总共|总计|合计){_SO}{_HOW_MUCH}")
_AMOUNT_ALONE = expression(rf"{_HOW_MUCH}(?=[了呢啊呀？]*$)")
_LISTED = expression(
    r"(?:花|买|用|记|付|支出|消费)(?:了|过|的)?些?(?:(?:什么|啥)(?:东西|钱|账)?|哪些(?:东西|钱|账)?|(?:几|多少|哪几)笔账?)|钱?都?花(?:在|到)了?(?:哪些?|什么)(?:里|儿|地方)?上?"
    r"|有(?:什么|哪些|啥|几笔)(?:支出|开销|花销|消费|账)"
)
_LARGEST = expression(
    r"(?:花得?的?)?最[大贵高多]的?(?:那?一?[笔单项])?(?:支出|消费|开销|花费|花销)?(?:是?(?:什么|哪一?[笔个项]?|多少钱?)|$|(?=？))"
    r"|哪一?[笔个项](?:支出|消费|花费)?(?:花得?)?最[大贵高多]"
)
# These are questions, but the daemon has no answer to them: budgets, averages, how many times.
_OTHER = expression(
    r"预算|最[大高多]的?(?:那?一?[笔项])?(?:收入|进账)|还剩(?:下|了)?几|报表|统计|汇总|查询|查(?:一下|下|看)?(?:账单?|记录|明细|流水)"
    rf"|平均.*{_HOW_MUCH}|(?:花|用|记|买|吃|打|坐|去)(?:了|过)(?:几|多少)[次杯]"
)
_BALANCE = expression(
    r"余额|结余|还?剩(?:下|了)?多少|(?:(?:现在|目前|手里|手头|手上|卡里|卡上|账上|账户里?|钱包里?|一共|总共|还|我们?|咱们?)+的?)有多少(?:块)?钱[了呢啊呀？]*$"
)
# 「三月份那笔改成支出」 and 「今年那笔是收入」 end in the same word, but they state the type of a row.
_NOT_OF_A_ROW = r"(?<![是成为改换算作到归记笔条])(?<!笔的)总?"
_SPENT_IN_ALL = expression(rf"{_NOT_OF_A_ROW}(?:支出|开销|花销|花费)呢?(?=？?$)")
_EARNED_IN_ALL = expression(rf"{_NOT_OF_A_ROW}(?:收入|进账)呢?(?=？?$)")
# In the order of the search. For 「是多少」 the category has to tell whether money was spent or earned.
_MEASURES: tuple[tuple[Expression, Measure | None], ...] = (
    (_LARGEST, Measure.LARGEST),
    (_LISTED, Measure.LISTED),
    (_EARNED, Measure.EARNED),
    (_SPENT, Measure.SPENT),
    (_AMOUNT, None),
    (_EARNED_IN_ALL, Measure.EARNED),
    (_SPENT_IN_ALL, Measure.SPENT),
    (_AMOUNT_ALONE, None),
)
_BUDGET = "预算"
_AND_THEN = expression(r"(?:那么?|然后|还有)?，?(?P<words>.{1,12}?)(?:呢|怎么样)[？]?")
_ASKING = expression(r"什么|多少|哪|几|？")

_NOT_A_DAY = r"(?!\d|一(?!共)|[二三四五六日天末初底中])"
_PERIOD = expression(
    rf"(?P<last_week>上个?(?:周|星期|礼拜){_NOT_A_DAY})|(?P<this_week>(?:这一?个?|本)(?:周|星期|礼拜){_NOT_A_DAY})"
    rf"|(?P<last_month>上个?月份?{_NOT_A_DAY})|(?P<this_month>(?:这个?|本|当)月份?{_NOT_A_DAY})"
    r"|(?P<year>今年|去年)?的?(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?![\d一二三四五六七八九十]+[号日])"
    r"|(?P<last_year>去年)|(?P<this_year>今年|本年)"
)
_DAY = expression(r"[今昨][天日]|前天|(?:周|星期|礼拜)[一二三四五六日天]|[号日]")
# 前三天 is a period, 前三笔 are rows.
_SOME_DAYS = r"[几两三四五六七八九十\d]+个?(?:天|日|周|星期|礼拜|月|季|年)"
_BEYOND = expression(
    rf"最近|近[一二两三几半\d]|(?:前|过去|这){_SOME_DAYS}|以来|季度|半年|前年|上半|下半|月[初中底末]|到现在|从.*到"
)
_FILLER = expression(
    r"我们?|咱们?|请问|问一下|想知道|告诉|帮|看看|看一下|查一?下|查查|查|算算|算一?下|一共|总共|总|在|上面?|方面|里面?|到底|是什么|是哪一?[笔个]?"
    r"|是|都|就|目前|现在|刚才|刚刚|来着|那|这|有|了|的|呢|吗|嘛|呀|啊|哈|[，。、；？]"
)


def is_question(text: str) -> bool:
    """Whether the words ask about the ledger. The question may be one that the daemon cannot answer."""
    if any(pattern.search(text) for pattern in (_SPENT, _EARNED, _OTHER, _BALANCE)):
        return True
    if _PERIOD.search(text) or _BEYOND.search(text):
        return any(pattern.search(text) for pattern, _ in _MEASURES)
    if _DAY.search(text):
        return any(pattern.search(text) for pattern in (_LARGEST, _LISTED, _AMOUNT, _AMOUNT_ALONE))
    return bool(_LARGEST.search(text) and _ASKING.search(text))


def asks_balance(text: str) -> bool:
    """Whether the words ask for a balance: 我还有多少钱, 余额是多少. A question for a budget is a different one."""
    return _BUDGET not in text and _BALANCE.search(text) is not None


def parse_question(text: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The question that the words ask; None if they ask no question that the ledger can answer.

    A question without a period is about this month. Every word has to be understood: 「这个月和小王花了多少」 asks about more
    than a category, and an answer to half a question would be wrong.
    """
    if not is_question(text) or _BEYOND.search(text) or _OTHER.search(text) or _BALANCE.search(text):
        return None
    measure, text = _cut_measure(text)
    period, text = _cut_period(text, now)
    of_type = measure.of_type if measure else None
    words = _FILLER.sub("", text)
    if not words:
        return LedgerQuestion(measure or Measure.SPENT, period)
    named = exactly_named(words, of_type, vocabulary)
    if named is None:
        return None
    category, category_type = named
    if measure is None:
        measure = _measure_of(category_type, Measure.SPENT)
    return LedgerQuestion(measure, period, category)


def listing_of_today(text: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The question for today's entries that 「记了什么」 and 「我都买了些什么」 ask while no draft is open."""
    question = parse_question(f"今天{text}", vocabulary, now)
    return question if question is not None and question.measure is Measure.LISTED else None


def follow_up(
    text: str, before: LedgerQuestion, vocabulary: Vocabulary, now: datetime
) -> LedgerQuestion | None:
    """The question that 「昨天呢」, 「上个月的打车呢」 or 「收入呢」 asks: the one before it, with the named parts changed.

    None if the words are not such a follow-up.
    """
    said = _AND_THEN.fullmatch(text)
    if said is None:
        return None
    measure, words = _cut_measure(said["words"])
    period, words = _find_period(words, now)
    words = _FILLER.sub("", words)
    named = exactly_named(words, (measure or before.measure).of_type, vocabulary) if words else None
    if (words and named is None) or not (measure or period or named):
        return None
    if named:
        category, of_type = named
        return LedgerQuestion(
            _measure_of(of_type, measure or before.measure), period or before.period, category
        )
    is_other = measure is not None and measure.of_type is not before.measure.of_type
    return LedgerQuestion(
        measure or before.measure, period or before.period, None if is_other else before.category
    )


def _measure_of(category_type: TransactionType, asked: Measure) -> Measure:
    """The measure for a category: the one asked before if it fits the type of the category."""
    if asked.of_type is category_type:
        return asked
    return Measure.EARNED if category_type is TransactionType.INCOME else Measure.SPENT


def _cut_measure(text: str) -> tuple[Measure | None, str]:
    """The measure that a question asks for, and the text without these words; None if the category has to tell."""
    found = ((pattern.search(text), measure) for pattern, measure in _MEASURES)
    match, measure = next(((match, measure) for match, measure in found if match), (None, None))
    return measure, text if match is None else text[: match.start()] + text[match.end() :]


def _cut_period(text: str, now: datetime) -> tuple[Period, str]:
    found, rest = _find_period(text, now)
    return found or Period("这个月", *_month_of(now.date())), rest


def _find_period(text: str, now: datetime) -> tuple[Period | None, str]:
    """The period that the text names, if it names one, and the text without it."""
    match = _PERIOD.search(text)
    if match:
        return Period(match.group(), *_days(match, now.date())), text[: match.start()] + text[match.end() :]
    if mention := find_date(text, now):
        label = text[mention.start : mention.end]
        return Period(label, mention.day, mention.day), text[: mention.start] + text[mention.end :]
    return None, text


def _days(match: re.Match[str], today: date) -> tuple[date, date]:
    """First and last day of a period."""
    monday = today - timedelta(days=today.weekday())
    match match.lastgroup:
        case "last_week":
            return monday - timedelta(days=7), monday - timedelta(days=1)
        case "this_week":
            return monday, monday + timedelta(days=6)
        case "last_month":
            return _month_of(today.replace(day=1) - timedelta(days=1))
        case "this_month":
            return _month_of(today)
        case "last_year":
            return date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
        case "this_year":
            return date(today.year, 1, 1), date(today.year, 12, 31)
        case _:
            return _named_month(match["month"], match["year"], today)


def _named_month(numeral: str, of_year: str | None, today: date) -> tuple[date, date]:
    """The first and last day of a month. 三月 is the latest March that has begun; 去年三月 names the year."""
    month = int(value_of(numeral) or 1)
    is_last_year = of_year == "去年" if of_year else month > today.month
    return _month_of(date(today.year - is_last_year, month, 1))


def _month_of(day: date) -> tuple[date, date]:
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])
