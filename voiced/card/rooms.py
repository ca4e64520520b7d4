"""The other rooms on the card: what the dialogue of each voice satellite does. The page only shows them."""

from __future__ import annotations

import asyncio
import re

from msgspec.structs import replace

from voiced.card.card import Card, OtherRoom
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import Clock, Report, Watcher
from voiced.ports.ledger import SATELLITE

LATELY_SECONDS = 600.0
"""How long a room is shown after its session. Its dropped rows can come back for the same time."""
_ID = re.compile("[0-9A-Z]{26}|[0-9a-f-]{32,36}")
"""The id of a conversation or of a connection, which tells a reader nothing."""
_ENTITY = "assist_satellite."
"""The domain in which Home Assistant names its satellites."""


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
            self._shown[room.source] = room

    def has_changed(self, room: _Room) -> None:
        """Show a room as it is now. An earlier conversation of its source, which is being closed, is not shown any more."""
        if self._shown.get(room.source) is not room:
            return
        if room.state.phase is Phase.IDLE and room.ended_at is None:
            room.ended_at = self._clock.monotonic()
            self._ended.set()
        self._show()

    def _show(self) -> None:
        self._card.show_rooms(tuple(room.state for room in self._shown.values()))


class _Room:
    """Watches the conversation of one satellite.

    Attributes:
        ended_at: when its last session ended; None while one is open.
    """

    def __init__(self, rooms: Rooms, source: str) -> None:
        self.source = source
        self.state: OtherRoom = OtherRoom(_name_of(source))
        self.ended_at: float | None = None
        self._rooms = rooms

    def tell(self, report: Report) -> None:
        """Take the report into the state."""
        before = self.state
        if isinstance(report, fx.ChangeState):
            phase = report.phase
            if before.phase is Phase.IDLE and phase is not Phase.IDLE:
                self.ended_at = None
                self._rooms.enter(self)
            self.state = replace(before, phase=phase, pending=0 if phase is Phase.IDLE else before.pending)
        elif isinstance(report, fx.ShowDraft):
            self.state = replace(before, pending=0 if report.batch is None else report.batch.pending_count)
        elif isinstance(report, fx.Speak):
            self.state = replace(before, said=report.text)
        if self.state != before:
            self._rooms.has_changed(self)


def _name_of(source: str) -> str:
    """The name of a satellite; the address of its client where only an id is known."""
    host, _, name = source.removeprefix(SATELLITE).partition("/")
    return host if _ID.fullmatch(name) else name.removeprefix(_ENTITY)
