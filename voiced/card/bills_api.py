"""Bills on the page: what an import would write, the import, and answers about lines; docs/card.md has the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.card.wire import rows_of
from voiced.dialogue.values import events as ev
from voiced.domain.bills.deciding import BillDecision
from voiced.domain.bills.kept import KeptBill, KeptLine
from voiced.domain.bills.settled import LineOutcome
from voiced.errors import RequestWrong, WrongInput
from voiced.ports.bills import BillDesk, BillView
from voiced.web import as_error, as_json

_BILLS, _PREVIEW, _DECISIONS = "/api/bills", "/api/bills/preview", "/api/bills/decisions"
BILL_FILES = (_BILLS, _PREVIEW, _DECISIONS)
"""The addresses that take a file, or answers about all of its lines."""
MAX_BILL_BYTES = 16 * 1024 * 1024
"""The largest request; a file grows by a third in JSON."""
_SHOWN = 300
"""Lines of a group in one answer."""
_GROUP_OF = {
    LineOutcome.LINKED: "matched",
    LineOutcome.ASK: "asked",
    LineOutcome.NEW: "new",
    LineOutcome.REFUND: "new",
    LineOutcome.IGNORED: "left",
}
_GROUPS = ("matched", "asked", "new", "left", "alone")


class _BillGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file from the page, in base64, with what was decided about its lines."""

    file: bytes
    password: str = ""
    decisions: tuple[BillDecision, ...] = ()
    mine: bool = False


class _DecisionsGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Answers about lines of an import."""

    batch_id: str
    decisions: tuple[BillDecision, ...]


class BillsApi(Struct, frozen=True):
    """The endpoints below `/api/bills`.

    Attributes:
        tell: takes changes to the conversation.
    """

    desk: BillDesk
    tell: Callable[[ev.RowsChanged], None]

    def routes(self) -> list[Route]:
        """The endpoints."""
        return [
            Route(_PREVIEW, answering(self._preview), methods=["POST"]),
            Route(_DECISIONS, answering(self._decide), methods=["POST"]),
            Route(_BILLS, answering(self._take), methods=["POST"]),
            Route(_BILLS, answering(self._list), methods=["GET"]),
            Route(f"{_BILLS}/{{id}}", answering(self._view), methods=["GET"]),
        ]

    async def _preview(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_BillGiven), await request.body())
        try:
            view = await self.desk.preview(given.file, given.password.encode() or None)
        except WrongInput as wrong:
            return as_error(400, "file_wrong", str(wrong))
        return as_json(200, _shown(view, request.query_params))

    async def _take(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_BillGiven), await request.body())
        password = given.password.encode() or None
        try:
            view = await self.desk.take(given.file, password, given.decisions, is_mine=given.mine)
        except WrongInput as wrong:
            return as_error(400, "file_wrong", str(wrong))
        self.tell(view.write.rows_changed)
        return as_json(200, _shown(view, request.query_params))

    async def _list(self, _: Request) -> Response:
        return as_json(200, {"bills": [_bill(one) for one in await self.desk.bills()]})

    async def _view(self, request: Request) -> Response:
        view = await self.desk.view(request.path_params["id"])
        return as_json(200, _shown(view, request.query_params))

    async def _decide(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_DecisionsGiven), await request.body())
        try:
            write = await self.desk.decide(given.batch_id, given.decisions)
        except WrongInput as wrong:
            raise RequestWrong(str(wrong)) from wrong
        self.tell(write.rows_changed)
        view = await self.desk.view(given.batch_id)
        undo = write.batch[0] if write.batch else None
        return as_json(200, {"undo": undo, **_shown(view, request.query_params)})


def _bill(bill: KeptBill) -> dict[str, object]:
    return {
        "batchId": bill.batch_id,
        "createdAt": bill.created_at,
        "form": bill.form,
        "first": bill.first,
        "last": bill.last,
    }


def _shown(view: BillView, asked: QueryParams) -> dict[str, object]:
    """A view with the lines of its groups, or of the asked group alone, from the line `skip` on."""
    skip, group = asked.get("skip", "0"), asked.get("group", "")
    if not (skip.isascii() and skip.isdigit()) or group not in ("", *_GROUPS):
        raise RequestWrong(f"skip must be a number, and group one of {', '.join(_GROUPS)}")
    start = int(skip[:9])
    lines = [(name, [one for one in view.lines if _GROUP_OF[one.outcome] == name]) for name in _GROUPS[:-1]]
    pieces = {name: found[start:][:_SHOWN] if group in ("", name) else [] for name, found in lines}
    alone = view.alone[start:][:_SHOWN] if group in ("", "alone") else ()
    wanted = {id_ for piece in pieces.values() for line in piece for id_ in _rows(line)}
    rows = [row for row in view.rows if row.id in wanted]
    return {
        "bill": None if view.bill is None else _bill(view.bill),
        "known": view.known,
        "remarks": view.remarks,
        "unknown": view.unknown,
        "anotherPersons": view.is_another_persons,
        "counts": {name: len(found) for name, found in lines} | {"alone": len(view.alone)},
        "groups": {name: [_line(line) for line in piece] for name, piece in pieces.items()}
        | {"alone": rows_of(alone)},
        "rows": {row.id: wire for row, wire in zip(rows, rows_of(rows), strict=True)},
    }


def _rows(line: KeptLine) -> Iterator[str]:
    yield from line.rows
    for option in line.settled.options:
        yield from option


def _line(kept: KeptLine) -> dict[str, object]:
    settled, line = kept.settled, kept.settled.line
    return {
        "ref": line.ref,
        "line": line.line,
        "date": line.day if line.is_dated else None,
        "time": f"{line.happened:%H:%M}" if line.has_time and line.is_dated else None,
        "kind": line.kind.value,
        "type": line.type.value,
        "amount": str(line.amount),
        "fee": str(line.fee),
        "merchant": line.merchant,
        "item": line.item,
        "method": line.method,
        "account": line.account,
        "toAccount": line.to_account,
        "category": line.category,
        "outcome": settled.outcome.value,
        "rows": kept.rows,
        "options": settled.options,
        "beside": settled.beside,
        "doubles": settled.doubles,
        "refunds": settled.refunds,
        "byPerson": kept.by_person,
        "reason": settled.reason,
        "doubt": line.doubt,
        "before": rows_of([link.said for link in kept.links if link.said]),
        "after": rows_of([link.billed for link in kept.links]),
    }
