"""Which category words belong to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Category, Vocabulary
from voiced.language.names.categories import (
    all_keywords,
    file_under,
    find_keywords,
    keywords_of,
    match_category,
    named_category,
)

EXPENSE, INCOME, TRANSFER = TransactionType.EXPENSE, TransactionType.INCOME, TransactionType.TRANSFER


def with_own(*categories: Category) -> Vocabulary:
    return replace(DEFAULT_VOCABULARY, categories=(*categories, *DEFAULT_VOCABULARY.categories))


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("打车三十", "交通"),
        ("买了宠物医院的药", "宠物"),
        ("ktv唱歌", "娱乐"),
        ("买烟", "烟酒"),
        ("烟三十", "烟酒"),
        ("喝茶", "饮品"),
        # goods tell more than shops, ways to pay, places and persons
        ("淘宝买衣服", "服饰"),
        ("在超市买水果", "零食"),
        ("去医院打车", "交通"),
        # what is for a child or an animal belongs to it
        ("给孩子买衣服", "孩子"),
        ("孙女的校服", "孩子"),
        ("给狗打针", "宠物"),
        ("孩子", "孩子"),
        ("洗车卡充值", "汽车"),
        ("超市", "购物"),
        # misheard
        ("五饭", "餐饮"),
        ("水飞", "水电"),
    ],
)
def test_words_of_an_expense(words: str, category: str) -> None:
    assert match_category(words, EXPENSE, DEFAULT_VOCABULARY) == category


@pytest.mark.parametrize(
    ("words", "of_type", "category"),
    [
        ("抢红包", INCOME, "红包"),
        ("接私活赚了", INCOME, "兼职"),
        ("余额宝收益", INCOME, "理财"),
        ("还花呗", TRANSFER, "还款"),
        ("提现", TRANSFER, "转账"),
    ],
)
def test_words_of_other_types(words: str, of_type: TransactionType, category: str) -> None:
    assert match_category(words, of_type, DEFAULT_VOCABULARY) == category


@pytest.mark.parametrize("words", ["今天很累", "书简", "烟台", "", "买了"])
def test_words_of_no_expense(words: str) -> None:
    assert match_category(words, EXPENSE, DEFAULT_VOCABULARY) is None


def test_the_longest_of_nested_words_is_found() -> None:
    found = find_keywords("宠物医院打车", EXPENSE, DEFAULT_VOCABULARY)
    assert [(match.start, match.end, match.category.name) for match in found] == [
        (0, 4, "宠物"),
        (4, 6, "交通"),
    ]


def test_the_users_own_categories_come_first() -> None:
    own = with_own(Category("咖啡", EXPENSE, ("星巴克",), is_custom=True))
    assert match_category("星巴克咖啡三十", EXPENSE, own) == "咖啡"
    assert match_category("蜜雪冰城咖啡", EXPENSE, own) == "咖啡"
    assert match_category("奶茶", EXPENSE, own) == "饮品"


def test_of_two_fitting_names_the_recent_one_wins() -> None:
    assert match_category("火锅加打车", EXPENSE, DEFAULT_VOCABULARY) == "交通"
    recently = replace(DEFAULT_VOCABULARY, recent=("餐饮", "交通"))
    assert match_category("火锅加打车", EXPENSE, recently) == "餐饮"


def test_keywords() -> None:
    assert "打车" in keywords_of(EXPENSE, DEFAULT_VOCABULARY)
    assert "打车" not in keywords_of(INCOME, DEFAULT_VOCABULARY)
    assert all_keywords(DEFAULT_VOCABULARY) >= keywords_of(TRANSFER, DEFAULT_VOCABULARY)


@pytest.mark.parametrize(
    ("name", "of_type", "category"),
    [
        ("餐饮", EXPENSE, "餐饮"),
        ("餐饮美食", EXPENSE, "餐饮"),
        ("交通出行", EXPENSE, "交通"),
        ("饮料", EXPENSE, "饮品"),
        ("参饮", EXPENSE, "餐饮"),
        ("其它", EXPENSE, "其他"),
        ("外星人", EXPENSE, "其他"),
        ("工资", EXPENSE, "其他"),
        ("工资", INCOME, "工资"),
        ("外星人", TRANSFER, "转账"),
    ],
)
def test_a_name_is_filed_under_a_category_of_the_ledger(
    name: str, of_type: TransactionType, category: str
) -> None:
    assert file_under(name, of_type, DEFAULT_VOCABULARY) == category


def test_a_ledger_without_categories_files_everything_under_the_last_resort() -> None:
    assert file_under("餐饮", EXPENSE, Vocabulary((), ())) == "其他"


def test_a_sound_close_to_a_name_is_enough_where_no_keyword_fits() -> None:
    only = Vocabulary((Category("交通运输", EXPENSE), Category("其他", EXPENSE)), ())
    assert file_under("通运输", EXPENSE, only) == "交通运输"
    assert file_under("运", EXPENSE, only) == "其他"


@pytest.mark.parametrize(
    ("words", "of_type", "named"),
    [
        ("洗浴", None, ("洗浴", EXPENSE)),
        ("餐饮类", EXPENSE, ("餐饮", EXPENSE)),
        ("吃饭", EXPENSE, ("餐饮", EXPENSE)),
        ("参饮", EXPENSE, ("餐饮", EXPENSE)),
        ("喝的东西", EXPENSE, ("饮品", EXPENSE)),
        ("工资", EXPENSE, ("工资", INCOME)),
        ("红包", INCOME, ("红包", INCOME)),
        ("红包", None, ("红包", EXPENSE)),
        ("转账", INCOME, ("转账", INCOME)),
        ("打特", EXPENSE, ("交通", EXPENSE)),
        ("水店", EXPENSE, ("水电", EXPENSE)),
    ],
)
def test_a_category_that_is_plainly_named(
    words: str, of_type: TransactionType | None, named: tuple[str, TransactionType]
) -> None:
    assert named_category(words, of_type, DEFAULT_VOCABULARY) == named


def test_a_name_that_no_category_comes_near() -> None:
    assert named_category("外星人", None, DEFAULT_VOCABULARY) is None
    assert named_category("外星人", None, Vocabulary((), ())) is None
