"""Spots the wake phrase by sherpa-onnx's keyword spotter: a small transducer that looks for this phrase alone.

The phrase is spelt in the tokens of the model: initials and finals with marks of tone in the published ones, whole syllables or
characters in others. sherpa-onnx ends the process for a token that it lacks, so the table is asked first.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from voiced.adapters.recognition.sherpa_models import SherpaModel
from voiced.adapters.recognition.sherpa_words import tokens_of
from voiced.errors import NoModelYet, RecognizerFailure
from voiced.hearing.frame import FULL_SCALE, SAMPLE_RATE, AudioFrame
from voiced.language.sounds.spelling_aloud import parts

if TYPE_CHECKING:
    import sherpa_onnx

_BOOST, _THRESHOLD = 2.0, 0.1
"""Low: what is spotted is heard once more by the recogniser, and what is not spotted is lost."""
_BLOCK_BYTES = SAMPLE_RATE // 5


def spotter(model: SherpaModel, phrase: str) -> SherpaSpotter:
    """Load a model that is known to be right, and look for a phrase; another model may end this process.

    Raises:
        NoModelYet: the model cannot spell the phrase, or cannot be loaded.
    """
    from sherpa_onnx import KeywordSpotter  # noqa: PLC0415 - an extra, and 42 MB of library

    line = f"{spelt(phrase, Path(model.tokens))} :{_BOOST} #{_THRESHOLD} @{phrase}\n"
    encoder, decoder, joiner = model.networks
    try:
        with tempfile.TemporaryDirectory(prefix="voiced-sherpa-") as folder:
            words = Path(folder) / "keywords.txt"
            words.write_text(line, encoding="utf-8")
            return SherpaSpotter(
                KeywordSpotter(
                    tokens=model.tokens,
                    encoder=encoder,
                    decoder=decoder,
                    joiner=joiner,
                    keywords_file=str(words),
                    num_threads=1,
                )
            )
    except (RuntimeError, AssertionError, ValueError) as error:
        raise NoModelYet(f"{model.folder}: this model cannot be loaded: {error}") from error


def spelt(phrase: str, table: Path) -> str:
    """The phrase in the tokens of a model, with spaces.

    Raises:
        NoModelYet: a token is missing.
    """
    tokens = tokens_of(table).keys()
    spelling: list[str] = []
    for character in phrase:
        known = next((way for way in _ways(character) if tokens >= set(way)), None)
        if known is None:
            raise NoModelYet(f"{table.parent}: this model cannot spell {character!r} of the wake phrase")
        spelling += known
    return " ".join(spelling)


class SherpaSpotter:
    """Looks for one phrase in the frames that it is given."""

    def __init__(self, engine: sherpa_onnx.KeywordSpotter) -> None:
        """Own a loaded model."""
        self._engine = engine
        self._stream = engine.create_stream()
        self._pending = bytearray()

    def restart(self) -> None:
        """Forget the sound so far."""
        self._stream = self._engine.create_stream()
        self._pending.clear()

    def hears(self, frames: Sequence[AudioFrame]) -> bool:
        """Whether the phrase ended in the sound since `restart`.

        Raises:
            RecognizerFailure: the engine failed.
        """
        for frame in frames:
            self._pending += frame.pcm
        if len(self._pending) < _BLOCK_BYTES:
            return False
        sound = np.frombuffer(bytes(self._pending), dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)
        self._pending.clear()
        try:
            self._stream.accept_waveform(SAMPLE_RATE, sound)
            while self._engine.is_ready(self._stream):
                self._engine.decode_stream(self._stream)
                if self._engine.get_result(self._stream):
                    return True
        except RuntimeError as error:
            raise RecognizerFailure(f"sherpa-onnx failed: {error}") from error
        return False


def _ways(character: str) -> Iterator[Sequence[str]]:
    sound = parts(character)
    if sound:
        yield sound
        yield ("".join(sound),)
    yield (character,)
