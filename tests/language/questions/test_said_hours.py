"""Questions about a part of the day."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from voiced.domain.hours import Hours
from voiced.domain.question import LedgerQuestion
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import Unanswered, ask
from voiced.language.questions.follow_ups import follow_up

NOW = datetime.fromisoformat("2026-11-28T20:00:00+08:00")


@pytest.mark.parametrize(
    ("said", "label", "first", "hours"),
    [
        ("昨天晚上花了多少", "昨天晚上", date(2026, 11, 27), Hours(time(18), time(0))),
        ("昨晚花了多少钱", "昨天晚上", date(2026, 11, 27), Hours(time(18), time(0))),
        ("昨晚上花了多少钱", "昨天晚上", date(2026, 11, 27), Hours(time(18), time(0))),
        ("三天前晚上花了多少", "三天前晚上", date(2026, 11, 25), Hours(time(18), time(0))),
        ("今早花了多少", "今天早上", date(2026, 11, 28), Hours(time(5), time(11))),
        ("昨天下午都花了什么", "昨天下午", date(2026, 11, 27), Hours(time(12), time(18))),
        ("上个月中午打车几次", "上个月中午", date(2026, 10, 1), Hours(time(11), time(14))),
    ],
)
def test_is_about_these_hours_of_its_days(said: str, label: str, first: date, hours: Hours) -> None:
    question = ask(said, DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    period = question.rows.period
    assert (period.label, period.first, period.hours) == (label, first, hours)


@pytest.mark.parametrize(
    "said",
    [
        "前天夜里花了多少",
        "晚上花了多少",
        "昨天早上和晚上花了多少",
        "昨天晚上八点半花了多少",
        "昨天晚上最大的一笔是什么",
        "昨天晚上谁花了多少",
        "昨天晚上有没有花到八千块",
    ],
)
def test_without_days_or_of_a_night_has_no_answer(said: str) -> None:
    assert ask(said, DEFAULT_VOCABULARY, NOW) in (Unanswered.HOURS, None)


def test_a_meal_is_no_part_of_the_day() -> None:
    question = ask("昨天晚饭花了多少", DEFAULT_VOCABULARY, NOW)
    assert isinstance(question, LedgerQuestion)
    assert question.rows.period.hours is None


@pytest.mark.parametrize(
    ("said", "half", "label", "first"),
    [
        ("昨天晚上花了多少", "前天呢", "前天晚上", date(2026, 11, 26)),
        ("昨天晚上花了多少", "再前一天呢", "11月26日晚上", date(2026, 11, 26)),
        ("昨天晚上花了多少", "打车呢", "昨天晚上", date(2026, 11, 27)),
        ("国庆晚上花了多少", "去年呢", "去年国庆晚上", date(2025, 10, 1)),
    ],
)
def test_half_a_question_is_about_the_same_hours(said: str, half: str, label: str, first: date) -> None:
    before = ask(said, DEFAULT_VOCABULARY, NOW)
    assert isinstance(before, LedgerQuestion)
    question = follow_up(half, before, DEFAULT_VOCABULARY, NOW)
    assert question is not None
    period = question.rows.period
    assert (period.label, period.first, period.hours) == (label, first, Hours(time(18), time(0)))
