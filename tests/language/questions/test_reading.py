"""What a question asks: its measure, its rows, and what is left open."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.script import asked_line
from tests.support.sentences import said
from voiced.domain.question import LedgerQuestion
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import Unanswered, ask, is_certain, is_question, listing_of_today
from voiced.language.questions.follow_ups import follow_up
from voiced.language.questions.periods import find_periods
from voiced.language.questions.subjects import subject_names
from voiced.language.questions.whole_questions import stands_alone
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)  # a Saturday


def asked(text: str) -> str:
    """The question as scripts write it, or why it has no answer."""
    match ask(normalise(text), DEFAULT_VOCABULARY, NOW):
        case LedgerQuestion() as question:
            return asked_line(question).removeprefix("查: ")
        case Unanswered() as reason:
            return reason.value
        case None:
            return "no question"


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("今天|现在是今天", "2026-11-21", "2026-11-21"),
        ("昨天|昨儿", "2026-11-20", "2026-11-20"),
        ("上周五", "2026-11-13", "2026-11-13"),
        ("这周|本周|这个星期|这礼拜", "2026-11-16", "2026-11-22"),
        ("上周|上个礼拜", "2026-11-09", "2026-11-15"),
        ("上上周|上上个星期", "2026-11-02", "2026-11-08"),
        ("周末|这周末", "2026-11-21", "2026-11-22"),
        ("这个月中旬|本月中旬|中旬", "2026-11-11", "2026-11-20"),
        ("上个月三号到五号", "2026-10-03", "2026-10-05"),
        ("上周末|上个周末", "2026-11-14", "2026-11-15"),
        ("上周工作日|上周一到周五", "2026-11-09", "2026-11-13"),
        ("这个月|本月|当月", "2026-11-01", "2026-11-30"),
        ("上个月|上月", "2026-10-01", "2026-10-31"),
        ("上上个月", "2026-09-01", "2026-09-30"),
        ("三月|三月份|今年三月", "2026-03-01", "2026-03-31"),
        ("12月份|去年十二月", "2025-12-01", "2025-12-31"),
        ("2024年2月|二零二四年二月|24年二月", "2024-02-01", "2024-02-29"),
        ("三月到五月|从3月到5月份", "2026-03-01", "2026-05-31"),
        ("上个月中旬", "2026-10-11", "2026-10-20"),
        ("九月上旬", "2026-09-01", "2026-09-10"),
        ("这个月前半个月", "2026-11-01", "2026-11-15"),
        ("三号到五号|从三号到五号", "2026-11-03", "2026-11-05"),
        ("十月28号到十一月3号", "2026-10-28", "2026-11-03"),
        ("三季度|第三季度|Q3", "2026-07-01", "2026-09-30"),
        ("这个季度", "2026-10-01", "2026-12-31"),
        ("上个季度", "2026-07-01", "2026-09-30"),
        ("去年四季度", "2025-10-01", "2025-12-31"),
        ("上半年", "2026-01-01", "2026-06-30"),
        ("去年下半年", "2025-07-01", "2025-12-31"),
        ("今年|今年全年", "2026-01-01", "2026-12-31"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("前年", "2024-01-01", "2024-12-31"),
        ("最近一周|近七天|过去7天", "2026-11-15", "2026-11-21"),
        ("最近三个月|近三个月", "2026-08-22", "2026-11-21"),
        ("最近一个半月", "2026-10-07", "2026-11-21"),
        ("近半年", "2026-05-22", "2026-11-21"),
        ("最近两个季度", "2026-05-22", "2026-11-21"),
        ("最近一年", "2025-11-22", "2026-11-21"),
        ("最近", "2026-10-23", "2026-11-21"),
        ("这几天", "2026-11-19", "2026-11-21"),
        ("这两天", "2026-11-20", "2026-11-21"),
        ("这两个月", "2026-10-01", "2026-11-30"),
        ("国庆|国庆节|国庆期间", "2026-10-01", "2026-10-07"),
        ("国庆那天|国庆节当天", "2026-10-01", "2026-10-01"),
        ("去年五一", "2025-05-01", "2025-05-05"),
        ("过年|今年春节", "2026-02-16", "2026-02-23"),
        ("十一假期", "2026-10-01", "2026-10-07"),
        ("暑假", "2026-07-01", "2026-08-31"),
        ("双十一那天|双十一", "2026-11-11", "2026-11-11"),
        ("从国庆到现在|国庆以来", "2026-10-01", "2026-11-21"),
        ("今年到现在|年初到现在", "2026-01-01", "2026-11-21"),
        ("十月一号到十月七号", "2026-10-01", "2026-10-07"),
        ("上周三到昨天", "2026-11-11", "2026-11-20"),
    ],
)
def test_the_periods_that_people_name(words: str, first: str, last: str) -> None:
    for text in said(words):
        (mention,) = find_periods(text, NOW)
        assert (mention.period.first, mention.period.last) == (
            date.fromisoformat(first),
            date.fromisoformat(last),
        ), text


def test_a_weekend_that_has_not_begun_is_the_one_before() -> None:
    (mention,) = find_periods("周末", datetime(2026, 11, 19, tzinfo=UTC))
    assert (mention.period.first, mention.period.last) == (date(2026, 11, 14), date(2026, 11, 15))


def test_a_day_that_is_in_no_calendar_begins_no_period() -> None:
    assert [mention.period.label for mention in find_periods("2月28号到2月30号", NOW)] == ["2月28号"]


def test_a_year_said_apart_from_its_month_belongs_to_it() -> None:
    assert asked("十二月的电费去年交了多少") == "total 支出 2025-12-01..2025-12-31 电费"


def test_the_whole_ledger_is_a_period_as_well() -> None:
    assert asked("从头到现在一共花了多少") == "total 支出 0001-01-01..2026-11-21 全部"


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (
            "花了多少钱|这个月花了多少|我这个月一共花了多少钱呀|本月支出|这个月的开销呢|帮我查一下本月支出多少|这个月一共多少|这个月用了好多钱",
            "total 支出 2026-11-01..2026-11-30 全部",
        ),
        (
            "这个月赚了多少|这个月收入多少|这个月的收入|这个月有多少收入|这个月进账多少",
            "total 收入 2026-11-01..2026-11-30 全部",
        ),
        ("工资这个月收了多少|这个月工资是多少|这个月工资多少", "total 收入 2026-11-01..2026-11-30 工资"),
        (
            "这个月餐饮花了多少|这个月在餐饮上花了多少|吃饭这个月吃了多少钱|这个月吃的花了多少",
            "total 支出 2026-11-01..2026-11-30 餐饮",
        ),
        ("打车这个月花了多少钱|这个月打车打了多少钱", "total 支出 2026-11-01..2026-11-30 打车"),
        ("这个月燃气费多少", "total 支出 2026-11-01..2026-11-30 燃气费"),
        ("瑞幸上个月喝了多少钱", "total 支出 2026-10-01..2026-10-31 瑞幸"),
        ("这个月给孩子花了多少", "total 支出 2026-11-01..2026-11-30 孩子"),
        ("这个月吃饭和交通一共花了多少", "total 支出 2026-11-01..2026-11-30 餐饮和交通"),
        ("这个月微信花了多少|用微信这个月付了多少", "total 支出 2026-11-01..2026-11-30 微信"),
        ("这个月微信上打车花了多少", "total 支出 2026-11-01..2026-11-30 打车 微信"),
        ("这个月和小王花了多少", "total 支出 2026-11-01..2026-11-30 写着小王的"),
        ("车险一共交过多少", "total 支出 0001-01-01..2026-11-21 车险"),
        ("这个月有没有花到八千", "total 支出 2026-11-01..2026-11-30 全部"),
        ("今年还信用卡还了多少", "total 转账 2026-01-01..2026-12-31 还信用卡"),
        ("这个月记了几笔", "count 所有 2026-11-01..2026-11-30 全部"),
        ("这个月打了几次车|打车这个月打了几次|这个月打过几次车", "count 支出 2026-11-01..2026-11-30 打车"),
        ("上周喝了几杯咖啡", "count 支出 2026-11-09..2026-11-15 咖啡"),
        (
            "一百以上的这个月有几笔|这个月超过一百的有多少笔|这个月不到一百的有几笔",
            "count 支出 2026-11-01..2026-11-30 全部",
        ),
        ("上个月平均每天花多少|上个月日均多少", "average 支出 2026-10-01..2026-10-31 全部"),
        ("今年平均每个月打车花多少", "average 支出 2026-01-01..2026-11-21 打车"),
        ("瑞幸今年平均一杯多少", "average 支出 2026-01-01..2026-11-21 瑞幸"),
        (
            "这个月最大的一笔是什么|这个月哪笔最贵|这个月花得最多的是什么",
            "largest 支出 2026-11-01..2026-11-30 全部",
        ),
        ("这个月最大的一笔收入是什么", "largest 收入 2026-11-01..2026-11-30 全部"),
        ("这个月餐饮最便宜的一笔是多少", "smallest 支出 2026-11-01..2026-11-30 餐饮"),
        (
            "上次加油是什么时候|上一次加油是哪天|最近一次加油花了多少|多久没加油了",
            "latest 支出 0001-01-01..2026-11-21 加油",
        ),
        ("去年车险什么时候交的", "latest 支出 2025-01-01..2025-12-31 车险"),
        ("第一次去山姆是什么时候", "earliest 支出 0001-01-01..2026-11-21 山姆"),
        (
            "这个月都买了些什么|这个月有哪些支出|这个月花了什么|这个月的明细",
            "listed 支出 2026-11-01..2026-11-30 全部",
        ),
        ("昨天记了什么", "listed 所有 2026-11-20..2026-11-20 全部"),
        ("这个月打车有哪些", "listed 支出 2026-11-01..2026-11-30 打车"),
        ("房租交了吗|这个月房租交了没|有没有交房租|房租交没交", "whether 支出 2026-11-01..2026-11-30 房租"),
        ("上个月还房贷了吗", "whether 支出 2026-10-01..2026-10-31 房贷"),
        ("工资发了没", "whether 收入 2026-11-01..2026-11-30 工资"),
        (
            "这个月钱花在哪里了|这个月哪类花得最多|这个月钱都花哪儿去了",
            "most 支出 2026-11-01..2026-11-30 全部",
        ),
        ("今年哪个月打车最多", "most 支出 2026-01-01..2026-12-31 打车"),
        ("今年哪个月花得最少", "least 支出 2026-01-01..2026-12-31 全部"),
        ("这个月各类花了多少|今年每个月分别花了多少", None),
        ("吃饭占这个月开销的多少|这个月吃饭占百分之几", "share 支出 2026-11-01..2026-11-30 餐饮"),
        ("这个月结余多少|这个月攒了多少", "balance 支出 2026-11-01..2026-11-30 全部"),
        (
            "这个月预算还剩多少|预算还剩多少|还剩多少预算|预算超了没有",
            "budget 支出 2026-11-01..2026-11-30 全部",
        ),
        ("旅游的预算还够用吗|旅行预算还剩多少", "budget 支出 2026-11-01..2026-11-30 旅行"),
        (
            "这个月比上个月多花了多少|比上个月多花了多少|这个月跟上个月比花得多还是少",
            "difference 支出 2026-11-01..2026-11-30 全部 比 2026-10-01..2026-10-31",
        ),
        ("上个月吃饭比九月份多吗", "difference 支出 2026-10-01..2026-10-31 餐饮 比 2026-09-01..2026-09-30"),
        (
            "这个月和去年同期比多花了多少",
            "difference 支出 2026-11-01..2026-11-21 全部 比 2025-11-01..2025-11-21",
        ),
        ("这个月比上个月同期多吗", "difference 支出 2026-11-01..2026-11-21 全部 比 2026-10-01..2026-10-21"),
        ("吃饭和打车这个月哪个多|这个月吃饭比打车多多少", "difference 支出 2026-11-01..2026-11-30 餐饮"),
        ("这个月微信还是支付宝花得最多", "difference 支出 2026-11-01..2026-11-30 微信"),
        ("十二月三号的打车去年花了多少", "total 支出 2025-12-03..2025-12-03 打车"),
        ("这个月没超过一百的花了多少", "total 支出 2026-11-01..2026-11-30 全部"),
        (
            "上个月外卖占吃饭的多少|上个月吃饭的钱里头，外卖占多少",
            "share 支出 2026-10-01..2026-10-31 外卖 餐饮",
        ),
        (
            "和上个月同期比，这个月吃饭多花了多少",
            "difference 支出 2026-11-01..2026-11-21 餐饮 比 2026-10-01..2026-10-21",
        ),
        ("微信付的占这个月支出的多少", "share 支出 2026-11-01..2026-11-30 微信"),
        ("同期比去年多花了多少", "difference 支出 2026-11-01..2026-11-21 全部 比 2025-11-01..2025-11-21"),
        ("上个月比去年同期多花多少", "difference 支出 2026-10-01..2026-10-31 全部 比 2025-10-01..2025-10-31"),
        ("这个季度平均每周花多少", "average 支出 2026-10-01..2026-11-21 全部"),
        ("今年红包多少", "balance 支出 2026-01-01..2026-12-31 红包"),
        ("有没有哪笔是六千以上的", "listed 支出 0001-01-01..2026-11-21 全部"),
        ("青岛那趟花了多少", "total 支出 0001-01-01..2026-11-21 写着青岛的"),
        ("今年各个账户分别花了多少", "each 支出 2026-01-01..2026-12-31 全部"),
        ("这个月不算房租花了多少|除了房租这个月花了多少", "total 支出 2026-11-01..2026-11-30 全部"),
        ("上个月花钱最多的三类", "most 支出 2026-10-01..2026-10-31 全部"),
        ("上上个礼拜日用买了些什么", "listed 支出 2026-11-02..2026-11-08 日用"),
    ],
)
def test_what_is_asked(words: str, question: str | None) -> None:
    for text in said(words):
        if question is None:
            assert asked(text).startswith("each "), text
        else:
            assert asked(text) == question, text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, Unanswered.HOURS) for text in said("前天夜里花了多少|早上花了多少|昨晚八点花了多少钱")),
        *(
            (text, Unanswered.BALANCE)
            for text in said(
                "我还有多少钱|余额是多少|还剩多少钱|卡里有多少钱了|我现在手里有多少钱|余额宝有多少钱|我微信里现在还剩多少钱"
            )
        ),
        *(
            (text, Unanswered.NOT_UNDERSTOOD)
            for text in said(
                "这个月占多少支出多少|这个月吃饭外卖占多少|这个月外卖打车占吃饭多少|这个月不算房租比上个月多花了多少|打车报销了花了多少衣服收了多少|餐饮预算三号到五号还剩多少|前三天花了多少|不该花的花了多少|平均每个人花了多少|这个月最不该花的是多少钱"
            )
        ),
    ],
)
def test_a_question_that_the_ledger_cannot_answer_has_a_reason(text: str, reason: Unanswered) -> None:
    assert asked(text) == reason.value
    assert is_question(normalise(text))


@pytest.mark.parametrize(
    "text",
    said(
        "确认|打车二十|多少|什么|第三笔是什么|还有吗|确认吗|改成多少|一共多少|这个月房租两千五|收入|应该是收入不是支出|最大的那笔不要了|不是支出|前三笔改成收入|这两笔改成收入|"
        "这几笔应该是收入|最近一笔改成收入|上个月的那笔改成收入|三月份那笔改成支出|今年那笔是收入|从第一笔到第三笔改成收入|这两笔都是支出|前两笔都是支出|三月份那笔支出|"
        "记好了吗|交了吗|多少钱|快递到了没有|午饭花了多少来着三十二"
    ),
)
def test_other_words_are_no_question_to_the_ledger(text: str) -> None:
    assert asked(text) == "no question"


@pytest.mark.parametrize("text", said("记了什么|我都买了些什么|刚才记了什么|花了什么"))
def test_what_was_recorded_without_a_time_is_that_of_today(text: str) -> None:
    question = listing_of_today(text, DEFAULT_VOCABULARY, NOW)
    assert question is not None
    assert asked_line(question).endswith("2026-11-21..2026-11-21 全部")


@pytest.mark.parametrize("text", said("花了多少|再说一遍|打车30"))
def test_other_words_do_not_ask_what_was_recorded(text: str) -> None:
    assert listing_of_today(text, DEFAULT_VOCABULARY, NOW) is None


def test_the_entries_of_a_day_are_asked_for_without_a_verb() -> None:
    question = ask(normalise("十八号的账"), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    assert asked_line(question) == "查: listed 所有 2026-11-18..2026-11-18 全部"


@pytest.mark.parametrize(("text", "is_whole"), [("去年几趟", False), ("去年打车几趟", True)])
def test_how_often_something_was_done_has_to_say_what(text: str, is_whole: bool) -> None:
    question = ask(normalise(text), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    assert stands_alone(normalise(text), question, DEFAULT_VOCABULARY, NOW) is is_whole


def test_why_the_money_is_short_is_a_reason() -> None:
    assert asked("为什么这个月钱又不够用了") == Unanswered.REASONS.value


def test_money_that_was_put_into_a_fund_is_no_question_for_the_balance() -> None:
    assert ask(normalise("奖金三千，两千放余额宝，剩的先不动"), DEFAULT_VOCABULARY, NOW) is None


def test_a_series_with_a_guess_is_not_certain() -> None:
    plain = "瑞幸跟库迪这个月各花了多少"
    with_talk = "瑞幸跟库迪这个月哪家花得多老婆硬说是我喝库迪喝的"
    known, guessed = (ask(normalise(text), DEFAULT_VOCABULARY, NOW) for text in (plain, with_talk))
    assert isinstance(known, LedgerQuestion)
    assert isinstance(guessed, LedgerQuestion)
    assert guessed.series
    assert (is_certain(known), is_certain(guessed)) == (True, False)


def after(before: str, text: str) -> str:
    question = ask(normalise(before), DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    half = follow_up(normalise(text), question, DEFAULT_VOCABULARY, NOW)
    return "nothing" if half is None else asked_line(half).removeprefix("查: ")


@pytest.mark.parametrize(
    ("before", "words", "question"),
    [
        (
            "瑞幸和星巴克这个月哪个花得多",
            "那今年呢|今年",
            "difference 支出 2026-01-01..2026-12-31 瑞幸",
        ),
        (
            "这个月餐饮花了多少",
            "上个月呢|那上个月呢？|上个月怎么样|上个月",
            "total 支出 2026-10-01..2026-10-31 餐饮",
        ),
        ("这个月餐饮花了多少", "打车呢", "total 支出 2026-11-01..2026-11-30 打车"),
        ("今年上半年哪个月花钱最少", "花最多的呢", "most 支出 2026-01-01..2026-06-30 全部"),
        (
            "这周比上周支出差多少",
            "光餐饮差多少呢",
            "difference 支出 2026-11-16..2026-11-22 餐饮 比 2026-11-09..2026-11-15",
        ),
        ("这个月餐饮花了多少", "其中瑞幸呢|其中瑞幸花了多少", "total 支出 2026-11-01..2026-11-30 餐饮 瑞幸"),
        ("这个月餐饮花了多少", "几笔|有几笔啊", "count 支出 2026-11-01..2026-11-30 餐饮"),
        ("这个月餐饮花了多少", "都是什么|那都买了些啥|有哪些", "listed 支出 2026-11-01..2026-11-30 餐饮"),
        ("这个月餐饮花了多少", "最大的一笔呢|最贵的是哪笔", "largest 支出 2026-11-01..2026-11-30 餐饮"),
        ("这个月餐饮花了多少", "平均每天呢", "average 支出 2026-11-01..2026-11-21 餐饮"),
        (
            "这个月餐饮花了多少",
            "比上个月呢",
            "difference 支出 2026-11-01..2026-11-30 餐饮 比 2026-10-01..2026-10-31",
        ),
        ("这个月餐饮花了多少", "用微信的呢|微信呢", "total 支出 2026-11-01..2026-11-30 餐饮 微信"),
        ("昨天花了多少", "那都买了些啥", "listed 支出 2026-11-20..2026-11-20 全部"),
        ("这个月花了多少", "工资呢", "total 收入 2026-11-01..2026-11-30 工资"),
        ("上个月餐饮花了多少", "收入呢", "total 收入 2026-10-01..2026-10-31 全部"),
        ("一百以上的这个月有几笔", "一共多少", "total 支出 2026-11-01..2026-11-30 全部"),
        ("昨天记了什么", "今天呢", "listed 所有 2026-11-21..2026-11-21 全部"),
        ("预算还剩多少", "餐饮呢", "budget 支出 2026-11-01..2026-11-30 餐饮"),
        ("房租交了吗", "水费呢", "whether 支出 2026-11-01..2026-11-30 水费"),
    ],
)
def test_half_a_question_is_the_one_before_but_for_what_is_said(
    before: str, words: str, question: str
) -> None:
    for text in said(words):
        assert after(before, text) == question, text


@pytest.mark.parametrize("text", said("打车|呢|那呢|小王呢|第二笔呢|打车三十呢|确认|好的"))
def test_other_words_are_no_half_of_a_question(text: str) -> None:
    assert after("这个月花了多少", text) == "nothing"


def test_money_that_is_spent_is_no_income() -> None:
    assert asked("这个月打车收入多少") == Unanswered.NOT_UNDERSTOOD.value


def test_a_day_to_come_has_no_rows_to_look_for() -> None:
    assert asked("明天打车了吗") == "no question"


def test_a_period_that_has_not_begun_ends_with_itself() -> None:
    (mention,) = find_periods("从明天到现在", NOW)
    assert mention.period.first == date(2026, 11, 22)


def test_a_name_whose_category_the_ledger_lacks_is_no_subject() -> None:
    left = tuple(one for one in DEFAULT_VOCABULARY.categories if one.name != "服饰")
    names = subject_names(replace(DEFAULT_VOCABULARY, categories=left))
    assert "穿戴" not in names.known


EXAMPLES = [
    example
    for line in Path("docs/ledger.md").read_text().partition("## Ask it")[2].partition("\n- ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| after an answer")
    for example in re.findall("「(.+?)」", line)
]


@pytest.mark.parametrize("words", [example for example in EXAMPLES if example != "和去年同期比呢"])
def test_each_example_of_the_documents_is_a_question(words: str) -> None:
    assert isinstance(ask(normalise(words), DEFAULT_VOCABULARY, NOW), LedgerQuestion)


def test_the_documents_have_examples() -> None:
    assert len(EXAMPLES) > 30
