"""`voiced ledger import` of a bill: what becomes of each line, as a table or as JSON lines."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from voiced.adapters.bills.files import bill_of, is_bill
from voiced.adapters.bills.tables import content_of
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_ledger import LedgerPlace, open_database
from voiced.cli.colours import Palette
from voiced.cli.tables import Cell, below, table
from voiced.cli.terminal import in_columns, print_json, printable, rewriting
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.billed import Bill
from voiced.domain.bills.kept import KeptLine
from voiced.domain.bills.settled import LineOutcome
from voiced.domain.money import ZERO
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Vocabulary
from voiced.errors import WrongInput
from voiced.ports.bills import BillView
from voiced.runtime.bill_import import BillImport

TO_BE_ASKED = 3
"""The exit status where a person has to answer about a line."""

_HEADINGS = ("line", "day", "yuan", "", "outcome", "reason")
_KNOWN = "is in the ledger from an earlier import"
_UNDONE = "was imported earlier, and undone"


class BillOptions(Struct, frozen=True):
    """How a bill is imported; the options of the command.

    Attributes:
        mine: whether it is the owner's although nothing of it was said.
    """

    dry_run: bool
    json: bool
    password_stdin: bool
    mine: bool


def may_be_bill(file: Path) -> bool:
    """Whether a file is a bill, or meant to be one."""
    try:
        return is_bill(content_of(file))
    except WrongInput:
        return False


async def import_bill(file: Path, form: BillFormat | None, place: LedgerPlace, options: BillOptions) -> int:
    """Import a bill; returns the exit status.

    Raises:
        WrongInput: it is no bill of ours; nothing was written.
    """

    def progress(doing: str, end: str = "") -> str:
        return f"{file}: {doing:<60}{end}"

    tell = rewriting(progress)
    try:
        content = content_of(file)
        password = sys.stdin.buffer.readline().rstrip(b"\r\n") if options.password_stdin else None
        if isinstance(place, Path) and not place.exists():
            # A file that is refused makes no ledger.
            bill_of(content, DEFAULT_VOCABULARY, form, password)
        async with _desk(place, form, is_looked_at=options.dry_run) as desk:
            tell("reading and comparing with what was said")
            if options.dry_run:
                view = await desk.preview(content, password)
            else:
                view = await desk.take(content, password, is_mine=options.mine)
            tell("done", "\n")
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong
    lines = sorted(view.lines, key=lambda line: line.settled.line.line)
    if options.json:
        for line in lines:
            print_json(_told(line, view))
    else:
        print("\n".join(_table(lines, view)))
        print("\n".join(f"{file}: {text}" for text in _summary(view, options)))
    return TO_BE_ASKED if any(_outcome(line, view) is LineOutcome.ASK for line in lines) else 0


@asynccontextmanager
async def _desk(
    place: LedgerPlace, form: BillFormat | None, *, is_looked_at: bool
) -> AsyncGenerator[BillImport]:
    """The import over a ledger. A dry run beside a missing ledger has an empty one for the time."""

    def read(content: bytes, vocabulary: Vocabulary, password: bytes | None) -> Bill:
        return bill_of(content, vocabulary, form, password)

    with TemporaryDirectory() as folder:
        is_missing = is_looked_at and isinstance(place, Path) and not place.exists()
        database = await open_database(Path(folder) / "ledger.db" if is_missing else place)
        try:
            names = SqlLedger(database).vocabulary
            yield BillImport(SqlBills(database), names, read, SystemClock())
        finally:
            await database.close()


def _is_known(line: KeptLine, view: BillView) -> bool:
    return view.bill is None or line.batch_id != view.bill.batch_id


def _outcome(line: KeptLine, view: BillView) -> LineOutcome:
    waits = line.outcome is LineOutcome.ASK and not line.is_withdrawn
    return LineOutcome.IGNORED if _is_known(line, view) and not waits else line.outcome


def _reason(line: KeptLine, view: BillView) -> str:
    if line.is_withdrawn:
        return _UNDONE
    return _KNOWN if _is_known(line, view) else line.settled.reason


def _told(line: KeptLine, view: BillView) -> dict[str, object]:
    options = line.settled.options
    rows = line.rows or (options[0] if options else ())
    told: dict[str, object] = {"line": line.settled.line.line, "outcome": _outcome(line, view).value}
    if rows:
        told["row_id"] = rows[0]
    return told | {"reason": _reason(line, view), "ref": line.ref}


def _table(lines: list[KeptLine], view: BillView) -> Iterator[str]:
    rows = [
        (
            Cell(str(line.settled.line.line), is_number=True),
            Cell(str(line.day)),
            Cell(in_columns(line.settled.line.amount), is_number=True),
            Cell(printable(line.settled.line.merchant or line.settled.line.item)),
            Cell(_outcome(line, view).value),
            Cell(printable(_reason(line, view))),
        )
        for line in lines
    ]
    yield from table(below(_HEADINGS, rows), Palette.of(sys.stdout)) if rows else ()


def _summary(view: BillView, options: BillOptions) -> Iterator[str]:
    yield from view.remarks
    if view.unknown:
        words = ", ".join(map(printable, view.unknown))
        yield f"no account of the ledger is called {words}; add the word to one: voiced accounts --help"
    if view.alone:
        total = sum((row.amount for row in view.alone), ZERO)
        yield f"{len(view.alone)} rows ({total}元) were said in these days and stand in no bill"
    if view.is_another_persons:
        yield "nothing of it was said: is it another person's bill?"
    counts = Counter(_outcome(line, view).value for line in view.lines if not _is_known(line, view))
    parts = [f"{counts[one.value]} {one.value}" for one in LineOutcome]
    did = "would be" if options.dry_run else "were"
    yield f"{sum(counts.values())} lines {did} imported ({', '.join(parts)}), {view.known} were known"
    undone = Counter(line.batch_id for line in view.lines if line.is_withdrawn)
    for batch_id, count in undone.items():
        yield f"{count} lines of it were undone; to bring them back: voiced ledger undo --back {batch_id}"
    if any(_outcome(line, view) is LineOutcome.ASK for line in view.lines):
        yield "what is to be asked waits on the card"
    if view.bill is not None and not options.dry_run:
        yield f"to undo it: voiced ledger undo {view.bill.batch_id}"
