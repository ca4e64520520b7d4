"""Balances as JSON: what is in each account now and at the end of each month, and the opening balances behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.domain.balances import Opening
from voiced.domain.money import MAX_FEN, Money
from voiced.domain.month import Month
from voiced.errors import RequestWrong
from voiced.ports.ledger import Books
from voiced.web import as_json

_MONTHS_SHOWN = 12


class _OpeningGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was in an account before the rows of a day; without an amount it is forgotten."""

    account: str
    amount: str | None
    day: date


class BalancesApi(Struct, frozen=True):
    """The endpoint `/api/balances`.

    Attributes:
        today: the present day.
        renewed: is called after each change, so that the conversation knows the balances.
    """

    books: Books
    today: Callable[[], date]
    renewed: Callable[[], Awaitable[None]]

    def routes(self) -> list[Route]:
        """The endpoint."""
        return [
            Route("/api/balances", answering(self._list), methods=["GET"]),
            Route("/api/balances", answering(self._set), methods=["PUT"]),
        ]

    async def _list(self, _: Request) -> Response:
        known, names = await self.books.balances(), await self.books.vocabulary()
        openings = {one.account: {"amount": str(one.amount), "day": one.day} for one in known.openings}
        today = self.today()
        last = Month(today.year, today.month)
        months = [last.later(-before) for before in reversed(range(_MONTHS_SHOWN))]
        accounts = [account.name for account in names.accounts]
        hidden = [one.account for one in known.openings if one.account not in accounts]
        return as_json(
            200,
            {
                "accounts": [
                    {"name": name, "opening": openings.get(name), "balance": _text(known.of(name))}
                    for name in (*accounts, *hidden)
                ],
                "netWorth": _text(known.net_worth()),
                "months": [{"month": str(one), "netWorth": _text(known.net_worth(one))} for one in months],
            },
        )

    async def _set(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_OpeningGiven), await request.body())
        if given.amount is None:
            await self.books.drop_opening(given.account)
        else:
            amount = Money.from_text(given.amount)
            if amount is None or abs(amount.fen) > MAX_FEN:
                raise RequestWrong("amount must be a sum of at most two decimals, below zero for a debt")
            await self.books.set_opening(Opening(given.account, amount, given.day))
        await self.renewed()
        return await self._list(request)


def _text(amount: Money | None) -> str | None:
    return None if amount is None else str(amount)
