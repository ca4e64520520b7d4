"""An import: the lines of a file, and the plan made of them: rows with stable ids and the ledger's names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.exchange.memory_file import why_broken, why_lacking
from voiced.domain.file_import import FileImport, LineProblem, LineRemark
from voiced.domain.habits import Habit, HabitField, Lesson
from voiced.domain.transaction import EntryField, ParseResult, Transaction, TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary, why_no_name

_NAMESPACE = UUID("5d1d1f1c-6d3e-5f0e-9a5e-7a7a0f6f7c11")
"""The namespace of import ids: the same entry of the same file gets the same id on every machine."""


class ImportedEntry(Struct, frozen=True):
    """An entry of the file, before its names are matched with the ledger's.

    Attributes:
        line: the number of its first line, from 1.
        values: the values that the file states, with the file's names.
        happened: with the file's time zone, else the local one; at midnight if the file has no time.
        wider: names of wider categories, the narrowest first.
        key: the file's unique key of the entry, if it has one.
        words: by which habits know it, if it taught something there; `taught` likewise.
        id: its id in a ledger of voiced, if it comes from one; `batch_id`, `said_account`, `paid_at` and `merchant`
            likewise.
    """

    line: int
    values: ParseResult
    happened: datetime
    wider: tuple[str, ...] = ()
    key: str | None = None
    id: str | None = None
    batch_id: str | None = None
    words: str = ""
    taught: tuple[HabitField, ...] = ()
    said_account: str | None = None
    paid_at: datetime | None = None
    merchant: str | None = None

    @property
    def categories(self) -> tuple[str, ...]:
        """Possible names of its category, the best first."""
        return tuple(name for name in (self.values.category, *self.wider) if name)


class BadLine(Struct, frozen=True):
    """A line that cannot be imported, and the reason."""

    line: int
    reason: str
    problem: LineProblem = LineProblem.OTHER


class LeftOut(Struct, frozen=True):
    """A valid line that holds no entry, and the reason for leaving it out."""

    line: int
    reason: str


class ImportedHabit(Struct, frozen=True):
    """A habit that no row taught."""

    line: int
    habit: Habit


ImportedLine = ImportedEntry | ImportedHabit | BadLine | LeftOut


def described(words: str, narrower: str, type_: TransactionType) -> str:
    """The description of an entry: its words, else its narrower category unless it is a transfer."""
    return words if type_ is TransactionType.TRANSFER else words or narrower


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
    """

    rows: tuple[Transaction, ...]
    categories: tuple[tuple[str, TransactionType], ...]
    accounts: tuple[str, ...]
    bad: tuple[BadLine, ...]
    left_out: tuple[LeftOut, ...]
    lessons: tuple[Lesson, ...] = ()
    stated: tuple[Habit, ...] = ()


def in_one_batch(rows: Sequence[Transaction]) -> tuple[Transaction, ...]:
    """The rows as one batch, which is undone at once; the same rows give the same batch."""
    batch_id = str(uuid5(_NAMESPACE, "\n".join(("one batch", *(row.id for row in rows)))))
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
    matching = _Matching(form, vocabulary, adds_names)
    rows = [
        row for reading in readings if isinstance(reading, ImportedEntry) if (row := matching.row(reading))
    ]
    if not any(row.batch_id for row in rows):
        # Other programs list the latest bill first.
        rows.sort(key=lambda row: (row.date, row.created_at.timestamp()))
    batch_id = str(uuid5(_NAMESPACE, "\n".join(row.id for row in rows)))
    named = tuple(row if row.batch_id else replace(row, batch_id=batch_id) for row in rows)
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
    )


def _lessons(entry: ImportedEntry) -> Sequence[Lesson]:
    """What an entry of a ledger of voiced taught, so that a later change of its row teaches, too."""
    if entry.id is None or not entry.taught or not entry.words:
        return ()
    fields = dict.fromkeys((HabitField.SAID, *entry.taught))
    return [Lesson(entry.id, entry.words, field) for field in fields]


def as_seen(plan: ImportPlan, form: str, known: frozenset[str]) -> FileImport:
    """A plan as its owner sees it, on the page and in the terminal, before and after the import.

    Args:
        plan: the plan.
        form: the format's name.
        known: the ids of the rows that the ledger has already.
    """
    new = tuple(row for row in plan.rows if row.id not in known)
    categories = {(row.category, row.type) for row in new}
    accounts = {name for row in new for name in (row.account, row.to_account)}
    refused = (LineRemark(bad.line, bad.problem, bad.reason) for bad in plan.bad)
    return FileImport(
        form,
        new,
        len(plan.rows) - len(new),
        tuple(one for one in plan.categories if one in categories),
        tuple(one for one in plan.accounts if one in accounts),
        (*refused, *(LineRemark(left.line, None, left.reason) for left in plan.left_out)),
    )


