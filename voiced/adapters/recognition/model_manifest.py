"""The register of speech models: their addresses, descriptions, sizes and digests."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from voiced.errors import ConfigWrong
from voiced.packaged import shipped

DEFAULT_MODEL = "vosk-model-small-cn-0.22"
"""The model that `voiced models fetch` downloads by default: it streams, and runs on a Pi."""


class ModelFile(Struct, frozen=True):
    """A file of a model.

    Attributes:
        url: its address.
        path: its place in the model's folder.
        size: in bytes.
        sha256: in hexadecimal.
        unpack: "zip" for an archive whose one folder becomes the model's; empty for a file as it is.
        mirrors: other addresses of the same file.
    """

    url: str
    path: str
    size: int
    sha256: str
    unpack: str = ""
    mirrors: tuple[str, ...] = ()


class Model(Struct, frozen=True):
    """A model that can be downloaded."""

    name: str
    engine: str
    language: str
    licence: str
    origin: str
    about: str
    file: tuple[ModelFile, ...]

    @property
    def size(self) -> int:
        """Bytes to download."""
        return sum(file.size for file in self.file)


class _Manifest(Struct, frozen=True):
    model: tuple[Model, ...]


def manifest_file() -> Path:
    """The register that comes with voiced."""
    return shipped("models/manifest.toml")


def read_manifest(path: Path) -> tuple[Model, ...]:
    """The models that a manifest lists.

    Raises:
        ConfigWrong: it cannot be read, or has the wrong form.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_Manifest).model
    except OSError as error:
        raise ConfigWrong(
            f"{path}: the register of models cannot be read: {error.strerror}; name another with --manifest"
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigWrong(
            f"{path}: not a register of models: {error}; name another with --manifest"
        ) from error
