"""From a draft to ledger rows: names are matched with the ledger's, and each row gets an id and an account.

If the ledger lacks an account that was said, the daemon asks for another one.

An id is derived from the batch's id and the row's index, so the same draft always becomes the same rows, and a repeated
save writes each row once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from voiced.dialogue import phrases
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.transaction import EntryField, ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.doubts import RULES_IN_DOUBT, foreign_amounts
from voiced.language.names.accounts import unknown_account, with_accounts_said
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


def post(batch: DraftBatch, vocabulary: Vocabulary, now: datetime) -> tuple[Transaction, ...]:
    """The confirmed rows of a draft as ledger rows, in order.

    A row without an amount is posted with zero, which every ledger refuses: the batch fails as a whole
    instead of losing a row silently.
    """
    return tuple(_row(batch.id, item, vocabulary, now) for item in batch.confirmed_items)


def _row(batch_id: str, item: DraftTransaction, vocabulary: Vocabulary, now: datetime) -> Transaction:
    return Transaction.of(
        filed(item.result, vocabulary),
        id=str(uuid5(UUID(batch_id), str(item.index))),
        batch_id=batch_id,
        created_at=now,
        account=vocabulary.default_account,
    )


_ACCOUNT = frozenset({EntryField.ACCOUNT})


def filed_as_said(
    said: str, results: Sequence[ParseResult], vocabulary: Vocabulary
) -> tuple[tuple[ParseResult, ...], tuple[str, ...]]:
    """Entries in yuan and with the ledger's names, and the remarks about foreign amounts and an unknown account.

    An entry with an account that the ledger lacks keeps its name and waits (`unmatched`). If such an
    account is in the words only, every entry is marked for checking.
    """
    if len(results) == 1:
        results = (with_accounts_said(results[0], said, vocabulary),)
    foreign = foreign_amounts(said)
    entries: list[ParseResult] = []
    for result in results:
        entry = filed(result, vocabulary)
        if entry.amount in foreign:
            entry = replace(entry, amount=None, confidence=None)
        entries.append(entry)
    remarks = tuple(map(phrases.foreign, foreign.values()))
    unknown = unknown_account(said, vocabulary)
    if unknown is None or any(entry.unknown for entry in entries):
        return tuple(entries), remarks
    doubted = tuple(entry.doubted(_ACCOUNT, RULES_IN_DOUBT) for entry in entries)
    return doubted, (*remarks, phrases.no_such_account(unknown))


def unmatched(entries: Iterable[ParseResult]) -> tuple[str, ...]:
    """A question for each account that the entries name and the ledger lacks."""
    names = dict.fromkeys(
        name
        for entry in entries
        for field in sorted(entry.unknown)
        if (name := getattr(entry, field)) is not None
    )
    return tuple(map(phrases.no_such_account, names))
