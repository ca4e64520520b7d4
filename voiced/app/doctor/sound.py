"""Checks the microphone and the loudspeaker."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.app.build_ears import hears, voice_activity_of
from voiced.app.doctor.finding import Finding, bad, doubtful, failed, good
from voiced.config import Settings
from voiced.errors import VoicedError
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, Level, dbfs, level_of, samples, seconds
from voiced.ports.sound import Pcm

LISTENING_SECONDS = 4.0
_NOISY_DBFS = -38.0
"""The level of a vacuum cleaner in the room; speech at arm's length has about -25."""
_FAINT_DBFS = -50.0
_SILENCE = Pcm(bytes(8_820), 22_050)
_LOWER = "turn it down: `wpctl set-volume @DEFAULT_AUDIO_SOURCE@ 0.5`, or `alsamixer`, F4"
_LOUDER = "turn it up, or come nearer: `wpctl set-volume @DEFAULT_AUDIO_SOURCE@ 1.0`, or `alsamixer`, F4"
_UNMUTE = "it is muted: `wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 0`, or `alsamixer`, F4 and M"
_QUIETER = "move the microphone away from what hums; the noise is told from speech, but words get lost in it"


async def microphone(settings: Settings, meter: Callable[[float], None]) -> AsyncIterator[Finding]:
    """Listen for a while and check the level, the noise floor and voice activity detection.

    Args:
        settings: the microphone and the detector.
        meter: gets the level of each frame in dBFS at once.
    """
    if not hears(settings):
        yield good("microphone", "it stays closed, since no recogniser is configured (asr.engine)")
        return
    try:
        frames = await _heard(settings, meter)
    except VoicedError as error:
        yield failed("microphone", error)
        return
    yield _microphone(level_of(frames))
    try:
        voice_activity = voice_activity_of(settings)
    except VoicedError as error:
        yield failed("voice activity", error)
        return
    speech = sum(voice_activity.is_speech(frame) for frame in frames)
    heard, listened = (seconds(count * FRAME_SAMPLES) for count in (speech, len(frames)))
    yield good("voice activity", f"speech in {heard:.1f} of {listened:.1f} s ({settings.vad.engine})")


async def loudspeaker(settings: Settings) -> AsyncIterator[Finding]:
    """Open the loudspeaker and play a moment of silence."""
    if settings.voice.engine == "none" and not settings.voice.earcons:
        yield good(
            "loudspeaker", "it stays closed, without a voice and without tones (voice.engine, voice.earcons)"
        )
        return
    player = PortAudioPlayer(device=settings.audio.output_device)
    try:
        await player.play(_SILENCE, lambda: None)
        yield good("loudspeaker", "it opens and takes sound")
    except VoicedError as error:
        yield failed("loudspeaker", error)
    finally:
        await player.close()


async def _heard(settings: Settings, meter: Callable[[float], None]) -> list[AudioFrame]:
    heard: list[AudioFrame] = []
    microphone = PortAudioMicrophone(device=settings.audio.input_device)
    async with aclosing(microphone.frames()) as frames:
        async for frame in frames:
            heard.append(frame)
            meter(dbfs(frame))
            if len(heard) * FRAME_SAMPLES >= samples(LISTENING_SECONDS):
                break
    return heard


def _microphone(level: Level) -> Finding:
    told = f"noise floor {level.floor_dbfs:.0f} dBFS, loudest {level.loudest_dbfs:.0f} dBFS"
    if level.is_dead:
        return bad("microphone", "it is open, and every sample is zero", _UNMUTE)
    if level.is_clipped:
        return doubtful("microphone", f"{told}: sound is cut off", _LOWER)
    if level.floor_dbfs > _NOISY_DBFS:
        return doubtful("microphone", f"{told}: the room is loud", _QUIETER)
    if level.loudest_dbfs < _FAINT_DBFS:
        return doubtful("microphone", f"{told}: nothing but very faint sound", _LOUDER)
    return good("microphone", told)
