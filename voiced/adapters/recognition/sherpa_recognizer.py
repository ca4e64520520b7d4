"""Speech recognition by sherpa-onnx: models that stream, and models that hear whole utterances.

Its own end-pointing stays off: the daemon decides where an utterance ends. A sound without a voice gives an empty text.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from voiced.adapters.recognition.pieces import pieces
from voiced.adapters.recognition.sherpa_models import SherpaKind, SherpaModel, prove
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing import speech_guard
from voiced.hearing.frame import FRAME_BYTES, FULL_SCALE, SAMPLE_RATE, AudioFrame
from voiced.language.text.spelling import join_words
from voiced.ports.sound import ListeningFor

if TYPE_CHECKING:
    import sherpa_onnx

LONGEST_SECONDS = 20.0
"""Of one sound for a model that does not stream: its memory grows with the square of the length."""
BLOCK_BYTES = 10 * FRAME_BYTES
"""200 ms, the step of the daemon's other streaming engine."""
_TAIL_SECONDS = 0.5
"""Silence behind the last word, which the windows of a streaming model look ahead to."""
_MARKS = re.compile(r"[。？！；：、?!;:]+|(?<!\d)[,.]+|[,.]+(?!\d)")
_LAST_MARK = re.compile(r"[，\s]+$|^[，\s]+")


def load(model: SherpaModel, *, threads: int = 0) -> SherpaRecognizer:
    """Load a model, after the proof that it may be loaded.

    Args:
        model: the model.
        threads: of the computation; 0 for two.

    Raises:
        ModelMissing: the engine is not installed.
        NoModelYet: the model is damaged, or sherpa-onnx cannot use it.
    """
    prove(model)
    return opened(model, threads=threads)


def opened(model: SherpaModel, *, threads: int) -> SherpaRecognizer:
    """Load a model that is known to be right; another one may end this process.

    Raises:
        NoModelYet: the model cannot be loaded.
    """
    try:
        if model.kind.streams:
            return StreamingSherpa(_online(model, threads or 2))
        return WholeSherpa(_offline(model, threads or 2))
    except (RuntimeError, AssertionError, ValueError) as error:
        raise NoModelYet(f"{model.folder}: this model cannot be loaded: {error}") from error


class SherpaRecognizer(ABC):
    """What both kinds share: the sound of the utterance, and the judgement whether a voice is in it."""

    def __init__(self) -> None:
        self._heard: bytearray = bytearray()

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance. `listening_for` has no effect."""
        self._heard = bytearray()

    def closest(self, words: Sequence[str]) -> str:
        """An empty text: these models give no score of a given word."""
        self._heard = bytearray()
        return ""

    def finish(self) -> str:
        """The final text of the utterance; empty for a noise.

        Raises:
            RecognizerFailure: the engine failed.
        """
        try:
            return self._guarded(self.decode_out())
        finally:
            self._heard = bytearray()

    def beside(self) -> SherpaRecognizer:
        """Another one over the same model."""
        other = copy(self)
        other.start(ListeningFor.ENTRIES)
        return other

    @property
    @abstractmethod
    def streams(self) -> bool:
        """Whether `partial` gives words during the utterance."""

    @abstractmethod
    def accept(self, frame: AudioFrame) -> None:
        """Take the next frame."""

    @abstractmethod
    def partial(self) -> str:
        """The words so far."""

    @abstractmethod
    def attempt(self) -> str:
        """The text if the utterance ended here."""

    @abstractmethod
    def decode_out(self) -> str:
        """The words of the whole sound, before any judgement."""

    @abstractmethod
    def close(self) -> None:
        """Release the model."""

    def _guarded(self, text: str) -> str:
        seconds = speech_guard.voiced_seconds(bytes(self._heard))
        if seconds < speech_guard.LEAST_VOICE_SECONDS:
            return ""
        text = speech_guard.without_loop(text, seconds)
        return text if speech_guard.can_have_been_said(text, seconds) else ""


class StreamingSherpa(SherpaRecognizer):
    """A model that streams. A second stream of the same model is independent of the first."""

    def __init__(self, engine: sherpa_onnx.OnlineRecognizer) -> None:
        """Own a loaded model."""
        super().__init__()
        self._engine: sherpa_onnx.OnlineRecognizer | None = engine
        self._stream = engine.create_stream()
        self._decoded = 0

    @property
    def streams(self) -> bool:
        """Always True."""
        return True

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance in a new stream."""
        super().start(listening_for)
        self._stream, self._decoded = self._opened().create_stream(), 0

    def accept(self, frame: AudioFrame) -> None:
        """Take the next frame; ten of them are decoded at once.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        self._heard += frame.pcm
        if len(self._heard) - self._decoded >= BLOCK_BYTES:
            self._decode()

    def partial(self) -> str:
        """The words so far."""
        return written(self._opened().get_result(self._stream))

    def attempt(self) -> str:
        """The words so far, as in `partial`."""
        return self.partial()

    def decode_out(self) -> str:
        """The words of the whole sound. The stream takes no more sound.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        self._decode()
        self._stream.accept_waveform(SAMPLE_RATE, np.zeros(int(_TAIL_SECONDS * SAMPLE_RATE), np.float32))
        self._stream.input_finished()
        self._decode()
        return self.partial()

    def close(self) -> None:
        """Release the model."""
        self._engine = None

    def _opened(self) -> sherpa_onnx.OnlineRecognizer:
        if self._engine is None:
            raise RecognizerFailure("the sherpa recogniser is closed")
        return self._engine

    def _decode(self) -> None:
        engine, fresh = self._opened(), bytes(self._heard[self._decoded :])
        self._decoded = len(self._heard)
        try:
            if fresh:
                self._stream.accept_waveform(SAMPLE_RATE, _floats(fresh))
            while engine.is_ready(self._stream):
                engine.decode_stream(self._stream)
        except RuntimeError as error:
            raise RecognizerFailure(f"sherpa-onnx failed: {error}") from error


