"""Speech recognition by Whisper, without streaming. Noise gives an empty text."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from copy import copy
from pathlib import Path

import numpy as np
import numpy.typing as npt

from voiced.adapters.machine.this_process import give_back_memory
from voiced.adapters.recognition.pieces import pieces
from voiced.adapters.recognition.whisper_decoder import LONGEST_SECONDS, WhisperDecoder
from voiced.hearing import speech_guard
from voiced.hearing.frame import BYTES_PER_SAMPLE, FULL_SCALE, AudioFrame, samples
from voiced.ports.sound import ListeningFor

log = logging.getLogger(__name__)

_LONGEST_WORD_BYTES = samples(4.0) * BYTES_PER_SAMPLE
"""A word with the silence around it. In a longer sound it would be a part of a sentence."""
_CLAUSE_END = re.compile(r"(?<!\d)[,、;]\s*|[,、;]\s*(?!\d)")
_LAST_MARK = re.compile(r"[，。,.\s]+$")

# Whisper continues a prompt in its style, so a prompt looks like the wanted text: simplified characters, and amounts in
# characters, which it recognises better than figures (「一百二」 became 200). 「、」 separates clauses, since it is one token of
# the vocabulary. The full-width comma is three tokens, and a garbled one reads as a digit.
#
# Noise tends to become words of the prompt, so entries and commands have separate prompts: while entries are expected, noise
# rarely becomes a command. The wake phrase is in no prompt: it is recognised by its sound in any spelling.
_ENTRIES = (
    "昨天吃早餐八块、午饭二十六块五、晚饭花了一百三、打车十八、买菜花了三十六、交水费八十五、"
    "红包收到两百、工资到账九千。"
)
_PROMPTS = {
    ListeningFor.ENTRIES: _ENTRIES,
    # An entry may follow the wake phrase in one breath.
    ListeningFor.WAKE: _ENTRIES,
    ListeningFor.COMMANDS: (
        "确认、取消、退出、不要了、第一笔改成二十五、删掉第三笔、确认第二笔、还有奶茶十八、"
        "打车那笔是收入不是支出、继续记账。"
    ),
}


class WhisperRecognizer:
    """Whisper weights for CTranslate2, in 8-bit integers on the processor."""

    def __init__(self, weights: Path, *, beam_size: int = 1, cpu_threads: int = 0) -> None:
        """Load the model from disk.

        Args:
            weights: folder of a model for CTranslate2.
            beam_size: the number of hypotheses that are followed; 1 is as good as 5 for short sentences.
            cpu_threads: threads of the computation, 0 for CTranslate2's default.

        Raises:
            ModelMissing: the engine or the weights are not installed, or the weights are broken.
        """
        self._decoder = WhisperDecoder(weights, beam_size=beam_size, cpu_threads=cpu_threads)
        self._prompt = prompt_for(ListeningFor.ENTRIES)
        self._heard: list[bytes] = []

    @property
    def streams(self) -> bool:
        """Always False: Whisper recognises whole utterances."""
        return False

    def expect(self, words: Sequence[str]) -> None:
        """Do nothing: with the household's words in its prompt Whisper hears no better (docs/decisions/0080)."""

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance."""
        self._prompt = prompt_for(listening_for)
        self._heard = []

    def accept(self, frame: AudioFrame) -> None:
        """Keep the frame until the utterance is recognised."""
        self._heard.append(frame.pcm)

    def partial(self) -> str:
        """An empty text: Whisper does not stream."""
        return ""

    def finish(self) -> str:
        """The text of the utterance; empty for a noise.

        Raises:
            RecognizerFailure: the engine failed.
        """
        text = self.attempt()
        self._heard = []
        return text

    def attempt(self) -> str:
        """The text if the utterance ended here.

        Raises:
            RecognizerFailure: the engine failed.
        """
        pcm = b"".join(self._heard)
        text = "，".join(text for part in pieces(pcm, LONGEST_SECONDS) if (text := self._recognize(part)))
        give_back_memory()
        return text

    def closest(self, words: Sequence[str]) -> str:
        """The one of a few words that the sound holds, by its likelihood without any expectation.

        Raises:
            RecognizerFailure: the engine failed.
        """
        pcm = b"".join(self._heard)
        self._heard = []
        if (
            len(pcm) > _LONGEST_WORD_BYTES
            or speech_guard.voiced_seconds(pcm) < speech_guard.LEAST_VOICE_SECONDS
        ):
            return ""
        encoded = self._decoder.encode(_sound_of(pcm))
        found = speech_guard.clearest({word: self._decoder.likelihood(encoded, word) for word in words})
        give_back_memory()
        return found

    def beside(self) -> WhisperRecognizer:
        """Another one over the same weights."""
        other = copy(self)
        other.start(ListeningFor.ENTRIES)
        return other

    def close(self) -> None:
        """Release the model."""
        self._decoder.close()

    def _recognize(self, pcm: bytes) -> str:
        voice_seconds = speech_guard.voiced_seconds(pcm)
        if voice_seconds < speech_guard.LEAST_VOICE_SECONDS:
            log.debug("no speech: %.2f s of voice", voice_seconds)
            return ""
        encoded = self._decoder.encode(_sound_of(pcm))
        words = self._decoder.words(encoded, self._prompt)
        text = speech_guard.without_loop(words.text, voice_seconds)
        if not text or not speech_guard.can_have_been_said(text, voice_seconds):
            log.debug("no speech: %d characters in %.2f s of voice", len(text), voice_seconds)
            return ""
        hypothesis = speech_guard.Hypothesis(
            text=text,
            expected=words.log_probability,
            unexpected=self._decoder.log_probability(encoded, text),
            no_speech=words.no_speech_probability,
            is_echo=speech_guard.echoes(text, self._prompt),
        )
        if not hypothesis.is_heard:
            log.debug(
                "no speech: expected %.2f, unexpected %.2f, no speech %.2f",
                hypothesis.expected,
                hypothesis.unexpected,
                hypothesis.no_speech,
            )
            return ""
        return _LAST_MARK.sub("", _CLAUSE_END.sub("，", text))


def _sound_of(pcm: bytes) -> npt.NDArray[np.float32]:
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)


def prompt_for(listening_for: ListeningFor) -> str:
    """The prompt for a kind of words."""
    return _PROMPTS[listening_for]
