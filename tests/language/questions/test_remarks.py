"""Reasons, sighs and addresses around a question; words that only look like one."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.question import Grouping, LedgerQuestion, Measure
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.remarks import without_remarks
from voiced.language.questions.tokens import tokens_of
from voiced.language.text.spelling import as_said

NOW = datetime.fromisoformat("2026-11-22T20:00:00+08:00")


def read(words: str) -> object:
    return ask(as_said(words), DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("唉养娃真费钱，今年补习班交了多少钱了", "今年补习班交了多少钱了"),
        ("哎我这记性不行了上个月打车花了多少钱", "上个月打车花了多少钱"),
        ("小宝上一回打疫苗是几号，我要填个表", "小宝上一回打疫苗是几号"),
        ("上周点了几次外卖啊感觉天天在点", "上周点了几次外卖"),
        ("瑞幸跟星巴克这个月哪个花得多我跟我老公打赌呢", "瑞幸跟星巴克这个月哪个花得多"),
        ("双十一那天花了多少，快递堆到门口了", "双十一那天花了多少"),
        ("这个月哪些类超预算了，老婆等着查我呢", "这个月哪些类超预算了"),
        ("上个月旅行花了多少，我要给下一趟攒钱", "上个月旅行花了多少"),
        ("上个月花了多少，我要看微信的", "上个月微信花了多少"),
        ("咱们要查停车费，今年交了多少", "今年停车费交了多少"),
        ("养娃真费钱，上个月花了多少奶茶之类的", "上个月花了多少奶茶"),
    ],
)
def test_a_remark_changes_nothing_of_the_question(said: str, meant: str) -> None:
    assert isinstance(read(meant), LedgerQuestion)
    assert read(said) == read(meant)


@pytest.mark.parametrize(
    "said",
    [
        "上个月早饭吃了几回，夜宵也算",
        "我想看微信的，上个月花了多少",
        "我想查孩子的补习班，今年花了多少",
        "我说的是吃的那个苹果不是嘟嘟，今年花了多少",
        "这个月花了多少，不算给嘟嘟买的",
        "我去年真嘟嘟坏了，打车花了多少",
        "打车真嘟嘟，这个月花了多少",
        "我真的奥特曼卡片花了多少，嘟嘟一共多少呢",
    ],
)
def test_what_may_belong_to_the_question_is_not_left_out(said: str) -> None:
    assert not isinstance(read(said), LedgerQuestion)


@pytest.mark.parametrize(
    "said",
    [
        "你昨天打车花了多少啊我问我老公呢没问你",
        "妈您这个月花了多少跟我说一声我给您转",
        "唉这个月又花超了真是的",
        "钱都花到哪儿去了哟算了不问了",
        "谁知道上个月花了多少反正花都花了",
        "提醒我周末看看这个月花了多少",
        "花了多少钱都别跟我老公说",
        "我妈刚才问我上个月工资多少我说够用",
        "花多少算多少呗",
        "老公你上个月到底花了多少你自己心里没数吗 来你过来我们坐下说",
        "你不用告诉我花了多少我不想知道",
        "帮我看看十二月去昆明的高铁票还有没有",
        "今天几号来着我想想",
    ],
)
def test_words_to_others_and_words_taken_back_are_no_question(said: str) -> None:
    assert not isinstance(read(said), LedgerQuestion)


def test_words_without_a_question_stay_as_they_are() -> None:
    tokens = tokens_of("，我真不知道，", DEFAULT_VOCABULARY, NOW) or ()
    assert without_remarks(tokens) == tokens


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("去年，不对，今年打车花了多少", "今年打车花了多少"),
        ("上周打车打了几次不对不对上上周", "上上周打车打了几次"),
        ("这个月微信，说错了，支付宝花了多少", "这个月支付宝花了多少"),
    ],
)
def test_what_was_taken_back_does_not_count(said: str, meant: str) -> None:
    asked, wanted = read(said), read(meant)
    assert isinstance(asked, LedgerQuestion)
    assert isinstance(wanted, LedgerQuestion)
    assert (asked.measure, asked.rows.subjects, asked.rows.accounts) == (
        wanted.measure,
        wanted.rows.subjects,
        wanted.rows.accounts,
    )
    assert asked.rows.period.first == wanted.rows.period.first


def test_what_was_taken_back_without_another_word_is_refused() -> None:
    assert not isinstance(read("去年，不对，打车花了多少"), LedgerQuestion)


def test_a_budget_in_percent_and_for_each_day_that_is_left() -> None:
    percent, each_day = read("餐饮预算用了百分之多少"), read("餐饮预算每天还能花多少")
    assert isinstance(percent, LedgerQuestion)
    assert isinstance(each_day, LedgerQuestion)
    assert (percent.figure, each_day.units) == (Measure.SHARE, 9)
    assert not isinstance(read("上个月餐饮预算每天还能花多少"), LedgerQuestion)


def test_with_what_the_last_one_was_paid() -> None:
    asked = read("上次加油用哪张卡付的")
    assert isinstance(asked, LedgerQuestion)
    assert (asked.measure, asked.grouping) == (Measure.LATEST, Grouping.ACCOUNT)
