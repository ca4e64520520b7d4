"""The options that several commands share, and their meaning."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import get_args

import msgspec

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import LedgerPlace, Tables, ledger_of, open_tables
from voiced.app.configured import configuration
from voiced.cli.command import Action, CommandParser, call_verb
from voiced.config import SECTIONS, Settings, load_settings
from voiced.domain.month import Month
from voiced.errors import LedgerUnusable, WrongInput

_FIRST_YEAR = 1900
"""An earlier month is a slip of the keyboard."""
_RECOGNISERS: tuple[str, ...] = get_args(SECTIONS["asr"]["engine"])


@dataclass(frozen=True)
class ModelOptions:
    """The options of a command that may ask a language model."""

    config: Path | None
    llm: str | None
    offline: bool


def add_written_ledger_option(command: CommandParser) -> None:
    """`--db`: the ledger of a conversation."""
    command.add_argument("--db", type=Path, metavar="F", help="ledger to write to (default: as configured)")


def add_model_options(command: CommandParser) -> None:
    """`--llm`, `--offline` and `--config`."""
    model = command.add_mutually_exclusive_group()
    model.add_argument("--llm", metavar="GATEWAY_URL", help="language model gateway to ask")
    model.add_argument(
        "--offline",
        action="store_true",
        help="ask no language model, as without a network: one entry a sentence",
    )
    command.add_config_option()


@dataclass(frozen=True)
class RecogniserOptions(ModelOptions):
    """The options of a command that recognises speech and may ask a language model."""

    asr: str | None
    model: Path | None


def add_recogniser_options(command: CommandParser) -> None:
    """`--asr` and `--model`."""
    command.add_argument("--asr", choices=_RECOGNISERS, help="recogniser (default: as configured)")
    command.add_argument("--model", type=Path, metavar="DIR", help="the recogniser's model")


def add_recording_option(command: CommandParser) -> None:
    """`--debug-recording-dir`."""
    command.add_argument(
        "--debug-recording-dir",
        type=Path,
        metavar="D",
        help="keep the newest 500 utterances as WAV files, with their analysis as JSON",
    )


def settings_of(options: ModelOptions) -> Settings:
    """The configuration, with what was chosen on the card and the language model from the options.

    Raises:
        ConfigWrong: the file or a variable is wrong.
    """
    settings = configuration(options.config).settings
    if options.offline or options.llm is not None:
        llm = msgspec.structs.replace(
            settings.llm, base_url=options.llm or "", upstream_url="", offline=options.offline
        )
        settings = msgspec.structs.replace(settings, llm=llm)
    return settings


def settings_to_listen(options: RecogniserOptions) -> Settings:
    """The configuration, with the language model and the recogniser from the options.

    Raises:
        ConfigWrong: the file or a variable is wrong.
    """
    settings = settings_of(options)
    asr = msgspec.structs.replace(
        settings.asr,
        engine=options.asr or settings.asr.engine,
        model_dir=str(options.model or settings.asr.model_dir),
    )
    return msgspec.structs.replace(settings, asr=asr)


def local_time(text: str | None) -> datetime:
    """The time of `--now`, or now.

    Raises:
        WrongInput: the text is not an ISO 8601 time.
    """
    if text is None:
        return SystemClock().now()
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise WrongInput(f"--now {text}: not a time; write it as 2026-11-21T10:30") from error


def check_text(argument: str) -> str:
    """An argument without bytes that are no text, which no ledger takes.

    Raises:
        WrongInput: it has such bytes.
    """
    try:
        argument.encode()
    except UnicodeEncodeError as error:
        raise WrongInput(f"{argument!a}: is not UTF-8 text; type it anew") from error
    return argument


def month_called(option: str, text: str) -> Month:
    """The month that was typed behind an option.

    Raises:
        WrongInput: it is not a month.
    """
    month = Month.from_text(text)
    if month is None or month.year < _FIRST_YEAR:
        raise WrongInput(f"{option} {text}: not a month; write it as 2026-11")
    return month


def this_month() -> Month:
    """The month of today."""
    today = SystemClock().now().date()
    return Month(today.year, today.month)


def add_ledger_options(command: CommandParser) -> None:
    """`--db` and `--config`."""
    command.add_argument("--db", type=Path, metavar="F", help="the ledger (default: as configured)")
    command.add_config_option()


def act_on(
    action: CommandParser,
    tables: Callable[[Database], Tables],
    verb: Action,
    kind: Callable[..., object] | None = None,
    *,
    creates: bool = False,
) -> None:
    """Have the action call its verb with tables of the chosen ledger, then as `run_with` calls a verb; add `--db` and `--config`.

    With `creates` a missing ledger is created; without it, it is refused.
    """
    add_ledger_options(action)

    async def act(parsed: argparse.Namespace) -> int | None:
        place_of = ledger_place if creates else existing_place
        async with open_tables(tables, place_of(parsed.db, parsed.config)) as opened:
            return await call_verb(partial(verb, opened), parsed, kind)

    action.set_defaults(run=act)


def ledger_file(db: Path | None, settings: Settings) -> Path:
    """The file of the chosen ledger, which may be missing.

    Raises:
        WrongInput: the ledger is on a server.
    """
    place = db or ledger_of(settings)
    if not isinstance(place, Path):
        raise WrongInput(
            "the ledger is on a server (ledger.url), and this action needs a file; name one with --db"
        )
    return place


def ledger_place(db: Path | None, config: Path | None) -> LedgerPlace:
    """The place of the chosen ledger; its file may be missing.

    Raises:
        ConfigWrong: the configuration is wrong.
    """
    # A wrong configuration is refused also where `db` names the ledger.
    configured = load_settings(config)
    return db or ledger_of(configured)


def existing_place(db: Path | None, config: Path | None) -> LedgerPlace:
    """The place of the chosen ledger, which has to exist.

    Raises:
        ConfigWrong: the configuration is wrong.
        LedgerUnusable: the file is missing.
    """
    place = ledger_place(db, config)
    return existing(place) if isinstance(place, Path) else place


def existing(ledger: Path) -> Path:
    """The ledger's file, which has to exist.

    Raises:
        LedgerUnusable: the file is missing.
    """
    if not ledger.exists():
        raise LedgerUnusable.missing(ledger)
    return ledger
