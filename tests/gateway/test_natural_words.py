"""Two hundred corrections as people say them: a right model gets through the gateway, a wrong one does not."""

from __future__ import annotations

import pytest

from tests.gateway.natural_words import (
    NaturalCorrection,
    natural_corrections,
    right_answer,
    wrong_answers,
)
from tests.gateway.said_model import corrected_by
from voiced.dialogue.values.requests import Cancelled, Clarify, Confirmed, Corrected, Outcome, Unclear

CASES = tuple(natural_corrections())


def is_right(outcome: Outcome, case: NaturalCorrection) -> bool:
    """Whether the rows are afterwards as they should be."""
    return isinstance(outcome, Corrected) and case.is_met_by(
        {one.index: one.fields for one in outcome.corrections}
    )


def is_asked_back(outcome: Outcome) -> bool:
    return isinstance(outcome, Unclear | Clarify)


async def test_of_a_right_models_corrections_nearly_all_arrive_and_none_becomes_something_else():
    outcomes = [await corrected_by(right_answer(case), case.rows, case.said) for case in CASES]
    turned = [
        case.said
        for case, outcome in zip(CASES, outcomes, strict=True)
        if not (is_right(outcome, case) or is_asked_back(outcome))
    ]
    assert turned == []
    arrived = sum(is_right(outcome, case) for case, outcome in zip(CASES, outcomes, strict=True))
    assert len(CASES) >= 200
    assert arrived / len(CASES) >= 0.95


@pytest.mark.parametrize("kind", ["another row", "another value", "an append", "a confirm", "a cancel"])
async def test_a_wrong_models_answers_save_nothing_and_nearly_all_are_refused(kind: str):
    wrong = [(case, answer) for case in CASES for found, answer in wrong_answers(case) if found == kind]
    outcomes = [(case, await corrected_by(answer, case.rows, case.said)) for case, answer in wrong]
    assert not any(isinstance(outcome, Confirmed | Cancelled) for _, outcome in outcomes)
    taken = [
        case.said for case, outcome in outcomes if not (is_asked_back(outcome) or is_right(outcome, case))
    ]
    assert len(wrong) > 100
    assert len(taken) / len(wrong) <= 0.05, taken
