"""The formats of files, and how a ledger is written to each and read from it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from voiced.adapters.exchange import beancount, own_rows, qianji, suishouji
from voiced.adapters.exchange.imported_lines import ImportedEntry, ImportedLine, ImportedOpening
from voiced.domain.balances import Opening
from voiced.domain.habits import Habit, Lesson
from voiced.domain.transaction import Transaction
from voiced.errors import WrongInput


class FileFormat(StrEnum):
    """The format of a file: voiced's own, the bills of 钱迹 or 随手记, or beancount's."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"


_READERS: Mapping[FileFormat, Callable[[str], Iterator[ImportedLine]]] = {
    FileFormat.JSONL: own_rows.read_jsonl,
    FileFormat.CSV: own_rows.read_csv,
    FileFormat.QIANJI: qianji.read,
    FileFormat.SUISHOUJI: suishouji.read,
    FileFormat.BEANCOUNT: beancount.read,
}


_LINES_SEEN, _COMMAS, _SHOWN = 40, 2, 120

_TABLES = frozenset({FileFormat.CSV, FileFormat.QIANJI, FileFormat.SUISHOUJI})
"""Formats that are known by their header, even if the first line below it is wrong."""


def exported(
    rows: AsyncIterator[Transaction],
    to: FileFormat,
    lessons: Iterable[Lesson] = (),
    openings: Sequence[Opening] = (),
    stated: Iterable[Habit] = (),
) -> AsyncGenerator[str]:
    """Rows as text, piece by piece, so that a ledger of any size can be written out.

    Args:
        rows: in the order of recording.
        to: the format.
        lessons: what they taught, for JSON lines.
        openings: what was in the accounts before them, for our own formats and beancount.
        stated: habits that no row taught, for JSON lines.
    """
    match to:
        case FileFormat.JSONL:
            return own_rows.write_jsonl(rows, lessons, stated, openings)
        case FileFormat.CSV:
            return own_rows.write_csv(rows, openings)
        case FileFormat.QIANJI:
            return qianji.write(rows)
        case FileFormat.SUISHOUJI:
            return suishouji.write(rows)
        case FileFormat.BEANCOUNT:
            return beancount.write(rows, openings)


async def between(rows: AsyncIterator[Transaction], first: date, last: date) -> AsyncGenerator[Transaction]:
    """The rows from one day to another, both included."""
    async for row in rows:
        if first <= row.date <= last:
            yield row


class FileReadings(Struct, frozen=True):
    """A file as it was read: its format and its lines, in order."""

    form: FileFormat
    lines: tuple[ImportedLine, ...]


def read_file(file: Path, form: FileFormat | None = None) -> FileReadings:
    """The lines of a file in a format; without one, in the format that its columns tell.

    Raises:
        WrongInput: the file cannot be read, is not text, lacks the columns of its format, or is in none that is known.
    """
    text = _text(file)
    try:
        form = form or format_of(text)
        return FileReadings(form, readings_of(text, form))
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong


def readings_of(text: str, form: FileFormat) -> tuple[ImportedLine, ...]:
    """The lines of a text, in order.

    Raises:
        WrongInput: the text lacks the columns of the format.
    """
    return tuple(_READERS[form](text))


def format_of(text: str) -> FileFormat:
    """The format of a text, known by its columns.

    Raises:
        WrongInput: no format fits.
    """
    for form in FileFormat:
        try:
            first = next(_READERS[form](text), None)
        except WrongInput:
            continue
        if isinstance(first, ImportedEntry | ImportedOpening) or (first is not None and form in _TABLES):
            return form
    raise WrongInput(
        "the file is in none of the known formats: a CSV of 钱迹, of 随手记 or of voiced, JSON lines, beancount, or a bill of "
        f"支付宝, 微信支付 or a bank; {_seen(text)}"
    )


def _seen(text: str) -> str:
    """The first line that may be a header, for a message."""
    lines = (line.strip() for line in text.splitlines()[:_LINES_SEEN])
    header = next((line for line in lines if line.count(",") >= _COMMAS), "")
    return f"its columns are {header[:_SHOWN]}" if header else "it has no line of columns"


def _text(file: Path) -> str:
    """A file as text: UTF-8 with or without a byte order mark, else GB 18030, as on a Chinese Windows."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}; name another file") from error
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise WrongInput(f"{file}: is neither UTF-8 nor GB 18030; save it as UTF-8")
