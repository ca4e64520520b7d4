"""Categories and accounts: those of a new ledger, and their owner's changes, each of which is done whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.adapters.ledger.sql_bill_names import renaming_in_bills
from voiced.adapters.ledger.sql_database import SqlTables, Step
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES, OTHER, NameInUse, why_no_name
from voiced.errors import LedgerFailure, LedgerRefusal, WrongInput

FIRST_CATEGORIES = tuple(
    (category.name, category.type.value, " ".join(category.keywords), position)
    for position, category in enumerate(DEFAULT_CATEGORIES)
)
"""The categories of a new ledger: name, type, keywords and position."""

FIRST_ACCOUNTS = tuple(
    (account.name, " ".join(account.keywords), position) for position, account in enumerate(DEFAULT_ACCOUNTS)
)
"""The accounts of a new ledger: name, keywords and position."""

_CATEGORIES = """
SELECT id, name, type, keywords,
       (SELECT count(*) FROM transactions AS t WHERE t.category_id = c.id), is_hidden
FROM categories AS c ORDER BY type, is_custom DESC, position, id
"""
_ACCOUNTS = """
SELECT id, name, NULL, keywords,
       (SELECT count(*) FROM transactions AS t WHERE t.account_id = a.id OR t.to_account_id = a.id), is_hidden
FROM accounts AS a ORDER BY position, id
"""
# A name that was hidden is shown again; the other one of two equal names gives no row.
ADD_CATEGORY = """
INSERT INTO categories (name, type, keywords, position, is_custom)
SELECT :name, :type, :words, coalesce(max(position), -1) + 1, 1 FROM categories WHERE 1 = 1
ON CONFLICT (name, type) DO UPDATE SET is_hidden = 0 WHERE categories.is_hidden = 1 RETURNING id
"""
ADD_ACCOUNT = """
INSERT INTO accounts (name, keywords, position)
SELECT :name, :words, coalesce(max(position), -1) + 1 FROM accounts WHERE 1 = 1
ON CONFLICT (name) DO UPDATE SET is_hidden = 0 WHERE accounts.is_hidden = 1 RETURNING id
"""
_HIDE_CATEGORY = "UPDATE categories SET is_hidden = 1 WHERE id = :id"
_HIDE_ACCOUNT = "UPDATE accounts SET is_hidden = 1 WHERE id = :id"
_RENAME_CATEGORY = "UPDATE categories SET name = :name, keywords = :words WHERE id = :id"
_RENAME_ACCOUNT = "UPDATE accounts SET name = :name, keywords = :words WHERE id = :id"
_MOVE_CATEGORY = "UPDATE transactions SET category_id = :into WHERE category_id = :id"
_MOVE_ACCOUNT = """
UPDATE transactions SET
  account_id = CASE account_id WHEN :id THEN :into ELSE account_id END,
  to_account_id = CASE to_account_id WHEN :id THEN :into ELSE to_account_id END,
  said_account_id = CASE said_account_id WHEN :id THEN :into ELSE said_account_id END
