"""Questions that name several rows, accounts, things or periods at once, and words that a question cannot be answered by."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from voiced.domain.question import AskedRows, Grouping, LedgerQuestion, Measure, Subject
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.series import in_series
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)  # a Saturday


def question(words: str) -> LedgerQuestion | None:
    asked = ask(normalise(words), DEFAULT_VOCABULARY, NOW)
    return asked if isinstance(asked, LedgerQuestion) else None


def rows(words: str) -> AskedRows:
    asked = question(words)
    assert asked is not None
    return asked.rows


def told_apart(words: str) -> list[str]:
    asked = question(words)
    return [] if asked is None else [series.label for series in asked.series]


def labels(words: str) -> list[str]:
    return [subject.label for subject in rows(words).subjects]


def test_a_verb_of_spending_begins_no_longer_name() -> None:
    assert labels("上个月奶茶花了多少") == ["奶茶"]
    assert labels("上个月茶花花了多少") == ["茶花"]


@pytest.mark.parametrize("words", ["刨掉", "抛开", "除开", "不包括"])
def test_more_words_leave_things_out(words: str) -> None:
    assert rows(f"上个月{words}房租花了多少").without == Subject("房租", words=("房租",))


@pytest.mark.parametrize(
    ("words", "measure", "limit"),
    [
        ("这个月最大的三笔是哪些", Measure.LARGEST, 3),
        ("去年最贵的五笔", Measure.LARGEST, 5),
        ("上个月最小的两笔是什么", Measure.SMALLEST, 2),
        ("上个月前三大开销是哪三笔", Measure.LARGEST, 3),
        ("这个月最大的一笔", Measure.LARGEST, 1),
    ],
)
def test_a_number_of_the_largest_or_smallest_rows(words: str, measure: Measure, limit: int) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.measure, asked.limit) == (measure, limit)


@pytest.mark.parametrize(
    ("words", "accounts"),
    [
        ("微信和支付宝这个月一共花了多少", ("微信", "支付宝")),
        ("微信支付宝上个月一共花了多少", ("微信", "支付宝")),
        ("上个月用微信支付花了多少", ("微信",)),
    ],
)
def test_accounts_are_added_up(words: str, accounts: tuple[str, ...]) -> None:
    assert rows(words).accounts == accounts


def test_two_accounts_side_by_side_are_not_added_up() -> None:
    assert question("微信现金这个月花了多少") is None


@pytest.mark.parametrize(
    ("words", "measure", "names"),
    [
        ("水费电费燃气费去年谁最贵", Measure.MOST, ["水费", "电费", "燃气费"]),
        ("吃饭和打车分别花了多少", Measure.EACH, ["餐饮", "打车"]),
        ("这个月买书和看电影各花了多少", Measure.EACH, ["买书", "电影"]),
        ("打车加油停车今年哪个花得最少", Measure.LEAST, ["打车", "加油", "停车"]),
    ],
)
def test_things_are_told_one_by_one(words: str, measure: Measure, names: list[str]) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.measure, asked.grouping, told_apart(words)) == (measure, Grouping.SERIES, names)


@pytest.mark.parametrize(
    ("words", "left_out"),
    [
        ("不算房租和水电这个月花了多少", "房租和水电"),
        ("这个月房租和水电以外花了多少", "房租和水电"),
        ("除了房租这个月花了多少", "房租"),
    ],
)
def test_several_things_are_left_out(words: str, left_out: str) -> None:
    without = rows(words).without
    assert without is not None
    assert (without.label, rows(words).subjects) == (left_out, ())


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("十月二十六号到三十一号，十月，花了多少", date(2026, 10, 26), date(2026, 10, 31)),
        ("今年这个月花了多少", date(2026, 11, 1), date(2026, 11, 30)),
        ("过年那个月花了多少", date(2026, 2, 1), date(2026, 2, 28)),
        ("双十一那个礼拜花了多少", date(2026, 11, 9), date(2026, 11, 15)),
        ("国庆那个礼拜花了多少", date(2026, 10, 1), date(2026, 10, 7)),
        ("这周末两天花了多少", date(2026, 11, 21), date(2026, 11, 22)),
        ("十号到十五号这几天花了多少", date(2026, 11, 10), date(2026, 11, 15)),
        ("九月二十一到二十七号花了多少", date(2026, 9, 21), date(2026, 9, 27)),
        ("这个月头十天花了多少", date(2026, 11, 1), date(2026, 11, 10)),
        ("二五年四月花了多少", date(2025, 4, 1), date(2025, 4, 30)),
        ("年底了，这个月花了多少", date(2026, 11, 1), date(2026, 11, 30)),
        ("平均每个月工资多少", date(2026, 1, 1), date(2026, 11, 21)),
        ("月初到现在花了多少", date(2026, 11, 1), date(2026, 11, 21)),
        ("上周日均花多少", date(2026, 11, 9), date(2026, 11, 15)),
    ],
)
def test_the_period_that_is_meant(words: str, first: date, last: date) -> None:
    period = rows(words).period
    assert (period.first, period.last) == (first, last)


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("双十一，今年跟去年比花得多还是少", date(2026, 11, 11), date(2025, 11, 11)),
        ("周五跟周四哪天花得多，这周的", date(2026, 11, 20), date(2026, 11, 19)),
        ("七月和八月哪个月花得多", date(2026, 7, 1), date(2026, 8, 1)),
    ],
)
def test_two_periods_are_compared(words: str, first: date, second: date) -> None:
    asked = question(words)
    assert asked is not None
    assert asked.against is not None
    assert (asked.rows.period.first, asked.against.period.first) == (first, second)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("上个月兰州拉面吃了多少钱", ["写着兰州拉面的"]),
        ("今年给家里寄了多少钱", ["写着家里的"]),
        ("看膝盖一共花了多少", ["写着膝盖的"]),
        ("咖啡奶茶这类饮品这个月花了多少", ["饮品"]),
        ("主子今年吃猫粮吃了多少钱", ["宠物", "猫粮"]),
        ("上个月打车，这类的花了多少", ["打车"]),
    ],
)
def test_the_things_that_are_meant(words: str, names: list[str]) -> None:
    assert labels(words) == names


def test_the_longer_of_two_words_for_one_thing_counts() -> None:
    assert rows("稿费到了没写稿费").subjects == (
        Subject("稿费", (), ("稿费",)),
        Subject("写稿费", (), ("写稿费",)),
    )


@pytest.mark.parametrize(
    ("words", "measure", "grouping"),
    [
        ("今年每个月花了多少", Measure.EACH, Grouping.MONTH),
        ("今年平均每个月花了多少", Measure.AVERAGE, None),
        ("这个月一天吃饭要花多少", Measure.AVERAGE, None),
        ("上周五一天花了多少", Measure.TOTAL, None),
        ("昨天买了几杯奶茶", Measure.COUNT, None),
        ("这个月餐饮都花在哪了", Measure.LISTED, None),
        ("这个月都花在哪了", Measure.MOST, Grouping.CATEGORY),
        ("上个月用哪个付得最多", Measure.MOST, Grouping.ACCOUNT),
        ("上个月挣的减去花的还剩多少", Measure.BALANCE, None),
    ],
)
def test_what_is_measured(words: str, measure: Measure, grouping: Grouping | None) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.measure, asked.grouping) == (measure, grouping)


@pytest.mark.parametrize(
    "words",
    [
        "除了小王这个月花了多少",
        "去年年底花了多少",
        "这个月有几天没花钱",
        "今天跑了几单",
        "这个月去了几次",
        "今年六月七月花了多少",
        "这个月头四十天花了多少",
    ],
)
def test_an_answer_would_tell_another_thing_than_was_asked(words: str) -> None:
    assert question(words) is None


def test_a_wage_that_was_paid_is_income() -> None:
    assert rows("上周稿费结了多少钱").type is TransactionType.INCOME


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("给爸爸配眼镜加看牙一共花了多少", ["爸爸", "配眼镜和看牙"]),
        ("今年水果和零食一共花了多少", ["水果和零食"]),
        ("小宝的奶粉加起来花了多少", ["小宝", "奶粉"]),
        ("爸爸和妈妈的礼物今年花了多少", ["礼物", "爸爸和妈妈"]),
        ("打车、地铁、公交这个月加起来多少", ["打车和地铁和公交"]),
    ],
)
def test_what_is_added_up_is_named_so(words: str, names: list[str]) -> None:
    assert labels(words) == names


@pytest.mark.parametrize("words", ["今年青岛酒店和民宿一共花了多少", "补习班和妈妈的礼物今年花了多少"])
def test_what_is_added_up_is_not_left_open(words: str) -> None:
    assert question(words) is None


@pytest.mark.parametrize(
    ("words", "measure", "names"),
    [
        ("六月七月八月分别花了多少", Measure.EACH, ["六月", "七月", "八月"]),
        ("微信和支付宝分别花了多少", Measure.EACH, ["微信", "支付宝"]),
        ("这个月工资和房租各多少", Measure.EACH, ["工资", "房租"]),
        ("六月七月八月哪个月花得最少", Measure.LEAST, ["六月", "七月", "八月"]),
        ("打车和地铁这个月各坐了几次", Measure.EACH, ["打车", "地铁"]),
    ],
)
def test_times_and_accounts_are_told_one_by_one(words: str, measure: Measure, names: list[str]) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.measure, told_apart(words)) == (measure, names)


@pytest.mark.parametrize("words", ["我跟爱人的奖金各多少", "上周和这个月分别花了多少"])
def test_sides_without_rows_of_their_own_are_refused(words: str) -> None:
    assert question(words) is None


@pytest.mark.parametrize(
    ("words", "grouping", "figure"),
    [
        ("今年每个月攒了多少", Grouping.MONTH, Measure.BALANCE),
        ("今年每个月打了几次车", Grouping.MONTH, Measure.COUNT),
        ("今年按月打车几次", Grouping.MONTH, Measure.COUNT),
        ("这个月每周分别花了多少", Grouping.WEEK, Measure.TOTAL),
        ("工作日多还是周末多", Grouping.DAYS_OFF, Measure.TOTAL),
        ("这个月哪个星期花得最多", Grouping.WEEK, Measure.TOTAL),
    ],
)
def test_groups_have_a_figure(words: str, grouping: Grouping, figure: Measure) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.grouping, asked.figure) == (grouping, figure)


@pytest.mark.parametrize(
    ("words", "measure", "limit", "skip"),
    [
        ("最近四笔", Measure.LATEST, 4, 0),
        ("最近的十笔支出是哪些", Measure.LATEST, 10, 0),
        ("这个月第三大的一笔是什么", Measure.LARGEST, 1, 2),
        ("今年哪五类花得最多", Measure.MOST, 5, 0),
    ],
)
def test_order_and_limit(words: str, measure: Measure, limit: int, skip: int) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.measure, asked.limit, asked.skip) == (measure, limit, skip)


@pytest.mark.parametrize(
    "words", ["打车去年各坐了几次平均", "微信这个月多少", "打车打车分别花了多少", "今年平均每天打了几次车"]
)
def test_one_thing_alone_is_no_series(words: str) -> None:
    asked = question(words)
    assert asked is None or not asked.series


def test_series_that_are_called_the_same_or_share_days_are_none() -> None:
    one = rows("这个月打车花了多少")
    other = rows("这周打车花了多少")
    assert in_series([one, one]) is None
    assert in_series([one, other]) is None


def test_series_may_differ_in_their_way_alone() -> None:
    spent = rows("这个月花了多少")
    together = in_series([spent, replace(spent, type=TransactionType.INCOME), replace(spent, type=None)])
    assert together is not None
    assert [series.label for series in together[1]] == ["支出", "收入", ""]


def test_two_things_at_several_times_are_told_neither_way() -> None:
    assert question("打车和地铁六月和七月分别花了多少") is None


@pytest.mark.parametrize(
    ("words", "first"),
    [("十号往后花了多少", date(2026, 11, 10)), ("这个月三号起花了多少", date(2026, 11, 3))],
)
def test_a_day_of_this_month_onwards_leads_to_today(words: str, first: date) -> None:
    assert (rows(words).period.first, rows(words).period.last) == (first, NOW.date())


def test_all_that_came_went_and_moved_are_rows_of_every_type() -> None:
    assert rows("昨天一共记了几笔，进的出的转的都算").type is None


def test_accounts_are_no_comparison_of_three() -> None:
    assert question("微信、支付宝和现金比比") is None
