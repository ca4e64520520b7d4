"""The reading of a sentence by weights: plain sentences, and what holds for each."""

from __future__ import annotations

from datetime import datetime
from itertools import combinations

import pytest

from training.corpus import corpus_lines
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.readings.numbers import SentenceKind, Way
from voiced.language.readings.reading import WeighedSentence, weigh_sentence
from voiced.language.readings.weights import shipped_weights

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


def weighed(text: str) -> WeighedSentence:
    return weigh_sentence(text, find_days(text, NOW), DEFAULT_VOCABULARY, shipped_weights())


def amounts(found: WeighedSentence) -> list[str]:
    return [str(one.worked_out.amount if one.worked_out else one.number.amount) for one in found.paid]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("打车三十", ["30"]),
        ("昨天打车花了45", ["45"]),
        ("外套原价三百九十九打完折一百九十九", ["199"]),
        ("四张门票每张四十", ["160"]),
        ("早饭八块，午饭二十五，地铁四块", ["8", "25", "4"]),
        ("打车二十不对二十六", ["26"]),
        ("吃椰子鸡三百八十八四个人AA", ["97"]),
        ("给老板五十找我十二", ["38"]),
    ],
)
def test_the_amounts_that_were_paid(text: str, expected: list[str]) -> None:
    assert amounts(weighed(text)) == expected


@pytest.mark.parametrize(
    ("text", "way"),
    [("发工资九千二", Way.IN), ("招行还信用卡三千五", Way.BETWEEN), ("给爸妈买药六十", Way.OUT)],
)
def test_the_way_of_the_money(text: str, way: Way) -> None:
    assert [one.way for one in weighed(text).paid] == [way]


def test_talk_and_questions_are_no_entries() -> None:
    assert weighed("孩子数学考了九十八分").telling is SentenceKind.TALK
    assert weighed("这件衣服三百贵不贵").telling is SentenceKind.QUESTION
    assert weighed("我同事买车花了二十万").entry_chance < 0.5


def test_each_amount_is_a_number_of_the_sentence_or_worked_out_of_its_numbers() -> None:
    for line in corpus_lines()[::40]:
        found = weighed(line.text)
        values = [number.value for number in found.numbers if number.value]
        pairs = [(max(pair), min(pair)) for pair in combinations(values, 2)]
        for one in found.paid:
            assert one.number in found.numbers
            if one.worked_out is None:
                continue
            yuan = one.worked_out.amount.yuan
            whole = [value / 2 for value in values] + [value * 2 for value in values]
            of_two = [x for a, b in pairs for x in (a - b, a * b, a / b, a / (b + 1), a * (b + 1) - a / 2)]
            halves = [x for a, b in pairs for x in (a * b + a / 2, a * b + b / 2)]
            assert any(abs(yuan - value) < 1 for value in whole + of_two + halves), line.text
