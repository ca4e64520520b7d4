"""The answer to one line of `voiced nlu`: JSON, the local rules, and JSON again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import AMOUNT_ALONE, Correction, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, OTHER
from voiced.gateway.protocol.answers import CorrectionItem
from voiced.gateway.protocol.fields import write_change, write_entry
from voiced.gateway.protocol.requests import ItemBody, Name
from voiced.language.changes.correction import Changed
from voiced.language.changes.meaning import Added, DroppedRows, understand
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import classify, read_utterance
from voiced.language.entries.content import entry_words
from voiced.language.entries.sentence import split_sentence
from voiced.language.entries.weighing import best_rows, doubt_of, read_entries
from voiced.language.readings.explaining import explain
from voiced.language.readings.weights import shipped_weights
from voiced.language.rows import NoSuchRow, WhichRow, points_at_row, select
from voiced.language.text.spelling import normalise

_T = TypeVar("_T")


class Unreadable(Exception):  # noqa: N818 - the caller adds the place
    """The line is not such an object; the message says why."""


class _Said(msgspec.Struct):
    text: str
    now: str | None = None


class _BatchRow(ItemBody, frozen=True):
    account: Name | None = None
    status: DraftStatus = DraftStatus.PENDING


class _SaidOfBatch(msgspec.Struct):
    text: str
    batch: list[_BatchRow]
    now: str | None = None


class _Intent(msgspec.Struct, omit_defaults=True):
    """The intent of an utterance; `items` count from 1, and from the end as negative numbers."""

    intent: str
    items: tuple[int, ...]
    others: bool = False
    excepted: tuple[int, ...] = msgspec.field(default=(), name="except")
    described: str | None = None
    counted: int | None = None
    operations: tuple[_Intent, ...] = ()
    corrections: tuple[CorrectionItem, ...] | msgspec.UnsetType = msgspec.UNSET


def intent(line: bytes, now: datetime) -> bytes:
    """The intent of a sentence while a draft is open.

    Raises:
        Unreadable: the line is not `{"text"}`.
    """
    said = _decode(line, _Said)
    return msgspec.json.encode(_intent_of(classify(said.text, DEFAULT_VOCABULARY, _moment(said.now, now))))


def entries(line: bytes, now: datetime) -> bytes:
    """The entries that a sentence records, and the doubt about which the daemon would ask.

    Raises:
        Unreadable: the line is not `{"text", "now"?}`.
    """
    said = _decode(line, _Said)
    moment = _moment(said.now, now)
    utterance = read_utterance(said.text, DEFAULT_VOCABULARY, moment)
    weighed = read_entries(utterance, DEFAULT_VOCABULARY, moment)
    answer: dict[str, object] = {"transactions": _entries(best_rows(weighed))}
    if doubt := doubt_of(weighed):
        answer["doubt"] = {"reason": doubt.reason, "readings": list(map(_entries, doubt.readings))}
    return msgspec.json.encode(answer)


def corrections(line: bytes, now: datetime) -> bytes:
    """The intent of a sentence about an open batch, and its corrections; an ambiguous sentence has no corrections.

    Raises:
        Unreadable: the line is not `{"text", "batch", "now"?}`.
    """
    said = _decode(line, _SaidOfBatch)
    now = _moment(said.now, now)
    items = _items(said.batch, now)
    utterance = read_utterance(said.text, DEFAULT_VOCABULARY, now)
    answer = _resolved(_intent_of(utterance.command), utterance.command, items)
    changes: Sequence[Correction] = ()
    if isinstance(utterance.command, cmd.Changes | cmd.NewEntry):
        match understand(utterance, items, DEFAULT_VOCABULARY, now):
            case Changed(changes):
                answer.intent = "correction"
            case DroppedRows(numbers):
                command = cmd.CancelRows(cmd.Rows(numbers))
                answer = _resolved(_intent_of(command), command, items)
            case Added() if split_sentence(utterance.said, DEFAULT_VOCABULARY, now):
                pass
            case _:
                answer.intent = "correction"  # without changes the daemon asks, and never appends
    answer.corrections = tuple(CorrectionItem(one.index, write_change(one.fields)) for one in changes)
    return msgspec.json.encode(answer)


def explanation(line: bytes, now: datetime) -> bytes:
    """What the weights take each number for, whether the sentence tells of an entry, and the clues that decided.

    Raises:
        Unreadable: the line is not `{"text", "now"?}`.
    """
    said = _decode(line, _Said)
    text = entry_words(normalise(said.text))
    return msgspec.json.encode(explain(text, DEFAULT_VOCABULARY, _moment(said.now, now), shipped_weights()))


def _moment(said: str | None, now: datetime) -> datetime:
    if said is None:
        return now
    try:
        return datetime.fromisoformat(said)
    except ValueError as error:
        raise Unreadable(f"now: {said} is not a time; write it as 2026-11-21T10:30") from error


def _decode(line: bytes, of_type: type[_T]) -> _T:
    try:
        return msgspec.json.decode(line, type=of_type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _intent_of(command: cmd.Command) -> _Intent:
    if isinstance(command, cmd.Changes):
        return _Intent("correction", ())
    match command:
        case cmd.Compound() as compound:
            return _Intent("compound", (), operations=tuple(map(_intent_of, compound.operations)))
        case cmd.ConfirmRows(rows) | cmd.ConfirmOnly(rows) | cmd.KeepRows(rows):
            return _row_intent("confirm", rows)
        case cmd.CancelRows(rows):
            return _row_intent("cancel", rows)
        case cmd.ConfirmAll() | cmd.Assent():
            return _Intent("confirm", ())
        case cmd.CancelAll() | cmd.Restart():
            return _Intent("cancel", ())
        case cmd.Exit():
            return _Intent("exit", ())
        case cmd.Continue():
            return _Intent("continue", ())
        case cmd.Wait():
            return _Intent("wait", ())
        case cmd.ReadOut() | cmd.AskLedger():
            return _Intent("query", ())
        case cmd.NewEntry() | cmd.CopySaved():
            return _Intent("new_input", ())


def _row_intent(verb: str, rows: cmd.RowSelector) -> _Intent:
    match rows:
        case cmd.Rows(numbers):
            return _Intent(f"{verb}_item", numbers)
        case cmd.OtherRows():
            return _Intent(f"{verb}_item", (), others=True)
        case cmd.AllRowsBut(numbers):
            return _Intent(f"{verb}_item", (), excepted=numbers)
        case cmd.CountedRows(count):
            # 「两笔」 are all rows of a batch of two.
            return _Intent(verb, (), counted=count)
        case cmd.DescribedRow(words) if points_at_row(words):
            # 「这笔不要了」 is about one row of several or about the only row of the batch.
            return _Intent(verb, (), described=words)
        case cmd.DescribedRow(words):
            return _Intent(f"{verb}_item", (), described=words)


def _resolved(answer: _Intent, command: cmd.Command, items: tuple[DraftTransaction, ...]) -> _Intent:
    """The intent with the numbers of its rows in this batch; a correction if they are not certain."""
    if isinstance(command, cmd.NoDecision):
        return answer
    match command:
        case cmd.Compound() as compound:
            return _all_resolved(answer, compound.operations, items)
        case cmd.ConfirmRows(rows) | cmd.ConfirmOnly(rows) | cmd.CancelRows(rows) | cmd.KeepRows(rows):
            numbers = _numbers(rows, items)
            if not numbers:
                return _Intent("correction", ())
            if len(items) == 1 and not answer.intent.endswith("_item"):
                return _Intent(answer.intent, ())
            return _Intent("cancel_item" if isinstance(command, cmd.CancelRows) else "confirm_item", numbers)
        case cmd.ConfirmAll() | cmd.Assent() | cmd.Denial() | cmd.CancelAll() | cmd.Restart():
            return answer
        case cmd.Exit() | cmd.Continue() | cmd.ReadOut():
            return answer


def _all_resolved(
    answer: _Intent, operations: tuple[cmd.SimpleCommand, ...], items: tuple[DraftTransaction, ...]
) -> _Intent:
    """A compound with the rows of its parts: 其他的 are the rows that the earlier parts left."""
    resolved: list[_Intent] = []
    for part, operation in zip(answer.operations, operations, strict=True):
        found = _resolved(part, operation, items)
        if found.intent == "correction":
            return found
        resolved.append(found)
        items = tuple(
            replace(item, status=DraftStatus.CONFIRMED) if item.number in found.items else item
            for item in items
        )
    return _Intent("compound", (), operations=tuple(resolved))


def _numbers(rows: cmd.RowSelector, items: tuple[DraftTransaction, ...]) -> tuple[int, ...]:
    """The numbers of the selected rows, from 1; empty if a row is missing or not certain."""
    match select(rows, items):
        case WhichRow() | NoSuchRow():
            return ()
        case chosen:
            return tuple(item.number for item in chosen)


def _items(batch: list[_BatchRow], now: datetime) -> tuple[DraftTransaction, ...]:
    if [row.index for row in batch] != list(range(len(batch))):
        raise Unreadable("the indices of `batch` must count from 0 without gaps, in order")
    return tuple(DraftTransaction(row.index, _result(row, now), row.status) for row in batch)


def _result(row: _BatchRow, now: datetime) -> ParseResult:
    amount = None if row.amount is None else Money.from_yuan(row.amount)
    if row.amount is not None and amount is None:
        raise Unreadable(f"{row.amount} is not an amount of money - at `$.batch[{row.index}].amount`")
    return ParseResult(
        amount,
        row.type or TransactionType.EXPENSE,
        row.category or OTHER,
        row.date or now.date(),
        row.description or "",
        row.account,
    )


def _entries(rows: Iterable[ParseResult]) -> list[dict[str, object]]:
    return [_entry(row) for row in rows]


def _entry(result: ParseResult) -> dict[str, object]:
    """The fields of an entry, with an amount of null where none was said."""
    certain = replace(result, confidence=None, doubtful=AMOUNT_ALONE)
    return {"amount": None} | msgspec.to_builtins(write_entry(certain))
