"""JSON Schemas that hold a model to the form of an answer, where it can be held to one."""

from __future__ import annotations

from voiced.domain.batch import MAX_ITEMS
from voiced.domain.transaction import TransactionType

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


PARSE_SCHEMA = _closed(
    {
        "transactions": _list_of(
            _closed(_FIELDS | {"confidence": _CONFIDENCE}, "description", "amount", "type", "category"), 20
        )
    },
    "transactions",
)
CORRECTION_SCHEMA = _closed(
    {
        "intent": {"type": "string", "enum": ["correction", "append", "confirm", "cancel", "unclear"]},
        "corrections": _list_of(
            _closed(
                {"index": {"type": "integer"}, "updatedFields": _closed(_FIELDS)}, "index", "updatedFields"
            ),
            MAX_ITEMS,
        ),
        "confidence": _CONFIDENCE,
    },
    "intent",
    "corrections",
    "confidence",
)
DIALOGUE_SCHEMA = _closed(
    {
        "action": {"type": "string", "enum": ["correct", "parse", "clarify", "query", "confirm", "cancel"]},
        "index": {"type": "integer"},
        "transaction": _closed(_FIELDS),
        "message": _TEXT,
        "confidence": _CONFIDENCE,
    },
    "action",
    "confidence",
)
