"""The steps of installing or removing a service: values that can be printed and carried out."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from voiced.errors import InstallationFailure


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Write a text file and the folders above it. An old file is replaced in one step."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a file, or a folder with its content."""

    path: Path


@dataclass(frozen=True, slots=True)
class RemoveIfEmpty:
    """Remove a folder if it is empty."""

    path: Path


@dataclass(frozen=True, slots=True)
class Run:
    """Run a command that must succeed."""

    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Try:
    """Run a command that may fail, such as stopping a service that is not running."""

    command: tuple[str, ...]


InstallStep = WriteFile | Remove | RemoveIfEmpty | Run | Try
Plan = tuple[InstallStep, ...]


def told(step: InstallStep) -> str:
    """A step as one printed line."""
    match step:
        case WriteFile(path):
            return f"write {path}"
        case Remove(path):
            return f"remove {path}"
        case RemoveIfEmpty(path):
            return f"remove {path} if it is empty"
        case Run(command) | Try(command):
            return f"run {shlex.join(command)}"


def do(step: InstallStep) -> None:
    """Carry out a step.

    Raises:
        InstallationFailure: the step failed.
    """
    try:
        match step:
            case WriteFile(path, text):
                _write(path, text)
            case Remove(path) if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            case Remove(path):
                path.unlink(missing_ok=True)
            case RemoveIfEmpty(path):
                with suppress(OSError):
                    path.rmdir()
            case Run(command):
                _run(command, _refuse)
            case Try(command):
                _run(command, lambda _command, _said: None)
    except OSError as error:
        raise InstallationFailure(f"could not {told(step)}: {error.strerror or error}") from error


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.chmod(0o644)
    new.replace(path)


def _refuse(command: tuple[str, ...], said: str) -> None:
    raise InstallationFailure(f"this failed: {shlex.join(command)}: {said or 'without a reason'}")


def _run(command: tuple[str, ...], on_failure: Callable[[tuple[str, ...], str], None]) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 - commands of our own plan
    if done.returncode:
        on_failure(command, " ".join(done.stderr.split()))
