"""The width of Vosk's search: as its model says, or narrower on a board that is too slow.

Vosk reads the width of its search only from `conf/model.conf` in the model's folder. So a model is loaded from a folder of
links to its files, with a new version of that file. The model's own folder stays as it was downloaded and verified.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

BOARD_FILE = Path("/proc/device-tree/model")
"""Linux names the board here; a PC lacks this file."""
_LIGHT = {"beam": 8.0, "max-active": 1500.0}
"""With it the Korean model takes 0.67 of its processor time: 13 s of speech three times over, the least of four rounds on an
x86_64. The time on a Pi and the loss in right words are unmeasured."""
_QUICK = re.compile(r"Raspberry Pi (?:[5-9]|Compute Module [5-9])")
_SETTING = re.compile(r"^--(beam|max-active)=([\d.]+)$", re.MULTILINE)


class Decoding(StrEnum):
    """FULL searches as widely as the model says. LIGHT searches less: it is faster, and wrong a little more often."""

    FULL = "full"
    LIGHT = "light"


def board() -> str:
    """The name of the board; empty for a PC."""
    try:
        return BOARD_FILE.read_text(errors="replace").rstrip("\0")
    except OSError:
        return ""


def decoding_on(name: str) -> Decoding:
    """The search that suits a board: LIGHT on a Raspberry Pi before the fifth, else FULL."""
    is_slow = "Raspberry Pi" in name and not _QUICK.match(name)
    return Decoding.LIGHT if is_slow else Decoding.FULL


@contextmanager
def decoded(model: Path, decoding: Decoding) -> Generator[Path]:
    """The folder to load a model from. It may be deleted once the model is loaded."""
    settings = model / "conf" / "model.conf"
    if decoding is Decoding.FULL or not settings.is_file():
        yield model
        return
    with tempfile.TemporaryDirectory(prefix="voiced-vosk-") as folder:
        place = Path(folder)
        _link_all(model, place, but="conf")
        (place / "conf").mkdir()
        _link_all(model / "conf", place / "conf", but=settings.name)
        (place / "conf" / settings.name).write_text(
            _lighter(settings.read_text(encoding="utf-8")), encoding="utf-8"
        )
        yield place


def _link_all(source: Path, target: Path, *, but: str) -> None:
    for entry in source.iterdir():
        if entry.name != but:
            (target / entry.name).symlink_to(entry.resolve())


def _lighter(settings: str) -> str:
    """The settings with the narrower search, unless theirs is narrower already."""

    def lowered(match: re.Match[str]) -> str:
        name, value = match.groups()
        return f"--{name}={min(float(value), _LIGHT[name]):g}"

    return _SETTING.sub(lowered, settings)