class WholeSherpa(SherpaRecognizer):
    """A model that hears whole utterances, with a guess in pauses."""

    def __init__(self, engine: sherpa_onnx.OfflineRecognizer) -> None:
        """Own a loaded model."""
        super().__init__()
        self._engine: sherpa_onnx.OfflineRecognizer | None = engine

    @property
    def streams(self) -> bool:
        """Always False."""
        return False

    def accept(self, frame: AudioFrame) -> None:
        """Keep the frame until the utterance is recognised."""
        self._heard += frame.pcm

    def partial(self) -> str:
        """An empty text."""
        return ""

    def attempt(self) -> str:
        """The text if the utterance ended here.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        return self._guarded(self.decode_out())

    def decode_out(self) -> str:
        """The words of the whole sound, in parts of at most `LONGEST_SECONDS`.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        texts = [self._words(part) for part in pieces(bytes(self._heard), LONGEST_SECONDS)]
        return "，".join(text for text in texts if text)

    def close(self) -> None:
        """Release the model."""
        self._engine = None

    def _words(self, pcm: bytes) -> str:
        if self._engine is None:
            raise RecognizerFailure("the sherpa recogniser is closed")
        stream = self._engine.create_stream()
        try:
            stream.accept_waveform(SAMPLE_RATE, _floats(pcm))
            self._engine.decode_stream(stream)
        except RuntimeError as error:
            raise RecognizerFailure(f"sherpa-onnx failed: {error}") from error
        return written(stream.result.text)


def written(text: str) -> str:
    """A text as the daemon writes it: marks between clauses are commas, Chinese words stand together."""
    return _LAST_MARK.sub("", join_words(_MARKS.sub("，", text)))


def _floats(pcm: bytes) -> npt.NDArray[np.float32]:
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)


def _online(model: SherpaModel, threads: int) -> sherpa_onnx.OnlineRecognizer:
    from sherpa_onnx import OnlineRecognizer  # noqa: PLC0415 - an extra, and 42 MB of library

    if model.kind is SherpaKind.ZIPFORMER2_CTC:
        return OnlineRecognizer.from_zipformer2_ctc(
            tokens=model.tokens, model=model.networks[0], num_threads=threads
        )
    encoder, decoder, joiner = model.networks
    return OnlineRecognizer.from_transducer(
        tokens=model.tokens,
        encoder=encoder,
        decoder=decoder,
        joiner=joiner,
        num_threads=threads,
        model_type="zipformer2",
    )


def _offline(model: SherpaModel, threads: int) -> sherpa_onnx.OfflineRecognizer:
    from sherpa_onnx import OfflineRecognizer  # noqa: PLC0415 - an extra, and 42 MB of library

    tokens, network = model.tokens, model.networks[0]
    match model.kind:
        case SherpaKind.SENSE_VOICE:
            # Without a language, short Mandarin is heard as Korean. Amounts stay in characters, which are read best.
            return OfflineRecognizer.from_sense_voice(
                model=network, tokens=tokens, num_threads=threads, language="zh", use_itn=False
            )
        case SherpaKind.PARAFORMER:
            return OfflineRecognizer.from_paraformer(paraformer=network, tokens=tokens, num_threads=threads)
        case _:
            return OfflineRecognizer.from_zipformer_ctc(model=network, tokens=tokens, num_threads=threads)
