"""An import: the lines of a file, and the plan made of them: rows with stable ids and the ledger's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from uuid import uuid5

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.exchange.imported_lines import (
    BadLine,
    ImportedEntry,
    ImportedHabit,
    ImportedLine,
    ImportedOpening,
    LeftOut,
)
from voiced.adapters.exchange.matching import NAMESPACE, Matching
from voiced.domain.balances import Opening
from voiced.domain.file_import import FileImport, LineRemark
from voiced.domain.habits import Habit, HabitField, Lesson
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary


class ImportPlan(Struct, frozen=True):
    """The content of an import.

    Attributes:
        rows: the rows in the order of their recording, or of their days if the file does not tell.
        categories: categories that the ledger lacks, by type.
        accounts: accounts that the ledger lacks.
        bad: lines that must be corrected first.
        left_out: lines without an entry.
        lessons: what the rows taught in the ledger that they come from.
        stated: the habits there that no row taught.
        openings: what was in the accounts, under the ledger's names.
    """

    rows: tuple[Transaction, ...]
    categories: tuple[tuple[str, TransactionType], ...]
    accounts: tuple[str, ...]
    bad: tuple[BadLine, ...]
    left_out: tuple[LeftOut, ...]
    lessons: tuple[Lesson, ...] = ()
    stated: tuple[Habit, ...] = ()
    openings: tuple[ImportedOpening, ...] = ()


def in_one_batch(rows: Sequence[Transaction]) -> tuple[Transaction, ...]:
    """The rows as one batch, which is undone at once; the same rows give the same batch."""
    batch_id = str(uuid5(NAMESPACE, "\n".join(("one batch", *(row.id for row in rows)))))
    return tuple(replace(row, batch_id=batch_id) for row in rows)


def plan_import(
    readings: Sequence[ImportedLine], form: str, vocabulary: Vocabulary, *, adds_names: bool
) -> ImportPlan:
    """Match the lines with a ledger's names.

    An entry with an id of voiced keeps it. Other ids are made from the entry's content; equal entries are numbered in
    order. So a longer export of the same bills adds only the new ones.

    Args:
        readings: the lines.
        form: the format's name; it is part of the ids.
        vocabulary: the ledger's names.
        adds_names: whether to add names that the ledger lacks, instead of refusing their lines.
    """
    matching = Matching(form, vocabulary, adds_names)
    rows = [
        row for reading in readings if isinstance(reading, ImportedEntry) if (row := matching.row(reading))
    ]
    if not any(row.batch_id for row in rows):
        # Other programs list the latest bill first.
        rows.sort(key=lambda row: (row.date, row.created_at.timestamp()))
    batch_id = str(uuid5(NAMESPACE, "\n".join(row.id for row in rows)))
    named = tuple(row if row.batch_id else replace(row, batch_id=batch_id) for row in rows)
    openings = [matching.opening(one) for one in readings if isinstance(one, ImportedOpening)]
    stated = [one for one in readings if isinstance(one, ImportedHabit) and matching.takes(one)]
    bad = (*(reading for reading in readings if isinstance(reading, BadLine)), *matching.bad)
    return ImportPlan(
        named,
        tuple(matching.categories),
        tuple(matching.accounts),
        tuple(sorted(bad, key=lambda one: one.line)),
        tuple(reading for reading in readings if isinstance(reading, LeftOut)),
        tuple(
            lesson
            for reading in readings
            if isinstance(reading, ImportedEntry)
            for lesson in _lessons(reading)
        ),
        tuple(one.habit for one in stated),
        tuple(one for one in openings if one is not None),
    )


def _lessons(entry: ImportedEntry) -> Sequence[Lesson]:
    """What an entry of a ledger of voiced taught, so that a later change of its row teaches, too."""
    if entry.id is None or not entry.taught or not entry.words:
        return ()
    fields = dict.fromkeys((HabitField.SAID, *entry.taught))
    return [Lesson(entry.id, entry.words, field) for field in fields]


def as_seen(
    plan: ImportPlan, form: str, known: frozenset[str], kept: Mapping[str, Opening] = MappingProxyType({})
) -> FileImport:
    """A plan as its owner sees it, on the page and in the terminal, before and after the import.

    Args:
        plan: the plan.
        form: the format's name.
        known: the ids of the rows that the ledger has already.
        kept: the opening balances that the ledger has already, by account.
    """
    new = tuple(row for row in plan.rows if row.id not in known)
    categories = {(row.category, row.type) for row in new}
    openings, others = _new_openings(plan.openings, kept)
    accounts = {name for row in new for name in (row.account, row.to_account)}
    accounts |= {one.account for one in openings}
    refused = (LineRemark(bad.line, bad.problem, bad.reason) for bad in plan.bad)
    return FileImport(
        form,
        new,
        len(plan.rows) - len(new),
        tuple(one for one in plan.categories if one in categories),
        tuple(one for one in plan.accounts if one in accounts),
        (*refused, *(LineRemark(left.line, None, left.reason) for left in (*plan.left_out, *others))),
        openings,
    )


def _new_openings(
    read: Sequence[ImportedOpening], kept: Mapping[str, Opening]
) -> tuple[tuple[Opening, ...], list[LeftOut]]:
    """Those of accounts without one, and the lines that tell something else than what stands."""
    standing, others = dict(kept), list[LeftOut]()
    for one in read:
        told = one.opening
        if standing.setdefault(told.account, told) != told:
            reason = f"{told.account} has another opening balance, which stays"
            others.append(LeftOut(one.line, reason))
    return tuple(one for name, one in standing.items() if name not in kept), others
