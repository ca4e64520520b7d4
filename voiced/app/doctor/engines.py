"""Checks the recogniser, the language model and the voice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from voiced.app.build_ears import hears, recognizer_loader
from voiced.app.build_model import ready_interpreter
from voiced.app.build_voice import engine_of, voice_of
from voiced.app.build_wake_gate import prove_spotter, spotter_folder
from voiced.app.doctor.finding import Finding, bad, doubtful, failed, good
from voiced.app.model_trust import trust_in_words, trust_of, trust_remedy
from voiced.config import Settings
from voiced.dialogue.sentences.phrases import SAVED_ONE
from voiced.dialogue.values.requests import ParseRequest, RequestContext
from voiced.errors import VoicedError
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.ports.conversation import Clock
from voiced.ports.sound import ListeningFor
from voiced.runtime.recognizer import RecognizerThread

_ENTRY = "昨天中午和同事吃饭花了六十"
_SLOW_RECOGNITION_SECONDS = 1.0
_SILENCE = tuple(AudioFrame(start, bytes(FRAME_BYTES)) for start in range(0, SAMPLE_RATE, FRAME_SAMPLES))


async def recogniser(settings: Settings, clock: Clock) -> AsyncIterator[Finding]:
    """Load the recogniser's model, and recognise a second of silence."""
    if not hears(settings):
        yield good("recogniser", "none is configured (asr.engine)")
        return
    try:
        load = recognizer_loader(settings)
    except VoicedError as error:
        yield failed("recogniser", error)
        return
    thread = RecognizerThread(load)
    try:
        began = clock.monotonic()
        await thread.load()
        loaded = clock.monotonic()
        await thread.start(ListeningFor.ENTRIES)
        await thread.accept(_SILENCE)
        await thread.finish()
        took = clock.monotonic() - loaded
    except VoicedError as error:
        yield failed("recogniser", error)
        return
    finally:
        await thread.close()
    async for finding in _wake_spotter(settings):
        yield finding
    told = f"{load.name}: loaded in {loaded - began:.1f} s, a second of silence heard in {took:.2f} s"
    if took > _SLOW_RECOGNITION_SECONDS:
        yield doubtful(
            "recogniser",
            told,
            "this machine is slow for it; voiced models suggest names a model that suits it",
        )
    else:
        yield good("recogniser", told)


async def _wake_spotter(settings: Settings) -> AsyncIterator[Finding]:
    """Try the model of the wake phrase's spotter, if there is one."""
    folder = spotter_folder(settings)
    if folder is None:
        return
    try:
        await asyncio.to_thread(prove_spotter, folder, settings.session.wake_phrase)
    except VoicedError as error:
        yield doubtful(
            "wake phrase",
            str(error),
            "until then all speech is recognised; session.wake_spotter off ends this line",
        )
    else:
        yield good(
            "wake phrase",
            f'spotted by {folder.name}; if it is missed too often: session.wake_spotter = "off"',
        )


async def voice(settings: Settings, clock: Clock) -> AsyncIterator[Finding]:
    """Check that the voice reads Mandarin, and measure the time for a sentence."""
    if settings.voice.engine == "none":
        yield good("voice", "none is configured (voice.engine)")
        return
    try:
        speaker = voice_of(settings)
    except VoicedError as error:
        yield failed("voice", error)
        return
    try:
        await speaker.check()
        began = clock.monotonic()
        sound = await speaker.synthesize(SAVED_ONE)
        took = clock.monotonic() - began
    except VoicedError as error:
        yield failed("voice", error)
        return
    finally:
        await speaker.close()
    yield good("voice", f"{engine_of(settings)}: {sound.seconds:.1f} s of speech made in {took:.2f} s")


async def model(settings: Settings, clock: Clock) -> AsyncIterator[Finding]:
    """Check that the language model answers, and measure its time."""
    llm = settings.llm
    asked = llm.base_url or llm.upstream_url
    if not asked:
        yield good("language model", "none is configured: local rules alone (llm.base_url)")
        return
    yield _trust_in_it(settings)
    interpreter = await ready_interpreter(settings)
    began = clock.monotonic()
    try:
        async with asyncio.timeout(4 * llm.parse_deadline_seconds):
            answer = await interpreter.parse(ParseRequest(_ENTRY, RequestContext(clock.now())))
    except (TimeoutError, VoicedError) as error:
        told = str(error) or f"no answer in {4 * llm.parse_deadline_seconds:g} s"
        yield bad("language model", told, f"is it running, and is this its address? {asked}")
        return
    finally:
        await interpreter.close()
    took = clock.monotonic() - began
    told = f"{asked}: it understood {len(answer.results)} entry of 1, in {took:.2f} s"
    if not answer.results:
        yield doubtful(
            "language model", told, "it answers, but a plain sentence is beyond it; try a larger one"
        )
    elif took > llm.parse_deadline_seconds:
        yield doubtful(
            "language model",
            f"{told}; the daemon waits {llm.parse_deadline_seconds:g} s",
            "use a faster one; the local rules answer in its place until then",
        )
    else:
        yield good("language model", told)


def _trust_in_it(settings: Settings) -> Finding:
    """Whether the model is believed. A gateway may have another model by now; its next answer tells."""
    trust = trust_of(settings)
    if trust is None:
        return good("model trust", "there is no model to believe")
    standing = trust.standing()
    told, remedy = trust_in_words(standing), trust_remedy(standing)
    return doubtful("model trust", told, remedy) if remedy else good("model trust", told)
