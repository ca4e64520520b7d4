"""`voiced ledger import` and `undo`: adds the bills of another program as one batch, and takes a batch back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voiced.adapters.exchange.file_formats import FileFormat, readings
from voiced.adapters.exchange.importing import ImportPlan, plan_import
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_intake import known_ids, take_in
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import LedgerPlace, open_database, open_ledger
from voiced.cli.command import CommandParser
from voiced.cli.options import LedgerOptions, add_ledger_options, existing_place, settings_and_ledger
from voiced.cli.terminal import progress, shown
from voiced.domain.transaction import Transaction
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import NotInLedger, WrongInput

_EPILOG = """\
formats:
  qianji      钱迹: its export, or its template for importing
  suishouji   随手记: a table of its web page saved as CSV, or the CSV file of its app
  jsonl, csv  the files of `voiced ledger export`, with every field of a row
  beancount   entries of two legs: an account and a category, or two accounts

Importing a file again adds no row twice and does not restore rows that were undone. If one line is wrong, the
import stops before the first row and names each wrong line. A transfer keeps both its accounts.

examples:
  voiced ledger import --format qianji 钱迹.csv --dry-run
  voiced ledger import --format qianji 钱迹.csv --add-names
"""


@dataclass(frozen=True)
class _ImportOptions(LedgerOptions):
    file: Path
    format: str
    dry_run: bool
    add_names: bool


@dataclass(frozen=True)
class _UndoOptions(LedgerOptions):
    batch: str
    back: bool


def define_import(take: CommandParser) -> None:
    """Define `import`."""
    take.explain(
        "Adds the entries of a file to the ledger as one batch, which `voiced ledger undo` undoes.",
        _EPILOG,
    )
    take.add_argument("file", type=Path, metavar="FILE", help="in UTF-8 or GB 18030; voiced detects which")
    take.add_argument(
        "--format",
        choices=[form.value for form in FileFormat],
        required=True,
        help="the format of the file, see below",
    )
    take.add_argument("--dry-run", action="store_true", help="print the new rows, and write nothing")
    take.add_argument(
        "--add-names", action="store_true", help="add the categories and accounts that the ledger lacks"
    )
    add_ledger_options(take)
    take.run_with(_ImportOptions, _import)


def define_undo(undo: CommandParser) -> None:
    """Define `undo`."""
    undo.explain(
        "Takes back all rows of one batch in one transaction. The ledger keeps them, and --back brings them back.",
        "examples:\n  voiced ledger undo 0193c2f0-7b1e-7a52-9d35-3f6e2f0a4c11\n"
        "  voiced ledger undo --back 0193c2f0-7b1e-7a52-9d35-3f6e2f0a4c11",
    )
    undo.add_argument("batch", metavar="BATCH", help="its id, which the import and the export print")
    undo.add_argument(
        "--back",
        action="store_true",
        help="restore the rows of the batch that were undone together last",
    )
    add_ledger_options(undo)
    undo.run_with(_UndoOptions, _undo)


def _import(options: _ImportOptions) -> int:
    _, ledger = settings_and_ledger(options)
    form = FileFormat(options.format)
    found = readings(options.file, form)
    if not found:
        raise WrongInput(
            f"{options.file}: holds no entry in the format {form}; name another file or --format"
        )
    vocabulary = _vocabulary(ledger, is_looked_at=options.dry_run)
    plan = plan_import(found, form, vocabulary, adds_names=options.add_names)
    _refuse_bad_lines(options.file, plan)
    if options.dry_run:
        _preview(options.file, ledger, plan)
    else:
        _write(options.file, ledger, plan)
    return 0


def _refuse_bad_lines(file: Path, plan: ImportPlan) -> None:
    for bad in plan.bad:
        print(f"{file}:{bad.line}: {bad.reason}", file=sys.stderr)
    if plan.bad:
        raise WrongInput(
            f"{file}: {_lines(len(plan.bad))} cannot be imported, see above; the ledger is unchanged"
        )


def _preview(file: Path, ledger: Path, plan: ImportPlan) -> None:
    known = known_ids(ledger, plan.rows) if ledger.exists() else frozenset[str]()
    new = [row for row in plan.rows if row.id not in known]
    for row in new:
        print(f"+ {shown(row)}")
    _print_names(plan, "would be added")
    _print_count(file, plan, len(new), "would be added")


def _write(file: Path, ledger: Path, plan: ImportPlan) -> None:
    added = take_in(ledger, plan, progress(f"{file}", len(plan.rows)))
    if added:
        _print_names(plan, "added")
    _print_count(file, plan, added, "added")
    batches = {row.batch_id for row in plan.rows}
    if added and len(batches) == 1:
        print(f"to take them back: voiced ledger undo {batches.pop()}")


def _print_names(plan: ImportPlan, how: str) -> None:
    for name, type_ in plan.categories:
        print(f"category {name} ({type_.lower()}): {how}")
    for name in plan.accounts:
        print(f"account {name}: {how}")


def _print_count(file: Path, plan: ImportPlan, added: int, how: str) -> None:
    for line in plan.left_out:
        print(f"{file}:{line.line}: left out: {line.reason}")
    known = len(plan.rows) - added
    print(f"{file}: {added} rows {how}, {known} were known, {_lines(len(plan.left_out))} left out")


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _vocabulary(ledger: Path, *, is_looked_at: bool) -> Vocabulary:
    """The names in the ledger. A dry run with a missing ledger gets the default names; otherwise the ledger is created."""
    if is_looked_at and not ledger.exists():
        return DEFAULT_VOCABULARY
    return run_loop(_read_vocabulary(ledger))


async def _read_vocabulary(ledger: Path) -> Vocabulary:
    opened = await SqliteLedger.open(ledger)
    try:
        return await opened.vocabulary()
    finally:
        await opened.close()


def _undo(options: _UndoOptions) -> int:
    if options.back:
        restored = run_loop(_bring_back(existing_place(options), options.batch))
        print(f"{len(restored)} rows restored" if restored else "none of its rows was undone")
        return 0
    undone = run_loop(_take_back(existing_place(options), options.batch))
    if not undone:
        print("its rows were undone before")
        return 0
    days = sorted(row.date for row in undone)
    print(f"{len(undone)} rows undone, from {days[0]} to {days[-1]}")
    print(f"to bring them back: voiced ledger undo --back {options.batch}")
    return 0


async def _take_back(place: LedgerPlace, batch: str) -> Sequence[Transaction]:
    async with open_ledger(place) as ledger:
        try:
            return await ledger.undo_batch(batch)
        except NotInLedger as error:
            raise _unknown(batch) from error


async def _bring_back(place: LedgerPlace, batch: str) -> Sequence[Transaction]:
    async with open_ledger(place) as ledger:
        books = SqlBooks(await open_database(place), ledger)
        try:
            return await books.restore_batch(batch)
        except NotInLedger as error:
            raise _unknown(batch) from error
        finally:
            await books.close()


def _unknown(batch: str) -> WrongInput:
    return WrongInput(
        f"no batch {batch} is in the ledger; look for it (batch_id) in: voiced ledger export --format csv"
    )
