"""The ledger as the daemon needs it: for the dialogue, and for the card."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Protocol

from voiced.domain.balances import Balances, Opening
from voiced.domain.batch import DraftBatch
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import (
    FoundRows,
    MonthReport,
    MonthTotal,
    Revision,
    RowsChanged,
    RowSearch,
    WrittenTogether,
)
from voiced.domain.budget import Budget, MonthBudget
from voiced.domain.file_import import FileImport
from voiced.domain.habits import Habit, Lesson
from voiced.domain.memory import LedgerMemory
from voiced.domain.month import Month
from voiced.domain.question import LedgerAnswer, LedgerQuestion
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import NameInUse, Vocabulary

ROOM = "room"
"""The source of the words that the microphone hears and that the pages of the card send: the conversation of the room."""
SATELLITE = "wyoming/"
"""The beginning of the sources of words that come from voice satellites."""


class WrittenRows(Protocol):
    """The saved rows, as dialogue and card both use them. Every write is one transaction, done in full or not at all."""

    async def vocabulary(self) -> Vocabulary:
        """Categories, accounts and recently used categories."""
        ...

    async def undo_batch(self, batch_id: str) -> RowsChanged:
        """Undo the rows of a batch and keep them as revisions; of a bill, give the rows that it changed back what was said.

        Raises:
            LedgerFailure: the rows are unchanged.
        """
        ...

    async def amend(self, transaction_id: str, change: FieldChange, *, is_once: bool = False) -> Transaction:
        """Change a saved row and keep its old values as a revision; returns the new row.

        A change for this time alone (这次) teaches nothing; what the row taught before stays.

        Raises:
            LedgerFailure: the row is unchanged.
        """
        ...

    async def amend_as_seen(
        self, transaction_id: str, was: FieldChange, change: FieldChange
    ) -> tuple[Transaction, ...]:
        """Change a saved row that has the values of `was`; an empty tuple if it has others by now, or was undone.

        No other change comes between the check and the write.

        Raises:
            LedgerFailure: the row is unchanged.
        """
        ...

    async def batch_rows(self, batch_id: str) -> tuple[Transaction, ...]:
        """The valid rows of a batch, in the order they were recorded; empty if there is no such batch.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...


class RecurringEntries(Protocol):
    """The entries that come again. None of them is a row of the ledger.

    Every method may raise `LedgerFailure`.
    """

    async def all(self) -> tuple[Recurring, ...]:
        """Every recurring entry, with the day of the latest row of the same thing; those set up first come first."""
        ...

    async def keep(self, entry: Recurring) -> None:
        """Set up a recurring entry, or change the one of this id; the answers to the days before stay."""
        ...

    async def remove(self, id: str) -> bool:
        """Remove a recurring entry; whether there was one. Rows that came of it stay."""
        ...

    async def note(self, id: str, *, offered: date | None = None, settled: date | None = None) -> None:
        """Note that it was offered on a day, or that the due day `settled` was answered."""
        ...


class KeptDrafts(Protocol):
    """The open drafts, one for each source, which survive a crash on this device.

    Every method may raise `LedgerFailure`.
    """

    async def keep(self, draft: DraftBatch, source: str = ROOM) -> None:
        """Journal the open draft of a source, in place of its last one."""
        ...

    async def drop(self, source: str = ROOM) -> None:
        """Forget the kept draft of a source, if there is one."""
        ...

    async def kept(self, source: str = ROOM) -> DraftBatch | None:
        """The draft of a source that a crash left behind; None if there is no draft or it cannot be read."""
        ...


