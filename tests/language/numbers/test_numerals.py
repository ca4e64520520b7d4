"""Numerals as they are said, and said again."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.language.numbers.numerals import spoken, value_of


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("十", "10"),
        ("十五", "15"),
        ("一百二", "120"),
        ("一百零二", "102"),
        ("一百二十", "120"),
        ("一百十五", "115"),
        ("两千零五十", "2050"),
        ("一万二", "12000"),
        ("三万零五百", "30500"),
        ("一百二十万", "1200000"),
        ("一亿二", "120000000"),
        ("两亿三千万", "230000000"),
        ("俩", "2"),
        ("仨", "3"),
        ("二零零", "200"),
        ("八八", "88"),
        ("35", "35"),
        ("35.5", "35.5"),
        ("1万2", "12000"),
        ("1万2000", "12000"),
        ("3千5百", "3500"),
        ("1.2万", "12000"),
        ("2k", "2000"),
        ("5w", "50000"),
        ("2w8", "28000"),
        ("3k5", "3500"),
        ("三十五点五", "35.5"),
        ("三点一四", "3.14"),
        ("12点5", "12.5"),
        ("点五", "0.5"),
        ("零", "0"),
    ],
)
def test_values_of_numerals(numeral: str, value: str) -> None:
    assert value_of(numeral) == Decimal(value)


@pytest.mark.parametrize(
    "numeral",
    [
        "几十",
        "十几",
        "三四十",
        "一两百",
        "三五",
        "百八十",
        "万一",
        "一百二三",
        "三十四十",
        "五十六十",
        "一万亿",
        "三点",
        "好",
        "",
    ],
)
def test_a_vague_or_wrong_numeral_has_no_value(numeral: str) -> None:
    assert value_of(numeral) is None


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "零"),
        (2, "二"),
        (10, "十"),
        (12, "十二"),
        (20, "二十"),
        (101, "一百零一"),
        (110, "一百一十"),
        (1280, "一千二百八十"),
        (1001, "一千零一"),
        (10_000, "一万"),
        (10_100, "一万零一百"),
        (100_000, "十万"),
        (120_000_000, "一亿二千万"),
        (100_100_000, "一亿零十万"),
    ],
)
def test_how_a_number_is_read(number: int, words: str) -> None:
    assert spoken(number) == words


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_a_number_that_is_read_is_understood(number: int) -> None:
    assert value_of(spoken(number)) == number
