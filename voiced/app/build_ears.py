"""Builds the ears: voice activity detection, the recogniser, and the patience with a speaker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from voiced.adapters.absent import NoRecognizer
from voiced.adapters.machine.installed_parts import (
    find_sherpa,
    find_vosk,
    find_whisper,
    is_sherpa,
    is_vosk,
    is_whisper,
    require,
)
from voiced.adapters.machine.paths import expanded, model_folders
from voiced.adapters.machine.wyoming_servers import WyomingServer, require_library
from voiced.adapters.recognition.vosk_recognizer import Decoding, VoskRecognizer, board, decoding_on
from voiced.app.build_conversation import Surroundings
from voiced.app.build_wake_gate import wake_gate_of
from voiced.config import Settings
from voiced.dialogue.values.state import Phase
from voiced.errors import ConfigWrong, ModelMissing, NoModelYet
from voiced.hearing.hotwords import household_words
from voiced.hearing.segmenter import Endpointing, SpokenUtterance, frames
from voiced.language.sounds.wake import WakePhrase
from voiced.ports.sound import Recognizer, VoiceActivity
from voiced.runtime.conversation import Conversation
from voiced.runtime.ears import Ears
from voiced.runtime.floor import Floor
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.running_utterance import Patience

if TYPE_CHECKING:
    from voiced.runtime.recognition_beside import RecognitionBeside

log = logging.getLogger(__name__)

_LONGEST_UNADDRESSED_SECONDS = 6.0
"""The longest utterance outside a session: enough for the wake phrase and a first entry."""


class RecognizerEngine(StrEnum):
    """Speech recognisers. AUTO takes sherpa if a model for it works here, else Vosk if its model is installed, else Whisper.

    WYOMING is a recogniser at a server. NONE is for a machine that hears no speech.
    """

    AUTO = "auto"
    SHERPA = "sherpa"
    VOSK = "vosk"
    WHISPER = "whisper"
    WYOMING = "wyoming"
    NONE = "none"


class RecognizerLoader(Struct, frozen=True):
    """Makes a recogniser on the recogniser's thread.

    Attributes:
        name: engine and model, or the server.
    """

    name: str
    make: Callable[[], Recognizer]

    def __call__(self) -> Recognizer:
        """Load the model."""
        return self.make()


def hears(settings: Settings) -> bool:
    """Whether this machine hears speech, and so needs a microphone and a recogniser."""
    return settings.asr.engine != RecognizerEngine.NONE


def loader_for_daemon(settings: Settings) -> RecognizerLoader:
    """The loader of the configured recogniser, or of an absent one. It raises the errors of `recognizer_loader`."""
    if hears(settings):
        return recognizer_loader(settings)
    return RecognizerLoader("no recogniser", NoRecognizer)


def recognizer_loader(settings: Settings) -> RecognizerLoader:
    """The loader of the configured recogniser. It checks now that the engine and its model are installed.

    Raises:
        ConfigWrong: no recogniser is configured, or its server's address is not an address.
        ModelMissing: the engine is not installed.
        NoModelYet: no model of this engine is installed.
    """
    engine = RecognizerEngine(settings.asr.engine)
    if engine is RecognizerEngine.NONE:
        raise ConfigWrong("asr.engine: none recognises no speech; choose a recogniser with --asr")
    if engine is RecognizerEngine.WYOMING:
        require_library()
        WyomingServer.at(settings.asr.server)
        return RecognizerLoader(f"{engine} at {settings.asr.server}", lambda: _wyoming(settings))

    folders = model_folders(settings.asr.models_dir)
    named = expanded(settings.asr.model_dir, "asr.model_dir") if settings.asr.model_dir else None
    if sherpa := _sherpa_loader(settings, engine, [named] if named is not None else folders):
        return sherpa
    if named is not None:
        vosk, whisper = (named if is_vosk(named) else None), (named if is_whisper(named) else None)
    else:
        vosk, whisper = _first(map(find_vosk, folders)), _first(map(find_whisper, folders))
    if engine in (RecognizerEngine.AUTO, RecognizerEngine.VOSK) and vosk is not None:
        return RecognizerLoader(f"{RecognizerEngine.VOSK} with {vosk}", lambda: _vosk(settings, vosk))
    if engine in (RecognizerEngine.AUTO, RecognizerEngine.WHISPER) and whisper is not None:
        require("faster_whisper", "the Whisper engine", "whisper")
        return RecognizerLoader(
            f"{RecognizerEngine.WHISPER} with {whisper}", lambda: _whisper(settings, whisper)
        )
    wanted = "speech model" if engine is RecognizerEngine.AUTO else f"model of {engine.value}"
    raise NoModelYet(
        f"{named or folders[0]}: holds no {wanted}; fetch one with: voiced models fetch, or the one that suits"
        " this machine: voiced models suggest"
    )


def _sherpa_loader(
    settings: Settings, engine: RecognizerEngine, folders: Sequence[Path]
) -> RecognizerLoader | None:
    """The loader of sherpa, if it is wanted and a model is there. AUTO passes over one that does not work, and says so."""
    if engine not in (RecognizerEngine.AUTO, RecognizerEngine.SHERPA):
        return None
    place = _first(folder if is_sherpa(folder) else find_sherpa(folder) for folder in folders)
    if place is None:
        return None
    from voiced.adapters.recognition.sherpa_models import model_in, prove  # noqa: PLC0415 - where a model for it is installed

    try:
        model = model_in(place)
        prove(model)
    except ModelMissing as missing:
        if engine is RecognizerEngine.SHERPA:
            raise
        log.warning("asr.engine auto: sherpa is passed over: %s", missing)
        return None

    def make() -> Recognizer:
        from voiced.adapters.recognition.sherpa_recognizer import load  # noqa: PLC0415 - numpy, where sherpa is the engine

        return load(model, threads=settings.asr.cpu_threads, boost=settings.asr.hotwords_boost)

    return RecognizerLoader(f"{RecognizerEngine.SHERPA} with {place}", make)


def voice_activity_of(settings: Settings) -> VoiceActivity:
    """The detector of voice activity, after a test.

    Raises:
        ModelMissing: it is not installed or does not work.
    """
    from voiced.adapters.sound.webrtc_vad import WebrtcVad  # noqa: PLC0415 - numpy, while the microphone opens

    webrtc = WebrtcVad(settings.vad.mode)
    if settings.vad.engine == "webrtc":
        return webrtc
    from voiced.adapters.sound.cascade_vad import CascadeVad  # noqa: PLC0415 - numpy, while the microphone opens
    from voiced.adapters.sound.neural_vad import NeuralVad  # noqa: PLC0415 - its network, where it is wanted

    return CascadeVad(webrtc, NeuralVad())


def patience_of(settings: Settings) -> Patience:
    """The configured endpointing: long pauses while dictating, short ones while confirming, short pieces when idle."""
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


@asynccontextmanager
async def open_ears(
    settings: Settings,
    conversation: Conversation,
    load: Callable[[], Recognizer],
    floor: Floor | None = None,
    wake: WakePhrase | None = None,
) -> AsyncGenerator[Ears]:
    """Ears for a conversation, with the recogniser's model loaded.

    Args:
        settings: the endpointing and the detector.
        conversation: gets the events.
        load: makes the recogniser.
        floor: turn taking, if there is a microphone.
        wake: the phrase that begins a session; None to ignore speech outside a session.

    Raises:
        ModelMissing: the model cannot be loaded, or voice activity detection does not work.
        RecognizerFailure: the recogniser's server does not answer.
    """
    voice_activity = voice_activity_of(settings)
    recognizer = RecognizerThread(load)
    gate = None if wake is None else await asyncio.to_thread(wake_gate_of, settings)
    try:
        await recognizer.load()
        ears = Ears(
            voice_activity,
            recognizer,
            patience_of(settings),
            conversation.post,
            floor=floor,
            wake=wake,
            gate=gate,
            rows_waiting=lambda: conversation.rows_waiting,
        )
        conversation.watch_phase(ears.enter)
        conversation.watch_ledger(
            lambda known: recognizer.expect(household_words(known.vocabulary, known.memory.said))
        )
        yield ears
    finally:
        await recognizer.close()
        if gate is not None:
            gate.close()


def recognition_beside(settings: Settings, recognizer: RecognizerThread) -> RecognitionBeside | None:
    """Recognition of sound from elsewhere, by the recogniser of the ears and with their rules for an entry.

    None where no speech is recognised.
    """
    if not hears(settings):
        return None
    from voiced.runtime.recognition_beside import RecognitionBeside  # noqa: PLC0415 - where satellites are served

    patience = patience_of(settings)
    return RecognitionBeside(
        recognizer,
        lambda: voice_activity_of(settings),
        patience.endpointing[Phase.LISTENING],
        patience.preroll_frames,
    )


@contextmanager
def kept_utterances(
    around: Surroundings, conversation: Conversation
) -> Generator[Callable[[SpokenUtterance], None]]:
    """A function that keeps utterances in the folder of `around`, or drops them if it names no folder."""
    if around.utterance_folder is None:
        yield lambda _: None
        return

    from voiced.adapters.sound.utterance_recordings import UtteranceRecordings  # noqa: PLC0415 - numpy, where recordings are kept

    recordings = UtteranceRecordings(around.utterance_folder, around.clock.now)
    try:
        yield lambda utterance: recordings.keep(utterance, conversation.phase)
    finally:
        recordings.close()


def _vosk(settings: Settings, model: Path) -> Recognizer:
    chosen = settings.asr.decoding
    decoding = decoding_on(board()) if chosen == "auto" else Decoding(chosen)
    return VoskRecognizer(model, decoding)


def _whisper(settings: Settings, weights: Path) -> Recognizer:
    from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer  # noqa: PLC0415 - numpy, where Whisper is the engine

    return WhisperRecognizer(weights, beam_size=settings.asr.beam_size, cpu_threads=settings.asr.cpu_threads)


def _wyoming(settings: Settings) -> Recognizer:
    from voiced.adapters.recognition.wyoming_recognizer import WyomingRecognizer  # noqa: PLC0415 - of the extra `wyoming`

    return WyomingRecognizer(settings.asr.server)


def _first(found: Iterable[Path | None]) -> Path | None:
    return next((path for path in found if path is not None), None)
