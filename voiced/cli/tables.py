"""Tables for a terminal. A Chinese character takes two columns there, so texts are filled up by columns."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, structs

from voiced.cli.colours import Colour, Palette
from voiced.cli.terminal import print_json, printable

_GAP = "  "
_NARROWEST = 8
"""The columns that a shortened text keeps."""
_EIGHTHS = " ▏▎▍▌▋▊▉"
_WIDE, _NO_COLUMNS = ("W", "F"), ("Mn", "Me", "Cf")


class Cell(Struct, frozen=True):
    """One text of a table; a number stands at the right edge of its column."""

    text: str
    colour: Colour | None = None
    is_number: bool = False


def table(rows: Sequence[Sequence[Cell]], palette: Palette) -> Iterator[str]:
    """The rows as lines with straight columns."""
    widths = [max(columns_of(cell.text) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        filled = (_filled(cell, width, palette) for cell, width in zip(row, widths, strict=True))
        yield _GAP.join(filled).rstrip()


def print_list(
    rows: Sequence[Sequence[Cell]],
    told: Mapping[str, object],
    *,
    json: bool,
    empty: str,
    headings: Sequence[str] = (),
) -> None:
    """Print rows as a table, or `empty` if there are no rows; with `json` print `told` instead."""
    if json:
        print_json(told)
    elif rows:
        print("\n".join(table(below(headings, rows) if headings else rows, Palette.of(sys.stdout))))
    else:
        print(empty)


def below(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[Sequence[Cell]]:
    """The rows below headings; that of numbers stands at the right edge as they do."""
    first = [
        Cell(text, Colour.HEADING, is_number=cell.is_number)
        for text, cell in zip(headings, rows[0], strict=True)
    ]
    return [first, *rows]


def fitted(rows: Sequence[Sequence[Cell]], place: int, columns: int) -> list[list[Cell]]:
    """The rows with the texts in one place shortened, so that a row fits into so many columns, if it can."""
    widths = [max(columns_of(cell.text) for cell in column) for column in zip(*rows, strict=True)]
    others = sum(widths) - widths[place] + len(_GAP) * (len(widths) - 1)
    room = max(columns - others, _NARROWEST)
    return [
        [*row[:place], structs.replace(row[place], text=shortened(row[place].text, room)), *row[place + 1 :]]
        for row in rows
    ]


def columns_of(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return sum(map(_columns_of_character, text))


def shortened(text: str, columns: int) -> str:
    """The text in at most so many columns; `…` stands for what was cut off."""
    if columns_of(text) <= columns:
        return text
    while columns_of(text) >= columns:
        text = text[:-1]
    return f"{text}…"


def bar(part: float, columns: int) -> str:
    """A horizontal bar for a part between 0 and 1 of so many columns, in steps of an eighth of a column."""
    whole, eighths = divmod(round(min(max(part, 0.0), 1.0) * columns * 8), 8)
    return "█" * whole + (_EIGHTHS[eighths] if eighths else "")


def _filled(cell: Cell, width: int, palette: Palette) -> str:
    text = printable(cell.text)
    blank = " " * (width - columns_of(text))
    shown = text if cell.colour is None else palette.paint(text, cell.colour)
    return blank + shown if cell.is_number else shown + blank


def _columns_of_character(character: str) -> int:
    if unicodedata.category(character) in _NO_COLUMNS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
