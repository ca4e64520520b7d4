from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.support.sentences import said
from voiced.domain.question import LedgerQuestion, Measure, Period
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.questions import (
    asks_balance,
    follow_up,
    is_question,
    listing_of_today,
    parse_question,
)

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)  # a Saturday


def asked(text: str) -> LedgerQuestion | None:
    return parse_question(text, DEFAULT_VOCABULARY, NOW)


def between(label: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> Period:
    return Period(label, date(*first), date(*last))


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("今天花了多少", between("今天", (2026, 11, 21), (2026, 11, 21))),
        ("昨天花了多少钱", between("昨天", (2026, 11, 20), (2026, 11, 20))),
        ("上周五花了多少", between("上周五", (2026, 11, 13), (2026, 11, 13))),
        ("这周花了多少", between("这周", (2026, 11, 16), (2026, 11, 22))),
        ("本周花了多少", between("本周", (2026, 11, 16), (2026, 11, 22))),
        ("这个星期一共花了多少钱", between("这个星期", (2026, 11, 16), (2026, 11, 22))),
        ("上周用了多少", between("上周", (2026, 11, 9), (2026, 11, 15))),
        ("上个礼拜花了多少", between("上个礼拜", (2026, 11, 9), (2026, 11, 15))),
        ("这个月花了多少", between("这个月", (2026, 11, 1), (2026, 11, 30))),
        ("我这个月一共花了多少钱呀", between("这个月", (2026, 11, 1), (2026, 11, 30))),
        ("帮我查一下本月支出多少", between("本月", (2026, 11, 1), (2026, 11, 30))),
        ("本月支出", between("本月", (2026, 11, 1), (2026, 11, 30))),
        ("上个月的开销呢", between("上个月", (2026, 10, 1), (2026, 10, 31))),
        ("今年花了多少", between("今年", (2026, 1, 1), (2026, 12, 31))),
        ("去年花了多少", between("去年", (2025, 1, 1), (2025, 12, 31))),
        ("三月花了多少", between("三月", (2026, 3, 1), (2026, 3, 31))),
        ("12月份花了多少", between("12月份", (2025, 12, 1), (2025, 12, 31))),
        ("去年二月花了多少", between("去年二月", (2025, 2, 1), (2025, 2, 28))),
        ("今年十二月花了多少", between("今年十二月", (2026, 12, 1), (2026, 12, 31))),
        ("花了多少钱", between("这个月", (2026, 11, 1), (2026, 11, 30))),
    ],
)
def test_the_period_is_as_the_speaker_calls_it(text: str, period: Period) -> None:
    assert asked(text) == LedgerQuestion(Measure.SPENT, period)


THIS_MONTH = between("这个月", (2026, 11, 1), (2026, 11, 30))


@pytest.mark.parametrize(
    ("text", "measure", "category"),
    [
        ("这个月赚了多少", Measure.EARNED, None),
        ("这个月收入多少", Measure.EARNED, None),
        ("这个月的收入", Measure.EARNED, None),
        ("这个月有多少收入", Measure.EARNED, None),
        ("工资这个月收了多少", Measure.EARNED, "工资"),
        ("这个月餐饮花了多少", Measure.SPENT, "餐饮"),
        ("这个月在餐饮上花了多少", Measure.SPENT, "餐饮"),
        ("打车这个月花了多少钱", Measure.SPENT, "交通"),
        ("这个月话费是多少", Measure.SPENT, "通讯"),
        ("这个月工资是多少", Measure.EARNED, "工资"),
        ("这个月最大的一笔是什么", Measure.LARGEST, None),
        ("这个月哪笔最贵", Measure.LARGEST, None),
        ("这个月花得最多的是什么", Measure.LARGEST, None),
        ("这个月餐饮最大的一笔是多少", Measure.LARGEST, "餐饮"),
        ("这个月吃饭多少", Measure.SPENT, "餐饮"),
        ("这个月房租多少钱呢", Measure.SPENT, "住房"),
        ("这个月工资多少", Measure.EARNED, "工资"),
        ("这个月花了什么", Measure.LISTED, None),
        ("这个月都买了些什么", Measure.LISTED, None),
        ("这个月钱花在哪里了", Measure.LISTED, None),
        ("这个月有哪些支出", Measure.LISTED, None),
        ("这个月吃饭花了哪些钱", Measure.LISTED, "餐饮"),
        ("这个月记了几笔", Measure.LISTED, None),
        ("这个月一共多少", Measure.SPENT, None),
        ("这个月是多少", Measure.SPENT, None),
    ],
)
def test_measure_and_category_of_a_question(text: str, measure: Measure, category: str | None) -> None:
    assert asked(text) == LedgerQuestion(measure, THIS_MONTH, category)


