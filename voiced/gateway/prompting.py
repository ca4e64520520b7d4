"""A chat with a model: the prompts in `prompts/`, then the words and the draft as data, and the schema of the answer.

Rules write amounts in figures before a model sees them, because small models misread 一百零五.
"""

from __future__ import annotations

import json
from functools import cache

import msgspec
from msgspec import Struct

from voiced.dialogue.values import requests as rq
from voiced.domain.batch import MAX_ITEMS
from voiced.domain.question import Grouping, Measure, Unit
from voiced.domain.recurring import WEEKDAYS
from voiced.domain.transaction import TYPE_NAMES, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.gateway.protocol.questions import value_as_json
from voiced.gateway.upstream import Chat, ChatMessage
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.spelling import normalise
from voiced.packaged import packaged_text

_PARSE_TOKENS, _CORRECTION_TOKENS, _DIALOGUE_TOKENS, _QUESTION_TOKENS = 700, 400, 200, 200
"""Limits of an answer: an entry takes about 45 tokens, a correction 30."""


class _Example(Struct, frozen=True):
    asked: str
    answer: str


class _PromptFile(Struct, frozen=True, forbid_unknown_fields=True):
    instructions: str
    examples: tuple[_Example, ...]


@cache
def prompt(name: str) -> tuple[ChatMessage, ...]:
    """The constant part of a chat: the instructions and examples of this prompt's file."""
    read = msgspec.toml.decode(packaged_text("voiced.gateway", f"prompts/{name}.toml"), type=_PromptFile)
    opening = [ChatMessage("system", f"{read.instructions.strip()}\n{_default_categories()}")]
    for example in read.examples:
        opening += [ChatMessage("user", example.asked), ChatMessage("assistant", example.answer)]
    return tuple(opening)


def parse_chat(request: rq.ParseRequest) -> Chat:
    """Asks for the entries of an utterance."""
    asked = f"{_today(request.context)}{_categories(request.context)}话：{_quoted(request.text)}"
    return _chat("parse", asked, "transactions", _PARSE_SCHEMA, _PARSE_TOKENS)


def correction_chat(request: rq.CorrectionRequest) -> Chat:
    """Asks for the changes that an utterance makes to the draft."""
    asked = f"{_draft(request)}\n{_categories(request.context)}话：{_quoted(request.text)}"
    return _chat("correct", asked, "corrections", _CORRECTION_SCHEMA, _CORRECTION_TOKENS)


def dialogue_chat(request: rq.CorrectionRequest) -> Chat:
    """Asks for the next turn of the dialogue about the draft."""
    speakers = {rq.Role.USER: "用户", rq.Role.ASSISTANT: "记账"}
    said = "\n".join(f"{speakers[message.role]}：{_quoted(message.content)}" for message in request.messages)
    asked = f"{_draft(request)}\n{_categories(request.context)}{said}"
    return _chat("dialogue", asked, "turn", _DIALOGUE_SCHEMA, _DIALOGUE_TOKENS)


def question_chat(request: rq.QuestionRequest) -> Chat:
    """Asks for the value of a question about the ledger; its numbers stay as they were said."""
    last = "" if request.last is None else f"上一问：{value_as_json(request.last)}\n"
    said = json.dumps(request.text, ensure_ascii=False)
    asked = f"{_today(request.context)}{_categories(request.context)}{last}话：{said}"
    return _chat("question", asked, "question", _QUESTION_SCHEMA, _QUESTION_TOKENS)


def with_figures(text: str) -> str:
    """Normalised text with its amounts in figures: 三十五块五 becomes 35.5元. Vague amounts keep their words."""
    said = normalise(text)
    for mention in reversed(find_amounts(said)):
        if mention.amount is not None:
            said = f"{said[: mention.start]}{mention.amount}元{said[mention.end :]}"
    return said


def _chat(name: str, asked: str, schema_name: str, schema: dict[str, object], max_tokens: int) -> Chat:
    return Chat((*prompt(name), ChatMessage("user", asked)), schema_name, schema, max_tokens)


def _quoted(text: str) -> str:
    """The words as a JSON string: they are data and cannot end the quotation."""
    return json.dumps(with_figures(text), ensure_ascii=False)


