"""`voiced doctor`: checks each part that a conversation needs, and says how to repair a fault."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import ledger_of
from voiced.app.configured import chosen_on_card, configuration
from voiced.app.doctor import CheckResult, Finding, check_up
from voiced.cli import options as shared
from voiced.cli.command import CommandParser
from voiced.cli.terminal import print_json, rewriting

_DESCRIPTION = """\
Checks each part that a conversation needs, and says how to repair a fault. Speak while it listens, for 4 seconds. It
changes nothing, except that it creates a missing ledger on the server in ledger.url. Exit status 1 reports a fault.
"""
_EPILOG = """\
the marks:
  ok  it works        hm  it works, but could work better        NO  it does not work

examples:
  voiced doctor                            with the settings of the daemon
  voiced doctor --asr whisper --offline    another recogniser, without a language model
  voiced doctor --json                     for a script
"""
_MARKS = {"good": "ok", "doubtful": "hm", "bad": "NO"}
_QUIETEST_DBFS, _COLUMNS = -60.0, 30


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(_DESCRIPTION, _EPILOG)
    shared.add_recogniser_options(command)
    command.add_argument("--db", type=Path, metavar="F", help="ledger to check (default: as configured)")
    shared.add_model_options(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.run_with(_check, shared.RecogniserOptions)


async def _check(options: shared.RecogniserOptions, *, db: Path | None, json: bool) -> int:
    settings = shared.settings_to_listen(options)
    found: list[Finding] = []
    chosen = chosen_on_card(configuration(options.config))
    async for finding in check_up(
        settings, db or ledger_of(settings), SystemClock(), rewriting(_level), chosen
    ):
        found.append(finding)
        if not json:
            _show(finding)
    is_well = all(finding.verdict is not CheckResult.BAD for finding in found)
    if json:
        print_json({"well": is_well, "findings": found})
    return 0 if is_well else 1


def _show(finding: Finding) -> None:
    print(f"{_MARKS[finding.verdict]}  {finding.subject:<15} {finding.told}", flush=True)
    if finding.remedy:
        print(indent(finding.remedy, " " * 20), flush=True)


def _level(dbfs: float) -> str:
    columns = round(max(0.0, 1 - dbfs / _QUIETEST_DBFS) * _COLUMNS)
    bar = "█" * columns + "·" * (_COLUMNS - columns)
    return f"    say something  {bar} {dbfs:4.0f} dBFS\r"
