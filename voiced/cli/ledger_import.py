"""`voiced ledger import` and `undo`: adds bills, or the entries of another program, as one batch, and takes a batch back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from voiced.adapters.exchange.file_formats import FileFormat, read_file
from voiced.adapters.exchange.importing import ImportPlan, as_seen, plan_import
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_intake import kept_openings, known_ids, take_in
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import open_database, open_ledger
from voiced.cli.command import CommandParser
from voiced.cli.ledger_bills import BillOptions, import_bill, may_be_bill
from voiced.cli.options import add_ledger_options, existing_place, ledger_file, ledger_place
from voiced.cli.terminal import counted, rewriting, shown
from voiced.config import load_settings
from voiced.domain.bills.bill_format import BILLS_READ, BillFormat
from voiced.domain.books import RowsChanged
from voiced.domain.file_import import FileImport
from voiced.domain.money import ZERO
from voiced.domain.transaction import TYPE_NAMES, Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import NotInLedger, WrongInput

_EPILOG = f"""\
formats:
  qianji      钱迹: its export, or its template for importing
  suishouji   随手记: a table of its web page saved as CSV, or the CSV file of its app
  jsonl, csv  the files of `voiced ledger export`, with every field of a row
  beancount   entries of two legs: an account and a category, or two accounts
  {", ".join(BillFormat)}
              bills of {BILLS_READ}: CSV, xlsx, or a zip with one of them

A bill's line that belongs to a row that was said adds nothing: the row takes its amount, account, time and merchant. What
is not certain is asked on the card, and the exit status is 3. --json prints an object for each line.

Importing a file again adds no row twice and does not restore rows that were undone. If one line is wrong, the
import stops before the first row and names each wrong line; with --skip-wrong it names them and adds the others.
A transfer keeps both its accounts.

examples:
  voiced ledger import 钱迹.csv --add-names --dry-run
  voiced ledger import --format qianji 钱迹.csv --add-names
  voiced ledger import 钱迹.csv --add-names --skip-wrong
  voiced ledger import 支付宝交易明细.csv --dry-run
  echo 246810 | voiced ledger import 账单.zip --password-stdin