def _today(context: rq.RequestContext) -> str:
    return f"今天{context.now.date().isoformat()}周{WEEKDAYS[context.now.weekday()]}。"


def _draft(request: rq.CorrectionRequest) -> str:
    """Today's date, then a line for each row, which ends with the row's day."""
    today = request.context.now.date()
    rows = (
        f"{index} {TYPE_NAMES[row.type]}{'' if row.amount is None else row.amount} {row.category} {row.description}"
        f" {'今天' if row.date == today else row.date.isoformat()}"
        for index, row in enumerate(request.rows)
    )
    return "\n".join((_today(request.context), *rows))


def _default_categories() -> str:
    """The default categories, a line for each type."""
    return "\n".join(
        f"{name}分类：{' '.join(c.name for c in DEFAULT_VOCABULARY.categories_of(of_type))}"
        for of_type, name in TYPE_NAMES.items()
    )


def _categories(context: rq.RequestContext) -> str:
    """The user's own and recent categories; the defaults stand in the constant part."""
    own = list(dict.fromkeys((*context.custom_categories, *context.recent_categories[:5])))
    return f"常用分类：{json.dumps(own, ensure_ascii=False)}。" if own else ""


# The schemas of answers, for models that can follow a JSON Schema.
_TYPE: dict[str, object] = {"type": "string", "enum": [member.value for member in TransactionType]}
_TEXT: dict[str, object] = {"type": "string", "maxLength": 40}
_AMOUNT: dict[str, object] = {"type": "number"}
_CONFIDENCE: dict[str, object] = {"type": "number"}
_FIELDS: dict[str, object] = {
    "description": _TEXT,
    "amount": _AMOUNT,
    "type": _TYPE,
    "category": _TEXT,
    "date": _TEXT,
    "account": _TEXT,
    "toAccount": _TEXT,
}


def _closed(properties: dict[str, object], *required: str) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list_of(item: dict[str, object], most: int) -> dict[str, object]:
    return {"type": "array", "items": item, "maxItems": most}


_PARSE_SCHEMA = _closed(
    {
        "transactions": _list_of(
            _closed(_FIELDS | {"confidence": _CONFIDENCE}, "description", "amount", "type", "category"), 20
        )
    },
    "transactions",
)
_ROWS = _list_of({"type": "integer"}, MAX_ITEMS)
_CORRECTION_SCHEMA = _closed(
    {
        "intent": {"type": "string", "enum": ["correction", "append", "confirm", "cancel", "unclear"]},
        "corrections": _list_of(
            _closed(
                {"index": {"type": "integer"}, "updatedFields": _closed(_FIELDS)}, "index", "updatedFields"
            ),
            MAX_ITEMS,
        ),
        "drop": _ROWS,
        "keep": _ROWS,
        "confidence": _CONFIDENCE,
    },
    "intent",
    "corrections",
    "confidence",
)
_NAMES: dict[str, object] = {"type": "array", "items": _TEXT, "maxItems": 10}
_FILTERS: dict[str, object] = {
    "type": {"enum": [*(member.value for member in TransactionType), None]},
    "from": {"type": ["string", "null"], "maxLength": 10},
    "to": {"type": ["string", "null"], "maxLength": 10},
    **dict.fromkeys(("categories", "words", "accounts", "without"), _NAMES),
    "atLeast": _AMOUNT,
    "atMost": _AMOUNT,
}
_QUESTION_SCHEMA = _closed(
    {
        "measure": {"enum": [*(member.value for member in Measure), None]},
        **_FILTERS,
        "unit": {"enum": [member.value for member in Unit]},
        "grouping": {"enum": [member.value for member in Grouping]},
        "limit": {"type": "integer"},
        "against": _closed(_FILTERS),
        "series": _list_of(_closed(_FILTERS), 12),
        "figure": {"enum": ["count", "balance"]},
    },
    "measure",
)
_DIALOGUE_SCHEMA = _closed(
    {
        "action": {"type": "string", "enum": ["correct", "parse", "clarify", "query", "confirm", "cancel"]},
        "index": {"type": "integer"},
        "transaction": _closed(_FIELDS),
        "drop": _ROWS,
        "keep": _ROWS,
        "message": _TEXT,
        "confidence": _CONFIDENCE,
    },
    "action",
    "confidence",
)
