"""`voiced ledger export`: what was recorded, for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Protocol, TextIO, cast

_FORMATS = ("jsonl", "csv", "beancount")


class _Options(Protocol):
    format: str
    db: Path | None
    config: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser("ledger", help="export the ledger")
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    export = actions.add_parser(
        "export",
        help="print every row, oldest first",
        description="Prints every row that was not taken back, in the order of recording, to standard output.",
    )
    export.add_argument("--format", choices=_FORMATS, required=True, help="what to print")
    export.add_argument("--db", type=Path, metavar="F", help="ledger to read (default: as configured)")
    export.add_argument("--config", type=Path, metavar="F", help="configuration file")
    export.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    import asyncio

    asyncio.run(_print_rows(cast("_Options", options)))
    return 0


async def _print_rows(options: _Options) -> None:
    from contextlib import aclosing

    from voiced.adapters.exporting import ExportFormat, exported
    from voiced.adapters.sqlite_ledger import SqliteLedger

    ledger = await SqliteLedger.open(_existing(options))
    output = _utf8_output()
    try:
        async with (
            aclosing(ledger.rows()) as rows,
            aclosing(exported(rows, ExportFormat(options.format))) as texts,
        ):
            async for text in texts:
                output.write(text)
    finally:
        await ledger.close()


def _utf8_output() -> TextIO:
    """Standard output as UTF-8, whatever the locale: the formats ask for it."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return sys.stdout


def _existing(options: _Options) -> Path:
    from voiced.errors import LedgerUnusable

    path = options.db or _configured(options.config)
    if not path.exists():
        raise LedgerUnusable(f"{path}: there is no such ledger; name another with --db")
    return path


def _configured(config: Path | None) -> Path:
    from voiced.adapters.paths import database_at
    from voiced.config import load_settings

    return database_at(load_settings(config).ledger.path)
