"""Whisper by faster-whisper and CTranslate2: sound in, words and their probabilities out.

faster-whisper's own `transcribe` pads every clip to 30 s. The encoder is most of the work, so a short sentence would take
six times as long as necessary. Here the window is as long as the sound and some silence. With less silence than
`MARGIN_FRAMES` the words begin to loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from voiced.adapters.machine.installed_parts import how_to_get, is_whisper
from voiced.adapters.machine.this_process import give_back_memory
from voiced.errors import ModelMissing, NoModelYet, RecognizerFailure
from voiced.hearing.frame import SAMPLE_RATE

if TYPE_CHECKING:
    from ctranslate2 import StorageView
    from faster_whisper import WhisperModel
    from faster_whisper.tokenizer import Tokenizer

LANGUAGE = "zh"
FRAMES_A_SECOND = 100
LEAST_FRAMES, MARGIN_FRAMES, MOST_FRAMES = 800, 300, 3000
"""The encoder's window: 3 s longer than the sound, at least 8 s, and at most the 30 s that it was trained on."""
_STEP_FRAMES = 50
"""Windows grow by half a second. The encoder takes frames in pairs; an odd number made it hear 四块五 for 四块，午."""
LONGEST_SECONDS = (MOST_FRAMES - MARGIN_FRAMES) / FRAMES_A_SECOND
"""The longest sound that fits one window."""
_TOKENS_A_SECOND, _LEAST_TOKENS = 12, 20
"""Twice as many tokens as fast speech has, which ends a loop early."""
_TEXT_TOKENS = 50_257
"""Tokens below this are text; tokens from here on are Whisper's control tokens."""
_MARKS = -1
"""Stands for the tokens that the model's configuration suppresses, such as brackets and music notes."""
_WIDE_FORMS = "ï"
"""The vocabulary's spelling of the byte 0xEF, the first byte of full-width forms. A garbled one reads as a digit."""


class DecodedText(Struct, frozen=True):
    """The recognised text, its mean log probability, and the probability that the sound holds no speech."""

    text: str
    log_probability: float
    no_speech_probability: float


class WhisperDecoder:
    """A loaded model. Only one thread may use it at a time."""

    def __init__(self, weights: Path, *, beam_size: int, cpu_threads: int) -> None:
        """Load the model from disk.

        Args:
            weights: folder of a model for CTranslate2.
            beam_size: the number of hypotheses that are followed.
            cpu_threads: threads of the computation, 0 for one per core, at most four.

        Raises:
            ModelMissing: the engine or the weights are not installed, or the weights are broken.
        """
        self._model = _load(weights, cpu_threads)
        extractor = self._model.feature_extractor
        extractor.mel_filters = MelFilters(extractor.mel_filters)
        self._tokenizer = _tokenizer(self._model)
        self._beam_size = beam_size
        self._suppressed = [_MARKS, *_foreign_tokens(self._tokenizer)]
        give_back_memory()

    def encode(self, sound: npt.NDArray[np.float32]) -> Encoded:
        """Encode a sound once, for several calls.

        Args:
            sound: samples from -1 to 1 at 16 kHz, not longer than `LONGEST_SECONDS`.
        """
        features = self._model.feature_extractor(sound)
        needed = math.ceil((features.shape[-1] + MARGIN_FRAMES) / _STEP_FRAMES) * _STEP_FRAMES
        frames = min(max(LEAST_FRAMES, needed), MOST_FRAMES)
        window = np.zeros((features.shape[0], frames), dtype=np.float32)
        held = features[:, :frames]
        window[:, : held.shape[1]] = held
        return Encoded(self._model.encode(window), len(sound) / SAMPLE_RATE)

    def words(self, encoded: Encoded, prompt: str) -> DecodedText:
        """The text of a sound, given the expectation in `prompt`.

        Raises:
            RecognizerFailure: the engine failed.
        """
        expectation = self._prompt(prompt)
        most_tokens = _LEAST_TOKENS + round(_TOKENS_A_SECOND * encoded.seconds)
        try:
            result = self._model.model.generate(
                encoded.output,
                [expectation],
                beam_size=self._beam_size,
                max_length=len(expectation) + most_tokens,
                suppress_tokens=self._suppressed,
                return_scores=True,
                return_no_speech_prob=True,
            )[0]
        except RuntimeError as error:
            raise RecognizerFailure(f"Whisper failed: {error}") from error
        tokens = result.sequences_ids[0]
        # The score is a mean over the tokens without the end mark, but the sum includes the mark.
        log_probability = result.scores[0] * len(tokens) / (len(tokens) + 1)
        return DecodedText(self._tokenizer.decode(tokens).strip(), log_probability, result.no_speech_prob)

    def log_probability(self, encoded: Encoded, text: str) -> float:
        """Mean log probability of a text's tokens without an expectation.

        Raises:
            RecognizerFailure: the engine failed.
        """
        tokens = self._tokenizer.encode(text)
        return float(np.mean(self._of_tokens(encoded, tokens))) if tokens else 0.0

    def likelihood(self, encoded: Encoded, text: str) -> float:
        """The sum of the same log probabilities: how likely the whole text is.

        Raises:
            RecognizerFailure: the engine failed.
        """
        return float(np.sum(self._of_tokens(encoded, self._tokenizer.encode(text))))

    def _of_tokens(self, encoded: Encoded, tokens: Sequence[int]) -> npt.NDArray[np.float64]:
        frames = min(round(encoded.seconds * FRAMES_A_SECOND), MOST_FRAMES)
        try:
            aligned = self._model.model.align(
                encoded.output, self._tokenizer.sot_sequence, [list(tokens)], max(frames, 1)
            )[0]
        except RuntimeError as error:
            raise RecognizerFailure(f"Whisper failed: {error}") from error
        return np.log(np.asarray(aligned.text_token_probs) + 1e-9)

    def close(self) -> None:
        """Release the model's memory."""
        self._model.model.unload_model()

    def _prompt(self, prompt: str) -> list[int]:
        previous = self._tokenizer.encode(f" {prompt}")
        return self._model.get_prompt(self._tokenizer, previous, without_timestamps=True)


