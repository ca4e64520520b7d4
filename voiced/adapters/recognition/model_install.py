"""Installs models: each is downloaded to a hidden folder, checked, and then moved as a whole."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from voiced.adapters.recognition.download import Progress, download, sha256_of
from voiced.adapters.recognition.model_manifest import Model, ModelFile
from voiced.errors import DownloadFailure

RECEIPT = "SHA256SUMS"
"""Written into each model's folder, in the form that `sha256sum -c` reads."""
_SHOWN_CHARACTERS = 80
"""The part of a name that is shown when a receipt is damaged."""


def fetch(model: Model, models_dir: Path, progress: Progress, mirror: str = "") -> Path:
    """Download a model into its folder, resuming an earlier attempt. An installed model without faults stays.

    Args:
        model: the model.
        models_dir: the folder that holds the models' folders.
        progress: gets the number of bytes of the model that are present.
        mirror: an address that is asked first; it holds the files as `NAME/PATH`.

    Raises:
        DownloadFailure: the download failed; the models folder is unchanged.
    """
    place = models_dir / model.name
    if place.is_dir() and not faults(place):
        progress(model.size)
        return place
    aside = models_dir / f".fetching-{model.name}"
    _fetch_files(model, aside, progress, mirror)
    ready = _unpacked(model, aside)
    _write_receipt(ready)
    if place.exists():
        shutil.rmtree(place)
    ready.rename(place)
    shutil.rmtree(aside, ignore_errors=True)
    return place


def faults(folder: Path) -> tuple[str, ...]:
    """The faults of a model's folder, one line each; empty if the folder is as it was installed."""
    receipt = folder / RECEIPT
    if not receipt.is_file():
        return (f"{RECEIPT} is missing: it was not put here by voiced models fetch",)
    return tuple(_faults(folder, receipt.read_text(encoding="utf-8", errors="replace")))


def _faults(folder: Path, receipt: str) -> Iterator[str]:
    for line in receipt.splitlines():
        digest, _, name = line.partition("  ")
        try:
            found = sha256_of(folder / name)
        except (FileNotFoundError, NotADirectoryError):
            yield f"{name} is missing"
        except (OSError, ValueError):  # a directory, a name too long, a character that no name holds
            yield f"{RECEIPT} lists something that is not a file: {name[:_SHOWN_CHARACTERS]}"
        else:
            if found != digest:
                yield f"{name} is not what was fetched"


def _fetch_files(model: Model, aside: Path, progress: Progress, mirror: str) -> None:
    try:
        aside.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DownloadFailure(f"{aside}: cannot be made: {error.strerror}") from error
    done = 0
    for file in model.file:
        before = done
        download(
            _with_mirror(model, file, mirror), aside / file.path, lambda have, at=before: progress(at + have)
        )
        done += file.size


def _with_mirror(model: Model, file: ModelFile, mirror: str) -> ModelFile:
    if not mirror:
        return file
    near = f"{mirror.rstrip('/')}/{model.name}/{file.path}"
    return replace(file, url=near, mirrors=(file.url, *file.mirrors))


def _unpacked(model: Model, aside: Path) -> Path:
    """The folder to install as the model's."""
    archives = [file for file in model.file if file.unpack]
    if not archives:
        return aside
    into = aside / "unpacked"
    shutil.rmtree(into, ignore_errors=True)
    for file in archives:
        _unzip(aside / file.path, into)
    folders = [path for path in into.iterdir() if path.is_dir()]
    if len(folders) != 1:
        raise DownloadFailure(f"{model.name}: its archive holds {len(folders)} folders, not one")
    return folders[0]


def _unzip(archive: Path, into: Path) -> None:
    try:
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                # zipfile would silently change such names; a real model has none of them.
                if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                    raise DownloadFailure(f"{archive.name}: holds a file outside of its folder: {name}")
            opened.extractall(into)
    except (zipfile.BadZipFile, OSError) as error:
        raise DownloadFailure(f"{archive.name}: cannot be unpacked: {error}") from error


def _write_receipt(folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != RECEIPT)
    lines = [f"{sha256_of(path)}  {path.relative_to(folder)}\n" for path in files]
    (folder / RECEIPT).write_text("".join(lines), encoding="utf-8")
