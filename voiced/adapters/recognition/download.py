"""Downloads one file: it resumes after a break, and keeps only a file with the right digest."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from pathlib import Path

import httpx

from voiced.adapters.recognition.model_manifest import ModelFile
from voiced.errors import DownloadFailure

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""Attempts for each address. Each continues where the one before broke off."""
TIMEOUT_SECONDS = 20.0
"""The longest wait for the next byte."""
_WHOLE, _REST = 200, 206
"""The HTTP statuses for the whole file and for the requested part of it."""

Progress = Callable[[int], None]
"""Gets the number of bytes that are present."""


def download(file: ModelFile, place: Path, progress: Progress) -> None:
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
    with httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=True) as client:
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
