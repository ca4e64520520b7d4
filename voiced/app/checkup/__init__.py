"""Looks at everything that a conversation needs, one part after the other, and says what to do where it is not well."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from voiced.app.checkup import books, machine, sound, words
from voiced.app.checkup.finding import CheckResult, Finding
from voiced.app.ledger import LedgerPlace
from voiced.config import Settings
from voiced.ports import Clock

__all__ = ["CheckResult", "Finding", "check_up"]


async def check_up(
    settings: Settings, place: LedgerPlace, clock: Clock, meter: Callable[[float], None]
) -> AsyncIterator[Finding]:
    """Findings as they are made, what is quick and needed most first.

    Args:
        settings: as the daemon would run with.
        place: where the ledger is; a file is looked at, not made.
        clock: the time.
        meter: given the microphone's level in dBFS, fifty times a second while it is listened to.
    """
    yield await asyncio.to_thread(machine.clock, clock.now())
    yield await asyncio.to_thread(machine.disk, place if isinstance(place, Path) else place.outbox)
    if isinstance(place, Path):
        yield await books.ledger(place)
    else:
        yield await books.server(place)
    for findings in (
        sound.microphone(settings, meter),
        sound.loudspeaker(settings),
        words.voice(settings, clock),
        words.recogniser(settings, clock),
        words.model(settings, clock),
    ):
        async for finding in findings:
            yield finding
