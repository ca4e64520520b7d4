"""The daemon at a real microphone and loudspeaker."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from voiced.app.backups import scheduled_backups
from voiced.app.conversation import Surroundings, open_conversation
from voiced.app.ears import kept_utterances, open_ears
from voiced.app.voice import tones_of
from voiced.app.watching import watching
from voiced.config import Settings
from voiced.hearing.frame import samples
from voiced.hearing.utterance import Utterance
from voiced.language.wake import WakePhrase
from voiced.ports import Clock, Recognizer
from voiced.runtime.daemon import Daemon
from voiced.runtime.floor import Floor, Manner
from voiced.runtime.tones import Tones
from voiced.runtime.trace import Instruments, TurnTracer

if TYPE_CHECKING:
    from voiced.adapters.machine.service_notify import ServiceNotify
    from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
    from voiced.adapters.sound.portaudio_player import PortAudioPlayer

_ROOM_SECONDS = 0.3
"""How long a room, and the way from the loudspeaker to the microphone, still carry our voice."""


@dataclass(frozen=True, slots=True)
class OpenDaemon:
    """A daemon that is ready to listen.

    Attributes:
        card_address: what to open in a browser, the token in it; None where no card is served.
    """

    daemon: Daemon
    card_address: str | None


@asynccontextmanager
async def open_daemon(
    settings: Settings, around: Surroundings, load: Callable[[], Recognizer], notify: ServiceNotify
) -> AsyncGenerator[OpenDaemon]:
    """The daemon at a real microphone and loudspeaker, its card served; `around` names neither.

    `notify` is given signs of life while it works.

    Raises:
        ConfigWrong: the wake phrase is none, or the card cannot be served at its address.
        LedgerUnusable: the database cannot be opened.
        ModelMissing: the recogniser's model cannot be loaded, or voice activity detection does not work.
        RecognizerFailure: the recogniser is at a server, and that does not answer.
    """
    from voiced.card.card import Card
    from voiced.runtime.fan_out import FanOut
    from voiced.runtime.microphone_watch import MicrophoneWatch
    from voiced.runtime.watchdog import Watchdog

    clock, card, sound = around.clock, Card(), _sound_of(settings, around.clock)
    wake = WakePhrase(settings.session.wake_phrase)
    watchers = watching(settings, notify)
    sound.floor.watch(watchers.states.speaking, watchers.states.silent)
    around = _with_sound(settings, around, sound)
    cards = (card,) if settings.card.enabled else ()
    around = replace(around, delegate=FanOut(around.delegate, watchers.states, *cards))
    async with AsyncExitStack() as stack:
        conversation = await stack.enter_async_context(open_conversation(settings, around))
        ears = await stack.enter_async_context(open_ears(settings, conversation, load, sound.floor, wake))
        keep = stack.enter_context(kept_utterances(around, conversation))
        stack.callback(sound.turns.close)
        ears.watch(sound.turns.endpoint, _hearing(sound.turns, around.tones, keep))
        address = None
        if settings.card.enabled:
            from voiced.app.card import open_card

            served = await stack.enter_async_context(open_card(settings, conversation, card, around))
            address = served.address
        watch = MicrophoneWatch(sound.microphone, ears, around.delegate, clock)
        watchdog = Watchdog(notify, lambda: watch.progress, conversation.check, clock)
        backups = scheduled_backups(settings, around.database, clock)
        scheduled = () if backups is None else (backups.run,)
        watchers.states.begin()
        feeders = (watch.run, watchdog.run, *watchers.feeders, *scheduled)
        yield OpenDaemon(Daemon(conversation, *feeders), address)


@dataclass(frozen=True, slots=True)
class _Sound:
    """Microphone and loudspeaker, whose turn it is, and how long each turn takes."""

    microphone: PortAudioMicrophone
    player: PortAudioPlayer
    floor: Floor
    turns: TurnTracer


def _sound_of(settings: Settings, clock: Clock) -> _Sound:
    """The sound as configured; nothing is opened yet."""
    from voiced.adapters.machine.paths import default_turn_file
    from voiced.adapters.machine.turn_file import TurnFile
    from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
    from voiced.adapters.sound.portaudio_player import PortAudioPlayer

    audio = settings.audio
    microphone = PortAudioMicrophone(device=audio.input_device)
    manner = Manner.BARGE_IN if audio.echo_cancelled else Manner.HALF_DUPLEX
    floor = Floor(lambda: microphone.position, samples(_ROOM_SECONDS), manner, lambda: microphone.has_frames)
    instruments = Instruments(
        clock.monotonic, microphone.captured_at, time.process_time, lambda: microphone.dropped
    )
    turns = TurnTracer(instruments, TurnFile(default_turn_file()).record)
    return _Sound(microphone, PortAudioPlayer(device=audio.output_device), floor, turns)


def _with_sound(settings: Settings, around: Surroundings, sound: _Sound) -> Surroundings:
    """The surroundings with a loudspeaker, and with tones at it where they are wanted."""
    from voiced.runtime.fan_out import FanOut

    around = replace(around, player=sound.player, floor=sound.floor, turns=sound.turns)
    # A folder is for sentences: a tone is none.
    if around.speech_folder is not None or (tones := tones_of(settings)) is None:
        return around
    return replace(around, tones=tones, delegate=FanOut(around.delegate, tones))


def _hearing(
    turns: TurnTracer, tones: Tones | None, keep: Callable[[Utterance], None]
) -> Callable[[Utterance], None]:
    """Who is told of an utterance beside the conversation."""

    def heard(utterance: Utterance) -> None:
        turns.heard(utterance)
        if tones is not None:
            tones.heard(utterance.text)
        keep(utterance)

    return heard
