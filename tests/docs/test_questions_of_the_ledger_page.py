"""Each question that docs/ledger.md gives as an example is understood, as the measure that its line promises."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from voiced.domain.question import LedgerQuestion, Measure
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.questions.asking import Unanswered, ask
from voiced.language.questions.follow_ups import follow_up
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text(encoding="utf-8")
FORMS = dict(
    re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", PAGE.split("## Ask it")[1].split("\n## ")[0], re.MULTILINE)[
        1:
    ]
)
MEASURES = {
    "a total": {Measure.TOTAL},
    "a category, also as people call it": {Measure.TOTAL},
    "a thing, by the words of descriptions": {Measure.TOTAL},
    "one account or several": {Measure.TOTAL},
    "amounts": {Measure.COUNT, Measure.LISTED, Measure.WHETHER},
    "without something": {Measure.TOTAL},
    "a number": {Measure.COUNT},
    "an average": {Measure.AVERAGE},
    "one row, or a few, by amount or by time": {
        Measure.LARGEST,
        Measure.SMALLEST,
        Measure.LATEST,
        Measure.EARLIEST,
    },
    "with what it was paid": {Measure.LATEST},
    "several figures: one for each time, thing or account that is named": {
        Measure.TOTAL,
        Measure.COUNT,
        Measure.MOST,
        Measure.EACH,
    },
    "one figure for each month, week, day, category or account, and for days off against the others: a sum, a number of rows, or what was left": {
        Measure.TOTAL,
        Measure.EACH,
        Measure.MOST,
        Measure.COUNT,
        Measure.BALANCE,
    },
    "rows": {Measure.LISTED},
    "yes or no": {Measure.WHETHER, Measure.TOTAL},
    "a ranking": {Measure.MOST, Measure.LEAST, Measure.EACH},
    "a share": {Measure.SHARE},
    "a comparison": {Measure.DIFFERENCE, Measure.MOST},
    "income less expenses": {Measure.BALANCE},
    "budgets": {Measure.BUDGET},
}
PERIODS = "a period"
HALVES = "after an answer, one change"
EXAMPLES = [(form, said) for form in MEASURES for said in re.findall("「(.+?)」", FORMS.get(form, ""))]


def asked(said: str) -> LedgerQuestion | Unanswered | None:
    return ask(normalise(said), DEFAULT_VOCABULARY, NOW)


def test_the_page_has_these_lines_and_no_others() -> None:
    assert set(FORMS) == {*MEASURES, PERIODS, HALVES}


@pytest.mark.parametrize(("form", "said"), EXAMPLES)
def test_each_example_is_a_question_for_what_its_line_says(form: str, said: str) -> None:
    question = asked(said)
    assert isinstance(question, LedgerQuestion)
    assert question.measure in MEASURES[form]


@pytest.mark.parametrize("period", FORMS[PERIODS].split(", "))
def test_each_named_period_is_understood(period: str) -> None:
    question = asked(f"{period}花了多少")
    assert isinstance(question, LedgerQuestion)
    assert not question.rows.subjects


@pytest.mark.parametrize("half", re.findall("「(.+?)」", FORMS[HALVES]))
def test_each_half_changes_the_question_before_it(half: str) -> None:
    before = asked("这个月吃饭花了多少")
    assert isinstance(before, LedgerQuestion)
    after = follow_up(normalise(half), before, DEFAULT_VOCABULARY, NOW)
    assert after is not None
    assert after != before


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("前天夜里花了多少", Unanswered.HOURS),
        ("我还有多少钱", Unanswered.BALANCE),
        ("这个月怎么花了这么多", Unanswered.REASONS),
        ("下个月要花多少", Unanswered.FUTURE),
    ],
)
def test_what_the_page_says_the_ledger_does_not_know_is_told(said: str, reason: Unanswered) -> None:
    assert said.removesuffix("花了多少") in PAGE
    assert asked(said) is reason
