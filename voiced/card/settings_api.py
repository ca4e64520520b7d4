"""The settings that people change on the page, and the way in for a second device, as JSON."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import asdict
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voiced.card.json_requests import answering, decoded
from voiced.card.page_messages import camel
from voiced.errors import ConfigWrong, Failure
from voiced.language.sounds.wake import WakePhrase
from voiced.ports.preferences import ChoiceOfPreferences, Preferences
from voiced.web import as_error, as_json

log = logging.getLogger(__name__)

_ADDRESS = "/api/settings"


class _PreferencesGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """All the preferences, as the page shows them."""

    wake_phrase: str
    voice: str
    rate: int
    night: str


class SettingsApi(Struct, frozen=True):
    """The endpoint `/api/settings`.

    Attributes:
        is_idle: whether no session is open, so that a change is taken over at once.
        entrances: the addresses that let another device in, the surest first; empty if only this machine reaches the card.
    """

    choice: ChoiceOfPreferences
    is_idle: Callable[[], bool]
    entrances: Callable[[], Sequence[str]]

    def routes(self) -> list[Route]:
        """The endpoint."""
        return [
            Route(_ADDRESS, answering(self._show), methods=["GET"]),
            Route(_ADDRESS, answering(self._choose), methods=["PUT"]),
            Route(_ADDRESS, answering(self._take_back), methods=["DELETE"]),
        ]

    async def _show(self, _: Request) -> Response:
        known = await asyncio.to_thread(self.choice.known)
        entrances = self.entrances()
        return as_json(
            200,
            {
                "inUse": {camel(name): value for name, value in asdict(known.in_use).items()},
                "voices": known.voices,
                "chosen": [camel(name) for name in known.chosen],
                "fixed": [camel(name) for name in known.fixed],
                "entrances": entrances,
                "code": _code(entrances[0]) if entrances else None,
            },
        )

    async def _choose(self, request: Request) -> Response:
        given = decoded(msgspec.json.Decoder(_PreferencesGiven), await request.body())
        try:
            WakePhrase(given.wake_phrase)
        except ConfigWrong as wrong:
            return as_error(400, "wake_wrong", str(wrong))
        return await self._keep(Preferences(**asdict(given)))

    async def _take_back(self, _: Request) -> Response:
        return await self._keep(None)

    async def _keep(self, wanted: Preferences | None) -> Response:
        """Keep the choice and have it taken over, which may end this server, after the answer is sent."""
        try:
            await asyncio.to_thread(self.choice.choose, wanted)
        except Failure as failure:
            log.warning("%s", failure)
            return as_error(503, "not_kept", str(failure))
        answer = as_json(200, {"waits": not self.is_idle()})
        answer.background = BackgroundTask(self._take_over)
        return answer

    async def _take_over(self) -> None:
        """On the event loop, where a plain function would get a thread of its own."""
        self.choice.take_over()


def _code(address: str) -> str:
    """The QR code of an address as a picture, dark on white also where the page is dark."""
    import segno  # noqa: PLC0415 - once somebody asks for a code

    return segno.make_qr(address).svg_data_uri(scale=4, border=4, light="#fff")
