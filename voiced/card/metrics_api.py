"""`GET /metrics`: counts, durations and sizes for Prometheus; docs/card.md explains each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import voiced
from voiced.card import metrics as m
from voiced.card.access import bearer_of, is_same_secret
from voiced.card.counts import Counts
from voiced.prometheus import Metric, Sample, as_text
from voiced.web import as_error

_PATH = "/metrics"
_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class LedgerSize(Struct, frozen=True):
    """The ledger as an operator looks at it. Each value may be missing: None.

    Attributes:
        rows: the rows that are not undone.
        file_bytes: the size of its file with the log.
        waiting: the entries that wait for a server.
        refused: how many of them the server refuses.
        backed_up_at: when the newest backup was made.
    """

    rows: int | None
    file_bytes: int | None = None
    waiting: int | None = None
    refused: int | None = None
    backed_up_at: datetime | None = None


class MetricsApi(Struct, frozen=True):
    """The endpoint with its own token.

    Attributes:
        token: opens this endpoint alone.
        counts: what happened since the daemon began.
        recogniser_calls: the calls that the recogniser has to do.
        ledger_size: looks at the ledger.
    """

    token: str
    counts: Counts
    recogniser_calls: Callable[[], int]
    ledger_size: Callable[[], Awaitable[LedgerSize]]

    @property
    def path(self) -> str:
        """Its address."""
        return _PATH

    def routes(self) -> list[Route]:
        """The endpoint."""
        return [Route(_PATH, self._answer)]

    def refusal(self, request: Request) -> Response | None:
        """The answer to a request without the token; None to let it in."""
        if is_same_secret(bearer_of(request), self.token):
            return None
        message = "send Authorization: Bearer TOKEN, with the token in the file metrics-token (docs/card.md)"
        return as_error(401, "unauthorized", message, {"WWW-Authenticate": "Bearer"})

    async def _answer(self, _: Request) -> Response:
        measured = {
            m.BUILD: [Sample(1, {"version": voiced.__version__})],
            **self.counts.measured,
            m.RECOGNISER_CALLS: [Sample(self.recogniser_calls())],
            **_of_ledger(await self.ledger_size()),
        }
        headers = {"Cache-Control": "no-store", "Content-Type": _CONTENT_TYPE}
        return Response(as_text(m.METRICS, measured), headers=headers)


def _of_ledger(size: LedgerSize) -> dict[Metric, list[Sample]]:
    backed_up_at = None if size.backed_up_at is None else size.backed_up_at.timestamp()
    found = {
        m.LEDGER_UP: size.rows is not None,
        m.LEDGER_ROWS: size.rows,
        m.LEDGER_BYTES: size.file_bytes,
        m.OUTBOX: size.waiting,
        m.OUTBOX_REFUSED: size.refused,
        m.LAST_BACKUP: backed_up_at,
    }
    return {metric: [Sample(value)] for metric, value in found.items() if value is not None}
