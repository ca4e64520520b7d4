"""Half a question behind an answer keeps what it leaves out, or has no answer; it is never about everything."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from voiced.domain.question import LedgerQuestion, Measure, Unit
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.follow_ups import follow_up
from voiced.language.questions.whole_questions import after_answer, stands_alone
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 22, 10, 30, tzinfo=UTC)


def asked(words: str) -> LedgerQuestion:
    question = ask(normalise(words), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    return question


def behind(first: str, words: str) -> LedgerQuestion | None:
    """The question of the second words after the answer to the first ones."""
    said, before = normalise(words), asked(first)
    whole = ask(said, DEFAULT_VOCABULARY, NOW)
    if isinstance(whole, LedgerQuestion):
        return after_answer(said, whole, before, DEFAULT_VOCABULARY, NOW)
    return follow_up(said, before, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    ("first", "words", "measure", "label"),
    [
        ("这个月点了几回外卖", "上个月几回", Measure.COUNT, "外卖"),
        ("外卖这个月平均一单多少钱", "今年的平均呢", Measure.AVERAGE, "外卖"),
        ("今年打车几次", "去年几趟", Measure.COUNT, "打车"),
        ("这个月打车花了多少", "上个月好多", Measure.TOTAL, "打车"),
        ("这个月餐饮预算还剩多少", "购物的还有好多", Measure.BUDGET, "购物"),
        ("这个月餐饮预算还剩多少", "购物的还剩多少", Measure.BUDGET, "购物"),
        ("这个月餐饮预算还剩多少", "有哪些", Measure.LISTED, "餐饮"),
        ("今年打车几次", "那去年花了多少", Measure.TOTAL, "打车"),
        ("今年打车花了多少", "比去年多花了多少", Measure.DIFFERENCE, "打车"),
        ("上次交补习班是什么时候", "这个月交了没", Measure.WHETHER, "补习班"),
        ("这个月餐饮花了多少", "最大的一笔是多少", Measure.LARGEST, "餐饮"),
    ],
)
def test_the_thing_stays_where_words_name_none(first: str, words: str, measure: Measure, label: str) -> None:
    question = behind(first, words)
    assert question is not None
    assert (question.measure, [subject.label for subject in question.rows.subjects]) == (measure, [label])


def test_a_question_about_a_part_of_the_day_stands_alone() -> None:
    question = behind("今年打车花了多少", "上个月中午打车几次")
    assert question is not None
    assert question.rows.period.label == "上个月中午"


def test_an_average_stays_one_of_a_day() -> None:
    question = behind("这个月平均一天花多少钱", "上个月平均呢")
    assert question is not None
    assert (question.measure, question.unit) == (Measure.AVERAGE, Unit.DAY)


def test_what_another_person_earned_is_refused() -> None:
    words = normalise("我妹她自己这个月工资发了多少她没跟我讲")
    assert not isinstance(ask(words, DEFAULT_VOCABULARY, NOW), LedgerQuestion)


def test_which_ones_behind_a_budget_asks_for_budgets() -> None:
    question = behind("这个月有哪些类超预算了", "上个月是哪些")
    assert question is not None
    assert (question.measure, question.rows.period.label) == (Measure.BUDGET, "上个月")


def test_a_comparison_with_other_days_begins_at_those_that_were_asked_about() -> None:
    question = behind("双十一那天花了多少", "跟去年双十一比多花了多少")
    assert question is not None
    assert question.against is not None
    periods = question.rows.period, question.against.period
    assert [period.first.isoformat() for period in periods] == ["2026-11-11", "2025-11-11"]


def test_words_of_their_own_direction_begin_a_new_question() -> None:
    question = behind("这个月打车花了多少", "上个月收入多少")
    assert question is not None
    assert (question.rows.type, question.rows.subjects) == (TransactionType.INCOME, ())


@pytest.mark.parametrize(
    "words",
    [
        "去年几趟",
        "上个月是哪些",
        "今年的平均呢",
        "那上个月花了多少",
        "这个月交了没",
        "那去年比前年多花了多少",
    ],
)
def test_behind_an_unanswered_question_half_a_question_has_no_answer_either(words: str) -> None:
    said = normalise(words)
    assert not stands_alone(said, asked(words), DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("这个月娱乐花了多少", "这一类的预算还剩多少"),
        ("今年退款收到多少", "淘宝的呢"),  # refunds, or what was bought there
        ("不算房租这个月花了多少", "不算人情呢"),  # instead of the rent, or beside it
    ],
)
def test_words_that_leave_open_what_they_are_about_have_no_answer(first: str, words: str) -> None:
    assert behind(first, words) is None


@pytest.mark.parametrize("words", ["那花了多少钱呢", "那上个月花了多少钱呢"])
def test_what_narrowed_each_other_still_does(words: str) -> None:
    question = behind("小宝的奶粉这个月买了几回", words)
    assert question is not None
    assert question.measure is Measure.TOTAL
    assert [subject.label for subject in question.rows.subjects] == ["小宝", "奶粉"]


@pytest.mark.parametrize(
    ("first", "words", "label"),
    [
        ("这个月瑞幸花了多少", "那星巴克", "星巴克"),
        ("这个月瑞幸花了多少", "星巴克的", "星巴克"),
        ("上上个月还信用卡还了多少", "去年总共还了多少", "还信用卡"),
        ("去年第三季度医疗花了多少", "第二季度呢", "医疗"),
    ],
)
def test_a_name_or_a_quarter_alone_goes_on(first: str, words: str, label: str) -> None:
    question = behind(first, words)
    assert question is not None
    assert [subject.label for subject in question.rows.subjects] == [label]


def test_what_is_left_out_as_well_is_left_out_beside_the_first() -> None:
    question = behind("不算房租这个月花了多少", "把人情那类也去掉呢")
    assert question is not None
    assert question.rows.without is not None
    assert question.rows.without.label == "房租和人情"


def test_a_guess_at_a_part_of_the_days_is_no_comparison() -> None:
    words = normalise("今年花钱最多的是哪个月，我猜是过年那阵")
    assert not isinstance(ask(words, DEFAULT_VOCABULARY, NOW), LedgerQuestion)


def test_this_month_is_not_compared_with_the_year_that_holds_it() -> None:
    words = normalise("今年收的红包跟发出去的红包比差多少")
    assert not isinstance(ask(words, DEFAULT_VOCABULARY, NOW), LedgerQuestion)


@pytest.mark.parametrize("days", ["今年", "这个月"])
def test_two_accounts_are_compared_over_the_days_that_hold_today(days: str) -> None:
    question = asked(f"{days}微信跟支付宝比差多少")
    assert question.against is not None
    sides = [(rows.period.label, rows.accounts) for rows in (question.rows, question.against)]
    assert sides == [(days, ("微信",)), (days, ("支付宝",))]


def test_what_came_in_and_went_out_is_of_every_type() -> None:
    assert asked("今天一共记了几笔账，进的出的都算").rows.type is None


def test_what_is_summed_up_of_a_thing_is_of_all_days() -> None:
    assert asked("妈妈的红包一共收过几次").rows.period.first.year == 1


def test_a_verb_that_is_said_again_names_no_taxi() -> None:
    question = asked("打疫苗第一次是哪天打的")
    assert [subject.label for subject in question.rows.subjects] == ["疫苗"]
