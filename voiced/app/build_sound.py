"""Builds the configured microphone and loudspeaker. The microphone listens already while the other parts are loaded."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from msgspec import Struct

from voiced.adapters.absent import NoMicrophone
from voiced.adapters.machine.paths import default_turn_file
from voiced.adapters.machine.turn_file import TurnFile
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.app.build_ears import hears
from voiced.config import Settings
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import samples
from voiced.ports.conversation import Clock
from voiced.runtime.floor import Floor, TurnTaking
from voiced.runtime.turn_tracer import Instruments, TurnTracer

log = logging.getLogger(__name__)

_ROOM_SECONDS = 0.3
"""How long our voice still reaches the microphone after its last sample, by the room and the sound path."""


class Sound(Struct, frozen=True):
    """Microphone (an absent one on a machine that hears no speech), loudspeaker, turn taking, and the measurement of turns."""

    microphone: PortAudioMicrophone | NoMicrophone
    player: PortAudioPlayer
    floor: Floor
    turns: TurnTracer


@asynccontextmanager
async def open_sound(settings: Settings, clock: Clock) -> AsyncGenerator[Sound]:
    """The configured sound, until the block is left. Frames captured from now on wait to be taken."""
    audio = settings.audio
    microphone = PortAudioMicrophone(device=audio.input_device) if hears(settings) else NoMicrophone()
    manner = TurnTaking.BARGE_IN if audio.echo_cancelled else TurnTaking.HALF_DUPLEX
    floor = Floor(lambda: microphone.position, samples(_ROOM_SECONDS), manner, lambda: microphone.has_frames)
    instruments = Instruments(
        clock.monotonic, microphone.captured_at, time.process_time, lambda: microphone.dropped
    )
    turns = TurnTracer(instruments, TurnFile(default_turn_file()).record)
    try:
        await microphone.open()
    except MicrophoneFailure as failure:
        # The reader of the frames tries again, and reports a second failure.
        log.debug("%s", failure)
    try:
        yield Sound(microphone, PortAudioPlayer(device=audio.output_device), floor, turns)
    finally:
        await microphone.close()
