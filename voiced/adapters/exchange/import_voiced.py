"""Rows of voiced's own exports, CSV and JSON lines. An export and its import give the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from voiced.adapters.exchange.export_csv import rearmed
from voiced.adapters.exchange.import_entries import BadLine, ImportedEntry, ImportedLine
from voiced.adapters.exchange.import_table import UnreadableCell, amount, check_currency, day, table
from voiced.domain.money import ZERO
from voiced.domain.transaction import LATER_TEXTS, TEXTS, EntryField, ParseResult, TransactionType

_REQUIRED = tuple(name for name in TEXTS if name not in LATER_TEXTS)
_Line = msgspec.defstruct(
    "_Line", [*((name, str) for name in _REQUIRED), *((name, str, "") for name in LATER_TEXTS)]
)


def spreadsheet(text: str) -> Iterator[ImportedLine]:
    """The rows of a CSV export."""
    for line in table(text, _REQUIRED):
        yield _reading(line.number, {name: rearmed(line.cells.get(name, "")) for name in TEXTS})


def jsonl(text: str) -> Iterator[ImportedLine]:
    """The rows of a JSON lines export."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = msgspec.structs.asdict(msgspec.json.decode(line, type=_Line))
        except (msgspec.DecodeError, RecursionError) as error:
            yield BadLine(number, f"is not a row: {error}")
        else:
            yield _reading(number, row)


def recorded(text: str) -> datetime:
    """When a row was confirmed.

    Raises:
        UnreadableCell: the text is not a time, or has no time zone.
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise UnreadableCell(f"{text!r} is not a time; write it as 2026-11-21T10:30:00+08:00") from error
    if time.tzinfo is None:
        raise UnreadableCell(f"{text!r} has no time zone; write it as 2026-11-21T10:30:00+08:00")
    return time


def _reading(line: int, row: Mapping[str, str]) -> ImportedLine:
    try:
        return _entry(line, row)
    except UnreadableCell as problem:
        return BadLine(line, str(problem))


def _entry(line: int, row: Mapping[str, str]) -> ImportedEntry:
    types = [str(type_) for type_ in TransactionType]
    if row["type"] not in types:
        raise UnreadableCell(f"the type {row['type']!r} is not known; known are {' '.join(types)}")
    for name in ("id", "batch_id", "category", "account"):
        if not row[name]:
            raise UnreadableCell(f"{name} is empty")
    money = amount(row["amount"])
    if money == ZERO:
        raise UnreadableCell("the amount is 0; it must be above 0")
    check_currency(row["currency"])
    values: dict[str, Any] = {name: row[name] for name in EntryField}
    values |= {
        "amount": money,
        "type": TransactionType(row["type"]),
        "date": day(row["date"]),
        "to_account": row["to_account"] or None,
    }
    happened = recorded(row["created_at"])
    return ImportedEntry(line, ParseResult(**values), happened, id=row["id"], batch_id=row["batch_id"])
