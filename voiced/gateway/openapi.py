"""The OpenAPI 3.1 description of the service, made from the types that read requests and write answers."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

import voiced
from voiced.gateway.protocol.answers import CorrectionAnswer, ParseAnswer
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE
from voiced.gateway.protocol.requests import CorrectionBody, DialogueBody, ParseBody
from voiced.gateway.protocol.turns import DialogueAnswer

_REFERENCE = "#/components/schemas/{name}"


class ErrorDetail(msgspec.Struct, frozen=True):
    """An error: a code for programs and a sentence for people."""

    code: str
    message: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The answer to a question that failed."""

    error: ErrorDetail


class HealthAnswer(msgspec.Struct, frozen=True):
    """The service runs; only a question shows whether its model does."""

    status: str
    model: str
    version: str


def _always(answer: type[msgspec.Struct], *names: str) -> Any:
    """The answer with the fields that this service always sends; a daemon can do without some of them."""
    return Annotated[answer, Meta(extra_json_schema={"required": list(names)})]


_QUESTIONS = (
    (
        PARSE.path,
        "parse",
        "The entries of an utterance",
        ParseBody,
        _always(ParseAnswer, "transactions", "model"),
    ),
    (
        CORRECT.path,
        "correct",
        "The changes that an utterance makes to a draft",
        CorrectionBody,
        _always(CorrectionAnswer, "corrections", "intent", "model", "confidence"),
    ),
    (
        DIALOGUE.path,
        "dialogue",
        "The next turn about a draft",
        DialogueBody,
        _always(DialogueAnswer, "action", "model", "confidence"),
    ),
)
_ERRORS = {
    400: "The request is not JSON or has another form",
    401: "The API key is missing or wrong",
    413: "The request is too long",
    502: "The model refused, or its answer is unusable",
    503: "The model cannot be reached",
    504: "The model did not answer in time",
}


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    types = [kind for *_, body, answer in _QUESTIONS for kind in (body, answer)]
    schemas, components = msgspec.json.schema_components(
        (*types, ErrorAnswer, HealthAnswer), ref_template=_REFERENCE
    )
    *pairs, error, health = schemas
    bodies, answers = pairs[::2], pairs[1::2]
    paths: dict[str, Any] = {"/healthz": {"get": {"operationId": "health", "summary": "Whether it runs"}}}
    paths["/healthz"]["get"]["responses"] = {"200": _content("It runs", health)}
    for (path, name, summary, *_), body, answer in zip(_QUESTIONS, bodies, answers, strict=True):
        responses = {"200": _content(summary, answer)}
        responses |= {str(status): _content(words, error) for status, words in _ERRORS.items()}
        paths[path] = {
            "post": {
                "operationId": name,
                "summary": summary,
                "security": [{}, {"key": []}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                "responses": responses,
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "voiced gateway", "version": voiced.__version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _content(words: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema}}}