@dataclass(slots=True)
class _Matching:
    form: str
    vocabulary: Vocabulary
    adds_names: bool
    bad: list[BadLine] = field(default_factory=list[BadLine])
    categories: dict[tuple[str, TransactionType], None] = field(
        default_factory=dict[tuple[str, TransactionType], None]
    )
    accounts: dict[str, None] = field(default_factory=dict[str, None])
    seen: Counter[str] = field(default_factory=Counter[str])

    def row(self, entry: ImportedEntry) -> Transaction | None:
        """The entry as a row; None, and a bad line, if a name prevents it."""
        said = entry.values
        category = self._category(entry)
        account = self._account(entry, said.account or self.vocabulary.default_account)
        to_account = self._account(entry, said.to_account) if said.to_account else None
        broken = [name for name in EntryField if "\0" in str(getattr(said, name))]
        self.bad += [BadLine(entry.line, f"the {name} holds a NUL character") for name in broken]
        is_lost = said.to_account is not None and to_account is None
        if category is None or account is None or is_lost or broken:
            return None
        row = Transaction.of(
            replace(said, category=category, account=account, to_account=to_account),
            id=entry.id or self._fresh_id(entry),
            batch_id=entry.batch_id or "",
            created_at=entry.happened,
            account=account,
        )
        if entry.id is None:
            return row
        return replace(row, said_account=entry.said_account, paid_at=entry.paid_at, merchant=entry.merchant)

    def takes(self, stated: ImportedHabit) -> bool:
        """Whether a habit can be taken over, once all rows were matched: the names that they add are known then."""
        if why := why_broken(stated.habit):
            self.bad.append(BadLine(stated.line, f"{why}; write the file anew with `voiced ledger export`"))
        elif why := why_lacking(stated.habit, self._names):
            self.bad.append(BadLine(stated.line, why, LineProblem.NAME))
        return why is None

    @property
    def _names(self) -> Vocabulary:
        added = (Category(name, type_) for name, type_ in self.categories)
        return replace(
            self.vocabulary,
            categories=(*self.vocabulary.categories, *added),
            accounts=(*self.vocabulary.accounts, *map(Account, self.accounts)),
        )

    def _category(self, entry: ImportedEntry) -> str | None:
        known = self.vocabulary.categories_of(entry.values.type)
        for name in entry.categories:
            if any(category.name == name for category in known):
                return name
        # A row of voiced may keep a category of another type, if its own type was corrected.
        if entry.id and any(category.name == entry.categories[0] for category in self.vocabulary.categories):
            return entry.categories[0]
        for name in entry.categories:
            for category in known:
                if name in category.keywords:
                    return category.name
        return self._new_category(entry)

    def _new_category(self, entry: ImportedEntry) -> str | None:
        # The last name is the widest; adding narrower ones would give too many categories.
        name = entry.categories[-1] if entry.categories else ""
        how = f"--add-names, or: voiced categories add {name} --type {entry.values.type.lower()}"
        if not self._may_add(entry, name, f"the ledger has no category {name}", how):
            return None
        self.categories[name, entry.values.type] = None
        return name

    def _account(self, entry: ImportedEntry, name: str) -> str | None:
        known = self.vocabulary.account_called(name)
        if known is not None:
            return known.name
        if not self._may_add(
            entry, name, f"the ledger has no account {name}", f"--add-names, or: voiced accounts add {name}"
        ):
            return None
        self.accounts[name] = None
        return name

    def _may_add(self, entry: ImportedEntry, name: str, problem: str, how: str) -> bool:
        # A name from another ledger of voiced was accepted there.
        reason = None if entry.id and name else why_no_name(name)
        if reason is None and self.adds_names:
            return True
        self.bad.append(BadLine(entry.line, reason or f"{problem}; {how}", LineProblem.NAME))
        return False

    def _fresh_id(self, entry: ImportedEntry) -> str:
        values = entry.values
        said = entry.key or "\n".join(
            (
                values.type,
                str(values.amount.fen if values.amount else 0),
                entry.happened.replace(tzinfo=None).isoformat(),
                *entry.categories,
                values.account or "",
                # As it was when a row had one account: what was imported then is known again.
                f"{values.description} 到{values.to_account}".strip()
                if values.to_account
                else values.description,
            )
        )
        self.seen[said] += 1
        return str(uuid5(_NAMESPACE, f"{self.form}\n{said}\n{self.seen[said]}"))
