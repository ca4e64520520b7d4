"""Categories and accounts, with the words that people use for them, and the rule for such names and words.

People must be able to say each of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from voiced.domain.transaction import TransactionType

OTHER = "其他"
"""The category of an entry that fits no other. It cannot be removed."""

DEFAULT_ACCOUNT = "现金"
"""The account of an entry that names none, until the user chooses another default."""

MOST_CHARACTERS = 20
"""The longest name that people say and the daemon reads out."""

_SAID = re.compile(r"[^\s\x00-\x1f\x7f]+")


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


def why_no_name(name: str) -> str | None:
    """The reason why a text cannot be a name, or None if it can."""
    if not name:
        return "the name is empty"
    if len(name) > MOST_CHARACTERS:
        return f"{name!r} has {len(name)} characters; a name has at most {MOST_CHARACTERS}"
    if not _SAID.fullmatch(name) or name.startswith("-"):
        return f"{name!r} has a space or a character that cannot be spoken; write it as one word"
    return None
