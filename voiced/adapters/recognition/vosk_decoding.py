"""How hard Vosk searches: as its model says, or less on a board that could not keep up.

Vosk takes the width of its search from `conf/model.conf` in the model's folder and from nowhere else. So a model is loaded
from a folder of links to it, with that one file written anew; the model itself stays as it was fetched and verified.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

BOARD_FILE = Path("/proc/device-tree/model")
"""Where Linux tells which board it runs on; there is none on a PC."""
_LIGHT = {"beam": 8.0, "max-active": 1500.0}
"""The Korean model then takes 0.67 of its processor time: 13 s of speech three times over, the least of four rounds on an
x86_64. Nobody has measured it on a Pi, nor what it costs in right words."""
_QUICK = re.compile(r"Raspberry Pi (?:[5-9]|Compute Module [5-9])")
_SETTING = re.compile(r"^--(beam|max-active)=([\d.]+)$", re.MULTILINE)


class Decoding(StrEnum):
    """FULL searches as widely as the model asks for, LIGHT less: quicker, and wrong a little more often."""

    FULL = "full"
    LIGHT = "light"


def board() -> str:
    """The board this runs on, empty for a PC."""
    try:
        return BOARD_FILE.read_text(errors="replace").rstrip("\0")
    except OSError:
        return ""


def decoding_on(name: str) -> Decoding:
    """What a board can keep up with: a Raspberry Pi before the fifth searches less."""
    is_slow = "Raspberry Pi" in name and not _QUICK.match(name)
    return Decoding.LIGHT if is_slow else Decoding.FULL


@contextmanager
def decoded(model: Path, decoding: Decoding) -> Generator[Path]:
    """The folder to load a model from; it is not needed any more when the model is loaded."""
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
    """The settings with a narrower search; one that is narrower already stays."""

    def lowered(match: re.Match[str]) -> str:
        name, value = match.groups()
        return f"--{name}={min(float(value), _LIGHT[name]):g}"

    return _SETTING.sub(lowered, settings)
