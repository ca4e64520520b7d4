"""A card that is really served, over a real ledger and a real conversation."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection

from tests.support.conversing import say, wake
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import say_token_file
from voiced.adapters.machine.say_tokens import SayTokens
from voiced.app.build_card import open_card
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_daemon import also_watched, counted, counts_of, rooms_on
from voiced.app.build_ledger import LedgerPlace
from voiced.app.build_metrics import metrics_api
from voiced.app.build_wyoming import open_wyoming
from voiced.card.access import COOKIE
from voiced.card.card import Card
from voiced.card.socket import Pages
from voiced.config import CardSettings, Settings, VoiceSettings
from voiced.ports.ledger import ROOM
from voiced.ports.preferences import ChoiceOfPreferences
from voiced.runtime.conversation import Conversation
from voiced.runtime.watchers import Watchers

ENTERED = 303
SETTINGS = Settings(card=CardSettings(port=0), voice=VoiceSettings(engine="none"))


@dataclass
class Phone:
    """Sends sentences with its token, over a connection for each."""

    origin: str
    token: str

    async def posts(self, body: object, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.origin, timeout=30) as client:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            bearer = {"Authorization": f"Bearer {self.token}", **headers}
            return await client.post("/api/say", content=content, headers=bearer)

    async def says(self, text: str, session: str = "") -> dict[str, Any]:
        answer = await self.posts({"text": text, "session": session})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def hears(self, text: str, session: str = "") -> str:
        """The sentences of the answer."""
        return "".join((await self.says(text, session))["said"])


@dataclass
class House:
    """A daemon with a card, and what a browser that entered knows."""

    conversation: Conversation
    card: Card
    address: str
    pages: Pages
    cookie: str = ""

    @property
    def origin(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def port(self) -> int:
        port = urlsplit(self.address).port
        assert port is not None
        return port

    def browser(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.origin,
            headers={"Cookie": f"{COOKIE}={self.cookie}", "Origin": self.origin, **headers},
        )

    def phone(self, name: str = "手机") -> Phone:
        """A phone or a script with a token of its own."""
        token = SayTokens(say_token_file()).make(name, SystemClock().now())
        return Phone(self.origin, token)

    @asynccontextmanager
    async def page(
        self, origin: str | None = None, cookie: str | None = None
    ) -> AsyncGenerator[ClientConnection]:
        async with websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws",
            origin=websockets.Origin(origin or self.origin),
            additional_headers={"Cookie": f"{COOKIE}={self.cookie if cookie is None else cookie}"},
        ) as page:
            yield page

    async def written(self) -> list[str]:
        """The amounts of the rows in the ledger."""
        return [str(row.amount) async for row in self.conversation.world.ledger.rows()]

    async def says(self, *texts: str) -> None:
        await say(self.conversation, *texts)

    async def wake(self) -> None:
        await wake(self.conversation)


async def hears(page: ClientConnection) -> dict[str, Any]:
    return json.loads(await page.recv())


async def until(page: ClientConnection, **fields: object) -> dict[str, Any]:
    """The next message that holds these values; the others before it are let go."""
    while True:
        message = await hears(page)
        if all(message.get(name) == value for name, value in fields.items()):
            return message


async def rows(browser: httpx.AsyncClient, **asked: str) -> list[dict[str, Any]]:
    """The rows that the ledger page finds."""
    answer = await browser.get("/api/transactions", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["rows"]


async def tells(page: ClientConnection, message: object) -> None:
    await page.send(json.dumps(message))


@asynccontextmanager
async def a_house(
    folder: Path, settings: Settings = SETTINGS, choice: ChoiceOfPreferences | None = None
) -> AsyncGenerator[House]:
    async with a_house_over(folder / "ledger.db", settings, choice) as house:
        yield house


@asynccontextmanager
async def a_house_over(
    ledger: LedgerPlace, settings: Settings = SETTINGS, choice: ChoiceOfPreferences | None = None
) -> AsyncGenerator[House]:
    card = Card()
    around = Surroundings(ledger, SystemClock(), card)
    measured_in = None
    if (counts := counts_of(settings)) is not None:
        around = counted(around, counts)
        measured_in = metrics_api(settings, ledger, counts, lambda: 0)
    rooms = rooms_on(card, settings, around.clock)
    if rooms is not None:
        around = also_watched(around, rooms.of)
    around = replace(around, watcher=Watchers(card, *around.everywhere(ROOM)))
    async with (
        open_conversation(settings, around) as conversation,
        open_conversations(settings, conversation, around) as conversations,
        open_card(settings, conversations, card, around, measured_in=measured_in, choice=choice) as served,
        open_wyoming(settings, conversations) if settings.wyoming.listen else nullcontext(),
    ):
        house = House(conversation, card, served.place.address, served.pages)
        async with httpx.AsyncClient() as visitor:
            entered = await visitor.get(f"http://127.0.0.1:{served.place.port}/?token={served.place.token}")
        assert entered.status_code == ENTERED
        house.cookie = entered.cookies[COOKIE]
        yield house
