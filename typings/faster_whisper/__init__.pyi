# What voiced uses of faster-whisper and, through it, of CTranslate2; neither has types of its own.
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
import tokenizers
from ctranslate2 import StorageView
from faster_whisper.tokenizer import Tokenizer

class _GenerationResult:
    sequences_ids: list[list[int]]
    scores: list[float]
    no_speech_prob: float

class _AlignmentResult:
    text_token_probs: list[float]

class _Ctranslate2Whisper:
    def generate(
        self,
        features: StorageView,
        prompts: list[list[int]],
        *,
        beam_size: int = 5,
        max_length: int = 448,
        suppress_tokens: list[int] | None = ...,
        return_scores: bool = False,
        return_no_speech_prob: bool = False,
    ) -> list[_GenerationResult]: ...
    def align(
        self,
        features: StorageView,
        start_sequence: Sequence[int],
        text_tokens: list[list[int]],
        num_frames: int | list[int],
    ) -> list[_AlignmentResult]: ...
    def unload_model(self, to_cpu: bool = False) -> None: ...

class _Matrix(Protocol):
    def __matmul__(self, other: npt.NDArray[np.float32], /) -> npt.NDArray[np.float32]: ...

class FeatureExtractor:
    @property
    def mel_filters(self) -> npt.NDArray[np.float32]: ...
    @mel_filters.setter
    def mel_filters(self, filters: _Matrix) -> None: ...
    def __call__(self, waveform: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]: ...

class Segment:
    text: str

class WhisperModel:
    model: _Ctranslate2Whisper
    hf_tokenizer: tokenizers.Tokenizer
    def __init__(
        self,
        model_size_or_path: str,
        device: str = "auto",
        compute_type: str = "default",
        cpu_threads: int = 0,
        local_files_only: bool = False,
    ) -> None: ...
    def transcribe(
        self,
        audio: npt.NDArray[np.float32],
        *,
        language: str,
        beam_size: int,
        temperature: float,
        max_new_tokens: int,
        condition_on_previous_text: bool = True,
        without_timestamps: bool,
    ) -> tuple[Iterable[Segment], object]: ...
    feature_extractor: FeatureExtractor
    def encode(self, features: npt.NDArray[np.float32]) -> StorageView: ...
    def get_prompt(
        self, tokenizer: Tokenizer, previous_tokens: list[int], without_timestamps: bool = False
    ) -> list[int]: ...
