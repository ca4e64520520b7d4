"""Which ledger a command is about."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from voiced.app.ledger import LedgerPlace
    from voiced.config import Settings


class LedgerOptions(Protocol):
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
    from voiced.errors import WrongInput

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
    from voiced.errors import LedgerUnusable

    if not ledger.exists():
        raise LedgerUnusable(f"{ledger}: there is no such ledger; name another with --db")
    return ledger


def _settings_and_place(options: LedgerOptions) -> tuple[Settings, LedgerPlace]:
    from voiced.app.ledger import ledger_of
    from voiced.config import load_settings

    settings = load_settings(options.config)
    return settings, options.db or ledger_of(settings)
