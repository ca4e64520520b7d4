"""A strong model is worth having: what the product makes of its kept answers to sentences of strangers.

The floors are what was reached. `tests/data/believed/README.md` tells who wrote the sentences and who answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.strong_model import Alone, KeptAnswers, Run, Score, score
from voiced.dialogue.values.policy import Policy

pytestmark = [pytest.mark.timeout(300), pytest.mark.no_cover]
"""Thousands of turns, which take three times as long with coverage."""

DATA = Path(__file__).parents[1] / "data" / "believed"
ONLINE = Policy(model_configured=True, believes=True)


def share(table: Mapping[str, Score], name: str) -> float:
    return table[name].number / table[name].total


@pytest.mark.parametrize("folders", ["abc", "def"])
async def test_a_model_that_is_right_has_the_last_word(folders: str) -> None:
    answers = KeptAnswers([DATA / "answers.jsonl"])
    alone, believed = Alone(answers), Run("believed", answers, ONLINE)
    unanswered = await score([DATA / name for name in folders], alone, [believed])
    assert unanswered == 0, "a request has no kept answer: see the README of the data"
    table = believed.table
    assert share(table, "single: all fields") >= 0.965
    assert share(alone.table, "single: all fields") - share(table, "single: all fields") <= 0.01
    assert share(table, "talk that became a row") == 0
    assert share(table, "lists: amounts and types") >= 0.98
    assert share(table, "corrections") >= 0.975
    assert share(table, "conversations: ledger right") >= 0.88
    assert share(table, "conversations: a wrong row") == 0
    assert share(table, "asked or marked although the model was right") <= 0.025
    assert share(table, "answered locally, wrong") <= 0.01
    assert share(table, "answered locally") >= 0.24


@pytest.mark.parametrize(
    ("folders", "singles", "conversations", "wrong_rows"),
    [("gh", 0.95, 0.94, 0), ("ij", 0.94, 0.94, 1), ("kl", 0.97, 0.93, 1), ("mn", 0.98, 0.96, 0)],
)
async def test_the_last_writers_keep_what_was_reached(
    folders: str, singles: float, conversations: float, wrong_rows: int
) -> None:
    """The writers of g to n, whose sentences were scored before anything was mended for them."""
    answers = KeptAnswers([DATA / "answers.jsonl"])
    alone, believed = Alone(answers), Run("believed", answers, ONLINE)
    assert await score([DATA / name for name in folders], alone, [believed]) == 0
    table = believed.table
    assert share(table, "single: all fields") >= singles
    assert share(table, "talk that became a row") == 0
    assert share(table, "conversations: ledger right") >= conversations
    assert table["conversations: a wrong row"].number <= wrong_rows


async def test_lists_of_three_more_writers_are_nearly_as_good_as_the_model() -> None:
    answers = KeptAnswers([DATA / "answers.jsonl"])
    alone, believed = Alone(answers), Run("believed", answers, ONLINE)
    assert await score([DATA / "o"], alone, [believed]) == 0
    assert share(believed.table, "lists: amounts and types") >= 0.97


async def test_it_is_far_better_than_rules_alone() -> None:
    answers = KeptAnswers([DATA / "answers.jsonl"])
    rules, believed = Run("rules", answers, Policy()), Run("believed", answers, ONLINE)
    assert await score([DATA / "a"], Alone(answers), [rules, believed]) == 0
    for name in ("single: all fields", "lists: amounts and types", "corrections"):
        assert share(believed.table, name) > share(rules.table, name) + 0.1
