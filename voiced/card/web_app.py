"""The card's web application: the page's files, its socket, the ledger, and the access checks before them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from voiced.card.access import Access, Allowance
from voiced.card.bills_api import BILL_FILES, MAX_BILL_BYTES
from voiced.card.import_api import IMPORTS, MAX_FILE_BYTES
from voiced.card.login import FILES, TOO_FAST, WRONG, login_page, no_right_page
from voiced.card.page_files import PageFiles
from voiced.card.socket import NO_RIGHT, TOO_MANY, Pages
from voiced.web import BodyTooLong, answer_to, as_error, body_of

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 * 1024
BODY_SECONDS = 5.0
"""The time limit for receiving a whole request."""
FILE_SECONDS = 60.0
"""The time limit for receiving a file."""
_MOST_BYTES: Mapping[str, int] = {
    **dict.fromkeys(IMPORTS, MAX_FILE_BYTES),
    **dict.fromkeys(BILL_FILES, MAX_BILL_BYTES),
}
"""The limits of the addresses that take files."""
VISITS_AT_ONCE, VISITS_A_SECOND = 300, 50
"""Requests from one address: the first visit takes a dozen, and a household may share one address."""
_COOKIE_SECONDS = 365 * 24 * 3600

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With `no-referrer` a browser sends the login form from the origin `null`, which is refused.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_STATIC = Path(__file__).parent / "static"
_SAFE = ("GET", "HEAD")
_GZIP_FROM_BYTES = 200


class Api(Protocol):
    """Endpoints of the card."""

    def routes(self) -> list[Route]:
        """The endpoints."""
        ...


class TokenApi(Api, Protocol):
    """An endpoint for programs, which a token of its own opens, not the cookie."""

    @property
    def path(self) -> str:
        """Its address."""
        ...

    def refusal(self, request: Request) -> Response | None:
        """The answer to a request that may not come in; None to let it in."""
        ...


def create_app(access: Access, pages: Pages, for_programs: Sequence[TokenApi], *apis: Api) -> ASGIApp:
    """The application behind its access checks."""

    async def login(request: Request) -> Response:
        return await _login(request, access)

    return _Door(
        access,
        {api.path: api for api in for_programs},
        Starlette(
            routes=[
                WebSocketRoute("/ws", pages.serve),
                Route("/login", login, methods=["GET", "POST"]),
                *(route for api in (*for_programs, *apis) for route in api.routes()),
                Mount("/", PageFiles(directory=_STATIC, html=True)),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=_GZIP_FROM_BYTES)],
            # A failure goes out as its status alone; the log has the rest.
            exception_handlers={HTTPException: _refused},
        ),
        visits=Allowance(VISITS_AT_ONCE, VISITS_A_SECOND),
        logins=Allowance(5, 0.2),
    )


async def _refused(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return as_error(status, "refused", "this address or method does not exist; see docs/card.md")


async def _login(request: Request, access: Access) -> Response:
    if request.method != "POST":
        return login_page()
    fields = parse_qs((await request.body()).decode(errors="replace"))
    if not access.takes_password(fields.get("password", [""])[0]):
        log.warning("card: a wrong password from %s", _visitor(request))
        return login_page(401, WRONG)
    return _entering(access)


def _entering(access: Access) -> Response:
    response = RedirectResponse("/", 303)
    response.set_cookie(access.cookie_name, access.cookie, _COOKIE_SECONDS, httponly=True, samesite="strict")
    return response


class _Door(Struct, frozen=True):
    """Checks each request first, in this order: the host, the rate, the origin, the cookie or the token.

    Attributes:
        for_programs: the endpoints that a token opens, by their address.
        visits: the limit of requests from one address.
        logins: the limit of passwords from one address.
    """

    access: Access
    for_programs: Mapping[str, TokenApi]
    app: ASGIApp
    visits: Allowance
    logins: Allowance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._open_socket(WebSocket(scope, receive, send))
            return
        request = Request(scope, receive)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = {**_HEADERS, "Cache-Control": _cache_rule(request.url.path)}
                headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, guarded)
            return
        try:
            most = _MOST_BYTES.get(request.url.path, MAX_BODY_BYTES)
            async with asyncio.timeout(BODY_SECONDS if most == MAX_BODY_BYTES else FILE_SECONDS):
                body = await body_of(request, most)
        except TimeoutError:
            await as_error(408, "late", "the request was not complete in time")(scope, receive, guarded)
        except BodyTooLong as error:
            await answer_to(error)(scope, receive, guarded)
        except ClientDisconnect:
            return
        else:
            await self.app(scope, _whole(body, receive), guarded)

    def _refusal(self, request: Request) -> Response | None:
        access, path = self.access, request.url.path
        if not access.is_our_host(request):
            return as_error(421, "wrong_host", "the card is not addressed by this name")
        if not self.visits.allows(_visitor(request)):
            return as_error(429, "too_many", "too many requests; wait a moment", {"Retry-After": "1"})
        if path in self.for_programs:
            return self._refusal_to_program(request)
        is_change = request.method not in _SAFE
        if access.is_foreign(request) or (is_change and not access.is_our_page(request)):
            return as_error(403, "wrong_origin", "the request comes from another page")
        token = request.query_params.get("token")
        if path == "/" and token is not None and access.takes_token(token):
            return _entering(access)
        if path in FILES:
            return None
        if access.password is not None and path == "/login":
            if is_change and not self.logins.allows(_visitor(request)):
                return login_page(429, TOO_FAST)
            return None
        if not access.knows(request):
            return self._no_right(path)
        is_json = request.headers.get("content-type", "").split(";")[0].strip().lower() == "application/json"
        if is_change and request.method != "DELETE" and not is_json:
            return as_error(400, "bad_request", "send Content-Type: application/json")
        return None

    def _refusal_to_program(self, request: Request) -> Response | None:
        """A program sends no origin; a page of another origin is refused also with a token."""
        if self.access.is_foreign(request):
            return as_error(403, "wrong_origin", "the request comes from another page")
        return self.for_programs[request.url.path].refusal(request)

    def _no_right(self, path: str) -> Response:
        if path.startswith("/api/"):
            return as_error(401, "unauthorized", "open the card with its token or password first")
        if self.access.password is not None:
            return RedirectResponse("/login", 303)
        return no_right_page()

    async def _open_socket(self, socket: WebSocket) -> None:
        access = self.access
        if not access.is_our_host(socket) or not access.is_our_page(socket):
            # Before it is accepted, closing is an answer with HTTP 403.
            await socket.close()
        elif not access.knows(socket):
            await socket.accept()
            await socket.close(NO_RIGHT)
        elif not self.visits.allows(_visitor(socket)):
            await socket.accept()
            await socket.close(TOO_MANY)
        else:
            await self.app(socket.scope, socket.receive, socket.send)


def _cache_rule(path: str) -> str:
    """A browser asks for each file anew, so that after an upgrade no old module runs beside new ones.

    Pictures are kept, since the page also draws them while the daemon cannot be reached.
    """
    return "max-age=86400" if path.endswith((".svg", ".png")) else "no-cache"


def _whole(body: bytes, receive: Receive) -> Receive:
    """A body that is here already, then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_whole() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_whole


def _visitor(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else ""