"""


def define_import(take: CommandParser) -> None:
    """Define `import`."""
    take.explain(
        "Adds the entries of a file to the ledger as one batch, which `voiced ledger undo` undoes.",
        _EPILOG,
    )
    take.add_argument("file", type=Path, metavar="FILE", help="in UTF-8 or GB 18030; voiced detects which")
    take.add_argument(
        "--format",
        choices=[form.value for form in (*FileFormat, *BillFormat)],
        help="the format of the file, see below (default: detected)",
    )
    take.add_argument(
        "--dry-run",
        action="store_true",
        help="print the new rows and what would be refused, and write nothing",
    )
    take.add_argument(
        "--add-names", action="store_true", help="add the categories and accounts that the ledger lacks"
    )
    take.add_argument(
        "--skip-wrong", action="store_true", help="name the wrong lines, and add the others all the same"
    )
    take.add_argument("--json", action="store_true", help="of a bill: print an object for each line")
    take.add_argument(
        "--password-stdin",
        action="store_true",
        help="of a bill: read the password of its zip from standard input",
    )
    take.add_argument(
        "--mine", action="store_true", help="of a bill: import it although nothing of it was said"
    )
    add_ledger_options(take)
    take.run_with(_import, BillOptions)


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
    undo.run_with(_undo)


def _import(
    bill: BillOptions,
    *,
    file: Path,
    format: str | None,
    add_names: bool,
    skip_wrong: bool,
    db: Path | None,
    config: Path | None,
) -> int:
    bill_form = BillFormat(format) if format in list(BillFormat) else None
    if bill_form or (format is None and may_be_bill(file)):
        return run_loop(import_bill(file, bill_form, ledger_place(db, config), bill))
    if bill.json or bill.password_stdin or bill.mine:
        raise WrongInput(
            f"{file}: is no bill that is known; --json, --password-stdin and --mine are for bills"
        )
    _import_entries(
        file,
        FileFormat(format) if format else None,
        ledger_file(db, load_settings(config)),
        dry_run=bill.dry_run,
        add_names=add_names,
        skip_wrong=skip_wrong,
    )
    return 0


def _import_entries(
    file: Path,
    form: FileFormat | None,
    ledger: Path,
    *,
    dry_run: bool,
    add_names: bool,
    skip_wrong: bool,
) -> None:
    found = read_file(file, form)
    if not found.lines:
        raise WrongInput(f"{file}: holds no entry in the format {found.form}; name another file or --format")
    vocabulary = _vocabulary(ledger, is_looked_at=dry_run)
    plan = plan_import(found.lines, found.form, vocabulary, adds_names=add_names)
    exists = ledger.exists()
    known = known_ids(ledger, plan.rows) if exists else frozenset[str]()
    seen = as_seen(plan, found.form, known, kept_openings(ledger) if exists else {})
    if dry_run:
        _print_rows(seen)
    wrong = _name_wrong_lines(file, seen)
    if wrong and not skip_wrong:
        raise WrongInput(
            f"{file}: {_lines(wrong)} cannot be imported, see above; the ledger is unchanged; correct the "
            "file, or add its other lines with --skip-wrong"
        )
    if dry_run:
        _print_sums(file, seen, "would be added")
    else:
        _write(file, ledger, plan, seen)


def _print_rows(seen: FileImport) -> None:
    for row in seen.rows:
        print(f"+ {shown(row)}", flush=True)


def _name_wrong_lines(file: Path, seen: FileImport) -> int:
    """Print the wrong lines with every reason; return the number of these lines."""
    for remark in seen.remarks:
        if remark.problem is not None:
            print(f"{file}:{remark.line}: {remark.reason}", file=sys.stderr)
    return _count_wrong(seen)


def _count_wrong(seen: FileImport) -> int:
    return len({remark.line for remark in seen.remarks if remark.problem is not None})


def _write(file: Path, ledger: Path, plan: ImportPlan, seen: FileImport) -> None:
    take_in(ledger, plan, rewriting(lambda done: f"{file}: {counted(done, len(plan.rows))}"))
    _print_sums(file, seen, "added")
    batches = {row.batch_id for row in seen.rows}
    if len(batches) == 1:
        print(f"to undo them: voiced ledger undo {batches.pop()}")


def _print_sums(file: Path, seen: FileImport, how: str) -> None:
    """Print the new names, the lines without an entry, and the numbers and sums of the rows."""
    for name, type_ in seen.categories:
        print(f"category {name} ({type_.lower()}): {how}")
    for name in seen.accounts:
        print(f"account {name}: {how}")
    for one in seen.openings:
        print(f"opening balance of {one.account}, {one.amount}元 before {one.day}: {how}")
    left_out = [remark for remark in seen.remarks if remark.problem is None]
    for remark in left_out:
        print(f"{file}:{remark.line}: left out: {remark.reason}")
    print(
        f"{file}: {len(seen.rows)} rows {how}{_span(seen.rows)}, {seen.known} were known, "
        f"{_lines(len(left_out))} left out{_skipped(seen)}"
    )


def _skipped(seen: FileImport) -> str:
    wrong = _count_wrong(seen)
    return f", {_lines(wrong)} wrong and skipped" if wrong else ""


def _span(rows: Sequence[Transaction]) -> str:
    """The days and the sums of rows: ` (2026-10-01 to 2026-10-31, 支出335.5元, 收入0元)`."""
    if not rows:
        return ""
    sums = (
        f"{TYPE_NAMES[of_type]}{sum((row.amount for row in rows if row.type is of_type), ZERO)}元"
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    )
    days = [row.date for row in rows]
    return f" ({min(days)} to {max(days)}, {', '.join(sums)})"


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


async def _undo(*, batch: str, back: bool, db: Path | None, config: Path | None) -> None:
    place = existing_place(db, config)
    async with open_ledger(place) as ledger, AsyncExitStack() as stack:
        try:
            if not back:
                _tell_undone(batch, await ledger.undo_batch(batch))
                return
            books = SqlBooks(await open_database(place), ledger)
            stack.push_async_callback(books.close)
            restored = await books.restore_batch(batch)
        except NotInLedger as error:
            raise WrongInput(
                f"no batch {batch} is in the ledger; look for it (batch_id) in: voiced ledger export --format csv"
            ) from error
    print(f"{len(restored.rows)} rows restored" if restored.rows else "none of its rows was undone")


def _tell_undone(batch: str, changed: RowsChanged) -> None:
    if changed == RowsChanged():
        print("its rows were undone before")
        return
    if changed.undone:
        days = sorted(row.date for row in changed.undone)
        print(f"{len(changed.undone)} rows undone, from {days[0]} to {days[-1]}")
    if changed.rows:
        print(f"{len(changed.rows)} rows changed back")
    print(f"to restore them: voiced ledger undo --back {batch}")