class Encoded(Struct, frozen=True):
    """An encoded sound, for the decoder."""

    output: StorageView
    seconds: float


def _load(weights: Path, cpu_threads: int) -> WhisperModel:
    try:
        from faster_whisper import WhisperModel  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as error:
        raise ModelMissing(f"the Whisper engine is not installed; {how_to_get('whisper')}") from error
    fetch = "fetch them with: voiced models fetch faster-whisper-base"
    if not is_whisper(weights):
        raise NoModelYet(f"{weights}: there are no Whisper weights here; {fetch}")
    try:
        return WhisperModel(
            str(weights), device="cpu", compute_type="int8", cpu_threads=cpu_threads, local_files_only=True
        )
    except (RuntimeError, ValueError, OSError) as error:
        raise NoModelYet(f"{weights}: these Whisper weights cannot be loaded ({error}); {fetch}") from error


def _tokenizer(model: WhisperModel) -> Tokenizer:
    from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415 - see _load

    return Tokenizer(model.hf_tokenizer, multilingual=True, task="transcribe", language=LANGUAGE)


def _foreign_tokens(tokenizer: Tokenizer) -> list[int]:
    """Tokens that a Mandarin text never holds: other scripts, and characters other than simplified ones.

    GB 2312 holds the simplified characters only, so its codec is the test. A character made of several tokens escapes it,
    so the language rules simplify the text once more.
    """
    vocabulary = tokenizer.tokenizer
    return [
        token
        for token in range(_TEXT_TOKENS)
        if (vocabulary.id_to_token(token) or "").startswith(_WIDE_FORMS)
        or _is_foreign(vocabulary.decode([token]))
    ]


def _is_foreign(text: str) -> bool:
    return not text.isascii() and any(not _is_simplified(character) for character in text)


def _is_simplified(character: str) -> bool:
    if "\u0370" <= character <= "\u04ff" or "\u3040" <= character <= "\u30ff":
        return False  # Greek, Cyrillic and kana are in GB 2312 as well
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return character == "\ufffd"  # part of a character that is made of several tokens
    return True


class MelFilters:
    """A matrix of bands by frequencies. Its product runs on one thread, precisely enough that rounding changes no word.

    For a millisecond's work numpy's own product wakes a thread on every core, and these threads spin while the encoder
    needs the cores: 0.07 s of processor time in each recognition. Its rounding also depends on how the work was shared:
    twelve seconds of speech gave 地铁四块 in one run and 地铁四块五 in the next.
    """

    def __init__(self, filters: npt.NDArray[np.float32]) -> None:
        """Take over the filters of a feature extractor."""
        self._filters = filters.astype(np.float64)

    def __matmul__(self, magnitudes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The power in each band, from the power at each frequency."""
        return np.einsum("mf,ft->mt", self._filters, magnitudes).astype(np.float32)
