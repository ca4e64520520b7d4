"""Options that several commands share, and what they mean."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from voiced.adapters.machine.clocks import SystemClock
from voiced.config import Settings, load_settings
from voiced.errors import WrongInput


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
