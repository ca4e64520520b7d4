"""Tables as CSV: columns by name, amounts and dates in several forms."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from msgspec import Struct

from voiced.domain.file_import import LineProblem
from voiced.domain.money import MAX_FEN, RECORDABLE, Money
from voiced.domain.transaction import CURRENCY, Transaction
from voiced.errors import WrongInput

BYTE_ORDER_MARK = "\ufeff"
"""At the beginning of a file it tells Excel that the file is UTF-8."""

_LINES_BEFORE_HEADER = 10
"""Some programs write lines about themselves before the header."""

_DAY = re.compile(
    r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?"
)
_SIGNS_OF_MONEY = re.compile(r"[¥￥元\s]")
_GROUPED = re.compile(r"([+-]?\d{1,3})((?:[,，]\d{3})+)(\.\d+)?")
"""Commas between thousands only: another comma may be a decimal point, and 35,50 is not 3550."""
_OUR_CURRENCY = frozenset({"", CURRENCY, "RMB", "人民币"})


class UnreadableCell(Exception):  # noqa: N818 - it becomes a `BadLine`
    """A cell has an invalid value; the message gives the reason."""

    def __init__(self, reason: str, problem: LineProblem = LineProblem.OTHER) -> None:
        super().__init__(reason)
        self.problem = problem


class Line(Struct, frozen=True):
    """A line of a table: its number in the file, from 1, and its cells by the names of their columns."""

    number: int
    cells: Mapping[str, str]

    def text(self, *columns: str) -> str:
        """The first text in these columns, leaving out missing and empty ones; else an empty text."""
        texts = (self.cells.get(column, "").strip() for column in columns)
        return next((text for text in texts if text), "")


def table(text: str, required: Sequence[str]) -> Iterator[Line]:
    """The lines below the header without empty ones.

    Args:
        text: the file.
        required: columns by which the header is found.

    Raises:
        WrongInput: the header is missing, or the file is not CSV.
    """
    records = csv_records(text)
    for _, (_, header) in zip(range(_LINES_BEFORE_HEADER), records, strict=False):
        names = [cell.strip() for cell in header]
        if set(required) <= set(names):
            break
    else:
        raise WrongInput(f"has no line with the columns {', '.join(required)}; is it another format?")
    for number, cells in records:
        if any(cell.strip() for cell in cells):
            yield Line(number, dict(zip(names, cells, strict=False)))


def csv_records(text: str) -> Iterator[tuple[int, list[str]]]:
    """The records of CSV, each with the number of its first line, from 1.

    Raises:
        WrongInput: the text is not CSV.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, cells
            number = reader.line_num + 1
    except csv.Error as error:
        raise WrongInput(f"line {number}: is not valid CSV: {error}") from error


def record(cells: Sequence[str]) -> str:
    """A record of RFC 4180 with its line end."""
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()


def time_in_bill(row: Transaction) -> str:
    """The time of the confirmation if it was on the row's day, else midnight."""
    return f"{row.created_at:%H:%M}" if row.created_at.date() == row.date else "00:00"


def day_and_time(text: str) -> datetime:
    """A date, with its time if there is one, in local time.

    Raises:
        UnreadableCell: the text is not a date.
    """
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise _no_day(text)
    year, month, number, hour, minute, second = (int(part or 0) for part in found.groups())
    try:
        return datetime(year, month, number, hour, minute, second).astimezone()
    except (ValueError, OverflowError) as error:
        raise _no_day(text) from error


def day(text: str) -> date:
    """A date of ISO 8601.

    Raises:
        UnreadableCell: the text is not such a date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise _no_day(text) from error


def amount(text: str) -> Money:
    """An amount of yuan that may be recorded. Zero is allowed; the caller decides.

    Raises:
        UnreadableCell: the text is not such an amount.
    """
    bare = _SIGNS_OF_MONEY.sub("", text)
    if _GROUPED.fullmatch(bare):
        bare = bare.replace(",", "").replace("，", "")
    money = Money.from_text(bare)
    if money is None:
        raise UnreadableCell(f"{text!r} is not an amount; write it as 35.50", LineProblem.AMOUNT)
    if money.fen < 0 or money.fen > MAX_FEN:
        raise UnreadableCell(f"the amount is {money}; it must be {RECORDABLE}", LineProblem.AMOUNT)
    return money


def balance(text: str) -> Money:
    """An amount of yuan that may be below zero.

    Raises:
        UnreadableCell: the text is not such an amount.
    """
    is_owed = text.startswith("-")
    return Money((-1 if is_owed else 1) * amount(text[is_owed:]).fen)


def check_currency(text: str) -> None:
    """Refuse other currencies.

    Raises:
        UnreadableCell: the text names another currency.
    """
    if text.strip().upper() not in _OUR_CURRENCY:
        raise UnreadableCell(f"the currency is {text}; a ledger holds {CURRENCY} only", LineProblem.CURRENCY)


def _no_day(text: str) -> UnreadableCell:
    return UnreadableCell(f"{text!r} is not a date; write it as 2026-11-21", LineProblem.DATE)
