"""Streaming speech recognition by Vosk.

Vosk also ends utterances by itself, at pauses. Here only the daemon decides where an utterance ends, so the texts that
Vosk finishes meanwhile are collected.

The width of the search is that of the model, or narrower on a board that is too slow. Vosk reads it only from
`conf/model.conf` in the model's folder. So a model is loaded from a folder of links to its files, with a new version of that
file. The model's own folder stays as it was downloaded and verified.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.machine.installed_parts import is_vosk
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, SAMPLE_RATE, AudioFrame
from voiced.language.text.spelling import join_words
from voiced.ports.sound import ListeningFor

if TYPE_CHECKING:
    import vosk

BLOCK_BYTES = 10 * FRAME_BYTES
"""200 ms, the step in which Vosk decodes: smaller blocks need more calls and give no text sooner."""
_SILENT = -1
BOARD_FILE = Path("/proc/device-tree/model")
"""Linux names the board here; a PC lacks this file."""
_LIGHT = {"beam": 8.0, "max-active": 1500.0}
"""With it the Korean model takes 0.67 of its processor time: 13 s of speech three times over, the least of four rounds on an
x86_64. The time on a Pi and the loss in right words are unmeasured."""
_QUICK = re.compile(r"Raspberry Pi (?:[5-9]|Compute Module [5-9])")
_SETTING = re.compile(r"^--(beam|max-active)=([\d.]+)$", re.MULTILINE)


class Decoding(StrEnum):
    """FULL searches as widely as the model says. LIGHT searches less: it is faster, and wrong a little more often."""

    FULL = "full"
    LIGHT = "light"


def board() -> str:
    """The name of the board; empty for a PC."""
    try:
        return BOARD_FILE.read_text(errors="replace").rstrip("\0")
    except OSError:
        return ""


def decoding_on(name: str) -> Decoding:
    """The search that suits a board: LIGHT on a Raspberry Pi before the fifth, else FULL."""
    is_slow = "Raspberry Pi" in name and not _QUICK.match(name)
    return Decoding.LIGHT if is_slow else Decoding.FULL


class VoskRecognizer:
    """One Vosk model and its recogniser, used for one utterance after the other."""

    def __init__(
        self, model: Path, decoding: Decoding = Decoding.FULL, *, loaded: vosk.Model | None = None
    ) -> None:
        """Load the model: about a second.

        Args:
            model: the model's folder.
            decoding: how widely it searches.
            loaded: that model, if it is loaded already.

        Raises:
            NoModelYet: this folder holds no model, or a broken one.
        """
        self._folder = model
        self._model: vosk.Model | None = _load(model, decoding) if loaded is None else loaded
        self._engine: vosk.KaldiRecognizer | None = _engine_of(self._model)
        self._pending = bytearray()
        self._finished: list[str] = []

    @property
    def streams(self) -> bool:
        """Always True: partial texts come during the utterance."""
        return True

    def expect(self, words: Sequence[str]) -> None:
        """Do nothing: a grammar would allow no other words, and this model knows its own."""

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance. `listening_for` has no effect on Vosk."""
        self._opened().Reset()
        self._pending.clear()
        self._finished.clear()

    def accept(self, frame: AudioFrame) -> None:
        """Take the next frame.

        Raises:
            RecognizerFailure: the recogniser is closed, or refuses the sound.
        """
        self._pending += frame.pcm
        if len(self._pending) >= BLOCK_BYTES:
            self._hand_over()

    def partial(self) -> str:
        """The words so far."""
        return self._text_with(_field(self._opened().PartialResult(), "partial"))

    def attempt(self) -> str:
        """The words so far, as in `partial`."""
        return self.partial()

    def finish(self) -> str:
        """The final text.

        Raises:
            RecognizerFailure: the recogniser is closed, or refuses the sound.
        """
        self._hand_over()
        # FinalResult also frees the decoder's memory of the utterance, which would grow without it.
        text = self._text_with(_field(self._opened().FinalResult(), "text"))
        self._finished.clear()
        return text

    def closest(self, words: Sequence[str]) -> str:
        """An empty text: a grammar of these words gives one of them for any sound, and is certain of it."""
        self.finish()
        return ""

    def beside(self) -> VoskRecognizer:
        """Another one over the same model.

        Raises:
            RecognizerFailure: this one is closed.
        """
        self._opened()
        return VoskRecognizer(self._folder, loaded=self._model)

    def close(self) -> None:
        """Release the model."""
        self._engine = self._model = None

    def _opened(self) -> vosk.KaldiRecognizer:
        if self._engine is None:
            raise RecognizerFailure("the Vosk recogniser is closed")
        return self._engine

    def _hand_over(self) -> None:
        if not self._pending:
            return
        engine = self._opened()
        ended = engine.AcceptWaveform(bytes(self._pending))
        self._pending.clear()
        if ended < 0:
            raise RecognizerFailure("Vosk could not take in the sound")
        if ended:
            self._finished.append(_field(engine.Result(), "text"))

    def _text_with(self, last: str) -> str:
        return join_words(" ".join([*self._finished, last]))


def _engine_of(model: vosk.Model) -> vosk.KaldiRecognizer:
    import vosk  # noqa: PLC0415 - loaded with the model

    return vosk.KaldiRecognizer(model, SAMPLE_RATE)


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


def _field(answer: str, name: str) -> str:
    value: object = json.loads(answer).get(name, "")
    return value if isinstance(value, str) else ""


@contextmanager
def decoded(model: Path, decoding: Decoding) -> Generator[Path]:
    """The folder to load a model from. It may be deleted once the model is loaded."""
    settings = model / "conf" / "model.conf"
    if decoding is Decoding.FULL or not settings.is_file():
        yield model
        return
    with tempfile.TemporaryDirectory(prefix="voiced-vosk-") as folder:
        place = Path(folder)
        _link_all(model, place, but="conf")
        (place / "conf").mkdir()
        _link_all(model / "conf", place / "conf", but=settings.name)
        (place / "conf" / settings.name).write_text(
            _lighter(settings.read_text(encoding="utf-8")), encoding="utf-8"
        )
        yield place


def _link_all(source: Path, target: Path, *, but: str) -> None:
    for entry in source.iterdir():
        if entry.name != but:
            (target / entry.name).symlink_to(entry.resolve())


def _lighter(settings: str) -> str:
    """The settings with the narrower search, unless theirs is narrower already."""

    def lowered(match: re.Match[str]) -> str:
        name, value = match.groups()
        return f"--{name}={min(float(value), _LIGHT[name]):g}"

    return _SETTING.sub(lowered, settings)
