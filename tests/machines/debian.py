"""File systems of Debian: made once from the mirror that this host uses, kept in .cache/machines."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "machines"
CODENAMES = {12: "bookworm", 13: "trixie", 14: "forky"}
_NOT_RELEASED = ("forky",)
_SOURCES = Path("/etc/apt")
_BASE = (
    *("systemd-sysv", "dbus", "dbus-user-session", "libpam-systemd"),
    *("login", "sudo", "ca-certificates", "git", "python3"),
)
_PARTS = {
    "desktop": ("pipewire-audio", "pulseaudio-utils"),
    "server": ("pulseaudio", "pulseaudio-utils", "libasound2-plugins"),
    "userland": ("espeak-ng", "libespeak-ng1", "libportaudio2", "libasound2-plugins", "python3-venv"),
    "kernel": ("alsa-utils", "libasound2-plugins", "linux-image-amd64", "openssh-server"),
    "bare": ("ca-certificates",),
    "home": ("python3-venv", "python3-dev", "g++", "make", "ffmpeg"),
}
"""A desktop has PipeWire. A server has a PulseAudio here, since there is no sound card that ALSA could open. One with a
kernel of its own has a sound card of that kernel."""


class NotMade(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """A file system could not be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Debian:
    """Which system.

    Attributes:
        version: 12, 13 or 14.
        kind: what it is for; one of the keys of `_PARTS`.
        architecture: as Debian calls it.
    """

    version: int
    kind: str
    architecture: str = ""

    @property
    def name(self) -> str:
        """For files and for people."""
        return "-".join(part for part in (f"debian-{self.version}", self.kind, self.architecture) if part)

    def tree(self) -> Path:
        """A folder with the whole file system, that nobody writes to. Made where it is not there yet.

        Raises:
            NotMade: a program is missing, or the mirror did not give what is needed.
        """
        place = CACHE / self.name
        if place.exists():
            return place
        for program in ("mmdebstrap", "systemd-nspawn"):
            if shutil.which(program) is None:
                raise NotMade(
                    f"{program} is missing; install it: apt-get install mmdebstrap systemd-container"
                )
        CACHE.mkdir(parents=True, exist_ok=True)
        making = CACHE / f"{self.name}.part"
        shutil.rmtree(making, ignore_errors=True)
        log = CACHE / f"{self.name}.log"
        codename = CODENAMES[self.version]
        command = [
            "mmdebstrap",
            "--variant=apt",
            *([f"--architectures={self.architecture}"] if self.architecture else []),
            f"--include={','.join((*(() if self.kind == 'bare' else _BASE), *_PARTS[self.kind]))}",
            # The list of a Debian that is not released ages in a week, and a mirror may stand still for longer.
            *(['--aptopt=Acquire::Check-Valid-Until "false"'] if codename in _NOT_RELEASED else []),
            codename,
            str(making),
            *([mirror] if (mirror := host_mirror()) else []),
        ]
        with log.open("w") as output:
            if subprocess.run(command, check=False, stdout=output, stderr=output).returncode != 0:
                raise NotMade(f"{self.name} could not be made; see {log}")
        (making / "etc/hostname").write_text("voiced-trial\n")
        making.rename(place)
        return place


def host_mirror() -> str:
    """The mirror of Debian in this host's apt sources; empty where there is none, for that of mmdebstrap."""
    for file in sorted((*_SOURCES.glob("sources.list"), *_SOURCES.glob("sources.list.d/*"))):
        for uri in re.findall(r"https?://\S+", _without_comments(file.read_text(encoding="utf-8"))):
            if uri.rstrip("/").endswith("/debian"):
                return uri
    return ""


def _without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
