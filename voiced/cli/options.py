"""The options that several commands share, and their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import get_args

import msgspec

from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import LedgerPlace, ledger_of
from voiced.cli.command import CommandParser
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
    """The configuration, with the language model from the options.

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


def month_called(text: str, option: str) -> Month:
    """The month that was typed behind an option.

    Raises:
        WrongInput: it is not a month.
    """
    month = Month.from_text(text)
    if month is None or month.year < _FIRST_YEAR:
        raise WrongInput(f"{option} {text}: not a month; write it as 2026-11")
    return month


@dataclass(frozen=True)
class LedgerOptions:
    """The options of a command about a ledger."""

    db: Path | None
    config: Path | None


def add_ledger_options(command: CommandParser) -> None:
    """`--db` and `--config`."""
    command.add_argument("--db", type=Path, metavar="F", help="the ledger (default: as configured)")
    command.add_config_option()


def settings_and_ledger(options: LedgerOptions) -> tuple[Settings, Path]:
    """The configuration, and the file of the chosen ledger, which may be missing.

    Raises:
        ConfigWrong: the configuration is wrong.
        WrongInput: the ledger is on a server.
    """
    settings, place = settings_and_place(options)
    if not isinstance(place, Path):
        raise WrongInput(
            "the ledger is on a server (ledger.url), and this action needs a file; name one with --db"
        )
    return settings, place


def ledger_place(options: LedgerOptions) -> LedgerPlace:
    """The place of the chosen ledger; its file may be missing.

    Raises:
        ConfigWrong: the configuration is wrong.
    """
    return settings_and_place(options)[1]


def existing_place(options: LedgerOptions) -> LedgerPlace:
    """The place of the chosen ledger, which has to exist.

    Raises:
        ConfigWrong: the configuration is wrong.
        LedgerUnusable: the file is missing.
    """
    place = ledger_place(options)
    return existing(place) if isinstance(place, Path) else place


def existing(ledger: Path) -> Path:
    """The ledger's file, which has to exist.

    Raises:
        LedgerUnusable: the file is missing.
    """
    if not ledger.exists():
        raise LedgerUnusable.missing(ledger)
    return ledger


def settings_and_place(options: LedgerOptions) -> tuple[Settings, LedgerPlace]:
    """The settings, and the place of the chosen ledger, whose file may be missing.

    Raises:
        ConfigWrong: the configuration is wrong.
    """
    settings = load_settings(options.config)
    return settings, options.db or ledger_of(settings)
