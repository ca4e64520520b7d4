"""Files of other programs, taken in on the page: what would be added is shown first, and added at a press."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.card.wire import rows_of
from voiced.dialogue.values import events as ev
from voiced.domain.file_import import FileImport
from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.errors import WrongInput
from voiced.language.entries.hearable import is_heard_as_account, is_heard_as_category
from voiced.ports.ledger import Importer
from voiced.web import as_error, as_json

_PREVIEW, _TAKE = "/api/import/preview", "/api/import"
IMPORTS = (_PREVIEW, _TAKE)
"""The addresses that take a whole file."""
MAX_FILE_BYTES = 4 * 1024 * 1024
"""The largest file; ten years of a household's bills have some two megabytes."""
_ROWS_SHOWN = 50
_REMARKS_SHOWN = 200


class _FileGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file from the page, as text."""

    text: str


class ImportApi(Struct, frozen=True):
    """The endpoints below `/api/import`.

    Attributes:
        importer: None if the ledger is on a server, which takes no files.
        now: the present time.
        tell: takes changes to the conversation.
        renewed: is called after opening balances came, so that the conversation knows the balances.
    """

    importer: Importer | None
    tell: Callable[[ev.RowsChanged], None]
    now: Callable[[], datetime]
    renewed: Callable[[], Awaitable[None]]

    def routes(self) -> list[Route]:
        """The endpoints."""
        return [
            Route(_PREVIEW, answering(self._preview), methods=["POST"]),
            Route(_TAKE, answering(self._take), methods=["POST"]),
        ]

    async def _preview(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_FileGiven), await request.body())
        try:
            seen = await self._open().preview(given.text)
            return as_json(200, {**_shown(seen), "unheard": _unheard(seen, self.now())})
        except WrongInput as wrong:
            return self._refused(wrong)

    async def _take(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_FileGiven), await request.body())
        try:
            if unheard := _unheard(await self._open().preview(given.text), self.now()):
                return as_error(
                    400, "file_unheard", f"rename {', '.join(unheard)}: no sentence could name them"
                )
            taken = await self._open().take(given.text)
        except WrongInput as wrong:
            return self._refused(wrong)
        self.tell(ev.RowsChanged(taken.rows))
        if taken.openings:
            await self.renewed()
        return as_json(200, {**_shown(taken), "unheard": []})

    def _open(self) -> Importer:
        if self.importer is None:
            raise WrongInput("the ledger is on a server, which takes no files by the card")
        return self.importer

    def _refused(self, wrong: WrongInput) -> Response:
        return as_error(400, "file_wrong" if self.importer else "file_nowhere", str(wrong))


def _unheard(one: FileImport, now: datetime) -> list[str]:
    """The new names that would be understood as something else, as the dialog of names refuses them."""
    categories = [name for name, _ in one.categories if not is_heard_as_category(name, now)]
    return [*categories, *(name for name in one.accounts if not is_heard_as_account(name, now))]


def _by_category(rows: Sequence[Transaction]) -> list[dict[str, str]]:
    """What a file's rows of each category come to, the largest sum first."""
    sums: dict[tuple[str, TransactionType], Money] = {}
    for row in rows:
        sums[row.category, row.type] = sums.get((row.category, row.type), ZERO) + row.amount
    ordered = sorted(sums.items(), key=lambda one: one[1].fen, reverse=True)
    return [
        {"category": name, "type": type_.value, "amount": str(amount)} for (name, type_), amount in ordered
    ]


def _shown(one: FileImport) -> dict[str, object]:
    sums = {
        of_type: sum((row.amount for row in one.rows if row.type is of_type), ZERO)
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    }
    latest = sorted(one.rows, key=lambda row: row.date)[::-1]
    return {
        "format": one.form,
        "count": len(one.rows),
        "known": one.known,
        "batchId": one.rows[0].batch_id if one.rows else "",
        "first": min((row.date for row in one.rows), default=None),
        "last": max((row.date for row in one.rows), default=None),
        "spent": str(sums[TransactionType.EXPENSE]),
        "earned": str(sums[TransactionType.INCOME]),
        "sums": _by_category(one.rows),
        "rows": rows_of(latest[:_ROWS_SHOWN]),
        "categories": [{"name": name, "type": type_} for name, type_ in one.categories],
        "accounts": one.accounts,
        "openings": [
            {"account": one.account, "amount": str(one.amount), "day": one.day} for one in one.openings
        ],
        "refused": sum(remark.problem is not None for remark in one.remarks),
        "remarks": [
            {"line": remark.line, "problem": remark.problem, "reason": remark.reason}
            for remark in one.remarks[:_REMARKS_SHOWN]
        ],
    }
