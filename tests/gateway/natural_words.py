"""Corrections and lists as people say them, with the right results, and models that answer them well or badly.

The lines are in `tests/data/eval`, whose README tells of their origin.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from msgspec.structs import replace

from tests.gateway.drafts import rows as rows_of
from tests.support.answers import change_with
from voiced.domain.transaction import NO_CHANGE, FieldChange, ParseResult, TransactionType

EVAL = Path(__file__).resolve().parent.parent / "data" / "eval"

_TYPES = {"支": TransactionType.EXPENSE, "收": TransactionType.INCOME, "转": TransactionType.TRANSFER}
_OTHER_TYPE = {"EXPENSE": "INCOME", "INCOME": "EXPENSE", "TRANSFER": "INCOME"}
_OTHER_VALUE = {"category": ("旅行", "学习"), "account": ("支付宝", "微信"), "description": ("租车", "租船")}

Amounts = tuple[tuple[Decimal, TransactionType], ...]
"""Amount and type of each entry of a list, in the order said."""
Fields = dict[str, str]
"""New values of a row as the data file has them."""


@dataclass(frozen=True, slots=True)
class NaturalCorrection:
    """A draft, the words about it, and the changed fields of each row.

    Attributes:
        names_row: whether the words name their row.
    """

    rows: tuple[ParseResult, ...]
    said: str
    changes: dict[int, Fields]
    names_row: bool

    def is_met_by(self, changes: Mapping[int, FieldChange]) -> bool:
        """Whether these changes lead to the right rows.

        A change of category may also change the type and the description. Descriptions count only where another is asked for.
        """
        if any(
            changes.get(index, NO_CHANGE).description != fields["description"]
            for index, fields in self.changes.items()
            if "description" in fields
        ):
            return False
        return _after(self.rows, changes) == _after(self.rows, self.expected)

    @property
    def expected(self) -> dict[int, FieldChange]:
        """The right changes, as the caller of the gateway gets them."""
        return {index: change_with(fields) for index, fields in self.changes.items()}


def natural_corrections() -> Iterator[NaturalCorrection]:
    """All lines of `natural_corrections.tsv`."""
    for line in _lines("natural_corrections.tsv"):
        draft, said, changes, row = line.split("\t")
        yield NaturalCorrection(rows_of(*draft.split("; ")), said, _by_row(changes), row == "named")


def natural_lists() -> Iterator[tuple[str, Amounts]]:
    """All lines of `natural_lists.tsv`: the words, and the entries in them."""
    for line in _lines("natural_lists.tsv"):
        said, entries = line.split("\t")
        yield said, tuple((Decimal(entry[1:]), _TYPES[entry[0]]) for entry in entries.split())


def right_answer(case: NaturalCorrection) -> str:
    """The answer of a model that understands."""
    return _answer("correction", case.changes)


def wrong_answers(case: NaturalCorrection) -> Iterator[tuple[str, str]]:
    """The answers of a model with plausible mistakes: the kind of each, and the answer, which contradicts the words."""
    others = [index for index in range(len(case.rows)) if index not in case.changes]
    if case.names_row and others:
        yield "another row", _answer("correction", {others[0]: next(iter(case.changes.values()))})
    yield (
        "another value",
        _answer("correction", {index: _another(fields) for index, fields in case.changes.items()}),
    )
    stated = next(iter(case.changes.values()))
    row = case.rows[next(iter(case.changes))]
    entry = {
        "amount": stated.get("amount", str(row.amount)),
        "type": row.type.value,
        "category": row.category,
        "description": row.description,
    }
    yield "an append", _answer("append", {-1: entry})
    yield "a confirm", _answer("confirm", {})
    yield "a cancel", _answer("cancel", {})


def _after(rows: Sequence[ParseResult], changes: Mapping[int, FieldChange]) -> list[ParseResult]:
    after = (row.amended(changes.get(index, NO_CHANGE)) for index, row in enumerate(rows))
    return [replace(row, description="", confidence=None) for row in after]


def _answer(intent: str, changes: dict[int, Fields]) -> str:
    corrections = [
        {
            "index": index,
            "updatedFields": {
                name: float(value) if name == "amount" else value for name, value in fields.items()
            },
        }
        for index, fields in changes.items()
    ]
    return json.dumps({"intent": intent, "corrections": corrections, "confidence": 0.95}, ensure_ascii=False)


def _another(fields: Fields) -> Fields:
    """Other values for the same fields: an amount ten times as large, the other type, a week before."""
    wrong = dict(fields)
    for name, value in fields.items():
        match name:
            case "amount":
                wrong[name] = str(Decimal(value) * 10)
            case "type":
                wrong[name] = _OTHER_TYPE[value]
            case "date":
                wrong[name] = (date.fromisoformat(value) - timedelta(days=7)).isoformat()
            case _:
                wrong[name] = next(other for other in _OTHER_VALUE[name] if other != value)
    return wrong


def _by_row(changes: str) -> dict[int, Fields]:
    """`0 amount=56; 1 date=2026-11-20`; a row may be named more than once."""
    by_row: dict[int, Fields] = {}
    for change in changes.split("; "):
        index, stated = change.split(" ", 1)
        name, value = stated.split("=")
        by_row.setdefault(int(index), {})[name] = value
    return by_row


def _lines(name: str) -> list[str]:
    lines = (EVAL / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
