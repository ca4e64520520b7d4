"""What may be the name of a category or an account."""

from __future__ import annotations

import pytest

from voiced.domain.vocabulary import MOST_CHARACTERS, why_no_name


@pytest.mark.parametrize("name", ["露营", "招商银行", "AA", "猫" * MOST_CHARACTERS])
def test_what_people_say_is_a_name(name: str) -> None:
    assert why_no_name(name) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is empty"),
        ("猫" * (MOST_CHARACTERS + 1), "has 21 characters"),
        ("两个 词", "write it as one word"),
        ("响\x07铃", "cannot be spoken"),
        ("--words", "cannot be spoken"),
    ],
)
def test_what_is_none_is_told_why(name: str, reason: str) -> None:
    told = why_no_name(name)
    assert told is not None
    assert reason in told
