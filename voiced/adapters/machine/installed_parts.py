"""The optional parts of an installation: packages, each with its extra, and models, known by the files in their folder."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

from voiced.errors import ModelMissing

_VOSK_FOLDERS = ("am", "conf")
_WHISPER_FILES = ("model.bin", "config.json", "tokenizer.json")
SHERPA_KIND = "sherpa-kind"
"""In the folder of a model for sherpa-onnx: its kind, which `voiced models fetch` writes."""
SPOTTER = "keyword-spotter"
"""That kind of a model which looks for one phrase."""
LICENCE_FILE = "LICENCE"
"""In a folder of recordings: the licence's name on the first line, then a line for each person to be credited."""
BANK_INDEX = "units.json"
"""The index of a bank of recorded units; it names the sound file beside it."""
FETCHED_BANK, FETCHED_WORDS = "voice-bank", "voice-bank-words"
"""The folders of the fetched syllables, which holds the bank as well, and of the fetched words."""
KOKORO_FILES = ("model.onnx", "voices.npz", "vocab.json")
_MANDARIN = re.compile(r"(^|[-_])(cn|zh|cmn|chinese)([-_.]|$)")
"""Vosk names its models `vosk-model-small-cn-0.22`; only the name states the language."""


def how_to_get(extra: str) -> str:
    """The remedy for a missing extra, named as in pyproject.toml. A service has an environment of its own."""
    return f"install it with: scripts/install --with {extra}, or in a checkout: pip install '.[{extra}]'"


def require(package: str, what: str, extra: str) -> None:
    """Check that a package is installed, without importing it.

    Args:
        package: its name in an import.
        what: its name in messages, such as `the Whisper engine`.
        extra: the extra that installs it.

    Raises:
        ModelMissing: it is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise ModelMissing(f"{what} is not installed; {how_to_get(extra)}")


def find_vosk(models_dir: Path) -> Path | None:
    """The Mandarin model of Vosk in this folder, or None. A small model is preferred."""
    found = [folder for folder in _folders(models_dir) if _MANDARIN.search(folder.name) and is_vosk(folder)]
    return min(found, key=lambda folder: ("small" not in folder.name, folder.name), default=None)


def find_whisper(models_dir: Path) -> Path | None:
    """The Whisper weights in this folder, or None. `base` is preferred."""
    found = [folder for folder in _folders(models_dir) if is_whisper(folder)]
    return min(found, key=lambda folder: ("base" not in folder.name, folder.name), default=None)


def find_sherpa(models_dir: Path) -> Path | None:
    """The model for sherpa-onnx in this folder, or None. One that streams is preferred, then one of the large ones."""
    found = [folder for folder in _folders(models_dir) if is_sherpa(folder)]
    return min(found, key=lambda folder: ("streaming" not in folder.name, folder.name), default=None)


def find_spotter(models_dir: Path) -> Path | None:
    """The model of a keyword spotter for sherpa-onnx in this folder, or None."""
    return min((folder for folder in _folders(models_dir) if is_spotter(folder)), default=None)


def is_sherpa(folder: Path) -> bool:
    """Whether a folder was fetched as a recogniser's model for sherpa-onnx."""
    return (folder / SHERPA_KIND).is_file() and not is_spotter(folder)


def is_spotter(folder: Path) -> bool:
    """Whether a folder was fetched as a keyword spotter's model for sherpa-onnx."""
    kind = folder / SHERPA_KIND
    return kind.is_file() and kind.read_text(encoding="utf-8").strip() == SPOTTER


def is_vosk(folder: Path) -> bool:
    """Whether a folder looks like a model of Vosk."""
    return all((folder / name).is_dir() for name in _VOSK_FOLDERS)


def is_whisper(folder: Path) -> bool:
    """Whether a folder looks like Whisper weights for CTranslate2."""
    return all((folder / name).is_file() for name in _WHISPER_FILES)


def find_kokoro(models_dir: Path) -> Path | None:
    """The neural voice in this folder, or None."""
    return min(filter(is_kokoro, _folders(models_dir)), default=None)


def is_kokoro(folder: Path) -> bool:
    """Whether a folder looks like a model of Kokoro."""
    return all((folder / name).is_file() for name in KOKORO_FILES)


def find_bank(models_dir: Path) -> Path | None:
    """The bank of recorded units in this folder, or None. A household's own bank is preferred to the fetched one."""
    found = [folder for folder in _folders(models_dir) if is_bank(folder)]
    return min(found, key=lambda folder: (folder.name == FETCHED_BANK, folder.name), default=None)


def is_bank(folder: Path) -> bool:
    """Whether a folder looks like a bank of recorded units."""
    return (folder / BANK_INDEX).is_file()


def _folders(models_dir: Path) -> Iterator[Path]:
    """The models' folders. Hidden folders are left out: they hold downloads in progress."""
    if models_dir.is_dir():
        yield from (
            folder for folder in models_dir.iterdir() if folder.is_dir() and not folder.name.startswith(".")
        )
