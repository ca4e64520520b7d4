"""The other rooms on the card: what the dialogue of each voice satellite does. The page only shows them."""

from __future__ import annotations

import asyncio
from itertools import count

from msgspec.structs import replace

from voiced.card.card import Card, OtherRoom
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import Clock, Report, Watcher
from voiced.ports.ledger import SATELLITE
from voiced.ports.sources import CONVERSATION, satellite_in

LATELY_SECONDS = 600.0
"""How long a room is shown after its session. Its dropped rows can come back for the same time."""


class Rooms:
    """Shows on a card the rooms whose session is open or ended lately, in the order in which they began to speak."""

    def __init__(self, card: Card, clock: Clock) -> None:
        self._card = card
        self._clock = clock
        self._shown: dict[str, _Room] = {}
        self._ended = asyncio.Event()

    def of(self, source: str) -> Watcher:
        """A watcher for the conversation of a source."""
        return _Room(self, source)

    async def forget_ended(self) -> None:
        """Take each room from the card some time after its session, until cancelled."""
        while True:
            await self._ended.wait()
            ends = [room.ended_at for room in self._shown.values() if room.ended_at is not None]
            if not ends:
                self._ended.clear()
                continue
            first = min(ends)
            await self._clock.sleep(first + LATELY_SECONDS - self._clock.monotonic())
            for source, room in tuple(self._shown.items()):
                if room.ended_at is not None and room.ended_at <= first:
                    del self._shown[source]
            self._show()

    def enter(self, room: _Room) -> None:
        """Show a room whose session begins, in place of an earlier conversation of its source. Only satellites are rooms."""
        if room.source.startswith(SATELLITE):
            if room.is_nameless:
                room.state = replace(room.state, name=self._free_name())
            self._shown[room.source] = room

    def has_changed(self, room: _Room) -> None:
        """Show a room as it is now. An earlier conversation of its source, which is being closed, is not shown any more."""
        if self._shown.get(room.source) is not room:
            return
        if room.state.phase is Phase.IDLE and room.is_nameless:
            # No person says later words to it, and the next chat has another id.
            del self._shown[room.source]
        elif room.state.phase is Phase.IDLE and room.ended_at is None:
            room.ended_at = self._clock.monotonic()
            self._ended.set()
        self._show()

    def _free_name(self) -> str:
        taken = {room.state.name for room in self._shown.values()}
        return next(name for number in count(1) if (name := f"{CONVERSATION}{number}") not in taken)

    def _show(self) -> None:
        self._card.show_rooms(tuple(room.state for room in self._shown.values()))


class _Room:
    """Watches the conversation of one satellite.

    Attributes:
        is_nameless: whether only the id of a conversation names it; it is then numbered, and forgotten with its session.
        ended_at: when its last session ended; None while one is open.
    """

    def __init__(self, rooms: Rooms, source: str) -> None:
        self.source = source
        name = satellite_in(source)
        self.is_nameless = name is None
        self.state: OtherRoom = OtherRoom(name or CONVERSATION)
        self.ended_at: float | None = None
        self._rooms = rooms

    def tell(self, report: Report) -> None:
        """Take the report into the state."""
        if isinstance(report, fx.ChangeState) and self.state.phase is Phase.IDLE is not report.phase:
            self.ended_at = None
            self._rooms.enter(self)
        before = self.state
        if isinstance(report, fx.ChangeState):
            phase = report.phase
            self.state = replace(before, phase=phase, pending=0 if phase is Phase.IDLE else before.pending)
        elif isinstance(report, fx.ShowDraft):
            self.state = replace(before, pending=0 if report.batch is None else report.batch.pending_count)
        elif isinstance(report, fx.Speak):
            self.state = replace(before, said=report.text)
        if self.state != before:
            self._rooms.has_changed(self)
