"""A model's answer, judged: it becomes values of the dialogue, or it is refused.

A model may be wrong in any field, so nothing is repaired by guessing. Of several new entries, one with an amount that no
row can have or with an unknown type is left out and counted; the others stand. Such a value in a correction, an unknown
intent or action, or a row that was not sent makes the whole answer an `InterpreterFailure`, and the local rules have
their turn. An answer that is well formed but changes nothing is `Unclear`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import msgspec

from voiced.adapters.llm.llm_wire import (
    CorrectionAnswer,
    DialogueAnswer,
    ParseAnswer,
    WireCorrection,
    WireFields,
    decode,
)
from voiced.dialogue.asking import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Entries,
    Interpretation,
    Outcome,
    ParseRequest,
    Queried,
    Replaced,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.transaction import (
    AMOUNT_ALONE,
    Correction,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import OTHER
from voiced.errors import InterpreterFailure

MESSAGE_LIMIT = 120
"""Characters of a model's question, or of a description: some twenty seconds of speech are more than enough."""
NAME_LIMIT = 40
"""Characters of a category's or an account's name."""

_NEW_ROW = -1
"""The index that the protocol gives to a row that does not exist yet."""

_TYPES = {
    "expense": TransactionType.EXPENSE,
    "income": TransactionType.INCOME,
    "transfer": TransactionType.TRANSFER,
    "支出": TransactionType.EXPENSE,
    "收入": TransactionType.INCOME,
    "转账": TransactionType.TRANSFER,
}


def read_entries(body: bytes, request: ParseRequest) -> Entries:
    """The entries of an utterance as answered, however many; none is an answer too.

    Raises:
        InterpreterFailure: the answer is no use, or none of its entries can be read.
    """
    answer = decode(body, ParseAnswer)
    today = request.context.now.date()
    rows = answer.transactions
    results = _readable(rows, lambda row: _entry(decode(row, WireFields), today))
    return Entries(results, lost=len(rows) - len(results))


def read_correction(body: bytes, request: CorrectionRequest) -> Interpretation:
    """What a structured answer means for the rows of the request.

    Several corrections of one row are kept in their order.

    Raises:
        InterpreterFailure: the answer is no use.
    """
    answer = decode(body, CorrectionAnswer)
    intent = answer.intent.strip().lower()
    outcome: Outcome
    match intent:
        case "append":
            outcome = _appended(answer.corrections, request)
        case "correction":
            changes = _changes(_corrections(answer), request.rows)
            outcome = Corrected(changes) if changes else Unclear()
        case "confirm":
            outcome = Unclear() if _wants_change(_corrections(answer), request.rows) else Confirmed()
        case "cancel":
            outcome = Unclear() if _wants_change(_corrections(answer), request.rows) else Cancelled()
        case "unclear":
            outcome = Unclear()
        case _:
            raise InterpreterFailure("the language model answered with an intent that is not in the protocol")
    return Interpretation(outcome, answer.confidence)


def read_turn(body: bytes, request: CorrectionRequest) -> Interpretation:
    """What an answer of the dialogue protocol means for the rows of the request.

    Raises:
        InterpreterFailure: the answer is no use.
    """
    answer = decode(body, DialogueAnswer)
    outcome: Outcome
    match answer.action.strip().lower():
        case "correct":
            outcome = _corrected(answer, request.rows) or Unclear()
        case "parse":
            outcome = _replaced(answer.transaction, request)
        case "clarify":
            message = _cleaned(answer.message, MESSAGE_LIMIT)
            outcome = Clarify(message) if message else Unclear()
        case "query":
            outcome = Queried()
        case "confirm":
            outcome = Unclear() if _corrected(answer, request.rows) else Confirmed()
        case "cancel":
            outcome = Unclear() if _corrected(answer, request.rows) else Cancelled()
        case _:
            raise InterpreterFailure("the language model answered with an action that is not in the protocol")
    return Interpretation(outcome, answer.confidence)


def _readable(
    rows: tuple[msgspec.Raw, ...], read: Callable[[msgspec.Raw], ParseResult]
) -> tuple[ParseResult, ...]:
    """The new entries of an answer, without those that cannot be rows.

    Raises:
        InterpreterFailure: there are entries, and none of them can be read.
    """
    results: list[ParseResult] = []
    failure: InterpreterFailure | None = None
    for row in rows:
        try:
            results.append(read(row))
        except InterpreterFailure as error:
            failure = error
    if failure and not results:
        raise failure
    return tuple(results)


def _corrections(answer: CorrectionAnswer) -> tuple[WireCorrection, ...]:
    return tuple(decode(correction, WireCorrection) for correction in answer.corrections)


def _changes(
    corrections: tuple[WireCorrection, ...], rows: tuple[ParseResult, ...]
) -> tuple[Correction, ...]:
    """The corrections that state at least one field."""
    read = tuple(
        Correction(_place(one.index, rows), _change(one.updated_fields), _confidence(one))
        for one in corrections
    )
    return tuple(correction for correction in read if not correction.fields.is_empty)