class Ledger(WrittenRows, Protocol):
    """The store of confirmed entries."""

    @property
    def drafts(self) -> KeptDrafts:
        """The open drafts; saving a batch deletes its draft."""
        ...

    @property
    def recurring(self) -> RecurringEntries:
        """The entries that come again."""
        ...

    async def memory(self) -> LedgerMemory:
        """The rows saved last and each category's usual amount, for remarks on odd entries, and the habits."""
        ...

    async def teach(self, habits: Sequence[Habit]) -> None:
        """Take habits over that no row taught, all of them or none.

        Raises:
            LedgerFailure: the ledger is unchanged.
        """
        ...

    async def forget(self, words: str) -> tuple[Habit, ...]:
        """Forget all that was learnt about entries of these words; returns the habits that there were.

        Raises:
            LedgerFailure: the database could not be written.
        """
        ...

    async def forget_all(self) -> tuple[Habit, ...]:
        """Forget all that was ever learnt; returns the habits that there were.

        Raises:
            LedgerFailure: the database could not be written.
        """
        ...

    async def save_batch(
        self, batch_id: str, rows: Sequence[Transaction], lessons: Sequence[Lesson] = ()
    ) -> tuple[Transaction, ...]:
        """Write the rows of a batch with their lessons and delete the kept draft of this id, in one transaction.

        Saving the same rows under the same id again returns the stored rows and leaves the ledger as it is.

        Raises:
            LedgerFailure: the ledger is unchanged.
            BatchConflict: other rows are stored under this id; the ledger is unchanged.
        """
        ...

    async def month_budgets(self, month: Month) -> tuple[MonthBudget, ...]:
        """The budgets that hold in a month, with what is spent.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    async def bill_standings(self) -> tuple[BillStanding, ...]:
        """How far the latest import of each kind of bill is settled, the latest days first.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    async def rows_since(self, first: date) -> tuple[Transaction, ...]:
        """The valid rows dated on this day or later; the day they were written is their `created_at`.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    async def answer(self, question: LedgerQuestion) -> LedgerAnswer:
        """Answer a question from the valid rows.

        Raises:
            LedgerFailure: the database could not be read.
        """
        ...

    def rows(self) -> AsyncIterator[Transaction]:
        """Every valid row, oldest first, for export."""
        ...

    async def close(self) -> None:
        """Finish the write in progress and close the database."""
        ...


class Books(WrittenRows, Protocol):
    """The ledger as the card uses it. Each write is one transaction and keeps the earlier row as a revision.

    Every method may raise `LedgerFailure`; one that names a row or a batch may raise `NotInLedger`.
    """

    async def search(self, search: RowSearch) -> FoundRows:
        """The asked pages of the matching rows, by day and then by time of recording, the latest first."""
        ...

    async def report(self, month: Month) -> MonthReport:
        """A month's expenses and income by day and by category, and its budgets."""
        ...

    async def revisions(self, transaction_id: str) -> tuple[Revision, ...]:
        """A row as it was before each change, the latest change first; also of an undone row."""
        ...

    async def undo_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Undo one row; returns it, or an empty tuple if it was undone before."""
        ...

    async def together(self, batch_id: str) -> WrittenTogether:
        """The number and the days of a batch's valid rows, and the first of them; without rows for an unknown batch."""
        ...

    async def restore_row(self, transaction_id: str) -> tuple[Transaction, ...]:
        """Restore an undone row; returns it, or an empty tuple if it was not undone."""
        ...

    async def restore_batch(self, batch_id: str) -> RowsChanged:
        """Restore the rows of a batch that were undone together last; of a bill, also what it changed."""
        ...

    async def month_totals(self, first: Month, last: Month) -> tuple[MonthTotal, ...]:
        """The expenses and the income of each month from `first` to `last`, the earliest first; without transfers."""
        ...

    async def balances(self) -> Balances:
        """What is in each account whose opening balance was told."""
        ...

    async def set_opening(self, opening: Opening) -> None:
        """Tell what was in an account before the rows of a day, in place of what was told before.

        Raises:
            NotInLedger: the ledger has no such account.
        """
        ...

    async def drop_opening(self, account: str) -> None:
        """Forget the opening balance of an account, if it has one."""
        ...

    async def set_budget(self, budget: Budget) -> None:
        """Set the limit for a category from a month on, or for that month alone."""
        ...

    async def drop_budget(self, category: str, month: Month) -> None:
        """End the budget of a category, if it exists, before this month. Earlier months keep theirs."""
        ...


class Names(Protocol):
    """The categories and accounts of the ledger, which their owner arranges.

    Each change may raise `WrongInput`, if the ledger cannot have the name, and `LedgerFailure`.
    """

    async def categories(self) -> tuple[NameInUse, ...]:
        """All categories by type, the owner's first."""
        ...

    async def accounts(self) -> tuple[NameInUse, ...]:
        """All accounts; the first is the default account."""
        ...

    async def add_category(self, name: str, of_type: TransactionType, words: Sequence[str]) -> None:
        """Add a category that is heard by its name and by `words`, or show it again if it was hidden."""
        ...

    async def add_account(self, name: str, words: Sequence[str]) -> None:
        """Add an account that is heard by its name and by `words`, or show it again if it was hidden."""
        ...

    async def rename_category(self, old: NameInUse, name: str) -> None:
        """Give a category another name; the old one stays a word for it, and its rows and budgets go along."""
        ...

    async def rename_account(self, old: NameInUse, name: str) -> None:
        """Give an account another name; the old one stays a word for it, and its rows go along."""
        ...

    async def hide_category(self, name: NameInUse) -> None:
        """Neither offer nor understand a category until it is added again; its rows and budgets stay."""
        ...

    async def hide_account(self, name: NameInUse) -> None:
        """Neither offer nor understand an account until it is added again; its rows stay."""
        ...


class Importer(Protocol):
    """Takes files of other programs into the ledger.

    Both methods raise `WrongInput` if the text is in no known format, and `LedgerFailure`.
    """

    async def preview(self, text: str) -> FileImport:
        """What an import of this text would add. The ledger is unchanged."""
        ...

    async def take(self, text: str) -> FileImport:
        """Add the new rows, names and opening balances in one transaction; returns what was added."""
        ...
