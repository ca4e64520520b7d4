"""The running conversation: it takes events one at a time, steps the dialogue, and performs the effects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct

from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue, Moment, Phase
from voiced.domain.vocabulary import Vocabulary
from voiced.ports.conversation import Clock, Interpreter, RequestTimed, Watcher
from voiced.ports.ledger import ROOM, Ledger
from voiced.ports.sound import Player, Voice
from voiced.ports.trust import TrustKeeper
from voiced.runtime.floor import Floor
from voiced.runtime.inbox import Inbox
from voiced.runtime.ledger_lane import LedgerLane
from voiced.runtime.model_desk import Deadlines, ModelDesk
from voiced.runtime.performer import Performer
from voiced.runtime.tasks import Tasks
from voiced.runtime.tones import Tones
from voiced.runtime.voice_lane import VoiceLane, in_full, whole


class World(Struct, frozen=True):
    """The ports a conversation talks to.

    Attributes:
        fresh_id: gives a new UUID at each call.
        cut: divides a sentence into parts that are made and played one after the other; see `VoiceLane`.
        spoken: the text to speak of a sentence.
        floor: whose turn it is; None for typed words, which need no microphone.
        tones: the tones where no sentence is heard; None to play no tones.
        on_audible: given the number of a sentence when its first sample goes out.
        on_request: given the time of each request to the model, and of each save.
        source: where its words come from; it names the draft that is kept for a restart.
        trust: how far the model is believed; None without a model.
    """

    clock: Clock
    ledger: Ledger
    interpreter: Interpreter
    voice: Voice
    player: Player
    watcher: Watcher
    fresh_id: Callable[[], str]
    deadlines: Deadlines = Deadlines()
    cut: Callable[[str], Sequence[str]] = whole
    spoken: Callable[[fx.Speak], str] = in_full
    floor: Floor | None = None
    tones: Tones | None = None
    on_audible: Callable[[int], None] = lambda _: None
    on_request: Callable[[RequestTimed], None] = lambda _: None
    source: str = ROOM
    trust: TrustKeeper | None = None


class Conversation:
    """One conversation at a time, for as long as the daemon runs. Use `running_conversation`."""

    def __init__(
        self, policy: Policy, world: World, inbox: Inbox, performer: Performer, ledger_lane: LedgerLane
    ) -> None:
        self._policy = policy
        self.world = world
        """The ports it talks to; conversations beside it share some of them."""
        self._inbox = inbox
        self._performer = performer
        self._ledger_lane = ledger_lane
        self.state = Dialogue()
        """The state of the dialogue."""
        self._on_known: Callable[[ev.LedgerKnown], None] = lambda _: None
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @property
    def phase(self) -> Phase:
        """The current phase."""
        return self.state.phase

    @property
    def rows_waiting(self) -> int:
        """The number of pending rows in the open draft."""
        return 0 if self.state.batch is None else self.state.batch.pending_count

    def post(self, event: ev.Event) -> None:
        """Tell the dialogue of an event."""
        self._inbox.post(event)

    async def handled(self) -> None:
        """Return when every event posted so far is handled and its reports are out."""
        await self._inbox.handled()

    def watch_writes(self, watcher: Callable[[ev.RowsChanged], None]) -> None:
        """Call `watcher` with the rows of each save, undo and change that this conversation has made."""
        self._ledger_lane.on_written = watcher

    def watch_phase(self, watcher: Callable[[Phase], None]) -> None:
        """Call `watcher` at each change of phase, before any other watcher is told."""
        self._performer.on_phase = watcher

    def watch_ledger(self, watcher: Callable[[ev.LedgerKnown], None]) -> None:
        """Call `watcher` with the vocabulary and memory of the ledger as they are now, and after each change."""
        self._on_known = watcher
        watcher(ev.LedgerKnown(self.state.vocabulary, self.state.memory))

    async def settled(self) -> None:
        """Return when the daemon has finished answering and waits for the speaker."""
        await self._inbox.settled()

    @property
    def is_settled(self) -> bool:
        """Whether the daemon has finished answering."""
        return self._inbox.is_settled

    async def idle(self) -> None:
        """Return when no session is open and its last word was spoken."""
        while True:
            await self._is_idle.wait()
            await self._inbox.settled()
            if self._is_idle.is_set():
                return

    async def check(self) -> None:
        """Return when the ledger answers a small read.

        Raises:
            LedgerFailure: it cannot be read.
        """
        await self.world.ledger.drafts.kept(self.world.source)

    async def vocabulary(self) -> Vocabulary:
        """The ledger's categories and accounts; while its server is away, those that were read last.

        Raises:
            LedgerFailure: it cannot be read.
        """
        return await self.world.ledger.vocabulary()

    async def stop(self) -> None:
        """Stop in good order: the draft is dropped, a save in flight is finished."""
        self.post(ev.Stopped())
        await self.settled()

    async def converse(self) -> None:
        """Handle events until cancelled."""
        while True:
            self._handle(await self._inbox.get())

    def _handle(self, event: ev.Event) -> None:
        try:
            moment = Moment(self.world.clock.now(), self.world.fresh_id())
            self.state, effects = step(self._policy, self.state, event, moment)
            self._note_phase()
            if isinstance(event, ev.LedgerKnown):
                self._on_known(event)
            for effect in effects:
                self._performer.perform(effect)
        finally:
            self._inbox.end_event()

    def _note_phase(self) -> None:
        if self.phase is Phase.IDLE:
            self._is_idle.set()
        else:
            self._is_idle.clear()


@asynccontextmanager
async def running_conversation(policy: Policy, world: World) -> AsyncGenerator[Conversation]:
    """A conversation that runs until the block is left. It begins with the ledger's vocabulary and a kept draft.

    Raises:
        LedgerFailure: the ledger cannot be read.
    """
    known = ev.LedgerKnown(await world.ledger.vocabulary(), await world.ledger.memory())
    kept = await world.ledger.drafts.kept(world.source)
    inbox = Inbox()
    async with Tasks() as tasks:
        voice = VoiceLane(inbox, world.voice, world.player, world.floor, world.cut, world.spoken)
        voice.on_audible = world.on_audible
        if world.tones is not None:
            world.tones.sound_by(voice)
        ledger = LedgerLane(inbox, world.ledger, world.source)
        model = ModelDesk(inbox, world.interpreter, world.deadlines, tasks)
        ledger.on_request = model.on_request = world.on_request
        performer = Performer(inbox, world.clock, world.watcher, voice, ledger, model, tasks)
        if world.trust is not None:
            performer.on_revoked_trust = world.trust.revoke
        conversation = Conversation(policy, world, inbox, performer, ledger)
        conversation.post(known)
        if kept is not None:
            conversation.post(ev.DraftRecovered(kept))
        for lane in (voice.run(), ledger.run(), conversation.converse()):
            tasks.start(lane)
        yield conversation
