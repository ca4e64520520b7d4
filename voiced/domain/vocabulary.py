"""Categories and accounts, with the words that people use for them, those of a new ledger, and the rule for such names.

People must be able to say each name and word. `categories.toml` lists those of a new ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.packaged import packaged_text

OTHER = "其他"
"""The category of an entry that fits no other. It cannot be removed."""

DEFAULT_ACCOUNT = "现金"
"""The account of an entry that names none, until the user chooses another default."""

MOST_CHARACTERS = 20
"""The longest name that people say and the daemon reads out."""

_SAID = re.compile(r"[^\s\x00-\x1f\x7f]+")


class Category(Struct, frozen=True):
    """A category of one type.

    Attributes:
        keywords: spoken words that belong to it, beside its own name.
        is_custom: whether the user added it.
    """

    name: str
    type: TransactionType
    keywords: tuple[str, ...] = ()
    is_custom: bool = False


class Account(Struct, frozen=True):
    """A place where money is kept. `keywords` are its other spoken names."""

    name: str
    keywords: tuple[str, ...] = ()


class NameInUse(Struct, frozen=True):
    """A category or an account as the ledger has it.

    Attributes:
        type: None for an account.
        words: other words for it.
        rows: the number of rows filed under it, undone ones included.
        is_hidden: whether it is neither offered nor understood.
    """

    id: int
    name: str
    type: TransactionType | None
    words: tuple[str, ...]
    rows: int
    is_hidden: bool = False


class Vocabulary(Struct, frozen=True, cache_hash=True):
    """The ledger's names, as the language rules need them. Its hash is kept, since many readings are remembered under it.

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

    def why_unknown(self, category: str | None, accounts: Iterable[str | None]) -> str | None:
        """The reason to refuse these names: the first one that the ledger lacks. None if it has them all.

        Args:
            category: the name of a category; None to leave it out.
            accounts: the names of accounts; None is left out.
        """
        if category is not None and category not in (known.name for known in self.categories):
            return f"the ledger has no category {category!r}"
        for account in accounts:
            if account is not None and account not in (known.name for known in self.accounts):
                return f"the ledger has no account {account!r}"
        return None


class CategoriesKey:
    """The categories of a vocabulary, as the key of a cache; to compare and to hash them takes no time.

    Categories never change, so the same object is the same categories. A ledger gives equal
    categories as one object, so that what is derived from them outlives each save.
    """

    __slots__ = ("vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        """`vocabulary` is one that has these categories."""
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary.categories)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CategoriesKey) and other.vocabulary.categories is self.vocabulary.categories


_TABLES = msgspec.toml.decode(
    packaged_text("voiced.domain", "categories.toml"), type=dict[str, dict[str, str]]
)

DEFAULT_CATEGORIES = tuple(
    Category(name, of_type, tuple(words.split()))
    for of_type in TransactionType
    for name, words in _TABLES[of_type.lower()].items()
)

DEFAULT_ACCOUNTS = tuple(Account(name, tuple(words.split())) for name, words in _TABLES["accounts"].items())

DEFAULT_VOCABULARY = Vocabulary(DEFAULT_CATEGORIES, DEFAULT_ACCOUNTS)
"""The categories and accounts that a new ledger starts with."""


def why_no_name(name: str) -> str | None:
    """The reason why a text cannot be a name, or None if it can."""
    if not name:
        return "the name is empty"
    if len(name) > MOST_CHARACTERS:
        return f"{name!r} has {len(name)} characters; a name has at most {MOST_CHARACTERS}"
    if not _SAID.fullmatch(name) or name.startswith("-"):
        return f"{name!r} has a space or a character that cannot be spoken; write it as one word"
    return None


def default_vocabulary_with(custom: tuple[str, ...], recent: tuple[str, ...]) -> Vocabulary:
    """The vocabulary of a new ledger with more names of categories, and with the names that were used recently.

    The names come without their types, so each of them counts as expense and as income.
    """
    return _default_vocabulary_with(custom, recent) if custom or recent else DEFAULT_VOCABULARY


# The index of a vocabulary is cached by identity, so the same names have to give the same object.
@lru_cache(maxsize=64)
def _default_vocabulary_with(custom: tuple[str, ...], recent: tuple[str, ...]) -> Vocabulary:
    known = {category.name for category in DEFAULT_CATEGORIES}
    own = tuple(
        Category(name, of_type, is_custom=True)
        for name in dict.fromkeys(custom)
        if name.strip() and name not in known
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    )
    return Vocabulary((*own, *DEFAULT_CATEGORIES), DEFAULT_ACCOUNTS, recent)
