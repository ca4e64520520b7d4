"""Builds a conversation with a real ledger, voice and language model, and the configured behaviour of its dialogue."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.absent import SilentPlayer, SilentVoice
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.app.build_ledger import LedgerPlace, open_ledger, tell_of_lost_ledger
from voiced.app.build_model import ready_interpreter
from voiced.app.build_voice import mouth_of
from voiced.app.model_trust import trust_of
from voiced.config import Settings
from voiced.dialogue.sentences.detail import Detail
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.policy import Notices, Policy, SplitLocally
from voiced.dialogue.values.state import Phase
from voiced.domain.hours import Hours
from voiced.ports.conversation import Clock, RequestTimed, Watcher
from voiced.ports.ledger import SATELLITE
from voiced.ports.sound import Player
from voiced.runtime.conversation import Conversation, World, running_conversation
from voiced.runtime.conversations import Conversations, OpenSilent
from voiced.runtime.floor import Floor
from voiced.runtime.model_desk import Deadlines
from voiced.runtime.tasks import Tasks
from voiced.runtime.tones import Tones
from voiced.runtime.turn_tracer import TurnTracer
from voiced.runtime.watchers import Watchers

_ANSWER_MARGIN_SECONDS = 2.0


class Surroundings(Struct, frozen=True):
    """The parts that differ between the daemon, a replay and a typed chat.

    Attributes:
        database: the place of the ledger.
        speech_folder: the folder for sentences as WAV files; None to play them instead.
        player: plays the sentences; None for a conversation without sound.
        floor: turn taking, if there is a microphone.
        utterance_folder: the folder for utterances as WAV files; None to drop them.
        card_is_seen: whether somebody sees the card now.
        turns: measures each turn, if its times are wanted; one of the watchers.
        tones: tones beside the sentences, if they are wanted; one of the watchers.
        everywhere: the watchers that are told of every conversation, made for the source of each.
        on_request: given the time of each request to the model, and of each save.
    """

    database: LedgerPlace
    clock: Clock
    watcher: Watcher
    speech_folder: Path | None = None
    player: Player | None = None
    floor: Floor | None = None
    utterance_folder: Path | None = None
    card_is_seen: Callable[[], bool] = lambda: False
    turns: TurnTracer | None = None
    tones: Tones | None = None
    everywhere: Callable[[str], Sequence[Watcher]] = lambda _: ()
    on_request: Callable[[RequestTimed], None] = lambda _: None


def policy_of(settings: Settings, *, believes: bool = False) -> Policy:
    """The configured behaviour of the dialogue; `believes` is what `ModelTrust` says of the model."""
    return Policy(
        model_configured=bool(settings.llm.base_url or settings.llm.upstream_url),
        believes=believes,
        local_first=settings.llm.local_first,
        offline=settings.llm.offline,
        split_locally=SplitLocally(settings.llm.split_locally),
        answer_questions=settings.dialogue.questions,
        habits=settings.memory.habits,
        inactivity_seconds=settings.session.inactivity_seconds,
        failures_before_pause=settings.llm.failures_before_pause,
        pause_seconds=settings.llm.pause_seconds,
        draft_offer_seconds=settings.dialogue.draft_offer_max_age_minutes * 60,
        notices=Notices(
            recurring=settings.notices.recurring,
            budgets=settings.notices.budgets,
            missing=settings.notices.missing,
            repeated=settings.notices.repeated,
        ),
        night=Hours.from_text(settings.voice.night),
    )


@asynccontextmanager
async def open_conversations(
    settings: Settings, room: Conversation, around: Surroundings
) -> AsyncGenerator[Conversations]:
    """The conversation of the room, and those of further sources beside it, until the block is left."""
    llm = settings.llm
    # Longer than any answer of the model takes.
    patience_seconds = (
        max(llm.parse_deadline_seconds, llm.correction_deadline_seconds) + _ANSWER_MARGIN_SECONDS
    )
    async with Tasks() as tasks:
        record = None if around.turns is None else around.turns.record
        yield Conversations(room, _silent_beside(settings, room, around), tasks, patience_seconds, record)


def _silent_beside(settings: Settings, room: Conversation, around: Surroundings) -> OpenSilent:
    """Opens conversations of further sources beside that of the room: without sound, with the same ledger and model.

    Only the room is offered what is due: a script sends one sentence and reads one answer.
    """
    policy = policy_of(settings)
    policy = replace(policy, notices=replace(policy.notices, recurring=False))
    sent = replace(policy, inactivity_seconds=settings.say.inactivity_seconds)
    satellite = replace(policy, inactivity_seconds=settings.wyoming.inactivity_seconds)
    shared = room.world

    @asynccontextmanager
    async def opened(source: str, watcher: Watcher) -> AsyncGenerator[Conversation]:
        everywhere = Watchers(*around.everywhere(source))
        world = World(
            clock=shared.clock,
            ledger=shared.ledger,
            interpreter=shared.interpreter,
            voice=SilentVoice(),
            player=SilentPlayer(),
            watcher=Watchers(watcher, everywhere),
            fresh_id=shared.fresh_id,
            source=source,
            on_request=shared.on_request,
            deadlines=shared.deadlines,
            trust=shared.trust,
        )
        of_source = satellite if source.startswith(SATELLITE) else sent
        # The model may have passed the check, or begun to fail, since the last conversation was opened.
        of_source = replace(of_source, believes=shared.trust is not None and shared.trust.believes)
        try:
            async with running_conversation(of_source, world) as conversation:
                yield conversation
        finally:
            # One that makes place for another conversation ends in the middle of its session.
            everywhere.tell(fx.ChangeState(Phase.IDLE))

    return opened


@asynccontextmanager
async def open_conversation(settings: Settings, around: Surroundings) -> AsyncGenerator[Conversation]:
    """A running conversation with a real ledger, voice and language model, closed in good order.

    Raises:
        LedgerUnusable: the database cannot be opened.
        ConfigWrong: the language model's address is not a URL.
        ModelMissing: a neural voice is configured, and its model is missing.
    """
    async with AsyncExitStack() as stack:
        interpreter = await ready_interpreter(settings)
        answering = (lambda: interpreter.model) if isinstance(interpreter, GatewayClient) else str
        trust = trust_of(settings, answering)
        stack.push_async_callback(interpreter.close)
        await tell_of_lost_ledger(settings, around.database)
        ledger = await stack.enter_async_context(open_ledger(around.database))
        mouth = mouth_of(settings, around.player, around.speech_folder, around.tones)
        stack.push_async_callback(mouth.voice.close)
        stack.push_async_callback(mouth.player.close)
        detail = Detail(settings.voice.detail)
        world = World(
            clock=around.clock,
            ledger=ledger,
            interpreter=interpreter,
            voice=mouth.voice,
            player=mouth.player,
            watcher=around.watcher,
            fresh_id=lambda: str(uuid4()),
            deadlines=Deadlines(
                settings.llm.parse_deadline_seconds, settings.llm.correction_deadline_seconds
            ),
            cut=mouth.cut,
            spoken=lambda sentence: detail.spoken(sentence, card_is_seen=around.card_is_seen()),
            floor=around.floor,
            tones=around.tones,
            on_request=around.on_request,
            trust=trust,
        )
        policy = policy_of(settings, believes=trust is not None and trust.believes)
        if around.turns is not None:
            world = replace(world, on_audible=around.turns.audible)
        async with Tasks() as tasks, running_conversation(policy, world) as conversation:
            if mouth.player is around.player:
                tasks.start(mouth.warm_up())
            yield conversation
