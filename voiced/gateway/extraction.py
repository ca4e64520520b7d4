"""Reads a model's answer, in whatever form it was written, if it has only one meaning.

Models put fences and prose around the JSON, leave trailing commas, write amounts as text (「50元」, 「五十」) and types in
Chinese, or send a list in place of an object. A value that a row cannot have is dropped. `entries` and `corrections` check
the remaining values against the utterance.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import cast

import json_repair
import msgspec
from msgspec import Struct

from voiced.dialogue.values.requests import Cancelled, Clarify, Confirmed, Corrected, Queried, Unclear
from voiced.domain.money import Money
from voiced.domain.question_value import QuestionValue
from voiced.domain.transaction import NO_CHANGE, Correction, FieldChange, TransactionType
from voiced.errors import InterpreterFailure, UpstreamFailure
from voiced.gateway.protocol.fields import NAME_LIMIT, SENTENCE_LIMIT, TYPES, UNKNOWN_INTENT, one_line
from voiced.gateway.protocol.questions import value_stated
from voiced.language.days.dates import parse_date
from voiced.language.numbers.amounts import parse_amount

MAX_CHARACTERS = 32_768
"""Twenty times the length of the longest real answer."""
MAX_ENTRIES = 50
"""More than a person says in thirty seconds; the daemon keeps ten of them."""


class ProposedEntry(Struct, frozen=True):
    """A model's entry; each field may be missing."""

    fields: FieldChange
    confidence: float | None = None


class ProposedEntries(Struct, frozen=True):
    """The utterance holds new entries."""

    entries: tuple[ProposedEntry, ...]


Proposal = Corrected | ProposedEntries | Confirmed | Cancelled | Clarify | Queried | Unclear
"""A model's interpretation of an utterance. The rows of a correction are unchecked; they may be new or not exist."""


class ProposedTurn(Struct, frozen=True):
    """A model's interpretation of an utterance about a draft, and its confidence."""

    proposal: Proposal
    confidence: float | None = None


_NO_ROW = -2
"""The index of a change whose row is not stated; -1 is a new row."""
_Object = Mapping[str, object]
_TYPES = TYPES | {"花费": TransactionType.EXPENSE}
_LIST_NAMES = ("transactions", "items", "entries", "data", "result")
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def read_entries(text: str, now: datetime) -> tuple[ProposedEntry, ...]:
    """The entries of an answer, in its order.

    Raises:
        UpstreamFailure: it holds no JSON, or the JSON holds no list of entries.
    """
    value = _value(text)
    if isinstance(value, Mapping):
        answer = cast("_Object", value)
        listed = next((answer[name] for name in _LIST_NAMES if name in answer), None)
        value = [answer] if listed is None and "amount" in answer else listed
    if not isinstance(value, list):
        raise UpstreamFailure("the language model answered with JSON that holds no list of entries")
    rows = [_object(row) for row in cast("list[object]", value)[:MAX_ENTRIES]]
    return tuple(
        ProposedEntry(read_fields(row, now), _confidence(row.get("confidence"))) for row in rows if row
    )


def read_correction(text: str, now: datetime) -> ProposedTurn:
    """An answer of the structured protocol.

    Raises:
        UpstreamFailure: it holds no JSON object, or its intent is not in the protocol.
    """
    answer = _answer(text)
    listed = answer.get("corrections")
    listed = cast("list[object]", listed)[:MAX_ENTRIES] if isinstance(listed, list) else []
    rows = [_object(row) for row in listed]
    changes = tuple(change for row in rows if (change := _change(row, "updatedFields", now)))
    is_readable = all(_is_readable(_object(row.get("updatedFields")), now) for row in rows)
    stated = answer.get("intent")
    intent = "correction" if stated is None and changes else stated
    return _proposed(intent, changes, answer, is_readable=is_readable)


def read_turn(text: str, now: datetime) -> ProposedTurn:
    """An answer of the dialogue protocol.

    Raises:
        UpstreamFailure: it holds no JSON object, or its action is not in the protocol.
    """
    answer = _answer(text)
    change = _change(answer, "transaction", now)
    is_readable = _is_readable(_object(answer.get("transaction")), now)
    return _proposed(
        answer.get("action"), () if change is None else (change,), answer, is_readable=is_readable
    )


def read_question(text: str) -> QuestionValue | None:
    """The value of a question; None if the model says that a ledger of rows cannot answer it.

    Raises:
        UpstreamFailure: it holds no JSON object, or one that is no value.
    """
    answer = _answer(text)
    inner = answer.get("question")
    try:
        return value_stated(cast("_Object", inner) if isinstance(inner, Mapping) else answer)
    except InterpreterFailure as error:
        raise UpstreamFailure(str(error)) from error


