"""The formats of files, and how a ledger is written to each and read from it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from enum import StrEnum
from pathlib import Path

import msgspec

from voiced.adapters.exchange import (
    export_beancount,
    export_bills,
    export_csv,
    import_beancount,
    import_qianji,
    import_suishouji,
    import_voiced,
)
from voiced.adapters.exchange.import_entries import ImportedLine
from voiced.domain.transaction import Transaction
from voiced.errors import WrongInput


class FileFormat(StrEnum):
    """The format of a file: voiced's own, the bills of 钱迹 or 随手记, or beancount's."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"


def exported(rows: AsyncIterator[Transaction], to: FileFormat) -> AsyncGenerator[str]:
    """Rows as text, piece by piece, so that a ledger of any size can be written out."""
    match to:
        case FileFormat.JSONL:
            return jsonl(rows)
        case FileFormat.CSV:
            return export_csv.spreadsheet(rows)
        case FileFormat.QIANJI:
            return export_bills.qianji(rows)
        case FileFormat.SUISHOUJI:
            return export_bills.suishouji(rows)
        case FileFormat.BEANCOUNT:
            return export_beancount.beancount(rows)


async def jsonl(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as lines."""
    async for row in rows:
        yield msgspec.json.encode(row.texts).decode() + "\n"


def readings(file: Path, form: FileFormat) -> tuple[ImportedLine, ...]:
    """The lines of a file, in order.

    Raises:
        WrongInput: the file cannot be read, is not text, or lacks the columns of its format.
    """
    text = _text(file)
    try:
        return tuple(_readings(text, form))
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong


def _readings(text: str, form: FileFormat) -> Iterator[ImportedLine]:
    match form:
        case FileFormat.JSONL:
            return import_voiced.jsonl(text)
        case FileFormat.CSV:
            return import_voiced.spreadsheet(text)
        case FileFormat.QIANJI:
            return import_qianji.qianji(text)
        case FileFormat.SUISHOUJI:
            return import_suishouji.suishouji(text)
        case FileFormat.BEANCOUNT:
            return import_beancount.beancount(text)


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
