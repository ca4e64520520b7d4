"""What a small local model really answered, through the gateway: no list is read worse than by rules alone.

The answers are in `tests/data/eval`, whose README tells which model gave them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal

from tests.gateway.natural_words import EVAL, natural_corrections, natural_lists
from tests.gateway.said_model import CONTEXT, corrected_by, entries_by
from voiced.dialogue.values.requests import Confirmed, Corrected
from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.sentence import split_sentence
from voiced.language.entries.weighing import best_rows, weigh
from voiced.language.text.spelling import normalise

Read = list[tuple[Decimal | None, str]]


def answers(name: str) -> dict[str, str]:
    lines = (EVAL / name).read_text(encoding="utf-8").splitlines()
    return {answer["said"]: answer["answer"] for answer in map(json.loads, lines)}


def lists() -> dict[str, list[Read]]:
    """Every labelled sentence of several entries, with its right readings."""
    right: dict[str, list[Read]] = {
        said: [[(amount, of_type.value) for amount, of_type in rows]] for said, rows in natural_lists()
    }
    for case in map(json.loads, (EVAL / "multi.jsonl").read_text(encoding="utf-8").splitlines()):
        right[case["text"]] = [
            [(Decimal(str(row["amount"])), row["type"]) for row in rows]
            for rows in (case["transactions"], *case.get("alternatives", []))
        ]
    return right


def read(rows: Iterable[ParseResult]) -> Read:
    return [(row.amount.yuan if row.amount else None, row.type.value) for row in rows]


async def test_lists_are_read_at_least_as_well_as_by_rules_alone():
    right, recorded = lists(), answers("answers_lists.jsonl")
    with_model = [
        read(
            best_rows(
                weigh(
                    normalise(said), (await entries_by(answer, said)).results, DEFAULT_VOCABULARY, CONTEXT.now
                )
            )
        )
        in right[said]
        for said, answer in recorded.items()
    ]
    by_rules = [
        read(split_sentence(normalise(said), DEFAULT_VOCABULARY, CONTEXT.now)) in right[said]
        for said in recorded
    ]
    assert recorded.keys() == right.keys()
    assert sum(with_model) >= sum(by_rules)


async def test_a_correction_changes_what_it_should_or_is_asked_back_or_checked():
    recorded = answers("answers_corrections.jsonl")
    cases = [case for case in natural_corrections() if case.said in recorded]
    assert {case.said for case in cases} == recorded.keys()
    for case in cases:
        outcome = await corrected_by(recorded[case.said], case.rows, case.said)
        assert not isinstance(outcome, Confirmed)
        changed = outcome.corrections if isinstance(outcome, Corrected) else ()
        is_right = case.is_met_by({one.index: one.fields for one in changed})
        is_checked = all((one.confidence or 1) < 0.7 for one in changed)
        assert is_right or is_checked, (case.said, changed)