WHERE account_id = :id OR to_account_id = :id OR said_account_id = :id
"""
_REMOVE_CATEGORY = """
DELETE FROM categories WHERE id = :id AND NOT EXISTS (SELECT 1 FROM transactions WHERE category_id = :id)
RETURNING id
"""
_IS_USED = "SELECT 1 FROM transactions WHERE account_id = :id OR to_account_id = :id"
_REMOVE_ACCOUNT = f"DELETE FROM accounts WHERE id = :id AND NOT EXISTS ({_IS_USED}) RETURNING id"  # noqa: S608 - a constant
# A bill may have moved the rows for which the account was named.
_UNNAME = (
    f"UPDATE transactions SET said_account_id = NULL WHERE said_account_id = :id AND NOT EXISTS ({_IS_USED})"  # noqa: S608 - a constant
)
_DROP_OPENING = f"DELETE FROM openings WHERE account_id = :id AND NOT EXISTS ({_IS_USED})"  # noqa: S608 - a constant
# Habits that no row taught have names themselves.
_RENAME_TAUGHT = (
    "UPDATE lessons SET value = :name WHERE value = :old AND field = :field AND coalesce(type, '') LIKE :type"
)
_RENAME_BUDGETS = "UPDATE budgets SET category = :name WHERE category = :old"
_DROP_BUDGETS = """
DELETE FROM budgets WHERE category = :old AND NOT EXISTS (SELECT 1 FROM transactions WHERE category_id = :id)
"""


class SqlNames(SqlTables):
    """The names in a ledger. A running daemon sees a change when the next session begins."""

    async def categories(self) -> tuple[NameInUse, ...]:
        """All categories by type, the owner's first."""
        return await self._read(_CATEGORIES)

    async def accounts(self) -> tuple[NameInUse, ...]:
        """All accounts; the first is the default account."""
        return await self._read(_ACCOUNTS)

    async def add_category(self, name: str, of_type: TransactionType, words: Sequence[str]) -> None:
        """Add a category that is heard by its name and by `words`; one of a new ledger has its first words as well.

        Raises:
            WrongInput: the name and type exist already, or a word cannot be used.
        """
        _check(name, *words)
        first = (
            word
            for category in DEFAULT_CATEGORIES
            if (category.name, category.type) == (name, of_type)
            for word in category.keywords
        )
        await self._add(ADD_CATEGORY, {"name": name, "type": of_type.value, "words": _joined(first, words)})

    async def add_account(self, name: str, words: Sequence[str]) -> None:
        """Add an account that is heard by its name and by `words`; one of a new ledger has its first words as well.

        Raises:
            WrongInput: the name exists already, or a word cannot be used.
        """
        _check(name, *words)
        first = (word for account in DEFAULT_ACCOUNTS if account.name == name for word in account.keywords)
        await self._add(ADD_ACCOUNT, {"name": name, "words": _joined(first, words)})

    async def rename_category(self, old: NameInUse, name: str) -> None:
        """Give a category another name; the old one stays a word for it, and its rows, habits and budgets go along.

        Raises:
            WrongInput: the name and type exist already, the name cannot be used, or the category must keep its own.
        """
        _check_free(old)
        budgets: Step = (_RENAME_BUDGETS, {"name": name, "old": old.name})
        await self._rename(
            _RENAME_CATEGORY, old, name, *([budgets] if old.type is TransactionType.EXPENSE else [])
        )

    async def rename_account(self, old: NameInUse, name: str) -> None:
        """Give an account another name; the old one stays a word for it, and its rows and habits go along.

        Raises:
            WrongInput: the name exists already, or cannot be used.
        """
        await self._rename(_RENAME_ACCOUNT, old, name)

    async def remove_category(self, old: NameInUse, into: NameInUse | None) -> None:
        """Remove a category and its budgets; its rows, each with a revision, and its habits go to `into`.

        Raises:
            WrongInput: its rows need `into`, or the ledger needs this category.
        """
        _check_free(old)
        budgets: Step = (_DROP_BUDGETS, {"id": old.id, "old": old.name})
        await self._remove(
            _MOVE_CATEGORY,
            _REMOVE_CATEGORY,
            old,
            into,
            *([budgets] if old.type is TransactionType.EXPENSE else []),
        )

    async def remove_account(self, old: NameInUse, into: NameInUse | None) -> None:
        """Remove an account and its opening balance; its rows, each with a revision, and its habits go to `into`.

        Raises:
            WrongInput: its rows need `into`, or it is the only account.
        """
        if not [one for one in await self.accounts() if not one.is_hidden and one.id != old.id]:
            raise WrongInput(f"{old.name} is the only account, and each row needs one; add another first")
        along: list[Step] = [(statement, {"id": old.id}) for statement in (_UNNAME, _DROP_OPENING)]
        await self._remove(_MOVE_ACCOUNT, _REMOVE_ACCOUNT, old, into, *along)

    async def hide_category(self, name: NameInUse) -> None:
        """Neither offer nor understand a category until it is added again; its rows and budgets stay.

        Raises:
            WrongInput: the ledger needs this category.
        """
        _check_free(name)
        await self._database.run("hiding the name", _HIDE_CATEGORY, {"id": name.id})

    async def hide_account(self, name: NameInUse) -> None:
        """Neither offer nor understand an account until it is added again; its rows stay.

        Raises:
            WrongInput: it is the only account that is not hidden.
        """
        if not [one for one in await self.accounts() if not one.is_hidden and one.id != name.id]:
            raise WrongInput(f"{name.name} is the only account, and each row needs one; add another first")
        await self._database.run("hiding the name", _HIDE_ACCOUNT, {"id": name.id})

    async def _read(self, question: str) -> tuple[NameInUse, ...]:
        found = await self._database.run("reading the names", question)
        return tuple(
            NameInUse(
                id_,
                name,
                TransactionType(type_) if type_ else None,
                tuple(words.split()),
                rows,
                is_hidden=bool(is_hidden),
            )
            for id_, name, type_, words, rows, is_hidden in found
        )

    async def _add(self, statement: str, values: dict[str, str | int | None]) -> None:
        if not await self._database.run("adding the name", statement, values):
            raise _taken(str(values["name"]))

    async def _rename(self, statement: str, old: NameInUse, name: str, *along: Step) -> None:
        _check(name)
        # People keep saying the old name for a while.
        words = dict.fromkeys(word for word in (*old.words, old.name) if word != name)
        try:
            renaming: Step = (statement, {"id": old.id, "name": name, "words": " ".join(words)})
            await self._database.run_together("renaming", (renaming, *along, *_renaming_kept(old, name)))
        except LedgerRefusal as refusal:
            raise _taken(name) from refusal

    async def _remove(
        self, move: str, remove: str, old: NameInUse, into: NameInUse | None, *along: Step
    ) -> None:
        _check_place(old, into)
        moving: list[Step] = []
        if into is not None:
            moving = [(move, {"id": old.id, "into": into.id}), *_renaming_kept(old, into.name)]
        removing: Step = (remove, {"id": old.id})
        if not await self._database.run_together("removing the name", (*moving, *along, removing)):
            raise LedgerFailure(f"{old.name} is not removed: a row was filed under it just now; try again")


