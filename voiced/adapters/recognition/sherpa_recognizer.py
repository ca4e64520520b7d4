"""Speech recognition by sherpa-onnx: models that stream, and models that hear whole utterances.

Its own end-pointing stays off: the daemon decides where an utterance ends. A sound without a voice gives an empty text.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from voiced.adapters.recognition.pieces import pieces
from voiced.adapters.recognition.sherpa_engines import BOOST, heard_so_far, streaming, whole
from voiced.adapters.recognition.sherpa_models import SherpaKind, SherpaModel, prove
from voiced.adapters.recognition.sherpa_words import Spelling, spelling_of, written
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing import hotwords, speech_guard
from voiced.hearing.frame import FRAME_BYTES, FULL_SCALE, SAMPLE_RATE, AudioFrame
from voiced.ports.sound import ListeningFor

if TYPE_CHECKING:
    import sherpa_onnx

log = logging.getLogger(__name__)

LONGEST_SECONDS = 20.0
"""Of one sound for a model that does not stream: its memory grows with the square of the length."""
BLOCK_BYTES = 10 * FRAME_BYTES
"""200 ms, the step of the daemon's other streaming engine."""
_TAIL_SECONDS = 0.5
"""Silence behind the last word, which the windows of a streaming model look ahead to."""


def load(model: SherpaModel, *, threads: int = 0, boost: float = BOOST) -> SherpaRecognizer:
    """Load a model, after the proof that it may be loaded.

    Args:
        model: the model.
        threads: of the computation; 0 for two.
        boost: how much the household's words are preferred; 0 for not at all.

    Raises:
        ModelMissing: the engine is not installed.
        NoModelYet: the model is damaged, or sherpa-onnx cannot use it.
    """
    prove(model)
    return opened(model, threads=threads, boost=boost)


def opened(model: SherpaModel, *, threads: int, boost: float = BOOST) -> SherpaRecognizer:
    """Load a model that is known to be right; another one may end this process.

    Raises:
        NoModelYet: the model cannot be loaded.
    """
    if model.kind is SherpaKind.KEYWORDS:
        raise NoModelYet(f"{model.folder}: a keyword spotter's model recognises no speech")
    try:
        if not model.kind.streams:
            return WholeSherpa(whole(model, threads or 2))
        spelling = spelling_of(Path(model.tokens)) if model.kind.takes_words and boost else None
        return StreamingSherpa(streaming(model, threads or 2, spelling, boost), spelling)
    except (RuntimeError, AssertionError, ValueError) as error:
        raise NoModelYet(f"{model.folder}: this model cannot be loaded: {error}") from error


class SherpaRecognizer(ABC):
    """What both kinds share: the sound of the utterance, and the judgement whether a voice is in it."""

    def __init__(self) -> None:
        self._heard: bytearray = bytearray()

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
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
    def expect(self, words: Sequence[str]) -> None:
        """Prefer these words, if the model can."""

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

    def __init__(self, engine: sherpa_onnx.OnlineRecognizer, spelling: Spelling | None = None) -> None:
        """Own a loaded model. With a spelling it prefers the words of `expect`."""
        super().__init__()
        self._engine: sherpa_onnx.OnlineRecognizer | None = engine
        self._spelling = spelling
        self._words: tuple[str, ...] = ()
        self._stream = engine.create_stream()
        self._decoded = 0

    @property
    def streams(self) -> bool:
        """Always True."""
        return True

    def expect(self, words: Sequence[str]) -> None:
        """Prefer these words of the household from the next utterance on. How many the model cannot write is logged once."""
        if self._spelling is None or self._words == tuple(words):
            return
        self._words = tuple(words)
        unknown = sum(not self._spelling.can_write(word) for word in words)
        if unknown:
            log.info("%d of %d words of the household are not in the model's vocabulary", unknown, len(words))

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance in a new stream. Commands are preferred only while a draft is open, and the wake phrase never."""
        super().start(listening_for)
        preferred = self.preferred(listening_for)
        engine = self._opened()
        self._stream = engine.create_stream(hotwords=preferred) if preferred else engine.create_stream()
        self._decoded = 0

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
        return written(heard_so_far(self._opened(), self._stream))

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

    def preferred(self, listening_for: ListeningFor) -> str:
        """The preferred words of an utterance, as sherpa-onnx takes them; empty for a model that takes none."""
        match listening_for:
            case ListeningFor.WAKE:
                wanted: tuple[str, ...] = ()
            case ListeningFor.ENTRIES:
                wanted = (*hotwords.SUMS, *self._words)
            case ListeningFor.COMMANDS:
                wanted = (*hotwords.COMMANDS, *hotwords.SUMS, *self._words)
        if self._spelling is None:
            return ""
        known = filter(self._spelling.can_write, wanted[: hotwords.MOST_WORDS])
        return self._spelling.spelt(dict.fromkeys(known))

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

    def expect(self, words: Sequence[str]) -> None:
        """Do nothing: only transducers can prefer words."""

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


def _floats(pcm: bytes) -> npt.NDArray[np.float32]:
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)
