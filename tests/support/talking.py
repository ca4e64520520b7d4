"""A conversation made of the daemon's parts, with typed words in place of heard ones, in real time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.fakes import RecordingWatcher
from tests.support.ledger_files import rows_in
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.config import Llm, Settings
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.transaction import ParseResult
from voiced.ports.conversation import Report


class Spoken(RecordingWatcher):
    """The sentences that were spoken since the last question to it, and the rows of the draft."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[ParseResult, ...] = ()
        self._told = asyncio.Event()

    def tell(self, report: Report) -> None:
        super().tell(report)
        self._told.set()
        if isinstance(report, fx.ShowDraft):
            self.rows = () if report.batch is None else tuple(item.result for item in report.batch.items)

    @property
    def new(self) -> list[str]:
        said = [line.removeprefix("speaking ") for line in self.reports if line.startswith("speaking ")]
        self.reports.clear()
        return said

    async def says(self, sentence: str) -> None:
        """Return when the sentence has been spoken since the last question to it."""
        async with asyncio.timeout(10):
            while f"speaking {sentence}" not in self.reports:
                self._told.clear()
                await self._told.wait()


Say = Callable[[str], Awaitable[list[str]]]


@asynccontextmanager
async def talking(database: Path, llm: Llm, spoken: Spoken | None = None) -> AsyncGenerator[Say]:
    """Begin a session. Each utterance returns the sentences that were spoken in answer."""
    spoken = spoken or Spoken()
    around = Surroundings(database, SystemClock(), spoken)
    async with open_conversation(Settings(llm=llm), around) as conversation:
        conversation.post(ev.Woken())
        await conversation.settled()

        async def say(text: str) -> list[str]:
            conversation.post(ev.Heard(text))
            await conversation.settled()
            return spoken.new

        yield say


async def written_in(database: Path) -> list[str]:
    return [f"{row.amount} {row.category}" for row in await rows_in(database)]