def _renaming_kept(old: NameInUse, name: str) -> list[Step]:
    """The statements that give stated habits and kept lines of bills, which have the name itself, another one."""
    taught: Step = (
        _RENAME_TAUGHT,
        {
            "name": name,
            "old": old.name,
            "field": "account" if old.type is None else "category",
            "type": "%" if old.type is None else old.type.value,
        },
    )
    return [taught, *renaming_in_bills(old.name, name, old.type)]


def _joined(first: Iterable[str], words: Iterable[str]) -> str:
    return " ".join(dict.fromkeys((*first, *words)))


def _check(*names: str) -> None:
    for name in names:
        if reason := why_no_name(name):
            raise WrongInput(reason)


def _check_free(old: NameInUse) -> None:
    if old.name == OTHER:
        raise WrongInput(f"{OTHER} takes all other entries, so it keeps its name and its place")


def _check_place(old: NameInUse, into: NameInUse | None) -> None:
    if into is None and old.rows:
        raise WrongInput(
            f"{old.rows} rows are filed under {old.name}; say where they go with --into NAME (undone "
            "rows count as well)"
        )
    if into is not None and into.id == old.id:
        raise WrongInput(f"{old.name} cannot take its own rows; name another with --into")


def _taken(name: str) -> WrongInput:
    return WrongInput(f"there is a {name} already; choose another name")
