"""The built-in cases of `voiced llm check`: many, fresh, and each with a right answer that passes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.support.checked_model import right_answer
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, TransactionType
from voiced.gateway.check.cases import NOW, CaseKind, CheckCase, all_cases, cases_for, check_digest
from voiced.gateway.check.judging import GivenAnswer, asked, fault_in, proposed, told
from voiced.gateway.extraction import read_correction, read_entries, read_question, read_turn
from voiced.ports.trust import CheckCause

ROOT = Path(__file__).parents[2]
LABELLED = ("tests/data", "corpus")
TEXT = {".jsonl", ".tsv", ".txt", ".toml", ".json", ".csv"}


def case_of(said: str) -> CheckCase:
    (found,) = (case for case in all_cases() if case.said == said)
    return found


def given(case: CheckCase, protocol: str = "structured") -> GivenAnswer:
    """The right answer, read as a model's answer is."""
    is_history = protocol == "history"
    text = json.dumps(right_answer(case, is_history=is_history), ensure_ascii=False)
    if case.is_question:
        return asked(read_question(text))
    if not case.is_about_draft:
        return told([entry.fields for entry in read_entries(text, NOW)])
    return proposed(read_turn(text, NOW) if is_history else read_correction(text, NOW))


def test_there_are_some_of_each_kind() -> None:
    counts = Counter(case.kind for case in all_cases())
    assert 140 <= counts.total() <= 170
    assert set(counts) == set(CaseKind)
    assert counts[CaseKind.SENTENCE] >= 40
    assert counts[CaseKind.CORRECTION] >= 40
    assert counts[CaseKind.QUESTION] >= 10
    assert min(count for kind, count in counts.items() if kind is not CaseKind.QUESTION) >= 15


def test_each_kind_of_entry_occurs() -> None:
    types = Counter(row.type for case in all_cases() for row in case.rows)
    assert set(types) == set(TransactionType)
    assert types[TransactionType.INCOME] >= 10
    assert types[TransactionType.TRANSFER] >= 5
    turns = Counter(case.turn for case in all_cases() if case.is_about_draft)
    assert set(turns) == {"changes", "append", "confirm", "cancel", "unclear"}


def test_an_early_stop_is_fair_to_each_kind() -> None:
    first = Counter(case.kind for case in all_cases()[:40])
    for kind, count in Counter(case.kind for case in all_cases()).items():
        assert abs(first[kind] - count * 40 / len(all_cases())) <= 2


def test_no_sentence_occurs_twice_or_in_the_labelled_sentences_of_the_tests() -> None:
    said = [case.said for case in all_cases()]
    assert len(set(said)) == len(said)
    files = [
        path
        for folder in LABELLED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in TEXT
    ]
    assert files
    known = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)
    assert [one for one in said if one in known] == []


@pytest.mark.parametrize("protocol", ["structured", "history"])
def test_the_right_answer_to_each_case_is_right(protocol: str) -> None:
    wrong = [case.said for case in cases_for(protocol) if fault_in(case, given(case, protocol)) is not None]
    assert wrong == []


def test_the_dialogue_protocol_is_spared_what_it_cannot_say() -> None:
    assert len(cases_for("structured")) == len(all_cases())
    about_draft = [case for case in cases_for("history") if case.is_about_draft]
    assert all(len(case.rows) + len(case.changes) <= 1 for case in about_draft)
    assert any(case.drop for case in about_draft)


def test_the_digest_tells_protocols_apart() -> None:
    assert check_digest("structured") == check_digest("structured") != check_digest("history")


RICE, EGGS, PASTE = 0, 1, 2
AS_SAID = "大米是七十二，鸡蛋是二十六"


