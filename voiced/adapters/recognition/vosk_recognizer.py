"""Streaming speech recognition by Vosk, for commands and the wake phrase with a grammar beside it.

A grammar holds the words that are to be expected. It needs a model with a graph of two parts (`HCLr.fst`, `Gr.fst`: the
small ones), and only words of the model's own vocabulary. Proven with the Korean model that the tests have; that the
Mandarin models know the words of our commands is unverified.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.recognition.join_words import join_words
from voiced.adapters.recognition.model_store import is_vosk
from voiced.adapters.recognition.vosk_decoding import Decoding, decoded
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, SAMPLE_RATE, AudioFrame
from voiced.language.readings import UNKNOWN, better_reading, grammar_of
from voiced.ports import ListeningFor

if TYPE_CHECKING:
    import vosk

log = logging.getLogger(__name__)

BLOCK_BYTES = 10 * FRAME_BYTES
"""200 ms, the step in which Vosk decodes: smaller blocks cost calls and bring nothing sooner."""
_SILENT = -1
_GRAPH_IN_PARTS = ("graph/HCLr.fst", "HCLr.fst")
"""Only where the language model is a part of its own can a grammar take its place."""


class VoskRecognizer:
    """One Vosk model and the recognisers on it, used for one utterance after the other.

    Where there is a grammar for what is listened for, a second recogniser hears the same sound by it, which costs as
    much again. Its reading counts only where it sounds as what was understood freely (`better_reading`).
    """

    def __init__(
        self,
        model: Path,
        phrases: Mapping[ListeningFor, Sequence[str]] | None = None,
        decoding: Decoding = Decoding.FULL,
    ) -> None:
        """Load the model: about a second.

        Args:
            model: the model's folder.
            phrases: what is to be expected, by what is listened for. Those with words that the model does not know
                are left out.
            decoding: how widely it searches.

        Raises:
            NoModelYet: there is no model in this folder, or it is broken.
        """
        loaded = _load(model, decoding)
        self._free: VoskStream | None = VoskStream(lambda: _recognizer(loaded, None))
        self._restricted = readings_by_grammar(model, loaded, phrases or {})
        self._beside: VoskStream | None = None

    @property
    def streams(self) -> bool:
        """Partial texts come while somebody speaks."""
        return True

    def has_grammar(self, listening_for: ListeningFor) -> bool:
        """Whether a grammar helps with this."""
        return listening_for in self._restricted

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
        self._beside = self._restricted.get(listening_for)
        for reading in self._readings():
            reading.start()

    def accept(self, frame: AudioFrame) -> None:
        """Hear the next frame."""
        for reading in self._readings():
            reading.accept(frame)

    def partial(self) -> str:
        """What has been understood so far, freely: a grammar hears a command in half a word."""
        return self._readings()[0].partial()

    def attempt(self) -> str:
        """What has been understood so far: Vosk streams."""
        return self.partial()

    def finish(self) -> str:
        """The final text.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        free, *restricted = [reading.finish() for reading in self._readings()]
        return better_reading(free, restricted[0]) if restricted else free

    def close(self) -> None:
        """Release the model."""
        self._free = self._beside = None
        self._restricted = {}

    def _readings(self) -> tuple[VoskStream, ...]:
        """The free one, and the one by grammar where there is one."""
        if self._free is None:
            raise RecognizerFailure("the Vosk recogniser is closed")
        return (self._free,) if self._beside is None else (self._free, self._beside)


class VoskStream:
    """One of Vosk's recognisers.

    Vosk ends utterances by itself, too, where it hears a pause. Here the daemon alone says where one ends: what
    Vosk finishes meanwhile is collected.
    """

    def __init__(self, make: Callable[[], vosk.KaldiRecognizer]) -> None:
        self._engine = make()
        self._pending = bytearray()
        self._finished: list[str] = []

    def start(self) -> None:
        """Begin an utterance."""
        self._engine.Reset()
        self._pending.clear()
        self._finished.clear()

    def accept(self, frame: AudioFrame) -> None:
        """Hear the next frame.

        Raises:
            RecognizerFailure: Vosk refuses it.
        """
        self._pending += frame.pcm
        if len(self._pending) >= BLOCK_BYTES:
            self._hand_over()

    def partial(self) -> str:
        """What has been understood so far."""
        return self._text_with(_field(self._engine.PartialResult(), "partial"))

    def finish(self) -> str:
        """The final text.

        Raises:
            RecognizerFailure: Vosk refuses the sound.
        """
        self._hand_over()
        # FinalResult also frees the decoder's memory of the utterance, which is what keeps it bounded.
        text = self._text_with(_field(self._engine.FinalResult(), "text"))
        self._finished.clear()
        return text

    def _hand_over(self) -> None:
        if not self._pending:
            return
        ended = self._engine.AcceptWaveform(bytes(self._pending))
        self._pending.clear()
        if ended < 0:
            raise RecognizerFailure("Vosk could not take in the sound")
        if ended:
            self._finished.append(_field(self._engine.Result(), "text"))

    def _text_with(self, last: str) -> str:
        return join_words(" ".join([*self._finished, last]))


def _load(model: Path, decoding: Decoding) -> vosk.Model:
    import vosk  # noqa: PLC0415 - loads 25 MB of library and a web client with it

    vosk.SetLogLevel(_SILENT)
    fetch = "fetch one with: voiced models fetch vosk-model-small-cn-0.22"
    if not is_vosk(model):
        raise NoModelYet(f"{model}: there is no Vosk model here; {fetch}")
    try:
        with decoded(model, decoding) as folder:
            return vosk.Model(str(folder))
    except Exception as error:  # Vosk raises nothing more precise
        raise NoModelYet(f"{model}: this Vosk model cannot be loaded; {fetch}") from error


def _recognizer(model: vosk.Model, grammar: str | None) -> vosk.KaldiRecognizer:
    import vosk  # noqa: PLC0415 - see _load

    if grammar is None:
        return vosk.KaldiRecognizer(model, SAMPLE_RATE)
    return vosk.KaldiRecognizer(model, SAMPLE_RATE, grammar)


def readings_by_grammar(
    folder: Path, model: vosk.Model, phrases: Mapping[ListeningFor, Sequence[str]]
) -> dict[ListeningFor, VoskStream]:
    """A recogniser by grammar for each thing listened for of which the model knows any words."""
    if not any((folder / place).is_file() for place in _GRAPH_IN_PARTS):
        return {}
    readings: dict[ListeningFor, VoskStream] = {}
    for listening_for, expected in phrases.items():
        words = grammar_of(expected, lambda word: model.vosk_model_find_word(word) >= 0)
        log.debug("%s: the model knows %d of %d phrases", listening_for.value, len(words), len(expected))
        if words:
            # Models that have no word for the unknown leave it out by themselves.
            grammar = json.dumps([*words, UNKNOWN], ensure_ascii=False)
            readings[listening_for] = VoskStream(partial(_recognizer, model, grammar))
    return readings


def _field(answer: str, name: str) -> str:
    value: object = json.loads(answer).get(name, "")
    return value if isinstance(value, str) else ""
