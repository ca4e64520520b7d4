"""The engine and the model that suit a machine, by its cores, memory and architecture.

The bounds are estimates from figures of the models' makers and users; this project measured none of these models on a Pi.
"""

from __future__ import annotations

import os
import platform

from msgspec import Struct

from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL
from voiced.adapters.recognition.vosk_recognizer import Decoding, board, decoding_on

SMALL = "sherpa-onnx-streaming-zipformer-small-ctc-zh-int8-2025-04-01"
LARGE = "sherpa-onnx-x-asr-480ms-streaming-zipformer-transducer-zh-en-punct-int8-2026-06-05"
_WITH_WHEELS = ("x86_64", "aarch64")
_SMALL_MB, _LARGE_MB = 1_500, 3_500
"""The least memory of the machine: the small model takes some 0.25 GB, the large one 0.45 GB (estimates)."""
_LARGE_CORES = 4


class Machine(Struct, frozen=True):
    """What a choice depends on.

    Attributes:
        architecture: as `uname -m` names it.
        memory_mb: the whole memory, in millions of bytes.
        board: the name of the board; empty for a PC.
    """

    architecture: str
    cores: int
    memory_mb: int
    board: str = ""

    def __str__(self) -> str:
        """The machine in a line."""
        name = f"{self.board}, " if self.board else ""
        return f"{name}{self.architecture}, {self.cores} cores, {self.memory_mb / 1000:.1f} GB of memory"


class Choice(Struct, frozen=True):
    """An engine and a model, and why."""

    engine: str
    model: str
    reason: str


def this_machine() -> Machine:
    """The machine that this runs on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Machine(platform.machine(), len(os.sched_getaffinity(0)), memory // 1_000_000, board())


def choice_for(machine: Machine) -> Choice:
    """The engine and the model for a machine."""
    if machine.architecture not in _WITH_WHEELS:
        return Choice("vosk", DEFAULT_MODEL, f"sherpa-onnx has no wheels for {machine.architecture} here")
    if machine.memory_mb < _SMALL_MB or machine.cores == 1:
        return Choice("vosk", DEFAULT_MODEL, "memory or cores are too few for the others")
    is_slow = decoding_on(machine.board) is Decoding.LIGHT
    if is_slow or machine.memory_mb < _LARGE_MB or machine.cores < _LARGE_CORES:
        return Choice("sherpa", SMALL, "streams with the least work (an estimate, not measured here)")
    return Choice("sherpa", LARGE, "streams, with the fewest errors of those (an estimate of its speed)")
