"""The register of speech models: their addresses, descriptions, sizes and digests.

A model of many small files has a list of them beside the register; a line holds a file's SHA-256, its size in bytes and
its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

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
        unpack: "zip" or "tar.bz2" for an archive whose one folder becomes the model's; empty for a file as it is.
        mirrors: other addresses of the same file.
    """

    url: str
    path: str
    size: int
    sha256: str
    unpack: str = ""
    mirrors: tuple[str, ...] = ()


class FileList(Struct, frozen=True):
    """The files of a model that has many.

    Attributes:
        name: the list, beside the register.
        url: the address that the files' names are appended to.
    """

    name: str
    url: str


class Model(Struct, frozen=True):
    """A model that can be downloaded.

    Attributes:
        file: its files; those of `listed` are among them once the register is read.
        kind: for sherpa-onnx, the kind of the model (`SherpaKind`).
        errors: its character error rate, with the source.
        suits: the machine that it suits.
        credits: the people to be named wherever it is used, each with what they did.
        note: what a user should know before fetching it.
    """

    name: str
    engine: str
    language: str
    licence: str
    origin: str
    about: str
    file: tuple[ModelFile, ...] = ()
    listed: FileList | None = None
    kind: str = ""
    errors: str = ""
    suits: str = ""
    credits: tuple[str, ...] = ()
    note: str = ""

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
        models = msgspec.toml.decode(path.read_bytes(), type=_Manifest).model
        return tuple(_with_listed(model, path.parent) for model in models)
    except OSError as error:
        raise ConfigWrong(
            f"{path}: the register of models cannot be read: {error.strerror}; name another with --manifest"
        ) from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ConfigWrong(
            f"{path}: not a register of models: {error}; name another with --manifest"
        ) from error


def _with_listed(model: Model, folder: Path) -> Model:
    """The model with the files of its list, if it has one.

    Raises:
        ValueError: a line of the list has another form.
    """
    if model.listed is None:
        return model
    lines = (folder / model.listed.name).read_text(encoding="utf-8").splitlines()
    return replace(model, file=(*model.file, *_listed(lines, model.listed.url)))


def _listed(lines: list[str], url: str) -> Iterator[ModelFile]:
    for line in lines:
        if not line.startswith("#"):
            sha256, size, name = line.split(" ")
            yield ModelFile(url + quote(name), name, int(size), sha256)
