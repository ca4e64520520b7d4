"""Microphone and loudspeaker, as configured. They come first: while the rest is loaded, the microphone listens already."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from msgspec import Struct

from voiced.adapters.machine.paths import default_turn_file
from voiced.adapters.machine.turn_file import TurnFile
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.config import Settings
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import samples
from voiced.ports import Clock
from voiced.runtime.floor import Floor, TurnTaking
from voiced.runtime.trace import Instruments, TurnTracer

log = logging.getLogger(__name__)

_ROOM_SECONDS = 0.3
"""How long a room, and the way from the loudspeaker to the microphone, still carry our voice."""


class Sound(Struct, frozen=True):
    """Microphone and loudspeaker, whose turn it is, and how long each turn takes."""

    microphone: PortAudioMicrophone
    player: PortAudioPlayer
    floor: Floor
    turns: TurnTracer


@asynccontextmanager
async def open_sound(settings: Settings, clock: Clock) -> AsyncGenerator[Sound]:
    """The sound as configured, until the block is left. What is heard from now on waits to be taken."""
    audio = settings.audio
    microphone = PortAudioMicrophone(device=audio.input_device)
    manner = TurnTaking.BARGE_IN if audio.echo_cancelled else TurnTaking.HALF_DUPLEX
    floor = Floor(lambda: microphone.position, samples(_ROOM_SECONDS), manner, lambda: microphone.has_frames)
    instruments = Instruments(
        clock.monotonic, microphone.captured_at, time.process_time, lambda: microphone.dropped
    )
    turns = TurnTracer(instruments, TurnFile(default_turn_file()).record)
    try:
        await microphone.open()
    except MicrophoneFailure as failure:
        # Whoever takes its frames tries again, and tells the speaker if that fails, too.
        log.debug("%s", failure)
    try:
        yield Sound(microphone, PortAudioPlayer(device=audio.output_device), floor, turns)
    finally:
        await microphone.close()
