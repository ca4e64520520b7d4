"""The composition root: the only place that names adapters and knows the settings."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from voiced.config import Settings
from voiced.dialogue.phase import Phase
from voiced.dialogue.policy import Policy
from voiced.errors import ModelMissing
from voiced.hearing.frame import samples
from voiced.hearing.segmenter import Endpointing, frames
from voiced.language.wake import WakePhrase
from voiced.ports import Clock, Delegate, Interpreter, Player, Recognizer, VoiceActivity
from voiced.runtime.conversation import Conversation, World, running_conversation
from voiced.runtime.daemon import Daemon
from voiced.runtime.ears import Ears
from voiced.runtime.floor import Floor, Manner
from voiced.runtime.model_desk import Deadlines
from voiced.runtime.patience import Patience
from voiced.runtime.recognizer_thread import RecognizerThread
from voiced.runtime.tasks import Tasks

if TYPE_CHECKING:
    from voiced.adapters.cached_voice import CachedVoice
    from voiced.adapters.llm_gateway import Exchange
    from voiced.adapters.silent_voice import SilentVoice
    from voiced.card.card import Card
    from voiced.card_opening import OpenCard
    from voiced.gateway.service import Gateway


_LONGEST_UNADDRESSED_SECONDS = 6.0
"""What is said to nobody is recognised in pieces of so much: enough for the wake phrase and a first entry."""


_ROOM_SECONDS = 0.3
"""How long a room, and the way from the loudspeaker to the microphone, still carry our voice."""


class Engine(StrEnum):
    """Speech recognisers; AUTO takes Vosk where its model is installed, else Whisper where its weights are."""

    AUTO = "auto"
    VOSK = "vosk"
    WHISPER = "whisper"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What differs between the daemon, a replay and a typed chat.

    Attributes:
        database: the ledger's file.
        speech_folder: where sentences are kept as WAV files; None to keep none.
        player: what sentences are played by where they are not kept; None for nothing.
        floor: whose turn it is, where there is a microphone.
    """

    database: Path
    clock: Clock
    delegate: Delegate
    speech_folder: Path | None = None
    player: Player | None = None
    floor: Floor | None = None


def policy_of(settings: Settings) -> Policy:
    """The dialogue's behaviour as configured."""
    return Policy(
        model_configured=bool(settings.llm.base_url or settings.llm.upstream_url),
        local_first=settings.llm.local_first,
        split_locally=settings.llm.split_locally,
        answer_questions=settings.dialogue.questions,
        inactivity_seconds=settings.session.inactivity_seconds,
        failures_before_pause=settings.llm.failures_before_pause,
        pause_seconds=settings.llm.pause_seconds,
        draft_offer_seconds=settings.dialogue.draft_offer_max_age_minutes * 60,
    )


def patience_of(settings: Settings) -> Patience:
    """How utterances are cut: long pauses while dictating, short ones while confirming; outside a session in short."""
    endpoint = settings.endpoint

    def cut(end_silence_seconds: float, longest_seconds: float) -> Endpointing:
        return Endpointing.of_seconds(
            start_speech=endpoint.start_speech_seconds,
            end_silence=end_silence_seconds,
            max_utterance=longest_seconds,
            max_wait=endpoint.no_speech_seconds,
        )

    longest = endpoint.max_utterance_seconds
    by_phase = {
        Phase.IDLE: cut(endpoint.confirming_silence_seconds, min(_LONGEST_UNADDRESSED_SECONDS, longest)),
        Phase.LISTENING: cut(endpoint.dictating_silence_seconds, longest),
        Phase.CONFIRMING: cut(endpoint.confirming_silence_seconds, longest),
    }
    return Patience(by_phase, frames(endpoint.preroll_seconds))


