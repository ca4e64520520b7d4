"""Installs models: each is downloaded to a hidden folder, checked, and then moved as a whole.

A download resumes after a break, and only a file with the right digest is kept.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import httpx
from msgspec.structs import replace

from voiced.adapters.machine.installed_parts import LICENCE_FILE, SHERPA_KIND
from voiced.adapters.recognition.model_manifest import Model, ModelFile
from voiced.errors import DownloadFailure

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""Attempts for each address. Each continues where the one before broke off."""
TIMEOUT_SECONDS = 20.0
"""The longest wait for the next byte."""
_WHOLE, _REST, _TOO_MANY = 200, 206, 429
"""The HTTP statuses for the whole file, for the requested part of it, and for a server that asks to wait."""
_USUAL_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 5.0, 120.0
"""The wait where the server names none, and the longest one that it may ask for."""

Progress = Callable[[int], None]
"""Gets the number of bytes that are present."""
RECEIPT = "SHA256SUMS"
"""Written into each model's folder, in the form that `sha256sum -c` reads."""
_SHOWN_CHARACTERS = 80
"""The part of a name that is shown when a receipt is damaged."""


class _TooManyRequests(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The server wants the next request later."""

    def __init__(self, answer: httpx.Response) -> None:
        asked = answer.headers.get("Retry-After", "")
        self.wait_seconds = (
            min(float(asked), _LONGEST_WAIT_SECONDS) if asked.isdecimal() else _USUAL_WAIT_SECONDS
        )
        super().__init__(f"HTTP {_TOO_MANY}: the server wants fewer requests; try again in an hour")


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
    _write_licence(ready, model)
    if model.kind:
        (ready / SHERPA_KIND).write_text(f"{model.kind}\n", encoding="utf-8")
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
    # One client for all files keeps the connection open.
    with httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=True) as client:
        for file in model.file:
            before = done
            _download(
                client,
                _with_mirror(model, file, mirror),
                aside / file.path,
                lambda have, at=before: progress(at + have),
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
        _unpack(file.unpack, aside / file.path, into)
    folders = [path for path in into.iterdir() if path.is_dir()]
    if len(folders) != 1:
        raise DownloadFailure(f"{model.name}: its archive holds {len(folders)} folders, not one")
    return folders[0]


def _unpack(form: str, archive: Path, into: Path) -> None:
    try:
        if form == "tar.bz2":
            with tarfile.open(archive, "r:bz2") as opened:
                opened.extractall(into, filter="data")  # it refuses names outside of the folder
            return
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                # zipfile would silently change such names; a real model has none of them.
                if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                    raise DownloadFailure(f"{archive.name}: holds a file outside of its folder: {name}")
            opened.extractall(into)  # noqa: S202 - the names were looked at
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as error:
        raise DownloadFailure(f"{archive.name}: cannot be unpacked: {error}") from error


def _write_licence(folder: Path, model: Model) -> None:
    """Put the licence and the people to be named beside a model that asks for it."""
    if model.credits:
        lines = (model.licence, *model.credits)
        (folder / LICENCE_FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write_receipt(folder: Path) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != RECEIPT)
    lines = [f"{sha256_of(path)}  {path.relative_to(folder)}\n" for path in files]
    (folder / RECEIPT).write_text("".join(lines), encoding="utf-8")


def _download(client: httpx.Client, file: ModelFile, place: Path, progress: Progress) -> None:
    """Download a file to `place`, from its address or one of its mirrors. A right file that is present stays.

    An incomplete file stays as `place` with `.part` behind it; the next download resumes it.

    Raises:
        DownloadFailure: every address failed; the message gives each reason.
    """
    if place.is_file() and is_right(file, place):
        progress(file.size)
        return
    part = place.with_name(place.name + ".part")
    part.parent.mkdir(parents=True, exist_ok=True)
    reasons: list[str] = []
    for url in (file.url, *file.mirrors):
        reason = _from(client, url, file, part, progress)
        if reason is None:
            part.replace(place)
            return
        log.info("%s: %s", url, reason)
        reasons.append(f"{url}: {reason}")
    raise DownloadFailure(f"{file.path} was not fetched: {'; '.join(reasons)}")


def is_right(file: ModelFile, place: Path) -> bool:
    """Whether a file has the expected size and digest."""
    return place.stat().st_size == file.size and sha256_of(place) == file.sha256


def sha256_of(place: Path) -> str:
    """The digest of a file, in hexadecimal."""
    with place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _from(client: httpx.Client, url: str, file: ModelFile, part: Path, progress: Progress) -> str | None:
    """Download from one address; returns None for the right file, else the reason."""
    reason = ""
    for _ in range(ATTEMPTS):
        before = _size(part)
        try:
            reason = _go_on(client, url, file, part, progress)
        except _TooManyRequests as busy:
            reason = str(busy)
            time.sleep(busy.wait_seconds)
            continue
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
        except OSError as error:
            raise DownloadFailure(f"{part}: cannot be written: {error.strerror}") from error
        if _size(part) == file.size:
            if is_right(file, part):
                return None
            part.unlink()
            return "another file than it should be (its SHA-256 differs); nothing of it was kept"
        if _size(part) <= before:
            break
    return reason


def _go_on(client: httpx.Client, url: str, file: ModelFile, part: Path, progress: Progress) -> str:
    """Append the answer to the part that is present. Returns the reason if the file is still incomplete."""
    have = _size(part)
    asked = {"Range": f"bytes={have}-"} if have else {}
    # Encoded content would have other lengths than the file.
    with client.stream("GET", url, headers={"Accept-Encoding": "identity", **asked}) as answer:
        if answer.status_code == _TOO_MANY:
            raise _TooManyRequests(answer)
        resumed = answer.status_code == _REST and _begins_at(answer, have)
        if answer.status_code != _WHOLE and not resumed:
            part.unlink(missing_ok=True)
            return f"HTTP {answer.status_code}"
        with part.open("ab" if resumed else "wb") as stream:
            # Each block is written as it arrives, so the blocks before a break are kept.
            for block in answer.iter_raw():
                if stream.tell() + len(block) > file.size:
                    stream.truncate(0)
                    return f"more than the {file.size} bytes it should have"
                stream.write(block)
                progress(stream.tell())
    return f"ended after {_size(part)} of {file.size} bytes"


def _begins_at(answer: httpx.Response, position: int) -> bool:
    return answer.headers.get("Content-Range", "").startswith(f"bytes {position}-")


def _size(place: Path) -> int:
    return place.stat().st_size if place.is_file() else 0
