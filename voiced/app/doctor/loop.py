"""Checks the way of a sentence: through the loudspeaker, and back by the microphone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import numpy as np

from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.adapters.sound.resampling import resampled
from voiced.adapters.sound.sound_server import sound_server
from voiced.app.build_ears import hears, recognizer_loader
from voiced.app.build_voice import voice_of
from voiced.app.doctor.finding import CheckResult, Finding, doubtful, failed, good
from voiced.config import Settings
from voiced.errors import VoicedError
from voiced.hearing.came_through import CameThrough, came_through
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, samples, seconds
from voiced.language.numbers.spoken import verbalise
from voiced.language.sounds.pinyin import closeness
from voiced.ports.sound import ListeningFor, Pcm
from voiced.runtime.recognizer import RecognizerThread

_SENTENCE = verbalise("识别到2笔交易，支出46元，餐饮，支出128元，交通。")
_BEFORE_SECONDS, _AFTER_SECONDS = 0.5, 1.0
_SUBJECT, _CANCELLER = "a sentence", "echo canceller"
_TURN_UP = (
    "turn the loudspeaker up; or, if you heard it, set audio.echo_cancelled = true to speak over the daemon"
)
_TURN_OFF = "set audio.echo_cancelled = false: the daemon would hear itself and take it for you"


async def echo_canceller(settings: Settings) -> AsyncIterator[Finding]:
    """Look for an echo canceller, with which the daemon listens while it speaks, and offer to make one."""
    if not hears(settings):
        return
    server = await sound_server()
    is_set = settings.audio.echo_cancelled
    if server is None:
        yield good(
            _CANCELLER, "there is no PulseAudio or PipeWire to ask; the daemon is deaf while it speaks"
        )
    elif server.is_cancelled:
        told = f"{server.default_source} takes the loudspeaker out of the microphone"
        if is_set:
            yield good(_CANCELLER, told)
        else:
            yield doubtful(_CANCELLER, told, "set audio.echo_cancelled = true to speak over the daemon")
    elif server.cancellers:
        found = server.cancellers[0]
        yield doubtful(
            _CANCELLER, f"{found} is there and not used", f"pactl set-default-source {found}, and its sink"
        )
    else:
        told = "there is none; the daemon is deaf while it speaks. Two lines make one:"
        yield Finding(_CANCELLER, CheckResult.GOOD, told, "\n".join(server.way_to_cancel))


async def read_back(settings: Settings) -> AsyncIterator[Finding]:
    """Play a sentence, and tell how much of it the microphone heard and the recogniser understood."""
    if settings.voice.engine == "none" or not hears(settings):
        return
    try:
        sound = await _made(settings)
        heard = await _played(settings, sound)
        if settings.audio.echo_cancelled:
            # The canceller has learnt the room by the first sentence.
            heard = await _played(settings, sound)
    except VoicedError as error:
        yield failed(_SUBJECT, error)
        return
    frames = _frames(sound)
    through = came_through(frames, heard)
    if not through.is_heard:
        yield _not_heard(settings)
        return
    part = heard[through.delay_frames : through.delay_frames + len(frames)]
    yield _heard(settings, through, await _understood(settings, part), await _understood(settings, frames))


def _not_heard(settings: Settings) -> Finding:
    if settings.audio.echo_cancelled:
        return good(_SUBJECT, "the microphone hears nothing of the loudspeaker, as it should")
    return doubtful(_SUBJECT, "the microphone heard nothing of what was played", _TURN_UP)


def _heard(settings: Settings, through: CameThrough, in_room: str, direct: str) -> Finding:
    delay = seconds(through.delay_frames * FRAME_SAMPLES) - _BEFORE_SECONDS
    told = (
        f"it comes back at {through.level_dbfs:.0f} dBFS, {through.above_noise_db:.0f} dB above the noise, after "
        f"{max(0.0, delay):.1f} s; the recogniser understood {closeness(_SENTENCE, verbalise(in_room)):.0f} % of it, "
        f"and {closeness(_SENTENCE, verbalise(direct)):.0f} % without the room"
    )
    return doubtful(_SUBJECT, told, _TURN_OFF) if settings.audio.echo_cancelled else good(_SUBJECT, told)


async def _made(settings: Settings) -> Pcm:
    voice = voice_of(settings)
    try:
        return await voice.synthesize(_SENTENCE)
    finally:
        await voice.close()


async def _played(settings: Settings, sound: Pcm) -> Sequence[AudioFrame]:
    """What the microphone heard from shortly before the sound until shortly after it."""
    microphone = PortAudioMicrophone(device=settings.audio.input_device)
    player = PortAudioPlayer(device=settings.audio.output_device)
    heard: list[AudioFrame] = []
    length = samples(_BEFORE_SECONDS + sound.seconds + _AFTER_SECONDS)
    playing: asyncio.Task[None] | None = None
    try:
        # A moment of silence opens the loudspeaker, so that the sentence begins at once.
        await player.play(Pcm(bytes(len(sound.samples) // 50 * 2), sound.sample_rate), lambda: None)
        async with aclosing(microphone.frames()) as frames:
            async for frame in frames:
                heard.append(frame)
                if playing is None and len(heard) * FRAME_SAMPLES >= samples(_BEFORE_SECONDS):
                    playing = asyncio.ensure_future(player.play(sound, lambda: None))
                if len(heard) * FRAME_SAMPLES >= length:
                    break
        if playing is not None:
            await playing
    finally:
        if playing is not None:
            playing.cancel()
        await microphone.close()
        await player.close()
    return heard


def _frames(sound: Pcm) -> Sequence[AudioFrame]:
    waveform = np.frombuffer(sound.samples, dtype="<i2").astype(np.float32)
    pcm = resampled(waveform, sound.sample_rate, SAMPLE_RATE)
    whole = range(0, len(pcm) - FRAME_BYTES + 1, FRAME_BYTES)
    return [AudioFrame(at // 2, pcm[at : at + FRAME_BYTES]) for at in whole]


async def _understood(settings: Settings, frames: Sequence[AudioFrame]) -> str:
    """The words that the recogniser finds; empty without a recogniser, which another check tells of."""
    try:
        recognizer = RecognizerThread(recognizer_loader(settings))
    except VoicedError:
        return ""
    try:
        await recognizer.load()
        await recognizer.start(ListeningFor.ENTRIES)
        await recognizer.accept(frames)
        return await recognizer.finish()
    except VoicedError:
        return ""
    finally:
        await recognizer.close()
