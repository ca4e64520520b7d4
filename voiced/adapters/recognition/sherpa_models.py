"""Models of sherpa-onnx: their kinds, their files, and the proof that one can be loaded.

sherpa-onnx ends the whole process, without an exception, for a model of another kind or with a damaged table of tokens. So
the kind is never guessed, the files are compared with their receipt, and a model is loaded in a child process first. The proof is kept beside the
model; it holds for the files as they are and for the version of sherpa-onnx.
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

from voiced.adapters.machine.installed_parts import SHERPA_KIND, SPOTTER, require
from voiced.adapters.recognition.model_install import RECEIPT, faults
from voiced.errors import NoModelYet

log = logging.getLogger(__name__)

PROBE_SECONDS = 120.0
"""A model of 170 MB needs two seconds here, and a small computer with a slow card half a minute."""
_PROOF = "sherpa-proved"
_REMEDY = "fetch it again with: voiced models fetch"


class SherpaKind(StrEnum):
    """The kinds that are known, by the name in the register of models. The first two stream; the last looks for one phrase."""

    ZIPFORMER2_CTC = "zipformer2-ctc"
    ZIPFORMER2_TRANSDUCER = "zipformer2-transducer"
    ZIPFORMER_CTC = "zipformer-ctc"
    SENSE_VOICE = "sense-voice"
    PARAFORMER = "paraformer"
    KEYWORDS = SPOTTER

    @property
    def streams(self) -> bool:
        """Whether it gives words during an utterance."""
        return self in (SherpaKind.ZIPFORMER2_CTC, SherpaKind.ZIPFORMER2_TRANSDUCER)

    @property
    def takes_words(self) -> bool:
        """Whether words can be preferred; the process ends if another kind is given some."""
        return self is SherpaKind.ZIPFORMER2_TRANSDUCER

    @property
    def networks(self) -> tuple[str, ...]:
        """The beginnings of the names of its network files."""
        is_transducer = self in (SherpaKind.ZIPFORMER2_TRANSDUCER, SherpaKind.KEYWORDS)
        return ("encoder", "decoder", "joiner") if is_transducer else ("model",)


class SherpaModel(Struct, frozen=True):
    """A model on disk.

    Attributes:
        networks: the paths of its networks, in the order of `SherpaKind.networks`.
    """

    folder: Path
    kind: SherpaKind
    networks: tuple[str, ...]

    @property
    def tokens(self) -> str:
        """The path of its table of tokens."""
        return str(self.folder / "tokens.txt")


def model_in(folder: Path) -> SherpaModel:
    """The model in a folder, by its files alone.

    Raises:
        NoModelYet: its kind is unknown, or a file is missing.
    """
    try:
        kind = SherpaKind((folder / SHERPA_KIND).read_text(encoding="utf-8").strip())
    except (OSError, ValueError) as error:
        raise NoModelYet(f"{folder}: holds no sherpa model of a known kind; {_REMEDY}") from error
    networks = tuple(_network(folder, begins) for begins in kind.networks)
    if not (folder / "tokens.txt").is_file():
        raise NoModelYet(f"{folder}: tokens.txt of this {kind} model is missing; {_REMEDY}")
    return SherpaModel(folder, kind, networks)


def prove(model: SherpaModel, phrase: str = "") -> None:
    """Check that a model loads and decodes, in a child process; once for each version of its files and of sherpa-onnx.

    Args:
        model: the model.
        phrase: what a spotter is to look for.

    Raises:
        ModelMissing: sherpa-onnx is not installed.
        NoModelYet: the files differ from their receipt, or the child process could not use them.
    """
    require("sherpa_onnx", "the sherpa engine", "sherpa")
    signature = _signature(model) + phrase
    proof = model.folder / _PROOF
    if proof.is_file() and proof.read_text(encoding="utf-8") == signature:
        return
    if (model.folder / RECEIPT).is_file() and (found := faults(model.folder)):
        raise NoModelYet(f"{model.folder}: {found[0]}; {_REMEDY}")
    _probe(model, phrase)
    try:
        proof.write_text(signature, encoding="utf-8")
    except OSError:
        log.info("%s: the proof cannot be kept here, so each start tries the model anew", model.folder)


def _probe(model: SherpaModel, phrase: str) -> None:
    command = [sys.executable, "-m", "voiced.adapters.recognition.sherpa_probe", str(model.folder), phrase]
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter
            command, capture_output=True, text=True, check=False, timeout=PROBE_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise NoModelYet(f"{model.folder}: did not load within {PROBE_SECONDS:g} s; {_REMEDY}") from error
    if done.returncode == -signal.SIGILL:
        raise NoModelYet(
            f"{model.folder}: this processor lacks instructions that sherpa-onnx needs; set asr.engine to vosk"
        )
    if done.returncode != 0:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        reason = lines[-1][:200] if lines else f"its process ended with {done.returncode}"
        raise NoModelYet(
            f"{model.folder}: sherpa-onnx cannot use this {model.kind} model ({reason}); {_REMEDY}"
        )


def _network(folder: Path, begins: str) -> str:
    """A network file. That with 8-bit integers is preferred: it is smaller, and quicker on each machine that is known."""
    found = sorted(folder.glob(f"{begins}*.onnx"), key=lambda path: (".int8." not in path.name, path.name))
    if not found:
        raise NoModelYet(f"{folder}: its file {begins}.onnx is missing; {_REMEDY}")
    return str(found[0])


def _signature(model: SherpaModel) -> str:
    files = [(path, Path(path).stat()) for path in (*model.networks, model.tokens)]
    sizes = [f"{Path(path).name} {facts.st_size} {facts.st_mtime_ns}" for path, facts in files]
    return "\n".join([f"sherpa-onnx {version('sherpa-onnx')}", str(model.kind), *sizes]) + "\n"
