"""Questions for several months at once, and questions with chatter around them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from voiced.domain.question import AskedRows, LedgerQuestion, Measure
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import ask
from voiced.language.questions.follow_ups import follow_up
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def question(words: str) -> LedgerQuestion | None:
    asked = ask(normalise(words), DEFAULT_VOCABULARY, NOW)
    return asked if isinstance(asked, LedgerQuestion) else None


def rows(words: str) -> AskedRows:
    asked = question(words)
    assert asked is not None
    return asked.rows


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("二三四月水费一共多少", "2026-02-01", "2026-04-30"),
        ("三四五三个月打车花了多少", "2026-03-01", "2026-05-31"),
        ("去年前六个月花了多少", "2025-01-01", "2025-06-30"),
        ("三月加四月一共花了多少", "2026-03-01", "2026-04-30"),
    ],
)
def test_months_said_together_are_one_period(words: str, first: str, last: str) -> None:
    asked = question(words)
    assert asked is not None
    assert (asked.rows.period.first.isoformat(), asked.rows.period.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "words", ["三五月花了多少", "去年前十三个月花了多少", "三月加五月一共花了多少", "给房东交了多少"]
)
def test_a_sum_that_the_words_do_not_settle_is_refused(words: str) -> None:
    assert question(words) is None


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("老公问上个月吃饭花了多少", "上个月吃饭花了多少"),
        ("上周花了不少吧多少", "上周花了多少"),
        ("今年打车花了多少，心里没数", "今年打车花了多少"),
        ("给物业交了多少水费", "水费交了多少"),
        ("今年养车加油花了多少", "今年加油花了多少"),
    ],
)
def test_chatter_changes_neither_days_nor_type(words: str, plain: str) -> None:
    assert (rows(words).period, rows(words).type) == (rows(plain).period, rows(plain).type)


def test_a_period_after_an_average_asks_for_its_average() -> None:
    before = question("上周平均每天花多少")
    assert before is not None
    half = follow_up("这周呢", before, DEFAULT_VOCABULARY, NOW)
    assert half is not None
    assert half.measure is Measure.AVERAGE
