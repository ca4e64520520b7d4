"""Type, category and description of an entry."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Category, Vocabulary
from voiced.language.entries.sentence import parse_sentence
from voiced.language.text.spelling import normalise

NOW = datetime.fromisoformat("2026-11-21T10:30:00")
EXPENSE = TransactionType.EXPENSE


def only(said: str, vocabulary: Vocabulary = DEFAULT_VOCABULARY) -> ParseResult:
    (result,) = parse_sentence(normalise(said), vocabulary, NOW).results
    return result


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("请收割机割稻子五百", "其他"),
        ("提现手续费两块", "其他"),
        ("公证费三百", "其他"),
        ("给老婆买束花九十九", "人情"),
        ("换了个摩托车后视镜六十", "汽车"),
    ],
)
def test_a_listed_word_does_not_decide_against_the_words_around_it(said: str, category: str) -> None:
    assert only(said).category == category


@pytest.mark.parametrize("said", ["乌拉拉三十", "弄了个嘎嘎五十"])
def test_where_nothing_tells_the_category_it_is_open(said: str) -> None:
    assert only(said).category == "其他"


def test_a_word_of_the_users_own_goes_before_the_weights() -> None:
    hobby = Category("钓友", EXPENSE, ("蚯蚓",), is_custom=True)
    own = replace(DEFAULT_VOCABULARY, categories=(hobby, *DEFAULT_VOCABULARY.categories))
    assert only("蚯蚓五块", own).category == "钓友"


def test_a_word_that_the_user_moved_to_another_category_stays_there() -> None:
    moved = tuple(
        replace(one, keywords=("打车",)) if one.name == "旅行" else replace(one, keywords=())
        for one in DEFAULT_VOCABULARY.categories
    )
    assert only("打车五十", replace(DEFAULT_VOCABULARY, categories=moved)).category == "旅行"


def test_a_category_that_the_ledger_lacks_is_not_chosen() -> None:
    left = tuple(one for one in DEFAULT_VOCABULARY.categories if one.name != "洗浴")
    assert only("汗蒸九十八", replace(DEFAULT_VOCABULARY, categories=left)).category != "洗浴"


def test_a_ledger_without_a_last_resort_keeps_what_its_words_tell() -> None:
    few = tuple(one for one in DEFAULT_VOCABULARY.categories if one.name not in ("其他", "洗浴"))
    assert only("乌拉拉三十", replace(DEFAULT_VOCABULARY, categories=few)).category in {
        one.name for one in few
    }
