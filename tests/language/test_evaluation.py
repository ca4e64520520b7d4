"""Accuracy on labelled sentences of another hand; the files say what is right, these tests how often it must be met.

The limits are the project's targets. Sentences of other kinds are in the tests of the single modules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import TypedDict

from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import parse_date
from voiced.language.entries.sentence import parse_sentence, split_sentence
from voiced.language.numbers.amounts import parse_amount
from voiced.language.text.spelling import normalise

DATA = Path(__file__).parents[1] / "data" / "eval"
CHINA = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 21, 10, 30, tzinfo=CHINA)


class Entry(TypedDict):
    amount: float
    type: str
    category: str
    date_offset_days: int


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def share(outcomes: Iterable[bool]) -> float:
    met = list(outcomes)
    return sum(met) / len(met)


def test_amounts() -> None:
    expected = {
        said: None if amount == "NONE" else Money.from_text(amount) for said, amount in rows("amounts.tsv")
    }
    assert share(parse_amount(said) == amount for said, amount in expected.items()) >= 0.99


def test_dates() -> None:
    outcomes = [
        parse_date(said, datetime.fromisoformat(now).replace(tzinfo=CHINA))
        == (None if day == "NONE" else date.fromisoformat(day))
        for said, now, day in rows("dates.tsv")
    ]
    assert share(outcomes) >= 0.97


def fields(result: ParseResult | None, row: list[str]) -> tuple[bool, bool, bool, bool]:
    """Which of amount, type, category and day are right; for a sentence without an entry all or none."""
    _, amount, of_type, category, days = row
    if result is None or amount == "NONE":
        right = result is None and amount == "NONE"
        return right, right, right, right
    return (
        result.amount == Money.from_text(amount),
        result.type in of_type.split("|"),
        result.category in category.split("|"),
        result.date == NOW.date() + timedelta(days=int(days)),
    )


def test_sentences_of_one_entry() -> None:
    outcomes = [
        fields(next(iter(parse_sentence(normalise(row[0]), DEFAULT_VOCABULARY, NOW).results), None), row)
        for row in rows("transactions.tsv")
    ]
    amounts, types, categories, _ = zip(*outcomes, strict=True)
    assert share(amounts) >= 0.99
    assert share(types) >= 0.99
    assert share(categories) >= 0.98
    assert share(all(outcome) for outcome in outcomes) >= 0.93


def entries(stated: list[Entry]) -> list[tuple[Money | None, str, str, int]]:
    return [
        (
            Money.from_yuan(Decimal(str(entry["amount"]))),
            entry["type"],
            entry["category"],
            entry["date_offset_days"],
        )
        for entry in stated
    ]


def test_sentences_of_several_entries() -> None:
    outcomes: list[bool] = []
    for line in (DATA / "multi.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        results = split_sentence(normalise(case["text"]), DEFAULT_VOCABULARY, NOW)
        read = [(r.amount, str(r.type), r.category, (r.date - NOW.date()).days) for r in results]
        outcomes.append(
            read in [entries(right) for right in (case["transactions"], *case.get("alternatives", []))]
        )
    assert share(outcomes) >= 0.9


def test_no_sentence_of_several_entries_is_taken_for_one() -> None:
    lines = (DATA / "multi.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if len(case["transactions"]) > 1]
    texts = [normalise(case["text"]) for case in cases]
    assert texts
    assert [text for text in texts if parse_sentence(text, DEFAULT_VOCABULARY, NOW).is_certain] == []
