"""Entries from whole sentences: clean text and a recogniser's, digits and numerals, with and without punctuation.

`tests/data/language/entries.tsv` holds sentences of one entry: amount, type, category, days from 21 November 2026;
`a|b` is either. `several.tsv` holds sentences of several.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Category
from voiced.language.entries.sentence import Reading, parse_sentence, split_sentence
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))
DATA = Path(__file__).parents[2] / "data" / "language"


def table(name: str) -> list[tuple[str, ...]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]


def read(said: str) -> Reading:
    return parse_sentence(normalise(said), DEFAULT_VOCABULARY, NOW)


def only(said: str) -> ParseResult:
    (result,) = read(said).results
    return result


def brief(result: ParseResult) -> str:
    return f"{result.amount} {result.type} {result.category} {(result.date - NOW.date()).days}"


@pytest.mark.parametrize(
    ("said", "amount", "of_type", "category", "days"),
    [row for row in table("entries.tsv") if row[1] != "NONE"],
)
def test_a_sentence_of_one_entry(said: str, amount: str, of_type: str, category: str, days: str) -> None:
    reading = read(said)
    (result,) = reading.results
    assert str(result.amount) == amount
    assert result.type in of_type.split("|")
    assert result.category in category.split("|")
    assert (result.date - NOW.date()).days == int(days)
    assert reading.left_out == ()


@pytest.mark.parametrize("said", [row[0] for row in table("entries.tsv") if row[1] == "NONE"])
def test_a_sentence_without_an_entry(said: str) -> None:
    assert read(said) == Reading((), (), is_certain=False)
    assert split_sentence(normalise(said), DEFAULT_VOCABULARY, NOW) == ()


@pytest.mark.parametrize(("said", "expected"), table("several.tsv"))
def test_a_sentence_of_several_entries(said: str, expected: str) -> None:
    results = split_sentence(normalise(said), DEFAULT_VOCABULARY, NOW)
    assert "; ".join(map(brief, results)) == expected
    assert read(said).results == results[:1]


@pytest.mark.parametrize(("said", "_expected"), [row for row in table("several.tsv") if ";" in row[1]])
def test_several_entries_are_never_taken_for_one(said: str, _expected: str) -> None:
    reading = read(said)
    assert not reading.is_certain
    assert reading.left_out


def test_all_fields_of_an_entry() -> None:
    assert only("昨天和小王吃火锅花了一百六用微信付的") == ParseResult(
        amount=Money(16000),
        type=TransactionType.EXPENSE,
        category="餐饮",
        date=date(2026, 11, 20),
        description="吃火锅",
        account="微信",
    )


def test_the_account_that_a_sentence_begins_with_tells_what_came_in_and_is_no_description() -> None:
    salary = only("工资卡收到8000")
    assert (salary.type, salary.category) == (TransactionType.INCOME, "工资")
    assert (salary.account, salary.description) == ("银行卡", "")


def test_the_first_entry_and_what_was_left_out() -> None:
    reading = read("吃饭花了60，打车30，奶茶15")
    assert [brief(result) for result in reading.results] == ["60 EXPENSE 餐饮 0"]
    assert reading.left_out == ("打车30", "奶茶15")


def test_an_entry_left_out_may_lack_an_exact_amount() -> None:
    reading = read("打车三十，吃饭花了好几十")
    assert reading.left_out == ("吃饭花了好几十",)
    assert not reading.is_certain


@pytest.mark.parametrize(
    "said",
    [
        "午饭三十五块五",
        "昨天打车花了45",
        "工资到账八千五",
        "还信用卡两千",
        "五饭三十五",  # misheard
        "三十五的午饭",
        "在超市买水果三十",
    ],
)
def test_one_plain_entry_is_certain(said: str) -> None:
    assert read(said).is_certain


@pytest.mark.parametrize(
    "said",
    [
        "去游泳三十",  # perhaps a trip
        "乌拉拉三十",  # of no known category
        "杂项一百",  # of the category of last resort
        "发红包抢红包六十",  # both ways
        "打车三十不对三十五",  # a second thought
        "吃饭一百五她出七十五",  # two amounts
        "午饭三十，打算明天打车五十",  # a second amount, perhaps of an entry
        "昨天姐姐的事三百",  # it tells no thing
        "我今天下午三点多在公司楼下的那家店里买了个蛋糕花了三十五",  # long
        "你好",
    ],
)
def test_anything_less_is_left_to_a_model(said: str) -> None:
    assert not read(said).is_certain


@pytest.mark.parametrize(
    ("said", "category", "description"),
    [
        ("五饭三十五", "餐饮", "五饭"),
        ("中午和小王去吃火锅，花了一百二", "餐饮", "吃火锅"),
        ("今天去玩了，乌拉拉三十", "其他", "乌拉拉"),
        ("水飞，四十五", "水电", "水飞"),
        ("余鹅宝三十", "其他", "余鹅宝"),  # the word it sounds like is none of spending
        ("三十五块五", "其他", ""),
        ("15块，中午在工地叫的饭", "餐饮", "中午在工地叫的饭"),
        ("15块，好贵啊", "其他", ""),
    ],
)
def test_where_category_and_description_come_from(said: str, category: str, description: str) -> None:
    result = only(said)
    assert (result.category, result.description) == (category, description)


def test_the_clause_before_tells_the_type_of_a_bare_amount() -> None:
    assert only("今天发工资了，一万二").type is TransactionType.INCOME
    assert only("今天发工资了，吃饭花了六十").type is TransactionType.EXPENSE


def test_the_users_own_category() -> None:
    own = Category("过早", TransactionType.EXPENSE, ("热干面", "豆皮"), is_custom=True)
    vocabulary = replace(DEFAULT_VOCABULARY, categories=(own, *DEFAULT_VOCABULARY.categories))
    (result,) = parse_sentence("热干面八块", vocabulary, NOW).results
    assert result.category == "过早"


FRAGMENTS = st.sampled_from(
    [
        "吃饭",
        "打车",
        "花了",
        "六十",
        "三十块",
        "15.5",
        "，",
        "昨天",
        "微信付的",
        "各",
        "一共",
        "不对",
        "的",
        "和",
        "奶茶",
        "工资",
        "几十块",
        "五饭",
        "其中",
        "AA",
        "送了",
        "退款",
        "三号",
        " ",
        "嗯",
        "是",
        "一百二",
        "两块",
        "蛋糕",
        "都",
    ]
)


@given(st.lists(FRAGMENTS, max_size=10).map("".join))
def test_any_words_are_read_without_a_failure(said: str) -> None:
    reading, results = read(said), split_sentence(normalise(said), DEFAULT_VOCABULARY, NOW)
    assert reading.results == results[:1]
    assert all(result.amount and result.amount.is_recordable for result in results)
    assert not (reading.is_certain and reading.left_out)
