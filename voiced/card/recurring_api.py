"""The entries that come again as JSON: listed, set up, changed and removed on the page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.dialogue.values import events as ev
from voiced.domain.recurring import Due, Recurring, recurring_texts, same_entry
from voiced.errors import NotInLedger, RequestWrong
from voiced.language.entries.recurring_entries import read_recurring
from voiced.language.text.spelling import normalise
from voiced.ports.conversation import Clock
from voiced.ports.ledger import Ledger
from voiced.web import as_json

_MOST_CHARACTERS = 200


class _Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that names days and an entry; with an id it takes the place of that recurring entry.

    A category or an account beside it counts, and not that of the words.
    """

    text: str
    id: str | None = None
    category: str | None = None
    account: str | None = None


class _Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a recurring entry."""

    id: str


class RecurringApi(Struct, frozen=True):
    """The endpoints `/api/recurring` and `/api/recurring/record`.

    Attributes:
        tell: is told the entries after each change, for the conversations.
        record: takes a due entry to the conversation of the room, whose draft the page shows.
    """

    ledger: Ledger
    clock: Clock
    tell: Callable[[ev.RecurringKnown], None]
    record: Callable[[ev.DuePressed], None]

    def routes(self) -> list[Route]:
        """The endpoints."""
        answers = (("GET", self._list), ("POST", self._keep), ("DELETE", self._remove))
        return [
            *(Route("/api/recurring", answering(answer), methods=[method]) for method, answer in answers),
            Route("/api/recurring/record", answering(self._record), methods=["POST"]),
        ]

    async def _list(self, _: Request) -> Response:
        return self._shown(await self.ledger.recurring.all())

    async def _keep(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_Given), await request.body())
        before = None if given.id is None else await self._known(given.id)
        now = self.clock.now()
        vocabulary = await self.ledger.vocabulary()
        if reason := vocabulary.why_unknown(given.category, (given.account,)):
            raise RequestWrong(reason)
        read = read_recurring(normalise(given.text), vocabulary, now)
        is_short = len(given.text) <= _MOST_CHARACTERS and "\0" not in given.text
        entry = read and Recurring.of(read.entry, read.days, id=str(uuid4()), since=now.date())
        if not entry or not is_short:
            raise RequestWrong("text must name days that come again and one entry, as in 每月15号房租3000")
        kept = _in_place_of(before, entry) if before else entry
        kept = replace(kept, category=given.category or kept.category, account=given.account or kept.account)
        # The same sentence twice is one entry.
        if before or not same_entry(entry, await self.ledger.recurring.all()):
            await self.ledger.recurring.keep(kept)
        return await self._changed()

    async def _remove(self, request: Request) -> Response:
        id_ = request.query_params.get("id", "")
        if not await self.ledger.recurring.remove(id_):
            raise NotInLedger(f"the ledger has no recurring entry {id_}")
        return await self._changed()

    async def _record(self, request: Request) -> Response:
        chosen = decoded(msgspec.json.Decoder(_Chosen), await request.body())
        entry = await self._known(chosen.id)
        day = entry.due_on(self.clock.now().date())
        if day is None:
            raise NotInLedger(f"no due day of the recurring entry {entry.name} waits")
        self.record(ev.DuePressed(Due(entry, day)))
        return await self._list(request)

    async def _known(self, id_: str) -> Recurring:
        for entry in await self.ledger.recurring.all():
            if entry.id == id_:
                return entry
        raise NotInLedger(f"the ledger has no recurring entry {id_}")

    async def _changed(self) -> Response:
        entries = await self.ledger.recurring.all()
        self.tell(ev.RecurringKnown(entries))
        return self._shown(entries)

    def _shown(self, entries: tuple[Recurring, ...]) -> Response:
        today = self.clock.now().date()
        return as_json(200, {"entries": [recurring_texts(one, today) for one in entries]})


def _in_place_of(before: Recurring, entry: Recurring) -> Recurring:
    """The changed entry. If it is the same thing, it keeps what the sentence does not name."""
    if entry.name != before.name:
        return replace(entry, id=before.id, since=before.since)
    return replace(before, days=entry.days, amount=entry.amount, account=entry.account or before.account)
