"""Which ledger a command is about."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from voiced.app.ledger import LedgerPlace, ledger_of
from voiced.config import Settings, load_settings
from voiced.errors import LedgerUnusable, WrongInput


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
