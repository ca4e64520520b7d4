"""`voiced ledger export`: prints the rows for other programs."""

from __future__ import annotations

import sys
from contextlib import aclosing
from dataclasses import dataclass
from typing import TextIO

from voiced.adapters.exchange.file_formats import FileFormat, exported
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import open_ledger
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, existing_place

_EPILOG = """\
examples:
  voiced ledger export --format csv > all.csv
  voiced ledger export --format beancount > voiced.beancount     for fava
"""


@dataclass(frozen=True)
class _Options(LedgerOptions):
    format: str


def define(export: CommandParser) -> None:
    """Define the action."""
    export.explain(
        "Prints every row in the order of recording, without the rows that were taken back.", _EPILOG
    )
    export.add_argument(
        "--format", choices=[form.value for form in FileFormat], required=True, help="the format of the rows"
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
    """Standard output as UTF-8, which the formats require in any locale."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return sys.stdout