def recognizer_loader(settings: Settings, engine: Engine, model: Path | None) -> Callable[[], Recognizer]:
    """How the recogniser is made, on its own thread. Whether its model is there is checked now.

    Raises:
        ModelMissing: no model of this engine is installed.
    """
    from voiced.adapters.model_store import find_vosk, find_whisper, is_vosk, is_whisper
    from voiced.adapters.paths import model_folders

    folders = model_folders(settings.asr.models_dir)
    named = model or (Path(settings.asr.model_dir).expanduser() if settings.asr.model_dir else None)
    if named is not None:
        vosk, whisper = (named if is_vosk(named) else None), (named if is_whisper(named) else None)
    else:
        vosk, whisper = _first(map(find_vosk, folders)), _first(map(find_whisper, folders))
    if engine is not Engine.WHISPER and vosk is not None:
        return lambda: _vosk(settings, vosk)
    if engine is not Engine.VOSK and whisper is not None:
        return lambda: _whisper(settings, whisper)
    wanted = "speech model" if engine is Engine.AUTO else f"model of {engine.value}"
    raise ModelMissing(f"{named or folders[0]}: holds no {wanted}; fetch one with: voiced models fetch")


def voice_activity_of(settings: Settings) -> VoiceActivity:
    """What tells speech from noise, tried before it is given away.

    Raises:
        ModelMissing: it is not installed or does not work.
    """
    from voiced.adapters.webrtc_vad import WebrtcVad

    webrtc = WebrtcVad(settings.vad.mode)
    if settings.vad.engine == "webrtc":
        return webrtc
    from voiced.adapters.cascade_vad import CascadeVad
    from voiced.adapters.neural_vad import NeuralVad

    return CascadeVad(webrtc, NeuralVad())


def _first(found: Iterable[Path | None]) -> Path | None:
    return next((path for path in found if path is not None), None)


@asynccontextmanager
async def open_conversation(settings: Settings, around: Surroundings) -> AsyncGenerator[Conversation]:
    """A running conversation over a real ledger, voice and language model, closed in good order.

    Raises:
        LedgerUnusable: the database cannot be opened.
        ConfigWrong: the language model's address is no URL.
    """
    from voiced.adapters.sqlite_ledger import SqliteLedger
    from voiced.adapters.voices import CachedVoice, clear_throat

    interpreter = await _interpreter(settings, around.clock)
    ledger = await SqliteLedger.open(around.database)
    voice, player = _voice(settings, around)
    world = World(
        clock=around.clock,
        ledger=ledger,
        interpreter=interpreter,
        voice=voice,
        player=player,
        delegate=around.delegate,
        fresh_id=lambda: str(uuid4()),
        deadlines=Deadlines(settings.llm.parse_deadline_seconds, settings.llm.correction_deadline_seconds),
        floor=around.floor,
    )
    try:
        async with Tasks() as tasks, running_conversation(policy_of(settings), world) as conversation:
            if player is around.player and isinstance(voice, CachedVoice):
                tasks.start(clear_throat(voice, player))
            yield conversation
    finally:
        await player.close()
        await voice.close()
        await interpreter.close()
        await ledger.close()


def open_card(
    settings: Settings, conversation: Conversation, card: Card, around: Surroundings
) -> AbstractAsyncContextManager[OpenCard]:
    """The card of a conversation, served until the block is left; see `card_opening.open_card_over`.

    `card` is one of the conversation's delegates (`FanOut`).
    """
    from voiced.card_opening import open_card_over

    return open_card_over(settings, conversation.post, card, around.database, around.clock)


@asynccontextmanager
async def open_ears(
    settings: Settings,
    conversation: Conversation,
    load: Callable[[], Recognizer],
    floor: Floor | None = None,
    wake: WakePhrase | None = None,
) -> AsyncGenerator[Ears]:
    """Ears for a conversation, the recogniser's model loaded.

    Args:
        settings: how utterances are cut.
        conversation: told what is heard.
        load: makes the recogniser.
        floor: whose turn it is, where there is a microphone.
        wake: what begins a session; None where nothing is heard outside of one.

    Raises:
        ModelMissing: the model cannot be loaded, or voice activity detection does not work.
    """
    voice_activity = voice_activity_of(settings)
    recognizer = RecognizerThread(load)
    try:
        await recognizer.load()
        ears = Ears(
            voice_activity, recognizer, patience_of(settings), conversation.post, floor=floor, wake=wake
        )
        conversation.watch_phase(ears.enter)
        yield ears
    finally:
        await recognizer.close()


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