def _wants_change(corrections: tuple[WireCorrection, ...], rows: tuple[ParseResult, ...]) -> bool:
    """Whether a confirm or a cancel comes with a change, so that it cannot be taken at its word."""
    return any(
        not _difference(correction.fields, rows[correction.index]).is_empty
        for correction in _changes(corrections, rows)
    )


def _appended(corrections: tuple[msgspec.Raw, ...], request: CorrectionRequest) -> Appended | Unclear:
    """New rows. Models number them -1, as the protocol says, or go on counting; both are understood."""
    beyond = len(request.rows) + len(corrections)

    def read(row: msgspec.Raw) -> ParseResult:
        correction = decode(row, WireCorrection)
        if not _NEW_ROW <= correction.index < beyond:
            raise InterpreterFailure("the language model appended to a row that is out of range")
        entry = _complete(correction.updated_fields, request)
        return replace(entry, confidence=_confidence(correction))

    results = _readable(corrections, read)
    return Appended(results, lost=len(corrections) - len(results)) if results else Unclear()


def _confidence(correction: WireCorrection) -> float | None:
    """How sure a model is of one row: stated beside its fields, or among them as in a whole entry."""
    beside, among = correction.confidence, correction.updated_fields.confidence
    return among if beside is None else beside


def _replaced(fields: WireFields | None, request: CorrectionRequest) -> Replaced:
    if fields is None:
        raise InterpreterFailure("the language model answered with a new entry but did not send it")
    return Replaced((_complete(fields, request),))


def _corrected(answer: DialogueAnswer, rows: tuple[ParseResult, ...]) -> Corrected | None:
    """What differs between the row that the model sent and the row that it means; None for nothing."""
    index = 0 if answer.index is None and len(rows) == 1 else answer.index
    if index is None or answer.transaction is None:
        return None
    place = _place(index, rows)
    change = _difference(_change(answer.transaction), rows[place])
    if change.is_empty:
        return None
    return Corrected((Correction(place, change, answer.transaction.confidence),))


def _place(index: int, rows: tuple[ParseResult, ...]) -> int:
    if not 0 <= index < len(rows):
        raise InterpreterFailure("the language model changed a row that is out of range")
    return index


def _difference(change: FieldChange, row: ParseResult) -> FieldChange:
    """The part of a change that the row does not already have."""
    return FieldChange(
        amount=None if change.amount == row.amount else change.amount,
        type=None if change.type is row.type else change.type,
        category=None if change.category == row.category else change.category,
        description=None if change.description == row.description else change.description,
        date=None if change.date == row.date else change.date,
        account=None if change.account == row.account else change.account,
    )


def _complete(fields: WireFields, request: CorrectionRequest) -> ParseResult:
    """An entry that joins or replaces what is open: without an amount it would only do harm there."""
    if fields.amount is None:
        raise InterpreterFailure("the language model answered with a new entry that has no amount")
    return _entry(fields, request.context.now.date())


def _entry(fields: WireFields, today: date) -> ParseResult:
    change = _change(fields)
    doubtful = frozenset(name for name in EntryField if name in fields.doubtful)
    return ParseResult(
        amount=change.amount,
        type=change.type or TransactionType.EXPENSE,
        category=change.category or OTHER,
        date=change.date or today,
        description=change.description or "",
        account=change.account,
        confidence=fields.confidence,
        doubtful=doubtful or AMOUNT_ALONE,
    )


def _change(fields: WireFields) -> FieldChange:
    return FieldChange(
        amount=_money(fields.amount),
        type=_type(fields.type),
        category=_cleaned(fields.category, NAME_LIMIT),
        description=_cleaned(fields.description, MESSAGE_LIMIT),
        date=_day(fields.date),
        account=_cleaned(fields.account, NAME_LIMIT),
    )


def _money(yuan: Decimal | None) -> Money | None:
    if yuan is None:
        return None
    money = Money.from_yuan(yuan)
    if money is None or not money.is_recordable:
        raise InterpreterFailure("the language model answered with an amount that no row can have")
    return money


def _type(name: str | None) -> TransactionType | None:
    known = _cleaned(name, NAME_LIMIT)
    if known is None:
        return None
    try:
        return _TYPES[known.lower()]
    except KeyError as error:
        raise InterpreterFailure("the language model answered with an unknown type of transaction") from error


def _day(text: str | None) -> date | None:
    """The day of an ISO date; models add a time now and then."""
    if text is None or not text.strip():
        return None
    try:
        return datetime.fromisoformat(text.strip()).date()
    except ValueError as error:
        raise InterpreterFailure("the language model answered with a date that is not ISO") from error


def _cleaned(text: str | None, limit: int) -> str | None:
    """The text on one line, without control characters, at most `limit` long; None for no text at all."""
    if text is None:
        return None
    printable = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(printable.split())[:limit].rstrip() or None
