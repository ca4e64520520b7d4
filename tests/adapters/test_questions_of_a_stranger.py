"""Questions that others wrote, asked of the rows of their households.

The figures come from `labelled_questions`, in plain Python; the answers from the program: its reading and its SQL.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import labelled_questions as labelled
from tests.support.household_ledger import ledger_of
from tests.support.labelled_questions import (
    FIFTH,
    FIRST,
    FOURTH,
    NOW,
    SECOND,
    SIXTH,
    THIRD,
    Household,
    LabelledQuestion,
)
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.asking import ask
from voiced.language.questions.follow_ups import follow_up
from voiced.language.text.spelling import normalise

REFUSED = {"refuse", "ask"}


class Asked:
    """The questions as the program reads them; half a question follows the one before it."""

    def __init__(self, household: Household, vocabulary: Vocabulary) -> None:
        self._household = household
        self._vocabulary = vocabulary
        self._read: dict[int, LedgerQuestion | None] = {}

    def value(self, question: LabelledQuestion) -> LedgerQuestion | None:
        if question.number not in self._read:
            self._read[question.number] = self._value(question)
        return self._read[question.number]

    def _value(self, question: LabelledQuestion) -> LedgerQuestion | None:
        said = normalise(question.words)
        before = self.value(self._household.questions[question.previous]) if question.previous else None
        half = follow_up(said, before, self._vocabulary, NOW) if before else None
        read = half or ask(said, self._vocabulary, NOW)
        return read if isinstance(read, LedgerQuestion) else None


@pytest.mark.parametrize(
    ("household", "least_right"),
    [(FIRST, 0.97), (SECOND, 0.98), (THIRD, 0.95), (FOURTH, 0.96), (FIFTH, 0.83), (SIXTH, 0.9)],
)
async def test_the_questions_of_a_stranger_get_the_right_figure_or_none(
    tmp_path: Path, household: Household, least_right: float
) -> None:
    right: list[str] = []
    wrong: list[str] = []
    async with ledger_of(household, tmp_path / "ledger.db") as ledger:
        asked = Asked(household, await ledger.vocabulary())
        for question in household.questions.values():
            wanted, value = household.figure_of(question.label), asked.value(question)
            if value is None and wanted[0] in REFUSED:
                right.append(question.words)
            elif value is not None and wanted[0] != "ask":
                answer = await ledger.answer(value)
                if labelled.told(answer, wanted) == wanted:
                    right.append(question.words)
                elif not _names_what_it_did_not_find(answer):
                    wrong.append(question.words)
    assert wrong == []
    assert len(right) >= least_right * len(household.questions)


def _names_what_it_did_not_find(answer: LedgerAnswer) -> bool:
    """Whether the answer says that no row has the word: 没有记修车. It gives no figure."""
    return not answer.count and any(subject.words for subject in answer.question.rows.subjects)


@pytest.mark.parametrize(
    ("household", "least"), [(FIRST, 100), (SECOND, 40), (THIRD, 40), (FOURTH, 30), (FIFTH, 10), (SIXTH, 10)]
)
async def test_no_entry_command_or_talk_is_answered_as_a_question(
    tmp_path: Path, household: Household, least: int
) -> None:
    async with ledger_of(household, tmp_path / "ledger.db") as ledger:
        vocabulary = await ledger.vocabulary()
    assert len(household.not_questions) >= least
    answered = [
        words
        for words in household.not_questions
        if isinstance(ask(normalise(words), vocabulary, NOW), LedgerQuestion)
    ]
    assert answered == []
