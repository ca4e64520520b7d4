"""Corrections in the voices of ten people, through `voiced nlu`: how many are right, asked back, taken for an entry, or wrong.

A line of `tests/data/language/corrections_said.jsonl` is a draft, the words, the best answer and other right ones. An empty list
of corrections asks back. All ten voices were written before the rules, the second and third batch after them. Of the lines that
are `apart` the rules saw nothing before their last faults were mended.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

from voiced.cli import nlu_answers

NOW = datetime.fromisoformat("2026-11-21T10:30:00")
SAID = Path(__file__).parents[1] / "data" / "language" / "corrections_said.jsonl"

Labelled = Mapping[str, Any]


class Grade(Enum):
    """What became of a correction."""

    RIGHT = "right"
    ASKED = "asked back"
    NEW = "taken for a new entry"
    WRONG = "wrong"


def lines() -> Iterator[Labelled]:
    with SAID.open(encoding="utf-8") as rows:
        yield from (json.loads(row, parse_float=Decimal) for row in rows)


def grade(line: Labelled) -> Grade:
    question = {"text": line["text"], "batch": line["batch"]}
    answer = json.loads(
        nlu_answers.corrections(json.dumps(question, default=str).encode(), NOW), parse_float=Decimal
    )
    right = [essence(one, line) for one in (line["expect"], *line.get("alternatives", ()))]
    found = essence(answer, line)
    if found in right:
        return Grade.RIGHT
    match answer["intent"]:
        case "correction" if found == ("correction", [], {}):
            return Grade.ASKED
        case "new_input":
            return Grade.NEW
        case "wait" | "query":
            return Grade.ASKED
        case _:
            return Grade.WRONG


def essence(answer: Labelled, line: Labelled) -> tuple[str, list[int], dict[int, dict[str, Any]]]:
    """Intent, rows and new values; a value that the row has already is none."""
    changed: dict[int, dict[str, Any]] = {}
    for correction in answer.get("corrections", ()):
        row = {"date": str(NOW.date()), **line["batch"][correction["index"]]}
        new = {
            name: value
            for name, value in correction["updatedFields"].items()
            if not same(value, row.get(name))
        }
        if new:
            changed[correction["index"]] = {name: comparable(value) for name, value in new.items()}
    return answer["intent"], list(answer.get("items", ())), changed


def same(one: Any, other: Any) -> bool:
    return comparable(one) == comparable(other)


def comparable(value: Any) -> str:
    """A value as text, and an amount without trailing zeros."""
    try:
        return str(Decimal(str(value)).normalize())
    except ArithmeticError:
        return str(value)


def test_corrections_of_ten_voices_are_right_or_asked_back() -> None:
    grades = {line["text"]: grade(line) for line in lines()}
    counted = Counter(grades.values())
    share = {each: 100 * counted[each] / len(grades) for each in Grade}
    wrong = [text for text, found in grades.items() if found is Grade.WRONG]
    assert share[Grade.RIGHT] >= 80, counted
    assert share[Grade.RIGHT] + share[Grade.ASKED] >= 96, counted
    assert share[Grade.NEW] <= 3, counted
    assert share[Grade.WRONG] <= 1.5, wrong
