"""Rows of the ledger in Firefly III, over its API (v6): each there once, known by our id as its external id.

Written from the published description of the API, and not tried on a live server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import Annotated

import httpx
import msgspec
from msgspec import Meta

import voiced
from voiced.domain.transaction import Transaction, TransactionType
from voiced.errors import ConfigWrong, PushFailure

_SECONDS = 30.0
"""An answer takes tenths of a second; a small machine that is busy takes longer."""
_MOST_BYTES = 1_000_000

_KINDS = {
    TransactionType.EXPENSE: "withdrawal",
    TransactionType.INCOME: "deposit",
    TransactionType.TRANSFER: "transfer",
}


class Outcome(Enum):
    """What became of a row."""

    STORED = auto()
    KNOWN = auto()
    LEFT_OUT = auto()


class _Split(msgspec.Struct):
    external_id: str | None = None


class _Attributes(msgspec.Struct):
    transactions: list[_Split] = []


class _Group(msgspec.Struct):
    attributes: _Attributes


class _Found(msgspec.Struct):
    data: list[_Group]


class _Refused(msgspec.Struct):
    message: str = ""
    errors: dict[str, list[Annotated[str, Meta(max_length=2000)]]] = {}


class Firefly:
    """A server of Firefly III."""

    def __init__(self, client: httpx.AsyncClient, base_url: str, transfers_to: str | None) -> None:
        """`transfers_to` names the account that takes transfers: a row of ours knows one of the two only."""
        self._client = client
        self._base_url = base_url.rstrip("/")
        self._transfers_to = transfers_to

    async def deliver(self, row: Transaction) -> Outcome:
        """Store a row, unless it is there already. What was delivered before is found by its id.

        Raises:
            PushFailure: the server cannot be reached, or refuses the row. Whether it has it, asking again tells.
            ConfigWrong: it is no Firefly III, or refuses the token.
        """
        if row.type is TransactionType.TRANSFER and self._transfers_to is None:
            return Outcome.LEFT_OUT
        if await self._has(row.id):
            return Outcome.KNOWN
        return await self._store(row)

    async def _has(self, external_id: str) -> bool:
        # Quoted, or a mark within the id would end it. The search also finds more than what is equal.
        query = {"query": f'external_id_is:"{external_id}"', "limit": "10"}
        status, body = await self._ask("GET", "/api/v1/search/transactions", params=query)
        if status != 200:
            raise PushFailure(f"Firefly III answers a search with HTTP status {status}; see its log")
        try:
            found = msgspec.json.decode(body, type=_Found)
        except msgspec.DecodeError as error:
            raise PushFailure("Firefly III answers a search with something else than its API says") from error
        splits = [split for group in found.data for split in group.attributes.transactions]
        return any(split.external_id == external_id for split in splits)

    async def _store(self, row: Transaction) -> Outcome:
        order = {
            "error_if_duplicate_hash": True,
            "apply_rules": True,
            "fire_webhooks": True,
            "transactions": [self._split(row)],
        }
        status, body = await self._ask("POST", "/api/v1/transactions", content=msgspec.json.encode(order))
        if status == 200:
            return Outcome.STORED
        reason = _reason(body)
        # Somebody else delivered it between our search and this.
        if status == 422 and "Duplicate of transaction" in reason:
            return Outcome.KNOWN
        raise PushFailure(
            f"Firefly III refuses the row of {row.date}, {row.amount} {row.category} (HTTP status {status}): "
            f"{reason or 'no reason given'}"
        )

    def _split(self, row: Transaction) -> dict[str, str | list[str]]:
        other = self._transfers_to if row.type is TransactionType.TRANSFER else row.category
        source, destination = row.account, other or row.category
        if row.type is TransactionType.INCOME:
            source, destination = destination, source
        return {
            "type": _KINDS[row.type],
            "date": row.date.isoformat(),
            "amount": f"{row.amount.yuan:.2f}",
            "currency_code": row.currency,
            "description": row.description or row.category,
            "source_name": source,
            "destination_name": destination,
            "category_name": row.category,
            "external_id": row.id,
            "tags": ["voiced"],
        }

    async def _ask(
        self, method: str, path: str, *, params: dict[str, str] | None = None, content: bytes | None = None
    ) -> tuple[int, bytes]:
        try:
            async with (
                asyncio.timeout(_SECONDS),
                self._client.stream(
                    method, self._base_url + path, params=params, content=content
                ) as response,
            ):
                body = bytearray()
                async for chunk in response.aiter_raw():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        break
                status = response.status_code
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise PushFailure(
                f"Firefly III cannot be reached at {self._base_url} ({type(error).__name__})"
            ) from error
        if status in (401, 403):
            raise ConfigWrong(
                "Firefly III refuses the token; make a personal access token in its profile, under OAuth"
            )
        if status in (404, 405) or 300 <= status < 400:
            raise ConfigWrong(
                f"{self._base_url} is no Firefly III: {path} is not there (HTTP status {status})"
            )
        return status, bytes(body)


@asynccontextmanager
async def open_firefly(base_url: str, token: str, transfers_to: str | None) -> AsyncGenerator[Firefly]:
    """A connection to a server, closed when the block is left.

    Args:
        base_url: as `https://firefly.example.org`.
        token: a personal access token.
        transfers_to: see `Firefly`.
    """
    headers = {
        # Firefly III shows a page to log in to whoever does not say this.
        "Accept": "application/vnd.api+json",
        # What is not compressed cannot swell.
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        "Authorization": f"Bearer {token}",
        "User-Agent": f"voiced/{voiced.__version__}",
    }
    # No time-out of the client's: each of them starts anew with every packet. `_ask` holds one for all of it.
    async with httpx.AsyncClient(headers=headers, timeout=None, trust_env=False) as client:  # noqa: S113 - see above
        yield Firefly(client, base_url, transfers_to)


def _reason(body: bytes) -> str:
    try:
        refused = msgspec.json.decode(body, type=_Refused)
    except msgspec.DecodeError:
        return ""
    return " ".join(word for words in refused.errors.values() for word in words) or refused.message
