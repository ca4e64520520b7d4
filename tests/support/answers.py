"""Entries and model answers in the shorthand of scripts.

Entries: `支出60 餐饮 吃饭；支出30 交通 打车`. `@-1` names another day than today (days from today), `?0.5` the confidence of a
doubtful entry, `支出? 餐饮` an entry without an amount, and `坏` an entry that cannot be read. A row in doubt between two
readings is `支出45 交通 打车 或 支出15 交通 打车`; `和` joins the rows of one reading, and `或说` stands between a worked-out amount
and the one that was said. A correction of a row with low confidence is `0 amount=50 ?0.5`. Answers to a correction:
`correction 0 amount=50, 1 type=INCOME @0.92`, `correction 0 amount=50, drop 1 2, keep 3, new 支出15 饮品 奶茶 @0.9`, `confirm @0.85`, `cancel @0.9`, `append 支出15 饮品 奶茶`, `replace 支出15 饮品 奶茶`, `clarify 请问…`, `query`, `unclear @0.3`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Entries,
    Interpretation,
    Outcome,
    Queried,
    Replaced,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.question import Measure
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import Correction, DoubtReason, FieldChange, ParseResult, TransactionType
from voiced.gateway.protocol.questions import value_stated
from voiced.language.entries.weighing import row_between

_TYPES = {"支出": TransactionType.EXPENSE, "收入": TransactionType.INCOME, "转账": TransactionType.TRANSFER}
_ENTRY = re.compile(
    r"(?P<type>支出|收入|转账)(?P<amount>[\d.]+|\?)元? (?P<category>\S+)(?: (?P<words>[^@?\s]\S*))?"
    r"(?: @(?P<days>-?\d+))?(?: \?(?P<confidence>[\d.]+))?$"
)
_LOST = "坏"
_OR, _OR_SAID, _AND = " 或 ", " 或说 ", " 和 "
_CONFIDENCE = re.compile(r"\s*@(?P<confidence>[\d.]+)$")


def entries_of(words: str, today: date) -> tuple[ParseResult, ...]:
    """The entries of a line, which may be empty."""
    return tuple(_row(part.strip(), today) for part in words.split("；") if part.strip())


def _row(words: str, today: date) -> ParseResult:
    """One entry, or one that is in doubt between two readings."""
    is_worked_out = _OR_SAID in words
    readings = [
        tuple(_entry(part, today) for part in reading.split(_AND))
        for reading in words.replace(_OR_SAID, _OR).split(_OR)
    ]
    if len(readings) == 1:
        return readings[0][0]
    better, other = readings
    if is_worked_out:
        return row_between(DoubtReason.WORKED_OUT, better, other)
    if len(better) != len(other):
        return row_between(DoubtReason.ROWS, better, other)
    is_same = better[0].amount == other[0].amount
    return row_between(DoubtReason.TYPE if is_same else DoubtReason.AMOUNT, better, other)


def answer_of(words: str, today: date) -> Entries:
    """The answer of a model to the request for the entries of an utterance."""
    parts = [part.strip() for part in words.split("；") if part.strip()]
    read = "；".join(part for part in parts if part != _LOST)
    return Entries(entries_of(read, today), parts.count(_LOST))


def _entry(words: str, today: date) -> ParseResult:
    found = _ENTRY.match(words)
    assert found is not None, f"not an entry: {words}"
    amount = None if found["amount"] == "?" else Money.from_text(found["amount"])
    return ParseResult(
        amount=amount,
        type=_TYPES[found["type"]],
        category=found["category"],
        date=today + timedelta(days=int(found["days"] or 0)),
        description=found["words"] or "",
        confidence=None if found["confidence"] is None else float(found["confidence"]),
    )


def entry_words(entry: ParseResult, today: date) -> str:
    """An entry as scripts write it."""
    kind = next(word for word, of_type in _TYPES.items() if of_type is entry.type)
    words = f" {entry.description}" if entry.description else ""
    days = (entry.date - today).days
    day = f" @{days}" if days else ""
    amount = "?" if entry.amount is None else f"{entry.amount}元"
    return f"{kind}{amount} {entry.category}{words}{day}"


def change_of(words: str) -> FieldChange:
    """`amount=50 type=INCOME category=餐饮 description=… date=2026-11-20 account=微信`."""
    return change_with(dict(part.split("=", 1) for part in words.split()))


def change_with(fields: Mapping[str, str]) -> FieldChange:
    """The change to these values, as texts by the names of their fields."""
    return FieldChange(
        amount=Money.from_text(fields["amount"]) if "amount" in fields else None,
        type=TransactionType(fields["type"]) if "type" in fields else None,
        category=fields.get("category"),
        description=fields.get("description"),
        date=date.fromisoformat(fields["date"]) if "date" in fields else None,
        account=fields.get("account"),
    )


def interpretation_of(words: str, today: date) -> Interpretation:
    """The answer of a model to a correction."""
    found = _CONFIDENCE.search(words)
    confidence = float(found["confidence"]) if found else None
    intent, _, rest = (words[: found.start()] if found else words).partition(" ")
    return Interpretation(_outcome(intent, rest, today), confidence)


def _outcome(intent: str, rest: str, today: date) -> Outcome:
    match intent:
        case "correction":
            return _corrected([part.strip() for part in rest.split(",")], today)
        case "confirm":
            return Confirmed()
        case "cancel":
            return Cancelled()
        case "append":
            answer = answer_of(rest, today)
            return Appended(answer.results, answer.lost)
        case "replace":
            answer = answer_of(rest, today)
            return Replaced(answer.results, answer.lost)
        case "clarify":
            return Clarify(rest)
        case "query":
            return Queried()
        case "unclear":
            return Unclear()
        case _:
            raise AssertionError(f"no such answer: {intent}")


def _corrected(parts: Sequence[str], today: date) -> Corrected:
    decided = {"drop": (), "keep": ()} | {
        name: tuple(map(int, rows)) for name, *rows in map(str.split, parts) if name in ("drop", "keep")
    }
    changes = (part for part in parts if not part.startswith(("drop", "keep", "new")))
    new = answer_of("；".join(part.removeprefix("new ") for part in parts if part.startswith("new")), today)
    return Corrected(
        tuple(map(_correction, changes)), decided["drop"], decided["keep"], new.results, new.lost
    )


def _correction(words: str) -> Correction:
    words, _, confidence = words.partition(" ?")
    index, _, fields = words.partition(" ")
    return Correction(int(index), change_of(fields), float(confidence) if confidence else None)


def question_value(text: str) -> QuestionValue | None:
    """The value of a question as a model writes it; None for an empty answer."""
    return value_stated(json.loads(text)) if text else None


TAXI = QuestionValue(
    Measure.TOTAL,
    RowsValue(TransactionType.EXPENSE, date(2026, 11, 1), date(2026, 11, 30), words=("打车",)),
)
"""The value of 「这个月打车花了多少」."""
