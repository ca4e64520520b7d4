"""A model that knows the labels of `voiced llm check`, and answers as it should unless a test spoils single answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from tests.support.chat_upstream import chat_answer
from tests.support.scripted_llm import Answerer, JsonValue, Reply
from voiced.gateway.check.cases import NOW, CheckCase, RowFigures, all_cases
from voiced.gateway.prompting import with_figures
from voiced.gateway.protocol.questions import value_as_json

Spoiled = Callable[[CheckCase, dict[str, Any]], object]
"""What the model answers, given the case and the right answer: JSON, or a text as it is."""

_BY_WORDS = {
    json.dumps(case.said if case.is_question else with_figures(case.said), ensure_ascii=False): case
    for case in all_cases()
}


def knowing_the_labels(spoiled: Spoiled = lambda case, right: right) -> Answerer:
    """A chat API that answers each case; `spoiled` gets the case and the right answer."""

    def answer(path: str, body: JsonValue) -> Reply:
        assert path.endswith("/chat/completions")
        asked = cast("dict[str, Any]", body)
        words = str(asked["messages"][-1]["content"])
        (case,) = {id(one): one for said, one in _BY_WORDS.items() if words.endswith(said)}.values()
        given = spoiled(case, right_answer(case, is_history="用户：" in words))
        return chat_answer(given)

    return answer


def right_answer(case: CheckCase, *, is_history: bool = False) -> dict[str, Any]:
    """The right answer to a case, in the form that the prompt asks for."""
    if case.is_question:
        return {"measure": None} if case.question is None else json.loads(value_as_json(case.question))
    if not case.is_about_draft:
        return {"transactions": [_entry(row) for row in case.rows]}
    if is_history:
        return _next_turn(case)
    changes = [{"index": index, "updatedFields": fields} for index, fields in _changes(case).items()]
    changes += [{"index": -1, "updatedFields": _entry(row)} for row in case.rows]
    intent = {"changes": "correction"}.get(case.turn, case.turn)
    named = {name: list(rows) for name, rows in (("drop", case.drop), ("keep", case.keep)) if rows}
    return {"intent": intent, "corrections": changes, "confidence": 0.95, **named}


def _next_turn(case: CheckCase) -> dict[str, Any]:
    match case.turn:
        case "changes":
            named = {name: list(rows) for name, rows in (("drop", case.drop), ("keep", case.keep)) if rows}
            answer = {"action": "correct", "confidence": 0.95, **named}
            for index, fields in _changes(case).items():
                answer |= {"index": index, "transaction": fields}
            return answer
        case "append":
            return {"action": "parse", "transaction": _entry(case.rows[0]), "confidence": 0.95}
        case "unclear":
            return {"action": "clarify", "message": "请问是第几笔？", "confidence": 0.95}
        case _:
            return {"action": case.turn, "confidence": 0.95}


def _entry(row: RowFigures) -> dict[str, Any]:
    assert row.amount is not None
    assert row.type is not None
    entry = {
        "description": "东西",
        "amount": float(row.amount.yuan),
        "type": row.type.value,
        "category": "其他",
    }
    return entry if row.date == NOW.date() else {**entry, "date": row.date.isoformat()}


def _changes(case: CheckCase) -> dict[int, dict[str, Any]]:
    return {index: _fields(case, index) for index in case.changes}


def _fields(case: CheckCase, index: int) -> dict[str, Any]:
    wanted = case.changes[index]
    fields: dict[str, Any] = {}
    for name, value in wanted.fields.values.items():
        if name == "amount":
            fields["amount"] = float(value.yuan)
        elif name == "date":
            fields["date"] = value.isoformat()
        else:
            fields[str(name)] = str(value)
    if wanted.categories:
        fields["category"] = wanted.categories[0]
    return fields
