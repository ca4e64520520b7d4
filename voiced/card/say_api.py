"""`POST /api/say`: a sentence from a script or a phone, and the answer; docs/card.md explains it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.access import Allowance, bearer_of
from voiced.card.page_messages import sentence_of
from voiced.card.wire import DraftRow, draft_rows
from voiced.errors import Overloaded, RequestWrong, VoicedError
from voiced.ports.conversation import Reply
from voiced.web import answer_to, as_error, as_json

_PATH = "/api/say"
AT_ONCE = 20
"""Requests that a token may send at once; further ones at the configured rate."""
_MAX_SESSION = 40
_BUSY_SECONDS = 2


class _Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request."""

    text: str
    session: str = ""


class _Answer(msgspec.Struct, frozen=True):
    """The answer to it."""

    said: list[str]
    state: str
    draft: list[DraftRow] | None
    waiting: bool


_decoder = msgspec.json.Decoder(_Saying)


class SayApi(Struct, frozen=True):
    """The endpoint with its own access: a token opens it and nothing else.

    Attributes:
        owner_of: the name of a token; None if it is not valid.
        say: takes the words of a source to its conversation.
        allowance: the limit of requests with one token.
    """

    owner_of: Callable[[str], str | None]
    say: Callable[[str, str], Awaitable[Reply]]
    allowance: Allowance

    @property
    def path(self) -> str:
        """Its address."""
        return _PATH

    def routes(self) -> list[Route]:
        """The endpoint."""
        return [Route(_PATH, self._answer, methods=["POST"])]

    def refusal(self, request: Request) -> Response | None:
        """The answer to a request without a valid token, or to too many; None to let it in."""
        owner = self._owner(request)
        if owner is None:
            return _no_right()
        if not self.allowance.allows(owner):
            seconds = self.allowance.wait_seconds(owner)
            return _too_many(f"too many requests; wait {seconds} s", seconds)
        return None

    async def _answer(self, request: Request) -> Response:
        owner = self._owner(request)
        if owner is None:  # revoked while the body was read
            return _no_right()
        try:
            saying = _saying(await request.body())
            reply = await self.say(f"say/{owner}/{saying.session}", saying.text)
        except Overloaded as error:
            return _too_many(str(error), _BUSY_SECONDS)
        except VoicedError as error:
            return answer_to(error)
        state = reply.phase.value.lower()
        return as_json(200, _Answer(list(reply.said), state, draft_rows(reply.draft), not reply.is_complete))

    def _owner(self, request: Request) -> str | None:
        token = bearer_of(request)
        return self.owner_of(token) if token else None


def _saying(body: bytes) -> _Saying:
    try:
        saying = _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RequestWrong(f'send {{"text": "午饭35块"}} as JSON, as docs/card.md says: {error}') from error
    if len(saying.session) > _MAX_SESSION or not saying.session.isprintable():
        raise RequestWrong(f"session must be one line of at most {_MAX_SESSION} characters")
    return _Saying(sentence_of(saying.text), saying.session)


def _no_right() -> Response:
    message = "send Authorization: Bearer TOKEN; make a token with: voiced card token make NAME"
    return as_error(401, "unauthorized", message, {"WWW-Authenticate": "Bearer"})


def _too_many(message: str, seconds: int) -> Response:
    return as_error(429, "too_many", message, {"Retry-After": str(seconds)})
