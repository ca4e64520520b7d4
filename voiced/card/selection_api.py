"""Changes of rows that were selected on the page, as JSON. A row that is no longer what was seen stays as it is."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.card.page_messages import WireChange, field_change
from voiced.dialogue.values import events as ev
from voiced.domain.transaction import FieldChange
from voiced.errors import LedgerFailure, RequestWrong
from voiced.ports.ledger import Books
from voiced.web import as_json

_MOST_CHANGED = 200
"""Rows that a person selects one by one."""


class _SomeChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same change of rows, of those that have the values of `was`."""

    ids: list[str]
    was: WireChange
    change: WireChange


class _ManyChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of selected rows."""

    amend: list[_SomeChanged] = []
    undo: list[str] = []
    restore: list[str] = []


class SelectionApi(Struct, frozen=True):
    """The endpoint `POST /api/transactions`.

    Attributes:
        tell: takes changes to the conversation, which reports them to every open page and reads the ledger's names anew.
    """

    books: Books
    tell: Callable[[ev.RowsChanged], None]

    def routes(self) -> list[Route]:
        """The endpoint."""
        return [Route("/api/transactions", answering(self._change), methods=["POST"])]

    async def _change(self, request: Request) -> Response:
        """Make the changes one after the other; a failure ends them. Only a failure of the first one is raised.

        The names of a change need not be in use: a row may go back to a category that is hidden. The ledger knows them all.
        """
        given = decoded(msgspec.json.Decoder(_ManyChanged), await request.body())
        amended = [
            (id_, field_change(one.was), field_change(one.change)) for one in given.amend for id_ in one.ids
        ]
        if len(amended) + len(given.undo) + len(given.restore) > _MOST_CHANGED:
            raise RequestWrong(f"at most {_MOST_CHANGED} rows are changed at once")
        done: list[ev.RowsChanged] = []
        try:
            async with aclosing(self._changes(amended, given)) as changes:
                async for changed in changes:
                    done.append(changed)
        except LedgerFailure:
            if not done:
                raise
        rows = tuple(row for changed in done for row in changed.rows)
        undone = tuple(row for changed in done for row in changed.undone)
        if rows or undone:
            self.tell(ev.RowsChanged(rows, undone))
        return as_json(200, {"ids": [row.id for row in (*rows, *undone)]})

    async def _changes(
        self, amended: list[tuple[str, FieldChange, FieldChange]], given: _ManyChanged
    ) -> AsyncGenerator[ev.RowsChanged]:
        for id_, was, change in amended:
            yield ev.RowsChanged(await self.books.amend_as_seen(id_, was, change))
        for id_ in given.restore:
            yield ev.RowsChanged(await self.books.restore_row(id_))
        for id_ in given.undo:
            yield ev.RowsChanged(undone=await self.books.undo_row(id_))
