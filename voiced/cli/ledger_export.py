"""`voiced ledger export`: what was recorded, for other programs."""

from __future__ import annotations

import sys
from contextlib import aclosing
from dataclasses import dataclass
from typing import TextIO

from voiced.adapters.exchange.exporting import exported
from voiced.adapters.exchange.formats import FileFormat
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.ledger import open_ledger
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, existing_place


@dataclass(frozen=True)
class _Options(LedgerOptions):
    format: str


def add_to(ledger: CommandParser) -> None:
    """Add the action."""
    export = ledger.add_action(
        "export",
        "print every row, oldest first",
        "Prints every row that was not taken back, in the order of recording, to standard output.",
    )
    export.add_argument(
        "--format", choices=[form.value for form in FileFormat], required=True, help="what to print"
    )
    add_ledger_options(export)
    export.run_with(_Options, _export)


def _export(options: _Options) -> int:
    run_loop(_print_rows(options))
    return 0


async def _print_rows(options: _Options) -> None:
    output = _utf8_output()
    async with (
        open_ledger(existing_place(options)) as ledger,
        aclosing(exported(ledger.rows(), FileFormat(options.format))) as texts,
    ):
        async for text in texts:
            output.write(text)


def _utf8_output() -> TextIO:
    """Standard output as UTF-8, whatever the locale: the formats ask for it."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return sys.stdout
