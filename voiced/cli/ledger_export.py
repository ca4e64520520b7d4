"""`voiced ledger export`: what was recorded, for other programs."""

from __future__ import annotations

import argparse
import sys
from typing import Protocol, TextIO, cast

from voiced.adapters.exchange.formats import FileFormat
from voiced.cli.ledger_options import LedgerOptions, add_ledger_options, existing_place


class _Options(LedgerOptions, Protocol):
    format: str


def register(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the action."""
    export = actions.add_parser(
        "export",
        help="print every row, oldest first",
        description="Prints every row that was not taken back, in the order of recording, to standard output.",
    )
    export.add_argument(
        "--format", choices=[form.value for form in FileFormat], required=True, help="what to print"
    )
    add_ledger_options(export)
    export.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.event_loop import run_loop

    run_loop(_print_rows(cast("_Options", options)))
    return 0


async def _print_rows(options: _Options) -> None:
    from contextlib import aclosing

    from voiced.adapters.exchange.exporting import exported
    from voiced.app.ledger import open_ledger

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
