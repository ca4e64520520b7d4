"""Categories and accounts, with the words that people use for them."""

from __future__ import annotations

from dataclasses import dataclass

from voiced.domain.transaction import TransactionType

OTHER = "其他"
"""The category of an entry that fits no other. It cannot be removed."""

DEFAULT_ACCOUNT = "现金"
"""The account of an entry that names none, until the user chooses another default."""


@dataclass(frozen=True, slots=True)
class Category:
    """A category of one type.

    Attributes:
        keywords: spoken words that belong to it, beside its own name.
        is_custom: whether the user added it.
    """

    name: str
    type: TransactionType
    keywords: tuple[str, ...] = ()
    is_custom: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """A place where money is kept. `keywords` are its other spoken names."""

    name: str
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The ledger's names, as the language rules need them.

    Attributes:
        categories: the user's own first, then the defaults.
        recent: category names recently used, latest first; a recent one wins over another that fits equally well.
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
