"""A thing without its price, a price without its thing."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from tests.support.sentences import said, wording_of
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.refusals import holds_objection
from voiced.language.entries.sentence import parse_sentence, split_sentence
from voiced.language.entries.things import bare_amount, thing_named, with_purpose

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))
FOUR_YUAN = ParseResult(Money(400), TransactionType.EXPENSE, "其他", NOW.date())


@pytest.mark.parametrize("text", said("四块|4块钱|花了四块|四块吧|一共四块"))
def test_an_amount_with_nothing_beside_it(text: str) -> None:
    assert bare_amount(text) == Money(400)


@pytest.mark.parametrize(
    "text", said("四块不要|不是四块|第四笔四块|改四块|打车四块|几十块|四块五块|你好|零块")
)
def test_words_around_a_bare_amount(text: str) -> None:
    assert bare_amount(text) is None


def test_a_purpose_gives_category_and_description() -> None:
    filled = with_purpose(FOUR_YUAN, "坐地铁", DEFAULT_VOCABULARY, NOW)
    assert filled is not None
    assert (filled.amount, filled.category, filled.description) == (Money(400), "交通", "坐地铁")


@pytest.mark.parametrize("text", said("地铁五块|了吧|"))
def test_words_with_another_amount_or_nothing_in_them_are_no_purpose(text: str) -> None:
    assert with_purpose(FOUR_YUAN, text, DEFAULT_VOCABULARY, NOW) is None


def test_a_thing_of_income_is_named_as_such() -> None:
    thing = thing_named("发工资", DEFAULT_VOCABULARY, NOW)
    assert thing is not None
    assert (thing.amount, thing.type, thing.category) == (None, TransactionType.INCOME, "工资")


@pytest.mark.parametrize(
    ("text", "category", "thing"),
    [
        ("给女儿买了条裙子", "服饰", "裙子"),
        ("给女儿买书包", "孩子", "书包"),
        ("帮外公充话费", "通讯", "充话费"),
        ("给弟弟报了个游泳班", "孩子", "游泳班"),
        ("买了弹弓套", "其他", "弹弓套"),
        ("今天给奶奶买了个拐杖", "购物", "拐杖"),
    ],
)
def test_a_thing_for_somebody_and_a_bought_thing_of_any_name_are_named(
    text: str, category: str, thing: str
) -> None:
    found = thing_named(text, DEFAULT_VOCABULARY, NOW)
    assert found is not None
    assert (found.amount, found.category, found.description) == (None, category, thing)


@pytest.mark.parametrize(
    "text",
    said(
        "买了没|买了好多东西|买了就后悔|他买了房子|你买了这个|给他买了吗|想给姐姐买花|给我看看|给孩子讲故事|给妈妈打电话"
    ),
)
def test_talk_about_buying_names_no_thing(text: str) -> None:
    assert thing_named(text, DEFAULT_VOCABULARY, NOW) is None


@pytest.mark.parametrize(
    "text",
    said(
        "上周五付的|昨天付的|不对|好像可以|是洗浴|车费少了五块|第二笔|打车|分类呢不对|那笔不是这样|不是今天|都不是|我乱说的|开玩笑的|饭钱AA了，我只出了一半|公司给报了|应该更便宜|重了|这个记过了|打车没有|退掉了一件|记成收入了|写错了"
    ),
)
def test_words_that_want_something_changed(text: str) -> None:
    assert holds_objection(wording_of(text), DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    "text",
    said(
        "哈哈哈|你在干什么呢|谢谢你啊|今天天气真不错|吃饭了吗|这个月花了多少|能便宜点吗|第一笔是多少钱？|作业写完了没有|衣服收了没|姐你要不要剪短一点|你过来一点|师傅你要加热一下不|现在几点|外面下雨了|跟你说话呢"
    ),
)
def test_noise_thanks_and_questions_want_nothing(text: str) -> None:
    assert not holds_objection(wording_of(text), DEFAULT_VOCABULARY, NOW)


def test_a_denied_number_at_the_beginning_is_not_an_amount() -> None:
    assert [
        str(entry.amount) for entry in parse_sentence("不是三十是三十五", DEFAULT_VOCABULARY, NOW).results
    ] == ["35"]


def test_a_sum_that_is_taken_away_is_no_entry() -> None:
    assert split_sentence("打车30不要了", DEFAULT_VOCABULARY, NOW) == ()
    assert parse_sentence("别记打车30", DEFAULT_VOCABULARY, NOW).results == ()
