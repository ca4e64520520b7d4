"""Questions and answers of `voiced nlu` as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

import msgspec

from voiced.adapters.clocks import SystemClock
from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER
from voiced.language.commands import (
    AllRowsBut,
    AmendSaved,
    AskLedger,
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmRows,
    Continue,
    Correct,
    Denial,
    DescribedRow,
    Exit,
    NewInput,
    OtherRows,
    ReadOut,
    Restart,
    Rows,
    RowSelector,
    UndoSaved,
    Wait,
)
from voiced.language.correction import Changed, correct
from voiced.language.intents import classify
from voiced.language.rows import find_rows
from voiced.language.sentence import parse_sentence

_NEVER_SAID = datetime(2000, 1, 1).astimezone()
"""Only questions about the ledger depend on the time, and of those only that they are asked is told."""


class Intent(msgspec.Struct, omit_defaults=True):
    """What words ask for. `items` are row numbers as said, from 1, and from the end as negative numbers.

    Attributes:
        others: the remaining rows are meant.
        excepted: all rows but these are meant.
        described: the row is named by these words.
        operations: the parts of a `compound`, in order.
    """

    intent: str
    items: list[int] = msgspec.field(default_factory=list[int])
    others: bool = False
    excepted: list[int] = msgspec.field(default_factory=list[int], name="except")
    described: str = ""
    operations: list[Intent] = msgspec.field(default_factory=list["Intent"])


class Fields(msgspec.Struct, omit_defaults=True):
    """Changed fields of a row; amounts are decimal strings, dates ISO."""

    amount: str | None = None
    type: str | None = None
    category: str | None = None
    description: str | None = None
    date: str | None = None
    account: str | None = None


class RowChange(msgspec.Struct, rename="camel"):
    """A changed row; `index` as in the batch."""

    index: int
    updated_fields: Fields


class Entry(msgspec.Struct):
    """An entry."""

    amount: str
    type: str
    category: str
    description: str
    date: str
    account: str | None


class Entries(msgspec.Struct):
    """The entries of a sentence; none where nothing was recorded."""

    transactions: list[Entry]


class Change(msgspec.Struct):
    """What words change in a batch; no corrections where it has to be asked back."""

    intent: str
    items: list[int]
    corrections: list[RowChange]


Answer = dict[str, object] | Entries | Change


class _Sentence(msgspec.Struct):
    text: str
    now: datetime | None = None


class _Row(msgspec.Struct):
    index: int
    amount: Decimal | None = None
    type: TransactionType = TransactionType.EXPENSE
    category: str = OTHER
    description: str = ""
    date: date | None = None
    status: DraftStatus = DraftStatus.PENDING


class _Draft(msgspec.Struct):
    text: str
    batch: list[_Row]
    now: datetime | None = None


def answer_intent(line: bytes) -> Answer:
    """`{"text"}` → `{"intent", "items", …}`."""
    sentence = msgspec.json.decode(line, type=_Sentence)
    return _shown(_intent_of(classify(sentence.text, DEFAULT_VOCABULARY, sentence.now or _NEVER_SAID)))


def answer_parse(line: bytes) -> Answer:
    """`{"text", "now"?}` → `{"transactions": […]}`."""
    sentence = msgspec.json.decode(line, type=_Sentence)
    reading = parse_sentence(sentence.text, DEFAULT_VOCABULARY, _time(sentence.now))
    return Entries([_entry(result) for result in reading.results if result.amount is not None])


def answer_correct(line: bytes) -> Answer:
    """`{"text", "batch"}` → `{"intent", "items", "corrections"}`; items count from 1 as on the card.

    Raises:
        ValueError: the batch's indices are not 0, 1, 2, …
    """
    draft = msgspec.json.decode(line, type=_Draft)
    now = _time(draft.now)
    items = tuple(_item(row, now.date()) for row in draft.batch)
    if [item.index for item in items] != list(range(len(items))):
        raise ValueError("the rows of `batch` must have the indices 0, 1, 2, … in this order")
    command = classify(draft.text, DEFAULT_VOCABULARY, now)
    intent = _intent_of(command)
    if not isinstance(command, Correct):
        return Change(intent.intent, _numbers(command, intent, items), [])
    match correct(draft.text, items, DEFAULT_VOCABULARY, now):
        case Changed(corrections):
            return Change("correction", [], [_row_change(each) for each in corrections])
        case _:
            return Change("correction", [], [])


def _intent_of(command: Command) -> Intent:
    match command:
        case ConfirmAll() | Assent():
            return Intent("confirm")
        case CancelAll() | Restart():
            return Intent("cancel")
        case Exit():
            return Intent("exit")
        case Continue():
            return Intent("continue")
        case Wait():
            return Intent("wait")
        case AskLedger() | ReadOut():
            return Intent("query")
        case ConfirmRows(rows):
            return _about_rows("confirm_item", rows)
        case CancelRows(rows):
            return _about_rows("cancel_item", rows)
        case Correct() | Denial() | UndoSaved() | AmendSaved():
            # A bare no, and what was saved before, are asked back: neither loses anything.
            return Intent("correction")
        case NewInput():
            return Intent("new_input")
        case Compound(operations):
            return Intent("compound", operations=[_intent_of(operation) for operation in operations])


def _about_rows(intent: str, rows: RowSelector) -> Intent:
    match rows:
        case Rows(numbers):
            return Intent(intent, list(numbers))
        case OtherRows():
            return Intent(intent, others=True)
        case AllRowsBut(numbers):
            return Intent(intent, excepted=list(numbers))
        case DescribedRow(words):
            return Intent(intent, described=words)


def _shown(intent: Intent) -> dict[str, object]:
    """As JSON; `items` are there even where none are named."""
    shown: dict[str, object] = {"intent": intent.intent, "items": intent.items}
    if intent.others:
        shown["others"] = True
    if intent.excepted:
        shown["except"] = intent.excepted
    if intent.described:
        shown["described"] = intent.described
    if intent.operations:
        shown["operations"] = [_shown(operation) for operation in intent.operations]
    return shown


def _numbers(command: Command, intent: Intent, items: Sequence[DraftTransaction]) -> list[int]:
    """Row numbers on the card, from 1."""
    pending = [item.number for item in items if item.is_pending]
    match command:
        case ConfirmRows(OtherRows()) | CancelRows(OtherRows()):
            return pending
        case ConfirmRows(AllRowsBut(numbers)) | CancelRows(AllRowsBut(numbers)):
            return [number for number in pending if number not in _from_front(numbers, len(items))]
        case ConfirmRows(DescribedRow(words)) | CancelRows(DescribedRow(words)):
            return [index + 1 for index in find_rows(words, items)]
        case _:
            return _from_front(intent.items, len(items))


def _from_front(numbers: Sequence[int], count: int) -> list[int]:
    return [number if number > 0 else count + 1 + number for number in numbers]


def _time(now: datetime | None) -> datetime:
    return SystemClock().now() if now is None else now.astimezone()


def _item(row: _Row, today: date) -> DraftTransaction:
    amount = None if row.amount is None else Money.from_yuan(row.amount)
    entry = ParseResult(amount, row.type, row.category, row.date or today, row.description)
    return DraftTransaction(row.index, entry, row.status)


def _entry(result: ParseResult) -> Entry:
    return Entry(
        amount=str(result.amount),
        type=result.type.value,
        category=result.category,
        description=result.description,
        date=result.date.isoformat(),
        account=result.account,
    )


def _row_change(correction: Correction) -> RowChange:
    return RowChange(correction.index, _fields(correction.fields))


def _fields(change: FieldChange) -> Fields:
    return Fields(
        amount=None if change.amount is None else str(change.amount),
        type=None if change.type is None else change.type.value,
        category=change.category,
        description=change.description,
        date=None if change.date is None else change.date.isoformat(),
        account=change.account,
    )
