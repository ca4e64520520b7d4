"""Questions with a polite beginning, a verb said twice, and periods that are told from another period."""

from __future__ import annotations

import pytest

from tests.language.questions.test_reading import after, asked
from tests.support.sentences import said


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
        ("上个月单笔不到二十的有几笔", "count 支出 2026-10-01..2026-10-31 全部"),
    ],
)
def test_other_ways_to_ask_the_same(words: str, question: str) -> None:
    for text in said(words):
        assert asked(text) == question, text


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
