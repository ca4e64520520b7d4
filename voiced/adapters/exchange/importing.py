"""Files of other programs as rows of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from voiced.adapters.exchange import import_voiced
from voiced.adapters.exchange.formats import FileFormat
from voiced.adapters.exchange.import_beancount import beancount
from voiced.adapters.exchange.import_entries import ImportedLine
from voiced.adapters.exchange.import_qianji import qianji
from voiced.adapters.exchange.import_suishouji import suishouji
from voiced.errors import WrongInput


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
            return qianji(text)
        case FileFormat.SUISHOUJI:
            return suishouji(text)
        case FileFormat.BEANCOUNT:
            return beancount(text)


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
