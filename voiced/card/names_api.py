"""Categories and accounts as JSON: seen, added, renamed and hidden on the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import NameInUse, why_no_name
from voiced.errors import NotInLedger, WrongInput
from voiced.language.entries.hearable import is_heard_as_account, is_heard_as_category
from voiced.ports.conversation import Clock
from voiced.ports.ledger import Names
from voiced.web import as_error, as_json

_HEARD = "a command, a number or a day, at least in part"


class _NameGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name from the page. Without a type it is that of an account."""

    name: str
    type: TransactionType | None = None


class _NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a category or an account."""

    name: str
    to: str
    type: TransactionType | None = None


class NamesApi(Struct, frozen=True):
    """The endpoints below `/api/names`.

    Attributes:
        renewed: is called after each change, so that the conversation knows the names.
    """

    names: Names
    clock: Clock
    renewed: Callable[[], Awaitable[None]]

    def routes(self) -> list[Route]:
        """The endpoints."""
        return [
            Route("/api/names", answering(self._list), methods=["GET"]),
            Route("/api/names", answering(self._add), methods=["POST"]),
            Route("/api/names/rename", answering(self._rename), methods=["POST"]),
            Route("/api/names/hide", answering(self._hide), methods=["POST"]),
        ]

    async def _list(self, _: Request) -> Response:
        categories = [{**_shown(one), "type": one.type} for one in await self.names.categories()]
        return as_json(
            200, {"categories": categories, "accounts": [_shown(one) for one in await self.names.accounts()]}
        )

    async def _add(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_NameGiven), await request.body())
        if refusal := await self._refusal(given.name, given.type):
            return refusal
        if given.type is None:
            return await self._changed(self.names.add_account(given.name, ()))
        return await self._changed(self.names.add_category(given.name, given.type, ()))

    async def _rename(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_NewName), await request.body())
        old = await self._known(given.name, given.type)
        if refusal := await self._refusal(given.to, given.type):
            return refusal
        rename = self.names.rename_account if given.type is None else self.names.rename_category
        return await self._changed(rename(old, given.to))

    async def _hide(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_NameGiven), await request.body())
        known = await self._known(given.name, given.type)
        hide = self.names.hide_account if given.type is None else self.names.hide_category
        return await self._changed(hide(known))

    async def _changed(self, change: Awaitable[None]) -> Response:
        try:
            await change
        except WrongInput as wrong:
            return as_error(400, "name_kept", str(wrong))
        await self.renewed()
        return as_json(200, {})

    async def _refusal(self, name: str, of_type: TransactionType | None) -> Response | None:
        """The answer to a new name that cannot be used."""
        if reason := why_no_name(name):
            return as_error(400, "name_wrong", reason)
        is_heard = is_heard_as_account if of_type is None else is_heard_as_category
        if not is_heard(name, self.clock.now()):
            return as_error(
                400, "name_unheard", f"{name!r} would be understood as {_HEARD}; choose another name"
            )
        same = [one for one in await self._all(of_type) if one.name == name and not one.is_hidden]
        return (
            as_error(400, "name_taken", f"there is a {name} already; choose another name") if same else None
        )

    async def _known(self, name: str, of_type: TransactionType | None) -> NameInUse:
        for one in await self._all(of_type):
            if one.name == name:
                return one
        raise NotInLedger(f"the ledger has no {name}")

    async def _all(self, of_type: TransactionType | None) -> Sequence[NameInUse]:
        if of_type is None:
            return await self.names.accounts()
        return [one for one in await self.names.categories() if one.type is of_type]


def _shown(one: NameInUse) -> dict[str, object]:
    return {"name": one.name, "words": one.words, "rows": one.rows, "hidden": one.is_hidden}
