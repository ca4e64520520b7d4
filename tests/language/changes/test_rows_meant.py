"""The rows that words are about, and the rows that they exclude."""

from __future__ import annotations

from tests.gateway.drafts import draft
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.rows_meant import RowsMeant, rows_meant
from voiced.language.text.spelling import normalise

TRIP = draft("支150 旅行 门票", "支40 交通 滴滴", "支9 饮品 柠檬茶")


def told(said: str) -> RowsMeant:
    return rows_meant(normalise(said), TRIP, DEFAULT_VOCABULARY)


def test_an_excepted_row_is_left_out() -> None:
    assert told("除了第二笔其他都改成昨天").left_out == {1}
    assert told("除了门票其他都改成昨天").left_out == {0}


def test_an_excepted_number_without_a_row_makes_the_words_impossible() -> None:
    found = told("除了第九笔其他都改成昨天")
    assert found.is_impossible
    assert found.excludes(frozenset({0}))


def test_the_row_in_the_middle_is_named_by_its_place() -> None:
    assert told("中间那个改成三十").pointed == {1}
    assert told("中间的一笔").pointed == {1}
