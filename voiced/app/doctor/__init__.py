"""Checks every part that a conversation needs, and says how to repair each fault."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

from voiced.app.build_ledger import LedgerPlace
from voiced.app.doctor import books, engines, house, loop, sound
from voiced.app.doctor.finding import CheckResult, Finding, good
from voiced.config import Settings
from voiced.ports.conversation import Clock

__all__ = ["CheckResult", "Finding", "check_up"]


async def check_up(
    settings: Settings,
    place: LedgerPlace,
    clock: Clock,
    meter: Callable[[float], None],
    chosen: Iterable[str] = (),
) -> AsyncIterator[Finding]:
    """The findings, one after the other, quick and important parts first.

    Args:
        settings: the settings of the daemon.
        place: the place of the ledger; a missing file is not created.
        clock: the time.
        meter: gets the microphone's level in dBFS, fifty times a second during its check.
        chosen: a line for each setting that was chosen on the card.
    """
    for line in chosen:
        yield good("settings", line)
    yield await asyncio.to_thread(books.clock, clock.now())
    yield await asyncio.to_thread(books.disk, place if isinstance(place, Path) else place.outbox)
    if isinstance(place, Path):
        yield await books.ledger(place)
    else:
        yield await books.server(place)
    for findings in (
        sound.microphone(settings, meter),
        sound.loudspeaker(settings),
        engines.voice(settings, clock),
        engines.recogniser(settings, clock),
        loop.echo_canceller(settings),
        loop.read_back(settings),
        engines.model(settings, clock),
        house.broker(settings),
        house.satellites(settings),
    ):
        async for finding in findings:
            yield finding