def test_a_day_is_asked_about_like_a_month() -> None:
    yesterday = between("昨天", (2026, 11, 20), (2026, 11, 20))
    assert asked("昨天打车多少") == LedgerQuestion(Measure.SPENT, yesterday, "交通")
    assert asked("昨天记了什么") == LedgerQuestion(Measure.LISTED, yesterday)


@pytest.mark.parametrize("text", said("记了什么|我都买了些什么|刚才记了什么|花了什么"))
def test_records_asked_for_without_a_time_are_those_of_today(text: str) -> None:
    today = between("今天", (2026, 11, 21), (2026, 11, 21))
    assert listing_of_today(text, DEFAULT_VOCABULARY, NOW) == LedgerQuestion(Measure.LISTED, today)


@pytest.mark.parametrize("text", said("花了多少|再说一遍|打车30"))
def test_other_words_do_not_ask_what_was_recorded(text: str) -> None:
    assert listing_of_today(text, DEFAULT_VOCABULARY, NOW) is None


LAST_MONTH = between("上个月", (2026, 10, 1), (2026, 10, 31))


@pytest.mark.parametrize(
    ("text", "before", "question"),
    [
        ("上个月呢", (Measure.SPENT, THIS_MONTH, "餐饮"), (Measure.SPENT, LAST_MONTH, "餐饮")),
        ("那上个月呢？", (Measure.LISTED, THIS_MONTH, None), (Measure.LISTED, LAST_MONTH, None)),
        ("上个月怎么样", (Measure.SPENT, THIS_MONTH, None), (Measure.SPENT, LAST_MONTH, None)),
        ("打车呢", (Measure.SPENT, THIS_MONTH, "餐饮"), (Measure.SPENT, THIS_MONTH, "交通")),
        ("打车呢", (Measure.EARNED, THIS_MONTH, None), (Measure.SPENT, THIS_MONTH, "交通")),
        ("工资呢", (Measure.SPENT, THIS_MONTH, None), (Measure.EARNED, THIS_MONTH, "工资")),
        ("收入呢", (Measure.SPENT, LAST_MONTH, "餐饮"), (Measure.EARNED, LAST_MONTH, None)),
        ("最大的一笔呢", (Measure.SPENT, LAST_MONTH, "餐饮"), (Measure.LARGEST, LAST_MONTH, "餐饮")),
        ("上个月的打车呢", (Measure.SPENT, THIS_MONTH, None), (Measure.SPENT, LAST_MONTH, "交通")),
    ],
)
def test_half_a_question_is_the_one_before_but_for_what_is_said(
    text: str, before: tuple[Measure, Period, str | None], question: tuple[Measure, Period, str | None]
) -> None:
    assert follow_up(text, LedgerQuestion(*before), DEFAULT_VOCABULARY, NOW) == LedgerQuestion(*question)


@pytest.mark.parametrize("text", said("上个月|打车|呢|那呢|小王呢|第二笔呢|打车三十呢|确认"))
def test_other_words_are_no_half_of_a_question(text: str) -> None:
    assert follow_up(text, LedgerQuestion(Measure.SPENT, THIS_MONTH), DEFAULT_VOCABULARY, NOW) is None


@pytest.mark.parametrize(
    "text",
    said("我还有多少钱|我有多少钱|我现在手里有多少钱|余额是多少|还剩多少钱|这个月还剩多少|卡里有多少钱了"),
)
def test_how_much_money_there_is_is_a_question_of_its_own(text: str) -> None:
    assert is_question(text)
    assert asks_balance(text)
    assert asked(text) is None


@pytest.mark.parametrize("text", said("预算还剩多少|花了多少钱|有多少支出|这个月房租有多少钱"))
def test_a_budget_or_a_sum_is_no_balance(text: str) -> None:
    assert not asks_balance(text)


@pytest.mark.parametrize(
    "text",
    said(
        "还剩多少预算|查一下账单|这个月打了几次车|平均每天花了多少|最近花了多少|近三个月花了多少|前三天花了多少|这两天收入多少|过去十天花了多少|上半年花了多少|从三号到五号花了多少|"
        "和小王吃饭花了多少|这个月张三花了多少|上个月比这个月花了多少|这个月最大的一笔收入是什么"
    ),
)
def test_a_question_that_the_ledger_does_not_answer(text: str) -> None:
    assert is_question(text)
    assert asked(text) is None


@pytest.mark.parametrize(
    "text",
    said(
        "确认|打车二十|多少|什么|第三笔是什么|还有吗|确认吗|改成多少|一共多少|这个月房租两千五|收入|应该是收入不是支出|最大的那笔不要了|不是支出|前三笔改成收入|这两笔改成收入|"
        "这几笔应该是收入|最近一笔改成收入|上个月的那笔改成收入|三月份那笔改成支出|今年那笔是收入|从第一笔到第三笔改成收入|这两笔都是支出|前两笔都是支出|三月份那笔支出"
    ),
)
def test_other_words_are_no_question_to_the_ledger(text: str) -> None:
    assert not is_question(text)
    assert asked(text) is None
