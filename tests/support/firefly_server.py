"""A stand-in for Firefly III on a real socket: it answers as its API is described (`tests/data/firefly`)."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.support.served_app import served

TOKEN = "a-personal-access-token"  # noqa: S105 - of a stand-in
_ANSWERS = Path(__file__).parents[1] / "data" / "firefly"
_REQUIRED = ("type", "date", "amount", "description")
_ASKED = re.compile(r'external_id_is:"([^"]*)"')


def answer(name: str) -> Any:
    """An answer of the contract."""
    return json.loads((_ANSWERS / f"{name}.json").read_text(encoding="utf-8"))


@dataclass(slots=True)
class FireflyServer:
    """What the stand-in holds and how it behaves.

    Attributes:
        stored: the splits that were stored, in order.
        accounts: asset accounts; None takes any.
        requests: method and path of each request.
        lost_answers: so many stores are done, and their answers break off.
        status: answered to everything, where it is set.
        finds_too_much: a search answers with everything that is stored.
        blind: a search finds nothing, as just before another push stored the same.
    """

    url: str = ""
    stored: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    accounts: frozenset[str] | None = None
    requests: list[str] = field(default_factory=list[str])
    lost_answers: int = 0
    status: int | None = None
    finds_too_much: bool = False
    blind: bool = False

    async def handle(self, request: Request) -> Response:
        self.requests.append(f"{request.method} {request.url.path}")
        if self.status is not None:
            return JSONResponse({"message": "so it is"}, self.status)
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return JSONResponse(answer("unauthenticated"), 401)
        assert request.headers["Accept"] == "application/vnd.api+json"
        match request.method, request.url.path:
            case "GET", "/api/v1/search/transactions":
                return self._search(request.query_params["query"])
            case "POST", "/api/v1/transactions":
                return self._store(await request.json())
            case _:
                return JSONResponse({"message": "not found"}, 404)

    def _search(self, query: str) -> Response:
        asked = _ASKED.fullmatch(query)
        assert asked is not None, query
        found = [one for one in self.stored if self.finds_too_much or one["external_id"] == asked[1]]
        page = answer("search")
        page["data"] = [] if self.blind else [_group(split) for split in found]
        return JSONResponse(page)

    def _store(self, order: dict[str, Any]) -> Response:
        (split,) = order["transactions"]
        assert all(split.get(name) for name in _REQUIRED), split
        assert order["error_if_duplicate_hash"] is True
        asset = split["destination_name"] if split["type"] == "deposit" else split["source_name"]
        if self.accounts is not None and asset not in self.accounts:
            return JSONResponse(answer("no_account"), 422)
        # The hash covers all that was sent, the external id as well.
        if split in self.stored:
            return JSONResponse(answer("duplicate"), 422)
        self.stored.append(split)
        if self.lost_answers:
            self.lost_answers -= 1
            # Less than it declares, upon which the connection is closed.
            return StreamingResponse(iter([b"{"]), headers={"Content-Length": "1000"})
        return JSONResponse({"data": _group(split)})


def _group(split: dict[str, Any]) -> dict[str, Any]:
    group = copy.deepcopy(answer("group"))
    group["attributes"]["transactions"][0].update(split)
    return group


@asynccontextmanager
async def firefly_server() -> AsyncGenerator[FireflyServer]:
    """The stand-in, served on loopback until the block is left."""
    server = FireflyServer()
    async with served(
        Starlette(routes=[Route("/{path:path}", server.handle, methods=["GET", "POST"])])
    ) as url:
        server.url = url
        yield server
