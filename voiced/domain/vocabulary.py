"""The names that entries are filed under: categories and accounts, with the words people use for them."""

from __future__ import annotations

from dataclasses import dataclass

from voiced.domain.transaction import TransactionType

OTHER = "其他"
"""The category of last resort; it exists for every type that needs one and cannot be removed."""

DEFAULT_ACCOUNT = "现金"
"""The account of an entry that names none, until the user chooses another default."""


@dataclass(frozen=True, slots=True)
class Category:
    """A category of one type.

    Attributes:
        keywords: spoken words that belong to it, its own name aside.
        is_custom: added by the user, not one of the defaults.
    """

    name: str
    type: TransactionType
    keywords: tuple[str, ...] = ()
    is_custom: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Where money is kept. `keywords` are other spoken names for it."""

    name: str
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the ledger knows, as the language rules need it.

    Attributes:
        categories: the user's own first, then the defaults.
        recent: category names recently used, latest first; they win where two fit equally well.
        default_account: the account of an entry that names none.
    """

    categories: tuple[Category, ...]
    accounts: tuple[Account, ...]
    recent: tuple[str, ...] = ()
    default_account: str = DEFAULT_ACCOUNT

    def categories_of(self, of_type: TransactionType) -> tuple[Category, ...]:
        """All categories of one type, in order."""
        return tuple(category for category in self.categories if category.type is of_type)

    def account_called(self, name: str) -> Account | None:
        """The account that has this name, or this keyword."""
        return next((account for account in self.accounts if name in (account.name, *account.keywords)), None)
