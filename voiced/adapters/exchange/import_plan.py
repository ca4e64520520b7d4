"""What an import would write: rows with stable ids and the ledger's names, and the lines that stand in its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid5

from msgspec import Struct

from voiced.adapters.exchange.import_entries import BadLine, ImportedEntry, ImportedLine, LeftOut
from voiced.domain.naming import why_no_name
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary

_NAMESPACE = UUID("5d1d1f1c-6d3e-5f0e-9a5e-7a7a0f6f7c11")
"""Ours alone: the same entry of the same file gets the same id on every machine."""


class ImportPlan(Struct, frozen=True):
    """What an import would write.

    Attributes:
        rows: as they were recorded, or in the order of their days where the file does not tell.
        categories: that the ledger lacks, by type.
        accounts: that the ledger lacks.
        bad: lines that must be mended first.
        left_out: lines that are no entries.
    """

    rows: tuple[Transaction, ...]
    categories: tuple[tuple[str, TransactionType], ...]
    accounts: tuple[str, ...]
    bad: tuple[BadLine, ...]
    left_out: tuple[LeftOut, ...]


def plan_import(
    readings: Sequence[ImportedLine], form: str, vocabulary: Vocabulary, *, adds_names: bool
) -> ImportPlan:
    """Match what was read against a ledger's names.

    An entry that came with an id of ours keeps it. Others get one made of what they say; of entries that say the
    same, each its own, in order: so a longer export of the same bills adds what is new.

    Args:
        readings: the lines.
        form: the format's name; it is part of the ids.
        vocabulary: what the ledger knows.
        adds_names: names that the ledger lacks are to be added, and not in the way.
    """
    matching = _Matching(form, vocabulary, adds_names)
    rows = [
        row for reading in readings if isinstance(reading, ImportedEntry) if (row := matching.row(reading))
    ]
    if not any(row.batch_id for row in rows):
        # Other programs put the latest bill first.
        rows.sort(key=lambda row: (row.date, row.created_at.timestamp()))
    batch_id = str(uuid5(_NAMESPACE, "\n".join(row.id for row in rows)))
    named = tuple(row if row.batch_id else replace(row, batch_id=batch_id) for row in rows)
    bad = (*(reading for reading in readings if isinstance(reading, BadLine)), *matching.bad)
    return ImportPlan(
        named,
        tuple(matching.categories),
        tuple(matching.accounts),
        tuple(sorted(bad, key=lambda one: one.line)),
        tuple(reading for reading in readings if isinstance(reading, LeftOut)),
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
        """The entry as a row; None, and a bad line, where a name is in the way."""
        category = self._category(entry)
        account = self._account(entry, entry.account or self.vocabulary.default_account)
        to_account = self._account(entry, entry.to_account) if entry.to_account else None
        if "\0" in entry.description:
            self.bad.append(BadLine(entry.line, "the description holds a NUL character"))
        is_lost = entry.to_account is not None and to_account is None
        if category is None or account is None or is_lost or "\0" in entry.description:
            return None
        return Transaction(
            id=entry.id or self._fresh_id(entry),
            batch_id=entry.batch_id or "",
            amount=entry.amount,
            type=entry.type,
            category=category,
            account=account,
            description=entry.description,
            date=entry.date,
            created_at=entry.happened,
            to_account=to_account,
        )

    def _category(self, entry: ImportedEntry) -> str | None:
        known = self.vocabulary.categories_of(entry.type)
        for name in entry.categories:
            if any(category.name == name for category in known):
                return name
        # A row of ours may keep a category of another type, where its own type was corrected.
        if entry.id and any(category.name == entry.categories[0] for category in self.vocabulary.categories):
            return entry.categories[0]
        for name in entry.categories:
            for category in known:
                if name in category.keywords:
                    return category.name
        return self._new_category(entry)

    def _new_category(self, entry: ImportedEntry) -> str | None:
        # The widest name is the last one; narrower ones would be too many.
        name = entry.categories[-1] if entry.categories else ""
        how = f"--add-names, or: voiced categories add {name} --type {entry.type.lower()}"
        if not self._may_add(entry, name, f"the ledger has no category {name}", how):
            return None
        self.categories[name, entry.type] = None
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
        # A name of another ledger of ours was good enough there.
        reason = None if entry.id and name else why_no_name(name)
        if reason is None and self.adds_names:
            return True
        self.bad.append(BadLine(entry.line, reason or f"{problem}; {how}"))
        return False

    def _fresh_id(self, entry: ImportedEntry) -> str:
        said = entry.key or "\n".join(
            (
                entry.type,
                str(entry.amount.fen),
                entry.happened.replace(tzinfo=None).isoformat(),
                *entry.categories,
                entry.account or "",
                # As it was when a row had one account: what was imported then is known again.
                f"{entry.description} 到{entry.to_account}".strip()
                if entry.to_account
                else entry.description,
            )
        )
        self.seen[said] += 1
        return str(uuid5(_NAMESPACE, f"{self.form}\n{said}\n{self.seen[said]}"))
