"""Requests of the page: their bodies decoded, and the answers to those that fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from voiced.errors import RequestWrong, VoicedError
from voiced.web import answer_to

_T = TypeVar("_T")


def answering(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers a failure with its code."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except VoicedError as error:
            return answer_to(error)

    return answered


def decoded(decoder: msgspec.json.Decoder[_T], body: bytes) -> _T:
    """The body of a request.

    Raises:
        RequestWrong: it does not have the documented form.
    """
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RequestWrong(f"the request does not have the form in docs/card.md: {error}") from error
