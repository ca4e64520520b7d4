"""From a draft to ledger rows: names matched with the ledger's, the default account filled in, ids given.

An account that was said and that the ledger does not have is asked for.

Ids are derived from the batch's id and the row, so the same draft always becomes the same rows: a save that is
tried again writes nothing twice.
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
    """The entry under names that the ledger has, so that what is read back is what will be written.

    A category keeps its name when only the type of an entry changes: the speaker did not ask for another. An account
    that the ledger does not have keeps the name that was said, and is noted as unknown; none that was named stays none.
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
    rather than losing a row in silence.
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
    """Entries in yuan and under names that the ledger has, and what to say of foreign amounts and unknown accounts.

    An entry whose account the ledger does not have keeps the name and waits (`unmatched`). Where several entries may be
    meant, or another account was taken for the one that was said, each of them is in doubt.
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
    """Asks, once for each account that entries name and the ledger does not have."""
    names = dict.fromkeys(
        name
        for entry in entries
        for field in sorted(entry.unknown)
        if (name := getattr(entry, field)) is not None
    )
    return tuple(map(phrases.no_such_account, names))
