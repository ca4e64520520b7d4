"""A file of bills as a table, whatever stands before its header: CSV in UTF-8 or GB 18030, or the first sheet of a workbook."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

from voiced.adapters.bills.archives import ARCHIVE, MOST_BYTES, SHEET, unpacked
from voiced.adapters.exchange.tables import Line, csv_records
from voiced.errors import WrongInput

MOST_LINES = 50_000
_MOST_UNPACKED = 128 * 1024 * 1024
_LINES_BEFORE_HEADER = 40
_FEWEST_COLUMNS, _MOST_COLUMNS = 4, 64

_STRINGS = "xl/sharedStrings.xml"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_OLD_WORKBOOK, _PDF = b"\xd0\xcf\x11\xe0", b"%PDF"
NO_TEXT = (ARCHIVE, _OLD_WORKBOOK, _PDF)
"""The beginnings of files that people take for bills and that are no text."""

Record = tuple[int, Sequence[str]]
"""The number of a line or a row, from 1, and its cells."""


class Table(Struct, frozen=True):
    """The lines below a header.

    Attributes:
        columns: the names of the header.
        preamble: the text before it.
        lines: with cells of their own; lines without any are left out.
    """

    columns: frozenset[str]
    preamble: str
    lines: tuple[Line, ...]


def records_of(content: bytes, password: bytes | None = None) -> list[Record]:
    """The lines or rows of a file.

    Args:
        content: text, a workbook, or an archive with one of them in it.
        password: opens the archive.

    Raises:
        WrongInput: it is too large, is nothing of these, or the password does not open it.
    """
    content = unpacked(content, password)
    if content.startswith((_OLD_WORKBOOK, _PDF)):
        raise WrongInput("is a PDF or an old .xls; open it in a spreadsheet and save it as CSV")
    found = _sheet(content) if content.startswith(ARCHIVE) else csv_records(_text(content))
    records = list(islice(found, MOST_LINES + 1))
    if len(records) > MOST_LINES:
        raise WrongInput(f"has more than {MOST_LINES} lines; export a shorter time")
    return records


def table_with(records: Sequence[Record], *required: str) -> Table | None:
    """The table whose header has these columns; None if no line near the beginning is one."""
    for at, (_, cells) in enumerate(records[:_LINES_BEFORE_HEADER]):
        names = [cell.strip() for cell in cells]
        if set(required) <= set(names):
            before = "\n".join(" ".join(cells).strip() for _, cells in records[:at])
            return Table(frozenset(names) - {""}, before, tuple(_below(records[at + 1 :], names)))
    return None


def seen_columns(records: Sequence[Record]) -> str:
    """The first line that looks like a header, for a message."""
    for _, cells in records[:_LINES_BEFORE_HEADER]:
        names = [cell.strip()[:20] for cell in cells if cell.strip()]
        if len(names) >= _FEWEST_COLUMNS:
            return ", ".join(names[:20])
    return "none"


def _below(records: Iterable[Record], names: Sequence[str]) -> Iterator[Line]:
    for number, cells in records:
        texts = [cell.strip() for cell in cells]
        if sum(map(bool, texts)) > 1:
            yield Line(number, dict(zip(names, texts, strict=False)))


def content_of(file: Path) -> bytes:
    """The bytes of a file.

    Raises:
        WrongInput: it cannot be read, or is too large.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise WrongInput(f"{error.strerror}; name another file") from error
    if len(content) > MOST_BYTES:
        raise WrongInput(f"is larger than {MOST_BYTES >> 20} MiB; export a shorter time")
    return content


def _text(content: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise WrongInput("is neither UTF-8 nor GB 18030; export the bill again")


def _sheet(content: bytes) -> Iterator[Record]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
            strings = _strings(_member(packed, _STRINGS)) if _STRINGS in names else []
            yield from _rows(_member(packed, SHEET), strings)
    except (zipfile.BadZipFile, ElementTree.ParseError, RuntimeError, LookupError, ValueError) as error:
        raise WrongInput(f"the workbook cannot be read: {error}; export it again") from error


def _member(packed: zipfile.ZipFile, name: str) -> io.BytesIO:
    with packed.open(name) as opened:
        content = opened.read(_MOST_UNPACKED + 1)
    if len(content) > _MOST_UNPACKED:
        raise WrongInput("the workbook is too large; export a shorter time")
    return io.BytesIO(content)


def _strings(part: io.BytesIO) -> list[str]:
    return ["".join(one.itertext()) for one in _elements(part, "si")]


def _rows(part: io.BytesIO, strings: Sequence[str]) -> Iterator[Record]:
    for row in _elements(part, "row"):
        cells: dict[int, str] = {}
        for cell in row.iter(f"{_MAIN}c"):
            cells[_column(cell.get("r", "A"))] = _cell(cell, strings)
        width = min(max(cells, default=-1) + 1, _MOST_COLUMNS)
        yield int(row.get("r", "0")), [cells.get(at, "") for at in range(width)]


def _elements(part: io.BytesIO, name: str) -> Iterator[ElementTree.Element]:
    # The parser of Python bounds how far entities may grow.
    for _, element in ElementTree.iterparse(part):  # noqa: S314
        if element.tag == f"{_MAIN}{name}":
            yield element
            element.clear()


def _column(reference: str) -> int:
    letters = re.match(r"[A-Z]{1,2}(?=\d|$)", reference)
    number = 0
    for letter in letters[0] if letters else "A":
        number = number * 26 + ord(letter) - 64
    return number - 1


def _cell(cell: ElementTree.Element, strings: Sequence[str]) -> str:
    if (formula := cell.find(f"{_MAIN}f")) is not None:
        return f"={formula.text or '()'}"  # one that is shared with other cells stands in the first of them
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(cell.itertext())
    value = cell.findtext(f"{_MAIN}v", "")
    if kind == "s":
        return strings[int(value)]
    return _number(value) if kind == "n" else value


def _number(value: str) -> str:
    """A binary number as people wrote it: 67.34999999999999 is 67.35."""
    if "." not in value:
        return value
    exact, rounded = float(value), f"{float(value):.2f}"
    return rounded if abs(exact - float(rounded)) < 1e-6 else value
