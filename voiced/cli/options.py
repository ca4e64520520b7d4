"""Options that several commands share, and what they mean."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from voiced.adapters.machine.clocks import SystemClock
from voiced.app.ledger import LedgerPlace, ledger_of
from voiced.config import Settings, load_settings
from voiced.errors import LedgerUnusable, WrongInput


@dataclass(frozen=True)
class ModelOptions:
    """The options of a command that may ask a language model."""

    config: Path | None
    llm: str | None
    offline: bool


def add_model_options(command: argparse.ArgumentParser) -> None:
    """`--llm`, `--offline` and `--config`."""
    model = command.add_mutually_exclusive_group()
    model.add_argument("--llm", metavar="GATEWAY_URL", help="language model gateway to ask")
    model.add_argument("--offline", action="store_true", help="ask no language model")
    command.add_argument("--config", type=Path, metavar="F", help="configuration file")


def add_recording_option(command: argparse.ArgumentParser) -> None:
    """`--debug-recording-dir`."""
    command.add_argument(
        "--debug-recording-dir",
        type=Path,
        metavar="D",
        help="keep what is heard as WAV files, the newest 500, with what was made of it as JSON",
    )


def settings_of(options: ModelOptions) -> Settings:
    """The configuration with what the options say about the language model.

    Raises:
        ConfigWrong: the file or a variable is wrong.
    """
    settings = load_settings(options.config)
    if options.offline or options.llm is not None:
        llm = msgspec.structs.replace(
            settings.llm, base_url=options.llm or "", upstream_url="", offline=options.offline
        )
        settings = msgspec.structs.replace(settings, llm=llm)
    return settings


def local_time(text: str | None) -> datetime:
    """The time of `--now`, or now.

    Raises:
        WrongInput: it is no ISO 8601 time.
    """
    if text is None:
        return SystemClock().now()
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise WrongInput(f"--now {text}: not a time; write it as 2026-11-21T10:30") from error


@dataclass(frozen=True)
class LedgerOptions:
    """The options of a command that is about a ledger."""

    db: Path | None
    config: Path | None


def add_ledger_options(command: argparse.ArgumentParser) -> None:
    """`--db` and `--config`."""
    command.add_argument("--db", type=Path, metavar="F", help="the ledger (default: as configured)")
    command.add_argument("--config", type=Path, metavar="F", help="configuration file")


def settings_and_ledger(options: LedgerOptions) -> tuple[Settings, Path]:
    """The configuration, and the file of the ledger that is meant, which need not be there.

    Raises:
        ConfigWrong: the configuration is wrong.
        WrongInput: the ledger is on a server.
    """
    settings, place = _settings_and_place(options)
    if not isinstance(place, Path):
        raise WrongInput(
            "the ledger is on a server (ledger.url), and this is for one in a file; name one with --db"
        )
    return settings, place


def ledger_place(options: LedgerOptions) -> LedgerPlace:
    """Where the ledger is that is meant; a file need not be there.

    Raises:
        ConfigWrong: the configuration is wrong.
    """
    return _settings_and_place(options)[1]


def existing_place(options: LedgerOptions) -> LedgerPlace:
    """Where the ledger is that is meant.

    Raises:
        ConfigWrong: the configuration is wrong.
        LedgerUnusable: there is no such file.
    """
    place = ledger_place(options)
    return existing(place) if isinstance(place, Path) else place


def existing(ledger: Path) -> Path:
    """A ledger's file that has to be there.

    Raises:
        LedgerUnusable: there is no such ledger.
    """
    if not ledger.exists():
        raise LedgerUnusable(f"{ledger}: there is no such ledger; name another with --db")
    return ledger


def _settings_and_place(options: LedgerOptions) -> tuple[Settings, LedgerPlace]:
    settings = load_settings(options.config)
    return settings, options.db or ledger_of(settings)
