"""A model may put a question into plain words, and may change nothing by it: no day, no name, no amount, no direction."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.now import NOW
from voiced.domain.question import LedgerQuestion, Measure
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.periods import find_periods
from voiced.language.questions.rephrased import read_rephrased
from voiced.language.text.spelling import normalise


def read(said: str, plain: str) -> LedgerQuestion | None:
    return read_rephrased(normalise(said), normalise(plain), DEFAULT_VOCABULARY, NOW)


SAID = "我这个月打车是不是又上头了一共造进去多少"


def test_plain_words_of_the_same_question_are_read() -> None:
    question = read(SAID, "这个月打车花了多少")
    assert question is not None
    assert (question.measure, question.rows.period.label) == (Measure.TOTAL, "这个月")
    assert [subject.label for subject in question.rows.subjects] == ["打车"]


def test_one_character_of_another_word_is_no_name() -> None:
    assert read("上个月奶茶这玩意儿到底让我破费了多少银子", "上个月奶茶花了多少") is not None


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        (SAID, "上个月打车花了多少"),
        (SAID, "打车花了多少"),
        (SAID, "这个月花了多少"),
        (SAID, "这个月吃饭花了多少"),
        (SAID, "这个月微信打车花了多少"),
        (SAID, "这个月五十以上的打车花了多少"),
        (SAID, "这个月打车收入多少"),
        (SAID, "这个月不算打车花了多少"),
        (SAID, "这个月最大的三笔打车是什么"),
        (SAID, "这个月打车没花多少"),
        (SAID, "这个月打车最多的一笔是什么"),
        (SAID, "这个月打车平均每天花多少"),
        ("我这个月打车平均每天又造进去多少", "这个月打车花了多少"),
        ("我这个月打车占我总共造进去的几成", "这个月打车一共花了多少"),
        ("我这个月那车又造进去多少", "这个月花了多少"),
        (SAID, "今天天气怎么样"),
        (SAID, ""),
        ("上个月在拼多多瞎折腾掉多少", "上个月花了多少"),
        ("上个月iPad配件坑了我多少", "上个月配件花了多少"),
        ("我这个月Zalo一共造进去多少", "这个月一共花了多少"),
        ("上个月刨掉房租我到底造了多少", "上个月房租花了多少"),
        ("上个月瞎整奶茶造了多少", "上个月奶茶花了多少"),
        ("上个月花没花超两百的冤枉钱多少", "上个月花了多少"),
        ("我这个月打车三百块是多少", "这个月打车花了多少"),
    ],
)
def test_plain_words_of_another_question_are_refused(said: str, plain: str) -> None:
    assert read(said, plain) is None


_PERIODS = st.sampled_from(["", "今天", "上周", "上上周", "这个月", "上个月", "十月", "去年", "最近三个月"])
_THINGS = st.sampled_from(["", "打车", "奶茶", "房租", "吃饭", "工资", "微信", "奶茶和打车"])
_BOUNDS = st.sampled_from(["", "一百以上的", "五十以内的", "超过两百的"])
_LEFT_OUT = st.sampled_from(["", "不算房租", "除了打车"])
_MEASURES = st.sampled_from(
    [
        "花了多少",
        "收入多少",
        "买了几次",
        "最大的三笔是什么",
        "平均每天花多少",
        "占多少",
        "有哪些",
        "比上个月多多少",
    ]
)
_CHATTER = st.sampled_from(["", "到底折腾", "在隔壁老王那儿瞎整", "这破玩意儿", "没头没脑", "给小美"])


@given(
    st.tuples(_PERIODS, _CHATTER, _THINGS, _BOUNDS, _LEFT_OUT, _MEASURES),
    st.tuples(_PERIODS, _THINGS, _BOUNDS, _LEFT_OUT, _MEASURES),
)
def test_whatever_a_model_says_each_name_day_and_bound_was_said(
    said_parts: tuple[str, ...], plain_parts: tuple[str, ...]
) -> None:
    said = normalise("".join(said_parts))
    question = read_rephrased(said, normalise("".join(plain_parts)), DEFAULT_VOCABULARY, NOW)
    if question is None:
        return
    rows = question.rows
    spans = {(mention.period.first, mention.period.last) for mention in find_periods(said, NOW)}
    assert not spans or (rows.period.first, rows.period.last) in spans | _cut_short(spans)
    assert all(thing in said for thing in plain_parts[1].split("和"))
    assert all(account in said for account in rows.accounts)
    assert (rows.at_least, rows.at_most) == (None, None) or any(
        bound in said for bound in ("一百", "五十", "两百")
    )
    assert rows.without is None or "不算" in said or "除了" in said
    assert question.limit == 1 or "三" in said


def _cut_short(spans: set[tuple[date, date]]) -> set[tuple[date, date]]:
    """An average of a running period ends today."""
    return {(first, NOW.date()) for first, _ in spans}
