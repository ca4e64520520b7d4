"""HTTP as the card and the gateway share it: a body read to a limit, answers in JSON, and one table of errors."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from voiced import errors

log = logging.getLogger(__name__)

JSON = "application/json"


class BodyTooLong(errors.RequestWrong):
    """The body of a request is longer than the server reads."""


_ANSWERS: Mapping[type[Exception], tuple[int, str]] = {
    errors.RequestWrong: (400, "bad_request"),
    errors.Overloaded: (429, "too_many"),
    errors.ConversationFailure: (503, "conversation_failed"),
    errors.NotInLedger: (404, "not_found"),
    BodyTooLong: (413, "too_long"),
    errors.UpstreamFailure: (502, "upstream_failed"),
    errors.LedgerFailure: (503, "ledger_failed"),
    errors.UpstreamUnreachable: (503, errors.UNREACHABLE),
    errors.UpstreamLate: (504, "upstream_late"),
}


async def body_of(request: Request, limit_bytes: int) -> bytes:
    """The whole body of a request.

    Raises:
        BodyTooLong: it has more bytes than the limit.
        ClientDisconnect: the client hung up.
    """
    declared = request.headers.get("content-length", "0")
    body = bytearray()
    if not (declared.isdigit() and int(declared) > limit_bytes):
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit_bytes:
                break
        else:
            return bytes(body)
    raise BodyTooLong(f"the request has more than {limit_bytes} bytes")


def as_json(status: int, value: object, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that no browser keeps."""
    headers = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(value), status, headers, JSON)


def as_error(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """An answer with the error."""
    return as_json(status, {"error": {"code": code, "message": message}}, headers)


def answer_to(error: errors.VoicedError) -> Response:
    """The answer to a request that failed: 4xx for a wrong request, 5xx for a failure behind the server.

    Raises:
        VoicedError: the error itself, if the table does not list it.
    """
    for kind in type(error).__mro__:
        if kind in _ANSWERS:
            status, code = _ANSWERS[kind]
            if status >= 500:
                log.warning("%s", error)
            return as_error(status, code, str(error))
    raise error
