"""The daemon at a real microphone and loudspeaker."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from voiced.app.conversation import Surroundings, open_conversation
from voiced.app.ears import open_ears
from voiced.config import Settings
from voiced.hearing.frame import samples
from voiced.language.wake import WakePhrase
from voiced.ports import Recognizer
from voiced.runtime.daemon import Daemon
from voiced.runtime.floor import Floor, Manner

_ROOM_SECONDS = 0.3
"""How long a room, and the way from the loudspeaker to the microphone, still carry our voice."""


@asynccontextmanager
async def open_daemon(
    settings: Settings, around: Surroundings, load: Callable[[], Recognizer]
) -> AsyncGenerator[Daemon]:
    """The daemon at a real microphone and loudspeaker; `around` names neither.

    Raises:
        ConfigWrong: the wake phrase is none.
        LedgerUnusable: the database cannot be opened.
        ModelMissing: the recogniser's model cannot be loaded, or voice activity detection does not work.
    """
    from voiced.adapters.portaudio_microphone import PortAudioMicrophone
    from voiced.adapters.portaudio_player import PortAudioPlayer
    from voiced.runtime.microphone_watch import MicrophoneWatch

    audio = settings.audio
    wake = WakePhrase(settings.session.wake_phrase)
    microphone = PortAudioMicrophone(device=audio.input_device)
    manner = Manner.BARGE_IN if audio.echo_cancelled else Manner.HALF_DUPLEX
    floor = Floor(lambda: microphone.position, samples(_ROOM_SECONDS), manner)
    player = PortAudioPlayer(device=audio.output_device)
    around = replace(around, player=player, floor=floor)
    async with (
        open_conversation(settings, around) as conversation,
        open_ears(settings, conversation, load, floor, wake) as ears,
    ):
        watch = MicrophoneWatch(microphone, ears, around.delegate, around.clock)
        yield Daemon(conversation, watch.run)