def gateway_of(settings: Settings, gguf: Path | None, now: Callable[[], datetime]) -> Gateway:
    """The gateway to the configured model, or to the one in the file `gguf`, run on this machine.

    Raises:
        ConfigWrong: the model's address or key cannot be used.
        ModelMissing: the engine is not there, or the file is not or is no model for it.
    """
    from voiced.gateway.service import Gateway

    if gguf is not None:
        from voiced.adapters.local_gguf import LocalGguf

        model = LocalGguf(gguf)
        model.load()
        return Gateway(model, now)
    from voiced.adapters.credentials import credential
    from voiced.adapters.openai_chat import DEADLINE_SECONDS, AnswerFormat, OpenAiChat

    llm = settings.llm
    key = llm.upstream_key or credential("llm.upstream_key")
    upstream = OpenAiChat(
        llm.upstream_url,
        llm.upstream_model,
        api_key=key,
        answer_format=AnswerFormat(llm.upstream_format),
        deadline_seconds=max(DEADLINE_SECONDS, llm.parse_deadline_seconds, llm.correction_deadline_seconds),
    )
    return Gateway(upstream, now)


async def _interpreter(settings: Settings, clock: Clock) -> Interpreter:
    if not (settings.llm.base_url or settings.llm.upstream_url):
        from voiced.adapters.no_interpreter import NoInterpreter

        return NoInterpreter()
    from voiced.adapters.llm_dialogue import LlmDialogue
    from voiced.adapters.llm_gateway import LlmGateway

    exchange = await _exchange(settings, clock)
    return LlmDialogue(exchange) if settings.dialogue.protocol == "history" else LlmGateway(exchange)


async def _exchange(settings: Settings, clock: Clock) -> Exchange:
    """The way to a gateway: the configured one, or our own in this process where only a model is configured.

    The HTTP library takes a tenth of a second to load: it is loaded here, not out of the first answer's three.
    """
    if not settings.llm.base_url:
        from voiced.adapters.in_process_gateway import InProcessExchange

        gateway = gateway_of(settings, None, clock.now)
        await gateway.prepare()
        return InProcessExchange(gateway)
    from voiced.adapters.credentials import credential
    from voiced.adapters.llm_http import HttpExchange

    http = HttpExchange(settings.llm.base_url, api_key=settings.llm.api_key or credential("llm.api_key"))
    await http.prepare()
    return http


def _voice(settings: Settings, around: Surroundings) -> tuple[CachedVoice | SilentVoice, Player]:
    from voiced.adapters.voices import SilentVoice, cached
    from voiced.adapters.wav_players import SilentPlayer, WavFolderPlayer

    voice = settings.voice
    player = around.player if around.speech_folder is None else WavFolderPlayer(around.speech_folder)
    if player is None or voice.engine == "none":
        return SilentVoice(), SilentPlayer()
    manner = (voice.voice, voice.rate_words_per_minute, voice.volume, voice.deadline_seconds)
    return cached(voice.engine, *manner), player


def _vosk(settings: Settings, model: Path) -> Recognizer:
    from voiced.adapters.vosk_recognizer import VoskRecognizer
    from voiced.language.readings import command_phrases
    from voiced.ports import ListeningFor

    expected = {
        ListeningFor.COMMANDS: command_phrases(),
        ListeningFor.WAKE: (settings.session.wake_phrase,),
    }
    return VoskRecognizer(model, expected)


def _whisper(settings: Settings, weights: Path) -> Recognizer:
    from voiced.adapters.whisper_recognizer import WhisperRecognizer

    return WhisperRecognizer(weights, beam_size=settings.asr.beam_size, cpu_threads=settings.asr.cpu_threads)


def database_of(settings: Settings) -> Path:
    """The ledger's file as configured."""
    from voiced.adapters.paths import database_at

    return database_at(settings.ledger.path)
