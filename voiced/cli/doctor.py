"""`voiced doctor`: whether everything that a conversation needs is well, and what to do where it is not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.checkup import CheckResult, Finding, check_up
from voiced.app.ledger import ledger_of
from voiced.cli.command import CommandParser
from voiced.cli.options import ModelOptions, add_model_options, settings_of
from voiced.config import Settings

_DESCRIPTION = """\
Checks what a conversation needs, and says what to do where it is not well. Speak while it listens, for 4 seconds. It
changes nothing, but makes a ledger on the server in ledger.url where there is none, and ends with 1 where something does
not work.
"""
_EPILOG = """\
what stands before a line:
  ok  it works        hm  it works, but not as it could        NO  it does not work

examples:
  voiced doctor                            as the daemon is configured
  voiced doctor --asr whisper --offline    another recogniser, and no language model
  voiced doctor --json                     for a script
"""
_MARKS = {"good": "ok", "doubtful": "hm", "bad": "NO"}
_QUIETEST_DBFS, _COLUMNS = -60.0, 30


@dataclass(frozen=True)
class _Options(ModelOptions):
    asr: str | None
    model: Path | None
    db: Path | None
    json: bool


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    command.add_argument(
        "--asr", choices=("auto", "vosk", "whisper", "wyoming"), help="recogniser (default: as configured)"
    )
    command.add_argument("--model", type=Path, metavar="DIR", help="the recogniser's model")
    command.add_argument("--db", type=Path, metavar="F", help="ledger to look at (default: as configured)")
    add_model_options(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.run_with(_Options, _run)


def _run(options: _Options) -> int:
    return run_loop(_check(options))


async def _check(options: _Options) -> int:
    settings = _with_recogniser(settings_of(options), options)
    found: list[Finding] = []
    async for finding in check_up(settings, options.db or ledger_of(settings), SystemClock(), _meter()):
        found.append(finding)
        if not options.json:
            _show(finding)
    is_well = all(finding.verdict is not CheckResult.BAD for finding in found)
    if options.json:
        print(msgspec.json.encode({"well": is_well, "findings": found}).decode())
    return 0 if is_well else 1


def _with_recogniser(settings: Settings, options: _Options) -> Settings:
    asr = settings.asr
    if options.asr is not None:
        asr = msgspec.structs.replace(asr, engine=options.asr)
    if options.model is not None:
        asr = msgspec.structs.replace(asr, model_dir=str(options.model))
    return msgspec.structs.replace(settings, asr=asr)


def _show(finding: Finding) -> None:
    print(f"{_MARKS[finding.verdict]}  {finding.subject:<15} {finding.told}", flush=True)
    if finding.remedy:
        print(f"{'':20}{finding.remedy}", flush=True)


def _meter() -> Callable[[float], None]:
    """A bar on the terminal, and none in a log."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(dbfs: float) -> None:
        columns = round(max(0.0, 1 - dbfs / _QUIETEST_DBFS) * _COLUMNS)
        bar = "█" * columns + "·" * (_COLUMNS - columns)
        print(f"\r    say something  {bar} {dbfs:4.0f} dBFS\r", end="", file=sys.stderr, flush=True)

    return show
