"""Builds the server for voice satellites and Home Assistant. Only imported where one is configured."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from voiced import __version__
from voiced.adapters.wyoming.description import description
from voiced.adapters.wyoming.serving import Visit, serving
from voiced.adapters.wyoming.talking import Talking
from voiced.adapters.wyoming.visit import WyomingVisit
from voiced.app.satellite_address import listening_for_satellites
from voiced.config import Settings
from voiced.runtime.conversations import Conversations
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_wyoming(settings: Settings, conversations: Conversations) -> AsyncGenerator[None]:
    """Serve satellites until the block is left.

    Raises:
        ConfigWrong: the address cannot be used, or other machines can reach it and none is allowed.
        ModelMissing: the protocol's library is missing.
    """
    address = listening_for_satellites(settings)

    def meet(host: str, number: int) -> Visit:
        return WyomingVisit(Talking(conversations.say, conversations.leave, host, number))

    async with (
        Tasks() as tasks,
        serving(address.socket, address.allowed, description(__version__), meet, tasks.start),
    ):
        log.info("voice satellites are served at %s", settings.wyoming.listen)
        yield
