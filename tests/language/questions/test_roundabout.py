"""Questions with a polite beginning, a verb said twice, and periods that are told from another period."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.language.questions.test_reading import after, asked
from tests.support.now import NOW
from tests.support.sentences import said
from voiced.domain.question import LedgerQuestion, Subject
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Category
from voiced.language.questions.asking import ask, may_be_asked_of_a_model
from voiced.language.text.spelling import normalise


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (
            "能不能看一下上周打车花了多少|麻烦帮我查查上周打车多少钱|上周打车花了多少来着，我记不清了",
            "total 支出 2026-11-09..2026-11-15 打车",
        ),
        (
            "上个月的开销给我说说|上个月整个月的花销有多大|上个月支出总额是多少",
            "total 支出 2026-10-01..2026-10-31 全部",
        ),
        ("啤酒这个月买了多少钱的啤酒|这个月啤酒用脱好多", "total 支出 2026-11-01..2026-11-30 啤酒"),
        ("停车上周停了多少钱", "total 支出 2026-11-09..2026-11-15 停车"),
        ("信用卡上个月还了多少", "total 转账 2026-10-01..2026-10-31 还信用卡"),
        ("这个月在吃上头花了多少|这个月光是吃就花了多少", "total 支出 2026-11-01..2026-11-30 餐饮"),
        ("水费今年一共给了物业多少", "total 支出 2026-01-01..2026-12-31 水费"),
        ("去年到目前为止花了多少", "total 支出 2025-01-01..2026-11-21 全部"),
        ("到目前为止一共花了多少", "total 支出 0001-01-01..2026-11-21 全部"),
        ("冰箱当时多少钱买的", "latest 支出 0001-01-01..2026-11-21 冰箱"),
        ("上个月哪些类别超预算了", "budget 支出 2026-10-01..2026-10-31 全部"),
        ("九月的第一笔支出是什么", "earliest 支出 2026-09-01..2026-09-30 全部"),
        ("八月份支出前五类", "most 支出 2026-08-01..2026-08-31 全部"),
        ("理发一共去了几次", "count 支出 0001-01-01..2026-11-21 理发"),
        ("桂林那趟旅行花了多少", "total 支出 0001-01-01..2026-11-21 写着桂林的"),
        ("五一出门玩那几天花了多少", "total 支出 2026-05-01..2026-05-05 全部"),
        ("上次交水费是多久以前", "latest 支出 0001-01-01..2026-11-21 水费"),
        ("去年最贵的是哪件", "largest 支出 2025-01-01..2025-12-31 全部"),
        ("把这个月最贵的那笔删了", "no question"),
        ("去年花了多少|上年花了多少", "total 支出 2025-01-01..2025-12-31 全部"),
        ("那时候花了多少|当时花了多少", "not understood"),
        ("这个月排队花了多少", "total 支出 2026-11-01..2026-11-30 写着排队的"),
        ("信用卡花了多少还了多少", "total 支出 2026-11-01..2026-11-30 信用卡"),
        ("这个月用哪个账户花得最多喔", "most 支出 2026-11-01..2026-11-30 全部"),
        (
            "今年收进来的红包比发出去的红包多多少还是少多少",
            "balance 支出 2026-01-01..2026-12-31 红包",
        ),
        (
            "这个月收入减掉支出还剩多少|这个月收入比支出多多少",
            "balance 支出 2026-11-01..2026-11-30 全部",
        ),
        ("我那信用卡额度还剩多少", "balance"),
        ("上个月打车收入多少|微信支付宝上个月花了多少", "not understood"),
        (
            "今年跟去年同期比多花了多少",
            "difference 支出 2026-01-01..2026-11-21 全部 比 2025-01-01..2025-11-21",
        ),
        (
            "微信和支付宝这个月哪个花得多",
            "difference 支出 2026-11-01..2026-11-30 微信",
        ),
        ("九月哪几类花超了预算你给我捋捋", "budget 支出 2026-09-01..2026-09-30 全部"),
        ("去年旅行占全年支出多少", "share 支出 2025-01-01..2025-12-31 旅行"),
        ("上个月单笔不到二十的有几笔", "count 支出 2026-10-01..2026-10-31 全部"),
    ],
)
def test_other_ways_to_ask_the_same(words: str, question: str) -> None:
    for text in said(words):
        assert asked(text) == question, text


@pytest.mark.parametrize(
    "words",
    [
        "这个月房租不算我花了多少|房租不算，这个月花了多少|这个月不算房租花了多少|房租不算的话这个月花了多少",
        "这个月除了房租花了多少|房租以外这个月花了多少",
    ],
)
def test_a_thing_is_left_out_by_a_denial_on_either_side(words: str) -> None:
    for text in said(words):
        assert asked(text) == asked("这个月不算房租花了多少"), text
    assert asked("这个月交通不算那个打车花了多少") == asked("这个月交通不算打车花了多少")


@pytest.mark.parametrize(
    ("before", "words", "question"),
    [
        (
            "九月份餐饮比八月份多花了多少",
            "交通呢",
            "difference 支出 2026-09-01..2026-09-30 交通 比 2026-08-01..2026-08-31",
        ),
        ("这个月打车比加油多花了多少", "停车呢", "nothing"),
        (
            "住房占这个月支出的百分之几",
            "餐饮占百分之几|餐饮呢",
            "share 支出 2026-11-01..2026-11-30 餐饮",
        ),
        ("上个月有哪些支出", "超过一百的呢", asked("上个月超过一百的有哪些支出")),
        ("上个月打车花了多少", "打车不算呢", "nothing"),
        ("国庆花了多少", "去年呢", "total 支出 2025-10-01..2025-10-07 全部"),
        ("上周六花了多少", "周日呢", "total 支出 2026-11-15..2026-11-15 全部"),
    ],
)
def test_half_a_question_keeps_what_was_compared(before: str, words: str, question: str) -> None:
    for text in said(words):
        assert after(before, text) == question, text


@pytest.mark.parametrize(
    ("words", "may_be"),
    [
        (
            "去年旅行花的钱占全部花销百分之几|上礼拜刷信用卡的那几笔给我报一下呗|这礼拜有没有哪笔支出超过五百的",
            True,
        ),
        ("给妈妈买礼物前前后后一共花过多少|上礼拜超过一百的都是啥来路", True),
        ("那台烤箱是啥时候买的来着|上个月有买过榴莲冇|昨天的开销一样一样念给我听", True),
        ("没多少钱，就三块钱的水|打车三十|今天打车花了三十|把这个月的账单导出来|这个月打车的都删了", False),
        ("妈那个电费你交了没有啊|那几笔都是啥|这个月又花多了|今儿钓了十二条，最大的一斤六两", False),
        # An entry: a sum with its limit, a number beside a number of people, an amount behind words that ask.
        ("超市买东西总共不到两百|火锅总共三百六十八四个人摊|定金三百，尾款回头再说", False),
        ("修了几单，平台回款到四百二十块|电池剩百分之二十", False),
    ],
)
def test_words_that_ask_about_rows_are_for_a_model(words: str, may_be: bool) -> None:
    for text in said(words):
        assert may_be_asked_of_a_model(normalise(text), after_answer=False) is may_be, text


@pytest.mark.parametrize(
    ("words", "may_go_on"),
    [
        ("补牙那笔刨出去呢|去年呢一整年的|信用卡不看了微信的呢|前年的咯|第一回呢", True),
        ("打车三十呢|把第二笔改了呢|袜子那笔去掉，退货咧|打车的", False),
    ],
)
def test_half_a_question_in_free_words_is_for_a_model(words: str, may_go_on: bool) -> None:
    for text in said(words):
        assert may_be_asked_of_a_model(normalise(text), after_answer=True) is may_go_on, text


def test_the_month_before_is_seen_from_the_month_that_was_named() -> None:
    assert asked("八月比前一个月多花了多少") == (
        "difference 支出 2026-08-01..2026-08-31 全部 比 2026-07-01..2026-07-31"
    )
    assert asked("上周比前一个月多花了多少") == "not understood"


@pytest.mark.parametrize(
    ("before", "words", "question"),
    [
        ("上个月打车花了多少", "再上个月呢|再往前一个月呢", "total 支出 2026-09-01..2026-09-30 打车"),
        ("上周打车花了多少", "那再上一周呢|再前一个礼拜", "total 支出 2026-11-02..2026-11-08 打车"),
        ("昨天打车花了多少", "再前一天呢", "total 支出 2026-11-19..2026-11-19 打车"),
        ("去年打车花了多少", "再前一年呢", "total 支出 2024-01-01..2024-12-31 打车"),
        ("上周打车花了多少", "再上个月呢", "nothing"),
        ("上个月平均每天花多少", "再上个月呢", "nothing"),
        ("打车一共花了多少", "再上个月呢", "nothing"),
    ],
)
def test_further_back_is_counted_from_the_answer_before(before: str, words: str, question: str) -> None:
    for text in said(words):
        assert after(before, text) == question, text


def test_among_them_is_half_a_question() -> None:
    assert asked("其中打车占多少") == "no question"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("为什么上个月花了那么多|钱咋花得这么快|这个月支出这么大是怎么回事", "reasons"),
        ("下周大概要花多少|明年收入会有多少", "future"),
        ("下个月的预算还剩多少", "not understood"),
        ("怎么花了这么多，三百二", "no question"),
    ],
)
def test_rows_of_the_past_tell_no_reason_and_no_future(words: str, reason: str) -> None:
    for text in said(words):
        assert asked(text) == reason, text


def test_the_words_of_an_own_category_stand_for_it() -> None:
    pilates = Category("健身", TransactionType.EXPENSE, ("普拉提",), is_custom=True)
    own = replace(DEFAULT_VOCABULARY, categories=(pilates, *DEFAULT_VOCABULARY.categories))
    question = ask(normalise("这个月普拉提花了多少"), own, NOW)
    assert isinstance(question, LedgerQuestion)
    assert question.rows.subjects == (Subject("健身", ("健身",)),)


def test_an_entry_that_counts_something_is_not_asked_of_a_model() -> None:
    assert not may_be_asked_of_a_model("买了一盒弦跟几个弦轴钉网上三百一十二", after_answer=False)
