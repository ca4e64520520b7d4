"""An entry under the names of the ledger: its category and its accounts."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.domain.transaction import EntryField, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.categories import file_under


def filed(result: ParseResult, vocabulary: Vocabulary) -> ParseResult:
    """The entry with the ledger's names for category and accounts, so that the read-back agrees with the saved row.

    A category that the ledger has stays, also if only the type of the entry changed. An account that the ledger lacks
    keeps its name and is marked as unknown. An entry may have no account.
    """
    if all(category.name != result.category for category in vocabulary.categories):
        result = replace(result, category=file_under(result.category, result.type, vocabulary))
    account, to_account = (
        name and _account_named(name, vocabulary) for name in (result.account, result.to_account)
    )
    named = ((EntryField.ACCOUNT, account), (EntryField.TO_ACCOUNT, to_account))
    unknown = frozenset(field for field, name in named if name and vocabulary.account_called(name) is None)
    return replace(result, account=account, to_account=to_account, unknown=unknown)


def _account_named(name: str, vocabulary: Vocabulary) -> str:
    account = vocabulary.account_called(name)
    return name if account is None else account.name
