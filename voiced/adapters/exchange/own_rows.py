"""Rows as CSV for spreadsheets and as JSON lines, with the same columns. An export and its import give the same rows."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.exchange import tables
from voiced.adapters.exchange.imported_lines import (
    BadLine,
    ImportedEntry,
    ImportedHabit,
    ImportedLine,
    ImportedOpening,
)
from voiced.domain.balances import Opening
from voiced.domain.file_import import LineProblem
from voiced.domain.habits import Habit, HabitField, Lesson
from voiced.domain.money import ZERO
from voiced.domain.row_texts import OPTIONAL_TEXTS, TEXTS, texts_of
from voiced.domain.transaction import (
    EntryField,
    ParseResult,
    Transaction,
    TransactionType,
)

_OPENING = "OPENING"
"""The type of a line that is no row: it tells what was in an account."""
_OPENING_COLUMN = "opening"
"""Its amount stands in a column of its own, where the sum of a spreadsheet's column of amounts leaves it out."""
_REQUIRED = tuple(name for name in TEXTS if name not in OPTIONAL_TEXTS)


class _Taught(Struct, frozen=True):
    """What a row taught: the words of its entry, and the fields that were corrected or questions that were answered."""

    words: str = ""
    fields: tuple[HabitField, ...] = ()


class _Stated(Struct, frozen=True):
    """The line of a habit that no row taught."""

    stated: Habit


class _OpeningTexts(Struct, frozen=True):
    account: str
    amount: str
    date: str


class _Opening(Struct, frozen=True):
    """The line of an opening balance."""

    opening: _OpeningTexts


_Line = msgspec.defstruct(
    "_Line",
    [
        *((name, str) for name in _REQUIRED),
        *((name, str, "") for name in OPTIONAL_TEXTS),
        ("taught", _Taught, _Taught()),
    ],
)

# A spreadsheet evaluates a cell with such a beginning, full-width forms included. OWASP, "CSV Injection".
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


async def write_csv(
    rows: AsyncIterator[Transaction], openings: Iterable[Opening] = ()
) -> AsyncGenerator[str]:
    """Opening balances and rows as records of RFC 4180 below the names of the columns.

    A text that a spreadsheet would evaluate gets an apostrophe.
    """
    yield tables.BYTE_ORDER_MARK + tables.record([*TEXTS, _OPENING_COLUMN])
    for one in openings:
        told = {"type": _OPENING, "account": _disarmed(one.account), "date": one.day.isoformat()}
        yield tables.record([*(told.get(name, "") for name in TEXTS), str(one.amount)])
    async for row in rows:
        yield tables.record([*(_disarmed(text) for text in texts_of(row).values()), ""])


async def write_jsonl(
    rows: AsyncIterator[Transaction],
    lessons: Iterable[Lesson] = (),
    stated: Iterable[Habit] = (),
    openings: Iterable[Opening] = (),
) -> AsyncGenerator[str]:
    """Rows as lines; a row that was corrected also has what it taught.

    A habit that no row taught has a line of its own, and so has an opening balance.
    """
    taught: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        taught.setdefault(lesson.transaction_id, []).append(lesson)
    async for row in rows:
        line: dict[str, object] = dict(texts_of(row))
        of_row = taught.get(row.id, [])
        if fields := [lesson.field for lesson in of_row if lesson.field is not HabitField.SAID]:
            line["taught"] = _Taught(of_row[0].words, tuple(fields))
        yield msgspec.json.encode(line).decode() + "\n"
    for habit in stated:
        yield msgspec.json.encode(_Stated(habit)).decode() + "\n"
    for one in openings:
        told = _OpeningTexts(one.account, str(one.amount), one.day.isoformat())
        yield msgspec.json.encode(_Opening(told)).decode() + "\n"


