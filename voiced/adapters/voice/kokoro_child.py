"""The child process of `voice_engines.neural`: loads Kokoro and writes sentences to sound files; see `child_protocol`.

A voice is a table of style vectors, one for each number of phonemes. It holds a speaker's timbre and style but no language,
so every voice can speak Mandarin phonemes. A Mandarin speaker's voice is best.
"""

from __future__ import annotations

import json
import wave
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from voiced.adapters.machine.installed_parts import KOKORO_FILES
from voiced.adapters.voice.child_protocol import NotPrepared, SentenceRequest, Unusable, VoiceRequest, serve

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Samples = npt.NDArray[np.float32]

SAMPLE_RATE = 24_000
_MOST_PHONEMES = 510
"""The model's longest input, less its two ends."""
_USUAL_RATE = 180
"""Words per minute of the speakers themselves, at speed 1."""
_SPEEDS = (0.5, 2.0)
"""The slowest and fastest speed at which it speaks clearly."""
_QUIET = 0.01
_LEAD_SECONDS, _TAIL_SECONDS = 0.03, 0.15
"""The silence to keep around a clause; the model adds up to half a second."""
_MANDARIN = "z"
"""The first letter in the names of Mandarin speakers' voices, as in `zf_xiaobei`."""
_BEST_OF_OTHERS = "jf_gongitsune"
"""The tested Japanese speaker whom Whisper base understood best; see benchmarks/results/voices.md."""


class KokoroSpeaker:
    """The model, once it is loaded."""

    def __init__(self) -> None:
        self._session: InferenceSession | None = None
        self._vocabulary: Mapping[str, int] = {}
        self._styles: Samples = np.zeros((0, 1, 256), np.float32)
        self._speed = 1.0
        self._volume = 1.0

    def prepare(self, request: VoiceRequest) -> None:
        """Load the model and the voice, and make one word, since the first run is the slowest.

        Raises:
            Unusable: a file, a package or the voice is missing.
        """
        folder = Path(request["model"])
        missing = [name for name in KOKORO_FILES if not (folder / name).is_file()]
        if missing:
            raise Unusable(f"voice.model_dir = {str(folder)!r}: there is no {' and no '.join(missing)}")
        try:
            from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - an extra: told if missing

            self._vocabulary = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))["vocab"]
            with np.load(folder / "voices.npz") as voices:
                self._styles = voices[_chosen(voices.files, request["voice"])].reshape(-1, 1, 256)
            options = SessionOptions()
            # Spinning threads take a quarter more processor time and are not faster.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            self._session = InferenceSession(
                folder / "model.onnx", options, providers=["CPUExecutionProvider"]
            )
            self._speed = float(np.clip(request["rate"] / _USUAL_RATE, *_SPEEDS))
            self._volume = request["volume"]
            is_heard = self._said("三块").size > 0
        except ImportError as error:
            raise Unusable(f"the neural voice is not installed ({error})") from error
        if not is_heard:
            raise Unusable(f"voice.model_dir = {str(folder)!r}: the model gives silence only")

    def speak(self, request: SentenceRequest) -> None:
        """Write a sentence's sound."""
        sound = (self._said(request["text"]) * self._volume).clip(-1, 1) * 32_767
        with wave.open(request["path"], "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(SAMPLE_RATE)
            wav.writeframes(sound.astype("<i2").tobytes())

    def _said(self, text: str) -> Samples:
        from voiced.adapters.voice.kokoro_phonemes import phonemes  # noqa: PLC0415 - see prepare

        if self._session is None:
            raise NotPrepared
        tokens = [self._vocabulary[one] for one in phonemes(text) if one in self._vocabulary][:_MOST_PHONEMES]
        if not tokens:
            return np.zeros(0, np.float32)
        said = self._session.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": self._styles[min(len(tokens), len(self._styles)) - 1].astype(np.float32),
                "speed": np.array([self._speed], np.float32),
            },
        )
        return _trimmed(np.asarray(said[0], np.float32).ravel())


def _chosen(names: Sequence[str], wanted: str) -> str:
    if wanted and wanted not in names:
        raise Unusable(f"voice.voice = {wanted!r}: the model has no such voice; it has {', '.join(names)}")
    ranked = sorted(names, key=lambda name: (not name.startswith(_MANDARIN), name != _BEST_OF_OTHERS))
    return wanted or ranked[0]


def _trimmed(sound: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(sound) > _QUIET)
    if not loud.size:
        return sound[:0]
    lead, tail = (round(seconds * SAMPLE_RATE) for seconds in (_LEAD_SECONDS, _TAIL_SECONDS))
    return sound[max(0, loud[0] - lead) : loud[-1] + tail]


if __name__ == "__main__":
    serve(KokoroSpeaker())
