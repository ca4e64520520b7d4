"""Streaming speech recognition by Vosk."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.model_store import is_vosk
from voiced.errors import ModelMissing, RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, SAMPLE_RATE, AudioFrame
from voiced.ports import ListeningFor

if TYPE_CHECKING:
    import vosk

BLOCK_BYTES = 10 * FRAME_BYTES
"""200 ms, the step in which Vosk decodes: smaller blocks cost calls and bring nothing sooner."""
_SILENT = -1
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_SPACE_AT_HAN = re.compile(rf"(?<=[{_HAN}])\s+|\s+(?=[{_HAN}])")


class VoskRecognizer:
    """One Vosk model and one recogniser on it, used for one utterance after the other.

    Vosk ends utterances by itself, too, where it hears a pause. Here the daemon alone says where one ends: what
    Vosk finishes meanwhile is collected.
    """

    def __init__(self, model: Path) -> None:
        """Load the model: about a second.

        Raises:
            ModelMissing: there is no model in this folder, or it is broken.
        """
        self._recognizer: vosk.KaldiRecognizer | None = _load(model)
        self._pending = bytearray()
        self._finished: list[str] = []

    @property
    def streams(self) -> bool:
        """Partial texts come while somebody speaks."""
        return True

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance. Vosk's small models cannot be told what to expect."""
        self._engine().Reset()
        self._pending.clear()
        self._finished.clear()

    def accept(self, frame: AudioFrame) -> None:
        """Hear the next frame."""
        self._pending += frame.pcm
        if len(self._pending) >= BLOCK_BYTES:
            self._hand_over()

    def partial(self) -> str:
        """What has been understood so far."""
        return self._text_with(_field(self._engine().PartialResult(), "partial"))

    def attempt(self) -> str:
        """What has been understood so far: Vosk streams."""
        return self.partial()

    def finish(self) -> str:
        """The final text.

        Raises:
            RecognizerFailure: the recogniser is closed, or failed.
        """
        self._hand_over()
        # FinalResult also frees the decoder's memory of the utterance, which is what keeps it bounded.
        text = self._text_with(_field(self._engine().FinalResult(), "text"))
        self._finished.clear()
        return text

    def close(self) -> None:
        """Release the model."""
        self._recognizer = None

    def _hand_over(self) -> None:
        if not self._pending:
            return
        engine = self._engine()
        ended = engine.AcceptWaveform(bytes(self._pending))
        self._pending.clear()
        if ended < 0:
            raise RecognizerFailure("Vosk could not take in the sound")
        if ended:
            self._finished.append(_field(engine.Result(), "text"))

    def _text_with(self, last: str) -> str:
        return join_words(" ".join([*self._finished, last]))

    def _engine(self) -> vosk.KaldiRecognizer:
        if self._recognizer is None:
            raise RecognizerFailure("the Vosk recogniser is closed")
        return self._recognizer


def join_words(words: str) -> str:
    """Words as Vosk parts them, written together where Chinese is: 「打车 三十 块」 is 「打车三十块」."""
    return _SPACE_AT_HAN.sub("", " ".join(words.split()))


def _load(model: Path) -> vosk.KaldiRecognizer:
    import vosk  # noqa: PLC0415 - loads 25 MB of library and a web client with it

    vosk.SetLogLevel(_SILENT)
    fetch = "fetch one with: voiced models fetch vosk-model-small-cn-0.22"
    if not is_vosk(model):
        raise ModelMissing(f"{model}: there is no Vosk model here; {fetch}")
    try:
        return vosk.KaldiRecognizer(vosk.Model(str(model)), SAMPLE_RATE)
    except Exception as error:  # Vosk raises nothing more precise
        raise ModelMissing(f"{model}: this Vosk model cannot be loaded; {fetch}") from error


def _field(answer: str, name: str) -> str:
    value: object = json.loads(answer).get(name, "")
    return value if isinstance(value, str) else ""
