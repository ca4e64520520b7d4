"""A household that talks to the dialogue, with a real ledger and without sound; each sentence is answered before the next one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from uuid import UUID

from tests.support.now import NOW
from tests.support.script import LOCAL
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue, Moment, Phase
from voiced.domain.batch import DraftStatus
from voiced.domain.transaction import ParseResult


@dataclass
class House:
    """A conversation with a ledger.

    Attributes:
        heard: all sentences that the household heard.
    """

    ledger: SqliteLedger
    policy: Policy = LOCAL
    now: datetime = NOW
    state: Dialogue = field(default_factory=Dialogue)
    steps: int = 0
    heard: list[str] = field(default_factory=list[str])

    async def happen(self, event: ev.Event) -> None:
        """One event, and the outcomes of its effects."""
        self.steps += 1
        self.now += timedelta(seconds=1)
        moment = Moment(self.now, str(UUID(int=self.steps, version=4)))
        self.state, effects = step(self.policy, self.state, event, moment)
        for effect in effects:
            await self._perform(effect)

    async def _perform(self, effect: fx.Effect) -> None:
        match effect:
            case fx.Speak(number, text):
                self.heard.append(text)
                await self.happen(ev.SpeechEnded(number))
            case fx.Save(number, batch_id, rows, lessons):
                await self.happen(ev.Saved(number, await self.ledger.save_batch(batch_id, rows, lessons)))
                await self.look_up()
            case fx.UndoBatch(number, batch_id):
                await self.happen(ev.Revised(number, await self.ledger.undo_batch(batch_id)))
                await self.look_up()
            case fx.AmendRow(number, transaction_id, change, is_once):
                row = await self.ledger.amend(transaction_id, change, is_once=is_once)
                await self.happen(ev.Revised(number, ev.RowsChanged((row,))))
                await self.look_up()
            case fx.TeachHabit(habit):
                await self.ledger.teach([habit])
                await self.look_up()
            case fx.ForgetHabit(words):
                await self.ledger.forget(words)
                await self.look_up()
            case fx.KeepRecurring(number, entry):
                await self.ledger.recurring.keep(entry)
                await self.happen(ev.RecurringKept(number))
            case fx.NoteRecurring(id_, offered, settled):
                await self.ledger.recurring.note(id_, offered=offered, settled=settled)
            case _:
                pass

    async def look_up(self) -> None:
        """Tell the dialogue what the ledger knows now."""
        await self.happen(ev.LedgerKnown(await self.ledger.vocabulary(), await self.ledger.memory()))
        await self.happen(ev.RecurringKnown(await self.ledger.recurring.all()))

    async def day(self, day: str) -> str:
        """Begin a session in the morning of a day; returns the sentence with which it begins."""
        await self.happen(ev.Stopped())
        self.state = Dialogue()
        self.now = datetime.combine(date.fromisoformat(day), time(9), NOW.tzinfo)
        await self.happen(ev.Woken())
        await self.look_up()
        return self.state.said

    async def say(self, *sentences: str) -> str:
        """Sentences of a person in the house; returns the last one that is said to it."""
        for words in sentences:
            if self.state.phase is Phase.IDLE:
                await self.happen(ev.Woken())
            await self.happen(ev.Heard(words))
        return self.state.said

    @property
    def row(self) -> ParseResult:
        """The only row of the open draft that is not cancelled."""
        if self.state.batch is None:
            raise AssertionError(f"no draft is open: {self.state.said}")
        (item,) = (item for item in self.state.batch.items if item.status is not DraftStatus.CANCELLED)
        return item.result

    @property
    def brief(self) -> str:
        """The amount, the category and, if it is not the default one, the account of the only row."""
        row = self.row
        return " ".join(filter(None, (str(row.amount), row.category, row.account)))

    async def rows(self) -> list[str]:
        """The rows of the ledger: amount, category, account, description."""
        return [
            f"{row.amount} {row.category} {row.account} {row.description}" async for row in self.ledger.rows()
        ]


@asynccontextmanager
async def a_house(folder: Path, policy: Policy = LOCAL) -> AsyncGenerator[House]:
    """A household with an empty ledger in a folder."""
    ledger = await SqliteLedger.open(folder / "ledger.db")
    try:
        house = House(ledger, policy)
        await house.look_up()
        yield house
    finally:
        await ledger.close()
