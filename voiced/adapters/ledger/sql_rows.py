"""Ledger rows as the databases hold them, and back. The columns are the fields of a `Transaction`, amounts in fen."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec

from voiced.domain.money import Money
from voiced.domain.row_texts import OPTIONAL_TEXTS, TEXTS
from voiced.domain.transaction import (
    EntryField,
    FieldChange,
    Transaction,
    TransactionType,
)
from voiced.errors import LedgerFailure

Column = str | int | None

_AMOUNT = "amount_fen"
_COLUMN_OF = {name: _AMOUNT if name == EntryField.AMOUNT else name for name in TEXTS}
"""The column of each field."""
_READ_BY: Mapping[str, Callable[[Any], Any]] = {
    _AMOUNT: Money,
    "type": TransactionType,
    "date": date.fromisoformat,
    "created_at": datetime.fromisoformat,
    "paid_at": datetime.fromisoformat,
}
"""The functions that turn a column into a value of the domain; other columns are plain text."""
_READ_FIELDS: Sequence[tuple[str, Callable[[Any], Any] | None]] = tuple(
    (name, _READ_BY.get(column)) for name, column in _COLUMN_OF.items()
)
"""The same by field, in the order of the columns: rows are read by the ten thousand."""
_ROWS_AT_ONCE = 500
"""Rows that are read in some milliseconds."""
_NOT_CONFIRMED = frozenset({"batch_id", "created_at"})
"""Columns in which two saves of the same rows may differ; the id of the batch is compared separately."""

COLUMNS = tuple(_COLUMN_OF.values())
"""The columns of a row, in order."""

ENTRY = ", ".join(("seq", *COLUMNS))
"""The columns to select from the view `entries`, for `from_entry`."""
ENTRY_OF_ID = f"SELECT {ENTRY} FROM entries WHERE id = :id"  # noqa: S608 - a constant
"""The statement that reads one row by its id."""

_CHANGED = tuple(_COLUMN_OF[name] for name in EntryField)
CHANGES = ", ".join(
    (
        *(f"{column} = coalesce(:{column}, {column})" for column in _CHANGED),
        "said_account = coalesce(:account, said_account)",
    )
)
"""The assignments of an UPDATE of the view `entries`, with the parameters of `changed_columns`."""


def columns(row: Transaction) -> dict[str, Column]:
    """A row to be written, by column."""
    return {column: _written(getattr(row, name)) for name, column in _COLUMN_OF.items()}


def changed_columns(change: FieldChange) -> dict[str, Column]:
    """The new values of a change, by column; None for an unchanged column."""
    values = {_COLUMN_OF[name]: _written(value) for name, value in change.values.items()}
    return {column: values.get(column) for column in _CHANGED}


def having(values: FieldChange) -> tuple[str, dict[str, Column]]:
    """The condition that a row has these values, to follow another one, and its parameters."""
    wanted = {_COLUMN_OF[name]: _written(value) for name, value in values.values.items()}
    condition = "".join(f" AND {column} = :was_{column}" for column in wanted)
    return condition, {f"was_{column}": value for column, value in wanted.items()}


def to_json(rows: Sequence[Transaction]) -> str:
    """Rows in the form of the view `new_batches`."""
    return msgspec.json.encode([columns(row) for row in rows]).decode()


def digest(rows: Sequence[Transaction]) -> str:
    """The digest of a batch, which tells a repeated save from another batch.

    The time of confirming is left out, since a batch may be confirmed again after a failure. An empty value of a later
    column is left out as well, so that the digest equals the one of a program without that column.
    """
    confirmed = [
        [
            value
            for column, value in columns(row).items()
            if column not in _NOT_CONFIRMED and (value or column not in OPTIONAL_TEXTS)
        ]
        for row in rows
    ]
    return hashlib.sha256(msgspec.json.encode(confirmed)).hexdigest()


def from_entry(row: Sequence[Any]) -> Transaction:
    """A row that was selected by `ENTRY`.

    Raises:
        LedgerFailure: it holds invalid values: the disk is failing.
    """
    try:
        values: dict[str, Any] = {
            name: value if read is None or value is None else read(value)
            for (name, read), value in zip(_READ_FIELDS, row[1:], strict=True)
        }
        return Transaction(**values)
    except (TypeError, ValueError) as error:
        raise _unreadable(row[1], error) from error


async def from_entries(entries: Iterable[Sequence[Any]]) -> tuple[Transaction, ...]:
    """Rows that were selected by `ENTRY`. Other work goes on between them: a batch may have a hundred thousand.

    Raises:
        LedgerFailure: as `from_entry`.
    """
    rows: list[Transaction] = []
    for entry in entries:
        rows.append(from_entry(entry))
        if len(rows) % _ROWS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return tuple(rows)


def from_columns(values: Mapping[str, Any]) -> Transaction:
    """A row by column, which may lack the latest columns; other values are ignored.

    Raises:
        LedgerFailure: as `from_entry`.
    """
    try:
        return Transaction(
            **{name: _read(column, values[column]) for name, column in _COLUMN_OF.items() if column in values}
        )
    except (TypeError, ValueError) as error:
        raise _unreadable(values.get("id"), error) from error


def _unreadable(id_: object, error: Exception) -> LedgerFailure:
    return LedgerFailure(
        f"row {id_!r} of the ledger cannot be read: {error}; restore the ledger from a backup"
    )


def _read(column: str, value: Any) -> Any:
    read = _READ_BY.get(column)
    return value if read is None or value is None else read(value)


def _written(value: Money | StrEnum | date | datetime | str | None) -> Column:
    match value:
        case None:
            return None
        case Money():
            return value.fen
        case date():
            return value.isoformat()
        case str():
            return str(value)