def _proposed(
    intent: object, changes: tuple[Correction, ...], answer: _Object, *, is_readable: bool
) -> ProposedTurn:
    """The turn of an intent or action; `is_readable` says whether each stated amount, type and day could be read."""
    confidence = _confidence(answer.get("confidence"))
    proposal: Proposal
    match intent.strip().lower() if isinstance(intent, str) else None:
        case "correction" | "correct" | "modify" | "修改" if is_readable:
            # Only an answer that says how sure it is may drop and keep rows.
            drop, keep = (
                () if confidence is None else _indices(answer.get(name)) for name in ("drop", "keep")
            )
            proposal = Corrected(changes, drop, keep)
        case "correction" | "correct" | "modify" | "修改":
            return ProposedTurn(Unclear())
        case "append" | "parse" | "add" | "追加":
            proposal = ProposedEntries(tuple(ProposedEntry(one.fields, confidence) for one in changes))
        case "confirm" | "确认":
            proposal = Confirmed()
        case "cancel" | "取消":
            proposal = Cancelled()
        case "clarify":
            proposal = Clarify(_line(answer.get("message"), SENTENCE_LIMIT) or "")
        case "query":
            proposal = Queried()
        case "unclear":
            proposal = Unclear()
        case _:
            raise UpstreamFailure(UNKNOWN_INTENT)
    return ProposedTurn(proposal, confidence)


def read_fields(row: _Object, now: datetime) -> FieldChange:
    """The readable fields; a missing, blank or unreadable value becomes None."""
    return FieldChange(
        amount=_money(row.get("amount")),
        type=_type(row.get("type")),
        category=_line(row.get("category"), NAME_LIMIT),
        description=_line(row.get("description"), SENTENCE_LIMIT),
        date=_day(row.get("date"), now),
        account=_line(row.get("account"), NAME_LIMIT),
        to_account=_line(row.get("toAccount"), NAME_LIMIT),
    )


def _is_readable(row: _Object, now: datetime) -> bool:
    """Whether each stated amount, type and day can be read; rules do not guess them."""
    fields = read_fields(row, now)
    read = {"amount": fields.amount, "type": fields.type, "date": fields.date}
    return all(value is not None or row.get(name) in (None, "") for name, value in read.items())


def _value(text: str) -> object:
    """The JSON value in a text.

    Raises:
        UpstreamFailure: the text holds no JSON, or JSON that cannot be read.
    """
    text = text[:MAX_CHARACTERS].strip()
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    fenced = _FENCE.search(text)
    core = fenced[1] if fenced else text
    starts = [place for place in (core.find("{"), core.find("[")) if place >= 0]
    if not starts:
        raise UpstreamFailure("the language model answered without any JSON")
    try:
        return json_repair.loads(core[min(starts) :], skip_json_loads=True)
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise UpstreamFailure("the language model answered with JSON that cannot be read") from error


def _answer(text: str) -> _Object:
    value = _value(text)
    if isinstance(value, list) and len(cast("list[object]", value)) == 1:
        value = cast("list[object]", value)[0]
    if not isinstance(value, Mapping):
        raise UpstreamFailure("the language model answered with JSON of another form")
    return cast("_Object", value)


def _object(value: object) -> _Object:
    return cast("_Object", value) if isinstance(value, Mapping) else {}


def _change(row: _Object, name: str, now: datetime) -> Correction | None:
    """The change of a row; without an index it is for no row, unless the answer appends."""
    fields = read_fields(_object(row.get(name)), now)
    index = _index(row.get("index"))
    if fields == NO_CHANGE:
        return None
    return Correction(_NO_ROW if index is None else index, fields)


def _indices(stated: object) -> tuple[int, ...]:
    """The rows of a list; whatever is no index is left out."""
    listed = cast("list[object]", stated)[:MAX_ENTRIES] if isinstance(stated, list) else []
    return tuple(dict.fromkeys(index for one in listed if (index := _index(one)) is not None))


def _index(stated: object) -> int | None:
    if isinstance(stated, bool):
        return None
    if isinstance(stated, str):
        stated = stated.strip()
        return int(stated) if re.fullmatch(r"-?[0-9]{1,3}", stated) else None
    if isinstance(stated, float):
        return int(stated) if stated.is_integer() and abs(stated) < 1000 else None
    return stated if isinstance(stated, int) and abs(stated) < 1000 else None


def _money(stated: object) -> Money | None:
    """An amount that a row can have; NaN, infinity and negative numbers give None."""
    money: Money | None = None
    if isinstance(stated, str):
        # A text longer than any amount is prose, and searching it for amounts would take long.
        money = parse_amount(stated) if len(stated) <= NAME_LIMIT and "-" not in stated else None
    elif isinstance(stated, float) and math.isfinite(stated):
        # The model wrote the shortest decimal that gives this float.
        money = Money.from_yuan(Decimal(repr(stated)))
    elif isinstance(stated, int) and not isinstance(stated, bool):
        money = Money.from_yuan(stated)
    return money if money is not None and money.is_recordable else None


def _type(stated: object) -> TransactionType | None:
    return _TYPES.get(stated.strip().lower()) if isinstance(stated, str) else None


def _day(stated: object, now: datetime) -> date | None:
    if not isinstance(stated, str) or not stated.strip() or len(stated) > NAME_LIMIT:
        return None
    try:
        return datetime.fromisoformat(stated.strip()).date()
    except ValueError:
        return parse_date(stated, now)


def _confidence(stated: object) -> float | None:
    if isinstance(stated, int | float) and not isinstance(stated, bool) and 0 <= stated <= 1:
        return float(stated)
    return None


def _line(stated: object, limit: int) -> str | None:
    return one_line(stated, limit) if isinstance(stated, str) else None
