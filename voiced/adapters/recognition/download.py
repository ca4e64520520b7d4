"""One file from the network: resumed where it broke off, and kept only if it is what it should be."""

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
"""For each address. A connection that breaks off goes on where it was, so that each attempt comes further."""
TIMEOUT_SECONDS = 20.0
"""Without a byte."""
_WHOLE, _REST = 200, 206
"""HTTP's words for the whole file, and for the part of it that was asked for."""

Progress = Callable[[int], None]
"""Told how many bytes are there."""


def download(file: ModelFile, place: Path, progress: Progress) -> None:
    """Fetch a file to `place`, from its address or one of its mirrors. What is there and right stays.

    A file that broke off stays as `place` with `.part` behind it, and is resumed the next time.

    Raises:
        DownloadFailure: no address gave it; the message says what each did.
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
    """Whether a file has the size and the digest it should have."""
    return place.stat().st_size == file.size and sha256_of(place) == file.sha256


def sha256_of(place: Path) -> str:
    """The digest of a file, in hexadecimal."""
    with place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _from(client: httpx.Client, url: str, file: ModelFile, part: Path, progress: Progress) -> str | None:
    """Fetch from one address; None when it is there and right, else why not."""
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
    """Take what comes, after what is there. What it returns matters only where the file is not whole then."""
    have = _size(part)
    asked = {"Range": f"bytes={have}-"} if have else {}
    # Encoded content would have other lengths than the file.
    with client.stream("GET", url, headers={"Accept-Encoding": "identity", **asked}) as answer:
        resumed = answer.status_code == _REST and _begins_at(answer, have)
        if answer.status_code != _WHOLE and not resumed:
            part.unlink(missing_ok=True)
            return f"HTTP {answer.status_code}"
        with part.open("ab" if resumed else "wb") as stream:
            # Block by block as they come in: what was received before a connection breaks off is kept.
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