def read_csv(text: str) -> Iterator[ImportedLine]:
    """The rows and opening balances of a CSV export."""
    for line in tables.table(text, _REQUIRED):
        row = {name: _rearmed(line.cells.get(name, "")) for name in TEXTS}
        if row["type"] == _OPENING:
            told = _OpeningTexts(row["account"], line.text(_OPENING_COLUMN), row["date"])
            yield _told(line.number, told)
        else:
            yield _reading(line.number, row)


def read_jsonl(text: str) -> Iterator[ImportedLine]:
    """The rows, opening balances and stated habits of a JSON lines export."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            if line.startswith('{"stated":'):
                yield ImportedHabit(number, msgspec.json.decode(line, type=_Stated).stated)
                continue
            if line.startswith('{"opening":'):
                yield _told(number, msgspec.json.decode(line, type=_Opening).opening)
                continue
            read = msgspec.json.decode(line, type=_Line)
            row = msgspec.structs.asdict(read)
            taught: _Taught = row.pop("taught")
        except (msgspec.DecodeError, RecursionError) as error:
            yield BadLine(number, f"is not a row: {error}")
        else:
            reading = _reading(number, row)
            is_entry = isinstance(reading, ImportedEntry)
            yield replace(reading, words=taught.words, taught=taught.fields) if is_entry else reading


def recorded(text: str) -> datetime:
    """When a row was confirmed.

    Raises:
        UnreadableCell: the text is not a time, or has no time zone.
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise tables.UnreadableCell(
            f"{text!r} is not a time; write it as 2026-11-21T10:30:00+08:00"
        ) from error
    if time.tzinfo is None:
        raise tables.UnreadableCell(f"{text!r} has no time zone; write it as 2026-11-21T10:30:00+08:00")
    return time


def _disarmed(text: str) -> str:
    return f"'{text}" if _is_armed(text) else text


def _rearmed(cell: str) -> str:
    """The original text of a cell of such a file."""
    return cell[1:] if cell.startswith("'") and _is_armed(cell) else cell


def _is_armed(text: str) -> bool:
    # Leading apostrophes are skipped, so that removing one is always right.
    return text.lstrip("'").startswith(_FORMULA_STARTS)


def _reading(line: int, row: Mapping[str, str]) -> ImportedLine:
    try:
        return _entry(line, row)
    except tables.UnreadableCell as problem:
        return BadLine(line, str(problem), problem.problem)


def _told(line: int, one: _OpeningTexts) -> ImportedLine:
    if not one.account or "\0" in one.account:
        return BadLine(line, "an opening balance has no account", LineProblem.NAME)
    try:
        opening = Opening(one.account, tables.balance(one.amount), tables.day(one.date))
    except tables.UnreadableCell as problem:
        return BadLine(line, str(problem), problem.problem)
    return ImportedOpening(line, opening)


def _entry(line: int, row: Mapping[str, str]) -> ImportedEntry:
    types = [str(type_) for type_ in TransactionType]
    if row["type"] not in types:
        raise tables.UnreadableCell(
            f"the type {row['type']!r} is not known; known are {' '.join(types)}", LineProblem.TYPE
        )
    for name in ("id", "batch_id", "category", "account"):
        if not row[name]:
            raise tables.UnreadableCell(f"{name} is empty")
    money = tables.amount(row["amount"])
    if money == ZERO:
        raise tables.UnreadableCell("the amount is 0; it must be above 0", LineProblem.AMOUNT)
    tables.check_currency(row["currency"])
    values: dict[str, Any] = {name: row[name] for name in EntryField}
    values |= {
        "amount": money,
        "type": TransactionType(row["type"]),
        "date": tables.day(row["date"]),
        "to_account": row["to_account"] or None,
    }
    return ImportedEntry(
        line,
        ParseResult(**values),
        recorded(row["created_at"]),
        id=row["id"],
        batch_id=row["batch_id"],
        said_account=row["said_account"] or None,
        paid_at=recorded(row["paid_at"]) if row["paid_at"] else None,
        merchant=row["merchant"] or None,
    )
