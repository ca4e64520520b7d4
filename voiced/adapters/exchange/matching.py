"""Matches the lines of a file with the names of a ledger, and gives its entries their ids."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from msgspec.structs import replace

from voiced.adapters.exchange.imported_lines import BadLine, ImportedEntry, ImportedHabit, ImportedOpening
from voiced.adapters.exchange.memory_file import why_broken, why_lacking
from voiced.domain.file_import import LineProblem
from voiced.domain.transaction import EntryField, Transaction, TransactionType
from voiced.domain.vocabulary import Account, Category, Vocabulary, why_no_name

NAMESPACE = UUID("5d1d1f1c-6d3e-5f0e-9a5e-7a7a0f6f7c11")
"""The namespace of import ids: the same entry of the same file gets the same id on every machine."""


@dataclass(slots=True)
class Matching:
    """A ledger's names, those that the lines would add, and what is wrong with the lines so far."""

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

    def opening(self, one: ImportedOpening) -> ImportedOpening | None:
        """The opening balance under the ledger's name of its account; None, and a bad line, if the name prevents it."""
        account = self._account(one, one.opening.account)
        return None if account is None else replace(one, opening=replace(one.opening, account=account))

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

    def _account(self, entry: ImportedEntry | ImportedOpening, name: str) -> str | None:
        known = self.vocabulary.account_called(name)
        if known is not None:
            return known.name
        if not self._may_add(
            entry, name, f"the ledger has no account {name}", f"--add-names, or: voiced accounts add {name}"
        ):
            return None
        self.accounts[name] = None
        return name

    def _may_add(self, entry: ImportedEntry | ImportedOpening, name: str, problem: str, how: str) -> bool:
        # A name from another ledger of voiced was accepted there.
        reason = None if entry.is_ours and name else why_no_name(name)
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
        return str(uuid5(NAMESPACE, f"{self.form}\n{said}\n{self.seen[said]}"))