@pytest.mark.parametrize(
    ("changes", "is_right"),
    [
        ([(RICE, FieldChange(amount=Money(7200))), (EGGS, FieldChange(amount=Money(2600)))], True),
        ([(EGGS, FieldChange(amount=Money(2600))), (RICE, FieldChange(amount=Money(7200)))], True),
        ([(RICE, FieldChange(amount=Money(7200)))], False),
        ([(RICE, FieldChange(amount=Money(2600))), (EGGS, FieldChange(amount=Money(7200)))], False),
        (
            [
                (RICE, FieldChange(amount=Money(7200))),
                (EGGS, FieldChange(amount=Money(2600))),
                (PASTE, FieldChange(category="购物")),
            ],
            False,
        ),
        ([(RICE, FieldChange(amount=Money(7200))), (7, FieldChange(amount=Money(2600)))], False),
    ],
)
def test_a_correction_is_right_if_every_row_is_afterwards_as_it_should_be(
    changes: list[tuple[int, FieldChange]], is_right: bool
) -> None:
    answer = GivenAnswer("changes", changes=tuple(Correction(index, fields) for index, fields in changes))
    assert (fault_in(case_of(AS_SAID), answer) is None) == is_right


def entries(*rows: dict[str, object]) -> GivenAnswer:
    text = json.dumps({"transactions": rows}, ensure_ascii=False)
    return told([entry.fields for entry in read_entries(text, NOW)])


def expense(amount: float, **more: object) -> dict[str, object]:
    return {"amount": amount, "type": "EXPENSE", **more}


@pytest.mark.parametrize(
    ("said", "rows", "cause"),
    [
        ("昨儿晚上撸串花了一百三十七", [expense(137, date="2026-05-12")], None),
        ("昨儿晚上撸串花了一百三十七", [expense(137)], CheckCause.DAYS),
        ("昨儿晚上撸串花了一百三十七", [expense(37, date="2026-05-12")], CheckCause.AMOUNTS),
        ("昨儿晚上撸串花了一百三十七", [], CheckCause.ROWS),
        ("工资到账九千四百块", [expense(9400)], CheckCause.TYPES),
        ("工资到账九千四百块", [{"amount": 9400}], CheckCause.TYPES),
        ("我家住十六楼，电梯又坏了", [], None),
        ("我家住十六楼，电梯又坏了", [expense(16)], CheckCause.TALK),
        # Both amounts and both types are there, but not together.
        (
            "今天发工资七千二，顺手还了信用卡一千五",
            [{"amount": 7200, "type": "TRANSFER"}, {"amount": 1500, "type": "INCOME"}],
            CheckCause.AMOUNTS,
        ),
        ("在大阪吃拉面花了九百八十日元", [expense(980)], None),
        ("在大阪吃拉面花了九百八十日元", [expense(46)], CheckCause.TRAPPED),
        ("在大阪吃拉面花了九百八十日元", [], None),
    ],
)
def test_what_is_wrong_has_a_name(said: str, rows: list[dict[str, object]], cause: CheckCause | None) -> None:
    assert fault_in(case_of(said), entries(*rows)) is cause


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        ({"intent": "confirm", "corrections": [], "confidence": 0.9}, CheckCause.TRAPPED),
        ({"intent": "confirm", "corrections": [], "confidence": 0.4}, None),
        ({"intent": "unclear", "corrections": [], "confidence": 0.9}, None),
        ({"intent": "correction", "corrections": [], "confidence": 0.9}, None),
        (
            {
                "intent": "append",
                "corrections": [{"index": -1, "updatedFields": {"amount": 3}}],
                "confidence": 0.2,
            },
            None,
        ),
    ],
)
def test_thanks_are_a_trap_for_who_is_sure_of_a_confirm(answer: object, cause: CheckCause | None) -> None:
    text = json.dumps(answer)
    assert fault_in(case_of("多谢多谢，你真聪明"), proposed(read_correction(text, NOW))) is cause


def test_a_question_is_right_by_measure_days_names_and_bounds() -> None:
    case = case_of("四月份餐饮一共几笔")
    right = {"measure": "count", "from": "2026-04-01", "to": "2026-04-30", "words": ["餐饮"]}
    for answer, cause in (
        (right, None),
        ({**right, "measure": "total"}, CheckCause.QUESTIONS),
        ({**right, "from": "2026-04-02"}, CheckCause.QUESTIONS),
        ({**right, "words": ["房租"]}, CheckCause.QUESTIONS),
        ({"measure": None}, CheckCause.QUESTIONS),
    ):
        assert fault_in(case, asked(read_question(json.dumps(answer, ensure_ascii=False)))) is cause
