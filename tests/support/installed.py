"""voiced as a person installs it: the built wheel and the packages of requirements/, without this checkout.

Installations are in `.cache/installed`, under a name made from their sources, so that only a change costs time. The packages of
an extra are laid over those that all installations have, and the wheel over both, each in a folder of its own.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = (
    "voiced",
    "config",
    "models",
    "systemd",
    "hatch_build.py",
    "pyproject.toml",
    "README.md",
    "README.zh-CN.md",
    "LICENSE",
)
"""The sources of the wheel."""
_CACHE = ROOT / ".cache" / "installed"
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
_KEPT = ("LANG", "TZ", "SSL_CERT_FILE", "CT2_FORCE_CPU_ISA", "CT2_USE_MKL")
_LONGEST_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with voiced in it.

    Attributes:
        prefix: its folder.
    """

    prefix: Path

    @property
    def command(self) -> Path:
        """The installed `voiced`."""
        return self.prefix / "bin" / "voiced"

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        """The variables of a user with this home. They do not lead to this checkout or its environment."""
        kept = {name: value for name, value in os.environ.items() if name in _KEPT}
        return {**kept, "HOME": str(home), "PATH": f"{self.prefix}/bin:/usr/bin:/bin", **more}

    def run(
        self, *arguments: str, home: Path, stdin: str = "", **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run `voiced` in that home, with more variables."""
        return subprocess.run(
            [self.command, *arguments],
            cwd=home,
            env=self.environment(home, **more),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=_LONGEST_SECONDS,
        )


def built_wheel() -> Path:
    """The wheel of this checkout."""
    folder = _made("wheel", (_digest(_files(SOURCES)),), _build_wheel)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(*extras: str) -> Installed:
    """voiced with these extras."""
    wheel = built_wheel()
    layers = [_packages("run", ())]
    layers += [_packages(extra, (layers[0],)) for extra in extras]

    def make(folder: Path) -> None:
        _new_environment(folder, layers)
        _pip("--python", str(folder), "install", "--no-deps", "--no-index", str(wheel))

    return Installed(
        _made("-".join(("voiced", *extras)), (wheel.parent.name, *(layer.name for layer in layers)), make)
    )


def _packages(name: str, below: Sequence[Path]) -> Path:
    """An environment with the packages of a requirements file that those below it lack."""
    pins = ROOT / "requirements" / f"{name}.txt"

    def make(folder: Path) -> None:
        _new_environment(folder, below)
        _pip("--python", str(folder), "install", "--require-hashes", "--requirement", str(pins))

    return _made(name, (sys.version, pins.read_text(), *(layer.name for layer in below)), make)


def _build_wheel(folder: Path) -> None:
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))


def _new_environment(folder: Path, below: Sequence[Path]) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    lines = "".join(f"{_site(layer)}\n" for layer in below)
    (_site(folder) / "below.pth").write_text(lines)


def _site(environment: Path) -> Path:
    return environment / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"


def _pip(*arguments: str) -> None:
    cache = {"PIP_CACHE_DIR": str(ROOT / ".cache" / "pip")}
    done = subprocess.run(
        [*_PIP, *arguments], env={**os.environ, **cache}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"pip {' '.join(arguments)}\n{done.stdout}{done.stderr}"


def _made(name: str, made_of: Sequence[str], make: Callable[[Path], None]) -> Path:
    """A folder that is made once from the named sources. A folder that was made from older sources is removed."""
    folder = _CACHE / f"{name}-{_digest(made_of)}"
    stamp = folder / "complete"
    with _alone():
        if not stamp.exists():
            for other in _CACHE.glob(f"{name}-{'?' * _DIGITS}"):
                shutil.rmtree(other)
            folder.mkdir(parents=True)
            make(folder)
            stamp.touch()
    return folder


@contextmanager
def _alone() -> Generator[None]:
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


_DIGITS = 12


def _digest(parts: Iterable[str]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.encode() + b"\0")
    return whole.hexdigest()[:_DIGITS]


def _files(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        top = ROOT / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and path.suffix != ".pyc":
                yield str(path.relative_to(ROOT))
                yield hashlib.sha256(path.read_bytes()).hexdigest()
