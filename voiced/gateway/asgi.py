"""The gateway as a web service: four questions, a health check, and its own description.

The description is OpenAPI 3.1, made from the types that read requests and write answers.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from typing import Annotated, Any, TypeVar, cast

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import voiced
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest
from voiced.errors import VoicedError
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.protocol.answers import CorrectionAnswer, ParseAnswer
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE, QUESTION, Exchange
from voiced.gateway.protocol.questions import QuestionAnswer
from voiced.gateway.protocol.requests import CorrectionBody, DialogueBody, ParseBody, QuestionBody
from voiced.gateway.protocol.turns import DialogueAnswer
from voiced.web import JSON, answer_to, as_error, as_json, body_of

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
    (
        QUESTION.path,
        "question",
        "The value of a question about the ledger",
        QuestionBody,
        _always(QuestionAnswer, "question", "model"),
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


log = logging.getLogger(__name__)

MAX_BODY_BYTES = 64 * 1024
"""A draft of ten rows and a long utterance have four kilobytes."""
CLIENT_CLOSED_REQUEST = 499
"""The status that nginx logs for a client that hung up; it is never sent."""

_Asked = TypeVar("_Asked")
_Answered = TypeVar("_Answered")
_Weighable = TypeVar("_Weighable", ParseRequest, CorrectionRequest)
"""A request whose answer is believed or weighed."""


def create_app(
    interpreter: ModelInterpreter,
    now: Callable[[], datetime],
    *,
    api_key: str | None = None,
    believes: Callable[[], bool] = lambda: False,
) -> Starlette:
    """The service.

    Args:
        interpreter: answers the questions.
        now: the time for requests without one.
        api_key: if it is set, questions need it as a bearer token; health and description are open.
        believes: whether the model's answers stand once they keep the invariants; asked for each question.
    """

    def trusting(answer: Callable[[_Weighable], Awaitable[_Answered]]):
        async def trusted(request: _Weighable) -> _Answered:
            return await answer(msgspec.structs.replace(request, believes=believes()))

        return trusted

    def post(
        exchange: Exchange[_Asked, _Answered], answer: Callable[[_Asked], Awaitable[_Answered]]
    ) -> Route:
        async def serve(body: bytes) -> bytes:
            return await exchange.serve(body, answer, now(), interpreter.model)

        async def endpoint(request: Request) -> Response:
            return await _answered(request, serve, api_key)

        return Route(exchange.path, endpoint, methods=["POST"])

    async def health(_: Request) -> Response:
        return as_json(200, {"status": "ok", "model": interpreter.model, "version": voiced.__version__})

    async def openapi(_: Request) -> Response:
        return as_json(200, description())

    @asynccontextmanager
    async def serving(_: Starlette) -> AsyncGenerator[None]:
        await interpreter.prepare()
        yield
        await interpreter.close()

    return Starlette(
        routes=[
            post(PARSE, trusting(interpreter.parse)),
            post(CORRECT, trusting(interpreter.correct)),
            post(DIALOGUE, trusting(interpreter.next_turn)),
            post(QUESTION, interpreter.read_question),
            Route("/healthz", health),
            Route("/openapi.json", openapi),
        ],
        lifespan=serving,
    )


async def _answered(
    request: Request, serve: Callable[[bytes], Awaitable[bytes]], api_key: str | None
) -> Response:
    """The answer to a question, or an error: 4xx for the request, 502, 503 and 504 for the model."""
    if api_key is not None and not _has_key(request, api_key):
        message = "send the API key as: Authorization: Bearer KEY"
        return as_error(401, "unauthorized", message, {"WWW-Authenticate": "Bearer"})
    try:
        body = await body_of(request, MAX_BODY_BYTES)
        answer = await _unless_gone(request, serve(body))
    except VoicedError as error:
        return answer_to(error)
    except ClientDisconnect:
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    return Response(answer, media_type=JSON)


def _has_key(request: Request, api_key: str) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    is_right = hmac.compare_digest(given.strip().encode(), api_key.encode())
    return scheme.lower() == "bearer" and is_right


async def _unless_gone(request: Request, answer: Awaitable[bytes]) -> bytes:
    """The answer; if the client hangs up before, the model is stopped.

    Raises:
        ClientDisconnect: the client hung up.
    """
    # Only the watching has a task of its own: a second task would cost a twentieth of the time.
    answering = cast("asyncio.Task[object]", asyncio.current_task())
    watching = asyncio.ensure_future(request.receive())

    def stop(_: object) -> None:
        answering.cancel()

    watching.add_done_callback(stop)
    try:
        return await answer
    except asyncio.CancelledError:
        if not watching.done():
            raise  # the service ends
        answering.uncancel()
        log.info("the client hung up; the model is stopped")
        raise ClientDisconnect from None
    finally:
        watching.remove_done_callback(stop)
        watching.cancel()
