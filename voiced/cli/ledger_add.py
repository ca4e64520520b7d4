"""`voiced ledger add`: the entries of a typed sentence, written as one batch after a question."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from msgspec.structs import replace

from voiced.adapters.ledger.sql_ledger import SqlLedger
from voiced.adapters.ledger.sqlite_intake import add_batch
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.app.build_ledger import LedgerPlace, ledger_of, open_tables
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import add_ledger_options, check_text
from voiced.cli.terminal import print_json, shown, shown_entry
from voiced.cli.typed_entries import TypedEntries, entries_typed
from voiced.config import load_settings
from voiced.config.settings import MemorySettings
from voiced.dialogue.draft.closing import posted
from voiced.dialogue.sentences import phrases
from voiced.domain.row_texts import texts_of
from voiced.domain.transaction import Transaction
from voiced.errors import WrongInput

_DESCRIPTION = """\
Reads a sentence by the rules and the habits of the daemon, without a language model, shows the rows, and asks on a terminal before it
writes them in one transaction. It works while voiced runs.
"""
_EPILOG = """\
--yes writes without a question, for scripts. If the sentence has two readings or lacks something, nothing is written:
the question stands in the message, and the exit status is 2. A refused question ends with status 1.

examples:
  voiced ledger add 午饭35块
  voiced ledger add 昨天打车30，微信付的
  voiced ledger add 午饭35 奶茶15 --yes      two entries, in one batch
  voiced ledger add 工资8000 --yes --json    for a script
"""
_ASKED_TO_WRITE = frozenset({"y", "yes", "是", "好", "对", "记", "确认"})
_DONE, _REFUSED = 0, 1


def define_add(add: CommandParser) -> None:
    """Define the action."""
    add.explain(_DESCRIPTION, _EPILOG)
    add.add_argument(
        "sentence",
        nargs="+",
        type=check_text,
        metavar="SENTENCE",
        help="one or several entries, as one would say them",
    )
    add.add_argument("--yes", action="store_true", help="write a certain sentence without a question")
    add.add_argument("--json", action="store_true", help="one JSON object, and no question")
    add_ledger_options(add)
    add.run_with(_add)


def _add(*, sentence: Sequence[str], yes: bool, json: bool, db: Path | None, config: Path | None) -> int:
    text, settings = "，".join(sentence), load_settings(config)
    place = db or ledger_of(settings)
    typed, rows = run_loop(_read(place, text, settings.memory))
    if not json:
        _show(typed, rows)
    try:
        is_agreed = _is_agreed(text, typed, yes=yes, can_ask=not json)
    except WrongInput:
        if json:
            print_json(_told(typed, rows, is_saved=False))
        raise
    if not is_agreed:
        print(phrases.NOT_RECORDED)
        return _REFUSED
    run_loop(_write(place, rows))
    if json:
        print_json(_told(typed, rows, is_saved=True))
    else:
        print(_written(rows))
    return _DONE


async def _read(
    place: LedgerPlace, text: str, memory_settings: MemorySettings
) -> tuple[TypedEntries, Sequence[Transaction]]:
    """The entries of a sentence, and those that are complete as rows. A missing ledger is created."""
    async with open_tables(SqlLedger, place) as ledger:
        vocabulary, now = await ledger.vocabulary(), SystemClock().now()
        memory = await ledger.memory()
        if not memory_settings.habits:
            memory = replace(memory, habits=())
        typed = entries_typed(text, vocabulary, memory, now, str(uuid4()))
        return typed, posted(typed.draft.confirm_all(), vocabulary, now)


def _is_agreed(text: str, typed: TypedEntries, *, yes: bool, can_ask: bool) -> bool:
    """Whether the rows are to be written: with --yes if they are certain, otherwise if the person says so.

    Raises:
        WrongInput: a yes does not answer the question, or there is no terminal for it.
    """
    if not typed.is_settled_by_yes or (yes and not typed.is_certain):
        raise WrongInput(
            f"「{text}」 is not certain, so nothing was written: {typed.question} Write it more exactly, or use "
            "voiced chat"
        )
    if yes:
        return True
    if not (can_ask and sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongInput("nothing was written, because a terminal is needed for the question; or give --yes")
    print(f"{typed.question}(y/N) ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        print()
    return answer.strip().lower() in _ASKED_TO_WRITE


async def _write(place: LedgerPlace, rows: Sequence[Transaction]) -> None:
    """Write the rows in one transaction, which leaves the open draft of a daemon as it is."""
    if isinstance(place, Path):
        add_batch(place, rows)
        return
    # On a server there is no draft.
    async with open_tables(SqlLedger, place) as ledger:
        await ledger.save_batch(rows[0].batch_id, rows)


def _show(typed: TypedEntries, rows: Sequence[Transaction]) -> None:
    is_whole = len(rows) == len(typed.draft)
    lines = map(shown, rows) if is_whole else (shown_entry(item.result) for item in typed.draft.items)
    for line in lines:
        print(f"    {line}", flush=True)


def _written(rows: Sequence[Transaction]) -> str:
    palette = Palette.of(sys.stdout)
    mark = palette.paint("✓", Colour.GAIN)
    undo = palette.paint(f"撤销：voiced ledger undo {rows[0].batch_id}", Colour.ASIDE)
    return f"{mark} 记好了{len(rows)}笔。{undo}"


def _told(typed: TypedEntries, rows: Sequence[Transaction], *, is_saved: bool) -> dict[str, object]:
    return {
        "saved": is_saved,
        "certain": typed.is_certain,
        "question": typed.question,
        "batch_id": typed.draft.id if is_saved else "",
        "rows": [texts_of(row) for row in rows],
    }
