"""The formats of files, and how a ledger is written to each and read from it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from voiced.adapters.exchange import beancount, own_rows, qianji, suishouji
from voiced.adapters.exchange.importing import ImportedLine
from voiced.domain.transaction import Transaction
from voiced.errors import WrongInput


class FileFormat(StrEnum):
    """The format of a file: voiced's own, the bills of 钱迹 or 随手记, or beancount's."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"


_WRITERS: Mapping[FileFormat, Callable[[AsyncIterator[Transaction]], AsyncGenerator[str]]] = {
    FileFormat.JSONL: own_rows.write_jsonl,
    FileFormat.CSV: own_rows.write_csv,
    FileFormat.QIANJI: qianji.write,
    FileFormat.SUISHOUJI: suishouji.write,
    FileFormat.BEANCOUNT: beancount.write,
}
_READERS: Mapping[FileFormat, Callable[[str], Iterator[ImportedLine]]] = {
    FileFormat.JSONL: own_rows.read_jsonl,
    FileFormat.CSV: own_rows.read_csv,
    FileFormat.QIANJI: qianji.read,
    FileFormat.SUISHOUJI: suishouji.read,
    FileFormat.BEANCOUNT: beancount.read,
}


def exported(rows: AsyncIterator[Transaction], to: FileFormat) -> AsyncGenerator[str]:
    """Rows as text, piece by piece, so that a ledger of any size can be written out."""
    return _WRITERS[to](rows)


def readings(file: Path, form: FileFormat) -> tuple[ImportedLine, ...]:
    """The lines of a file, in order.

    Raises:
        WrongInput: the file cannot be read, is not text, or lacks the columns of its format.
    """
    text = _text(file)
    try:
        return tuple(_READERS[form](text))
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong


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
