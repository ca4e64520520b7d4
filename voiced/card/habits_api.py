"""The habits that voiced learnt from corrections as JSON: listed and forgotten on the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering
from voiced.domain.habits import FILLED_IN, Habit, HabitKey
from voiced.domain.transaction import TYPE_NAMES, Transaction
from voiced.errors import NotInLedger
from voiced.ports.ledger import Ledger
from voiced.web import as_json


class HabitsApi(Struct, frozen=True):
    """The endpoints `/api/habits` and `/api/habits/all`.

    Attributes:
        taught: the row that taught each habit.
        renewed: is called after each change, so that the conversations know the habits.
    """

    ledger: Ledger
    taught: Callable[[], Awaitable[Mapping[HabitKey, Transaction]]]
    renewed: Callable[[], Awaitable[None]]

    def routes(self) -> list[Route]:
        """The endpoints."""
        return [
            Route("/api/habits", answering(self._list), methods=["GET"]),
            Route("/api/habits", answering(self._forget), methods=["DELETE"]),
            Route("/api/habits/all", answering(self._forget_all), methods=["DELETE"]),
        ]

    async def _list(self, _: Request) -> Response:
        return await self._shown()

    async def _forget(self, request: Request) -> Response:
        words = request.query_params.get("words", "")
        if not await self.ledger.forget(words):
            raise NotInLedger(f"nothing was learnt about {words}")
        return await self._changed()

    async def _forget_all(self, _: Request) -> Response:
        await self.ledger.forget_all()
        return await self._changed()

    async def _changed(self) -> Response:
        await self.renewed()
        return await self._shown()

    async def _shown(self) -> Response:
        memory = await self.ledger.memory()
        rows = await self.taught()
        return as_json(200, {"habits": [_shown(habit, rows.get(habit.key)) for habit in memory.habits]})


def _shown(habit: Habit, row: Transaction | None) -> dict[str, object]:
    return {
        "words": habit.words,
        "type": habit.type,
        "field": habit.field,
        "value": habit.value if habit.field in FILLED_IN else TYPE_NAMES[habit.type],
        "count": habit.count,
        "lastUsed": habit.last_used,
        "row": row
        and {"id": row.id, "date": row.date, "description": row.description, "amount": str(row.amount)},
    }
