"""From a draft to ledger rows: names matched with the ledger's, the default account filled in, ids given.

Ids are derived from the batch's id and the row, so the same draft always becomes the same rows: a save that is
tried again writes nothing twice.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.money import ZERO
from voiced.domain.transaction import EntryField, ParseResult, Transaction
from voiced.domain.vocabulary import Vocabulary
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
    result = filed(item.result, vocabulary)
    return Transaction(
        id=str(uuid5(UUID(batch_id), str(item.index))),
        batch_id=batch_id,
        amount=result.amount or ZERO,
        type=result.type,
        category=result.category,
        account=result.account or vocabulary.default_account,
        description=result.description,
        date=result.date,
        created_at=now,
        to_account=result.to_account,
    )
