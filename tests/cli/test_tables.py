"""Tables of a terminal: Chinese characters take two columns."""

from __future__ import annotations

import pytest

from voiced.cli.colours import Palette
from voiced.cli.tables import Cell, bar, columns_of, shortened, table


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("餐饮", 4), ("（a）", 5), ("e\u0301", 1), ("🍜", 2)]
)
def test_a_text_takes_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "short"), [("餐饮", 4, "餐饮"), ("很多东西", 6, "很多…"), ("很多东西", 5, "很多…")]
)
def test_a_long_text_is_cut(text: str, columns: int, short: str) -> None:
    assert shortened(text, columns) == short


def test_numbers_stand_at_the_right() -> None:
    rows = [[Cell("餐饮"), Cell("5", is_number=True)], [Cell("a"), Cell("1,234", is_number=True)]]
    assert list(table(rows, Palette(is_coloured=False))) == ["餐饮      5", "a     1,234"]


@pytest.mark.parametrize(
    ("part", "shown"), [(0.0, ""), (1.0, "████"), (0.5, "██"), (0.28, "█▏"), (2.0, "████"), (-1.0, "")]
)
def test_a_bar_is_as_long_as_its_part(part: float, shown: str) -> None:
    assert bar(part, 4) == shown
