"""`voiced ledger import` and `undo`: bills of other programs into the ledger, all or none, and out again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.adapters.exchange.formats import FileFormat
from voiced.cli.ledger_options import LedgerOptions, add_ledger_options, existing_place, settings_and_ledger
from voiced.cli.progress import progress
from voiced.cli.rows import shown
from voiced.errors import WrongInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voiced.adapters.exchange.import_plan import ImportPlan
    from voiced.app.ledger import LedgerPlace
    from voiced.domain.transaction import Transaction
    from voiced.domain.vocabulary import Vocabulary

_EPILOG = """\
formats:
  qianji      钱迹: its export, or its template for importing
  suishouji   随手记: a table of its web page saved as CSV, or the CSV file of its app
  jsonl, csv  what `voiced ledger export` wrote: nothing is lost on the way out and back
  beancount   entries of two legs: an account and a category, or two accounts

Importing a file again adds nothing, nor does it bring back what was taken back. If one line is wrong, none is
imported; each wrong line is named. A transfer keeps both its accounts.

examples:
  voiced ledger import --format qianji 钱迹.csv --dry-run
  voiced ledger import --format qianji 钱迹.csv --add-names
"""


class _Options(LedgerOptions, Protocol):
    file: Path
    format: str
    dry_run: bool
    add_names: bool
    batch: str


def register(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the actions."""
    take = actions.add_parser(
        "import",
        help="add the bills of another program, all or none",
        description="Adds the entries of a file to the ledger, as one batch that `voiced ledger undo` takes back.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    take.add_argument("file", type=Path, metavar="FILE", help="UTF-8 or GB 18030, which is told by itself")
    take.add_argument(
        "--format",
        choices=[form.value for form in FileFormat],
        required=True,
        help="what wrote it, see below",
    )
    take.add_argument("--dry-run", action="store_true", help="print what would be added, write nothing")
    take.add_argument(
        "--add-names", action="store_true", help="add the categories and accounts that the ledger lacks"
    )
    take.set_defaults(run=_import)
    undo = actions.add_parser(
        "undo",
        help="take back the rows of a batch, as an import is one",
        description="Takes back all rows of a batch. Nothing is deleted: what they were stays in the ledger.",
    )
    undo.add_argument("batch", metavar="BATCH", help="its id, as the import and the export print it")
    undo.set_defaults(run=_undo)
    for action in (take, undo):
        add_ledger_options(action)


def _import(options: argparse.Namespace) -> int:
    from voiced.adapters.exchange.import_plan import plan_import
    from voiced.adapters.exchange.importing import readings

    chosen = cast("_Options", options)
    _, ledger = settings_and_ledger(chosen)
    form = FileFormat(chosen.format)
    found = readings(chosen.file, form)
    if not found:
        raise WrongInput(f"{chosen.file}: holds no entry in the format {form}; name another file or --format")
    vocabulary = _vocabulary(ledger, is_looked_at=chosen.dry_run)
    plan = plan_import(found, form, vocabulary, adds_names=chosen.add_names)
    _refuse_bad_lines(chosen.file, plan)
    if chosen.dry_run:
        _preview(chosen.file, ledger, plan)
    else:
        _write(chosen.file, ledger, plan)
    return 0


def _refuse_bad_lines(file: Path, plan: ImportPlan) -> None:
    for bad in plan.bad:
        print(f"{file}:{bad.line}: {bad.reason}", file=sys.stderr)
    if plan.bad:
        raise WrongInput(
            f"{file}: {_lines(len(plan.bad))} cannot be imported, see above; nothing was written"
        )


def _preview(file: Path, ledger: Path, plan: ImportPlan) -> None:
    from voiced.adapters.ledger.sqlite_intake import known_ids

    known = known_ids(ledger, plan.rows) if ledger.exists() else frozenset[str]()
    new = [row for row in plan.rows if row.id not in known]
    for row in new:
        print(f"+ {shown(row)}")
    _print_names(plan, "would be added")
    _print_count(file, plan, len(new), "would be added")


def _write(file: Path, ledger: Path, plan: ImportPlan) -> None:
    from voiced.adapters.ledger.sqlite_intake import take_in

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
    """What the ledger knows. One that is written to is made; one that is only looked at need not be there."""
    from voiced.adapters.machine.event_loop import run_loop
    from voiced.domain.taxonomy import DEFAULT_VOCABULARY

    if is_looked_at and not ledger.exists():
        return DEFAULT_VOCABULARY
    return run_loop(_read_vocabulary(ledger))


async def _read_vocabulary(ledger: Path) -> Vocabulary:
    from voiced.adapters.ledger.sqlite_ledger import SqliteLedger

    opened = await SqliteLedger.open(ledger)
    try:
        return await opened.vocabulary()
    finally:
        await opened.close()


def _undo(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.event_loop import run_loop

    chosen = cast("_Options", options)
    undone = run_loop(_take_back(existing_place(chosen), chosen.batch))
    print(f"{len(undone)} rows taken back" if undone else "its rows were taken back before")
    return 0


async def _take_back(place: LedgerPlace, batch: str) -> Sequence[Transaction]:
    from voiced.app.ledger import open_ledger
    from voiced.errors import NotInLedger

    async with open_ledger(place) as ledger:
        try:
            return await ledger.undo_batch(batch)
        except NotInLedger as error:
            raise WrongInput(
                f"no batch {batch} is in the ledger; look for it (batch_id) in: voiced ledger export --format csv"
            ) from error
