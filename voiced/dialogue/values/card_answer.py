"""The answer to a question as the card shows it: the exact figure, a small picture, and the rows behind each of both."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.question import RowsBehind
from voiced.domain.transaction import Transaction


class FigureUnit(Enum):
    """The unit of a figure."""

    YUAN = "yuan"
    PERCENT = "percent"
    ROWS = "rows"


class Layout(Enum):
    """The order of the parts of a picture: one below the other, or side by side in the order of time."""

    BARS = "bars"
    COLUMNS = "columns"


class Figure(Struct, frozen=True):
    """The number that answers the question; an amount is `Money`, any other number is whole."""

    number: Money | int
    unit: FigureUnit = FigureUnit.YUAN


class Bar(Struct, frozen=True):
    """A part of a picture.

    Attributes:
        name: what it is about: a category, a month, 收入.
        whole: the amount that a full bar stands for; None to compare with the largest bar.
        behind: None if no search finds its rows.
    """

    name: str
    amount: Money
    behind: RowsBehind | None
    whole: Money | None = None


class CardAnswer(Struct, frozen=True):
    """The answer to a question for the card.

    Attributes:
        title: what the figure is about: 这个月打车.
        count: the number of rows behind the figure.
        total: the sum of these rows.
        behind: these rows; None where the figure stands for no single set of rows, as a difference.
        rows: at most a page of them.
    """

    title: str
    figure: Figure
    count: int
    total: Money
    behind: RowsBehind | None = None
    bars: tuple[Bar, ...] = ()
    layout: Layout = Layout.BARS
    rows: tuple[Transaction, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show beside the sentence."""
        return not self.count and not self.bars
