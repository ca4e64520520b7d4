"""Builds the daemon at a real microphone and loudspeaker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.absent import NoMicrophoneSwitch
from voiced.adapters.machine.listening_socket import listen_nearby
from voiced.adapters.machine.service_notify import ServiceNotify
from voiced.adapters.machine.state_hook import StateHook
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_ears import hears, kept_utterances, open_ears, recognition_beside
from voiced.app.build_ledger import scheduled_backups
from voiced.app.build_sound import Sound
from voiced.app.build_voice import quieter_at_night, tones_of
from voiced.card.card import Card, CardMicrophone
from voiced.config import Settings
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.hearing.segmenter import SpokenUtterance
from voiced.language.commands.wording import read_words
from voiced.language.entries.sentence import read_told
from voiced.language.sounds.wake import WakePhrase
from voiced.language.text.expression import compile_all
from voiced.ports.conversation import Clock, Watcher
from voiced.ports.ledger import ROOM
from voiced.ports.preferences import ChoiceOfPreferences
from voiced.ports.sound import Recognizer
from voiced.runtime.daemon import Daemon
from voiced.runtime.device_state import DeviceState, StateWatcher
from voiced.runtime.microphone_feed import MicrophoneFeed
from voiced.runtime.tones import Tones
from voiced.runtime.turn_tracer import TurnTracer
from voiced.runtime.watchdog import Watchdog
from voiced.runtime.watchers import Watchers

if TYPE_CHECKING:
    from voiced.adapters.machine.card_place import CardPlace
    from voiced.card.counts import Counts
    from voiced.card.rooms import Rooms
    from voiced.home.presence import Presence


class OpenDaemon(Struct, frozen=True):
    """A daemon that is ready to listen.

    Attributes:
        card: the address of the card; None if the card is disabled.
    """

    daemon: Daemon
    card: CardPlace | None


def _card_of(settings: Settings) -> Card:
    microphone = CardMicrophone.OK if hears(settings) else CardMicrophone.NONE
    return Card(microphone, speaks=settings.voice.engine != "none")


@asynccontextmanager
async def open_daemon(
    settings: Settings,
    around: Surroundings,
    sound: Sound,
    load: Callable[[], Recognizer],
    notify: ServiceNotify,
    choice: ChoiceOfPreferences | None = None,
) -> AsyncGenerator[OpenDaemon]:
    """The daemon at a real microphone and loudspeaker, with its card. `around` comes without sound and card.

    `notify` gets the signs of life. `choice` keeps the settings that people change on the card.

    Raises:
        ConfigWrong: the wake phrase is not usable, or the card cannot be served at its address.
        LedgerUnusable: the database cannot be opened.
        ModelMissing: the recogniser's model cannot be loaded, or voice activity detection does not work.
        RecognizerFailure: the recogniser's server does not answer.
    """
    clock = around.clock
    card = _card_of(settings)
    wake = WakePhrase(settings.session.wake_phrase)
    display = state_display(settings, notify)
    sound.floor.watch(display.states.speaking, display.states.silent)
    around = _with_sound(settings, around, sound)
    tones = () if around.tones is None else (around.tones,)
    cards = (card,) if settings.card.enabled else ()
    counts = counts_of(settings)
    if counts is not None:
        sound.turns.also_record(counts.turn)
        around = counted(around, counts)
    presence, rooms = presence_of(settings), rooms_on(card, settings, clock)
    for each in (presence, rooms):
        if each is not None:
            around = also_watched(around, each.of)
    told = Watchers(sound.turns, around.watcher, *tones, display.states, *cards, *around.everywhere(ROOM))
    around = replace(around, watcher=told, card_is_seen=lambda: card.is_seen)
    async with AsyncExitStack() as stack:
        conversation = await stack.enter_async_context(open_conversation(settings, around))
        ears = await stack.enter_async_context(open_ears(settings, conversation, load, sound.floor, wake))
        keep = stack.enter_context(kept_utterances(around, conversation))
        stack.callback(sound.turns.close)
        ears.watch(sound.turns.endpoint, _hearing(sound.turns, around.tones, keep))
        feed = MicrophoneFeed(sound.microphone, ears, around.watcher, clock)
        home = ()
        if presence is not None:
            from voiced.app.build_home import open_home  # noqa: PLC0415 - where there is a broker

            home = await stack.enter_async_context(
                open_home(
                    settings.mqtt,
                    presence,
                    conversation,
                    around,
                    feed if hears(settings) else NoMicrophoneSwitch(),
                )
            )
        conversations = await stack.enter_async_context(open_conversations(settings, conversation, around))
        place = None
        if settings.card.enabled:
            from voiced.app.build_card import open_card  # noqa: PLC0415 - its server takes 0.2 s and 15 MB, where there is a card

            measured_in = None
            if counts is not None:
                from voiced.app.build_metrics import metrics_api  # noqa: PLC0415 - where somebody reads the metrics

                measured_in = metrics_api(settings, around.database, counts, lambda: ears.recognizer.calls)
            served = await stack.enter_async_context(
                open_card(settings, conversations, card, around, listen_nearby, measured_in, choice)
            )
            place = served.place
        if settings.wyoming.listen:
            from voiced.app.build_wyoming import open_wyoming  # noqa: PLC0415 - of the extra `wyoming`

            beside = recognition_beside(settings, ears.recognizer)
            await stack.enter_async_context(open_wyoming(settings, conversations, beside))
        watchdog = Watchdog(
            notify,
            lambda: feed.progress,
            conversation.check,
            clock,
            lambda: sound.microphone.is_opening or ears.recognizer.calls > 0 or not feed.is_on,
        )
        backups = scheduled_backups(settings, around.database, clock)
        scheduled = () if backups is None else (backups.run,)
        forgetting = () if rooms is None else (rooms.forget_ended,)
        display.states.begin()
        feeders = (
            feed.run,
            watchdog.run,
            partial(_know_the_rules, clock),
            *display.feeders,
            *scheduled,
            *home,
            *forgetting,
        )
        yield OpenDaemon(Daemon(conversation, *feeders), place)


def counts_of(settings: Settings) -> Counts | None:
    """The counts for `/metrics`; None if it is not served."""
    if not settings.card.enabled or not settings.card.metrics:
        return None
    from voiced.card.counts import Counts  # noqa: PLC0415 - where somebody reads the metrics

    return Counts(microphone_is_up=hears(settings))


def counted(around: Surroundings, counts: Counts) -> Surroundings:
    """The surroundings of conversations that are all counted."""
    return replace(also_watched(around, counts.of), on_request=counts.request)


def presence_of(settings: Settings) -> Presence | None:
    """The state for the house; None if no broker is configured."""
    if not settings.mqtt.host:
        return None
    from voiced.home.home_state import HomeState  # noqa: PLC0415 - where there is a broker
    from voiced.home.presence import Presence  # noqa: PLC0415 - where there is a broker

    return Presence(HomeState(hears=hears(settings)))


def rooms_on(card: Card, settings: Settings, clock: Clock) -> Rooms | None:
    """The rooms of satellites on the card; None without satellites or without a card."""
    if not settings.card.enabled or not settings.wyoming.listen:
        return None
    from voiced.card.rooms import Rooms  # noqa: PLC0415 - where there are satellites

    return Rooms(card, clock)


def also_watched(around: Surroundings, of: Callable[[str], Watcher]) -> Surroundings:
    """The surroundings of conversations that each have one more watcher, made for their source."""

    def everywhere(source: str) -> Sequence[Watcher]:
        return (*around.everywhere(source), of(source))

    return replace(around, everywhere=everywhere)


_SENTENCE = "午饭二十，工资卡转到微信三百"
"""It needs the weights, the words of categories and commands, and the patterns of accounts."""


async def _know_the_rules(clock: Clock) -> None:
    """Compile the patterns of the rules and read a sentence, so that the first one that is said need not wait for that."""
    await asyncio.to_thread(compile_all)
    await asyncio.to_thread(read_words, _SENTENCE)
    await asyncio.to_thread(read_told, _SENTENCE, DEFAULT_VOCABULARY, clock.now())


def _with_sound(settings: Settings, around: Surroundings, sound: Sound) -> Surroundings:
    """The surroundings with a loudspeaker, and with tones if they are wanted."""
    player = quieter_at_night(settings.voice, sound.player, around.clock)
    around = replace(around, player=player, floor=sound.floor, turns=sound.turns)
    # A speech folder is for sentences only.
    if around.speech_folder is not None or (tones := tones_of(settings)) is None:
        return around
    return replace(around, tones=tones)


def _hearing(
    turns: TurnTracer, tones: Tones | None, keep: Callable[[SpokenUtterance], None]
) -> Callable[[SpokenUtterance], None]:
    """The function that passes each utterance to the tracer, the tones and the recordings."""

    def heard(utterance: SpokenUtterance) -> None:
        turns.heard(utterance)
        if tones is not None:
            tones.heard(utterance.text)
        keep(utterance)

    return heard


class StateDisplay(Struct, frozen=True):
    """Shows the state of the device to the service manager and to the user's command.

    Attributes:
        states: the watcher that reduces reports to states.
        feeders: coroutines that run beside the daemon.
    """

    states: StateWatcher
    feeders: tuple[Callable[[], Awaitable[None]], ...]


def state_display(settings: Settings, notify: ServiceNotify) -> StateDisplay:
    """The configured display.

    Raises:
        ConfigWrong: hooks.on_state is not a runnable command.
    """

    def show(state: DeviceState) -> None:
        notify.status(_STATUS[state])

    hook = hook_of(settings)
    if hook is None:
        return StateDisplay(StateWatcher(show), ())
    return StateDisplay(StateWatcher(show, hook.tell), (hook.run,))


def hook_of(settings: Settings) -> StateHook | None:
    """The command that is run at each change of state; None if it is not set.

    Raises:
        ConfigWrong: hooks.on_state is not a runnable command.
    """
    if not settings.hooks.on_state.strip():
        return None

    return StateHook(settings.hooks.on_state)


_STATUS = {
    DeviceState.IDLE: "waits to be woken",
    DeviceState.LISTENING: "listens",
    DeviceState.CONFIRMING: "waits for a draft to be confirmed",
    DeviceState.SPEAKING: "speaks",
    DeviceState.SAVED: "saved",
    DeviceState.ERROR: "something failed",
    DeviceState.MICROPHONE_LOST: "looks for the microphone",
}
"""The texts for `systemctl status`."""
