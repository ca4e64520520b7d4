"""An account that was said and that the ledger does not have: the daemon says so, and asks which one was used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from voiced.dialogue import phrases
from voiced.dialogue.posting import filed
from voiced.domain.transaction import EntryField, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.accounts import unknown_account
from voiced.language.doubts import RULES_IN_DOUBT, foreign_amounts

_ACCOUNT = frozenset({EntryField.ACCOUNT})


def unknown_accounts(text: str, accounts: Iterable[str | None], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Names of accounts that the ledger does not have: those in a model's answer, else the one that was said."""
    given = dict.fromkeys(name for name in accounts if name and vocabulary.account_called(name) is None)
    said = unknown_account(text, vocabulary)
    return tuple(given) or ((said,) if said else ())


def filed_as_said(
    text: str, results: Sequence[ParseResult], vocabulary: Vocabulary
) -> tuple[tuple[ParseResult, ...], tuple[str, ...]]:
    """Entries in yuan and under names that the ledger has, and what to say of foreign amounts and unknown accounts.

    An entry is in doubt where the ledger does not have the account that was said.
    """
    foreign = foreign_amounts(text)
    unknown = unknown_accounts(text, (result.account for result in results), vocabulary)
    is_named = any(result.account in unknown for result in results)
    entries: list[ParseResult] = []
    for result in results:
        entry = filed(result, vocabulary)
        if entry.amount in foreign:
            entry = replace(entry, amount=None, confidence=None)
        is_doubtful = bool(unknown) and (result.account in unknown or not is_named)
        entries.append(entry.doubted(_ACCOUNT, RULES_IN_DOUBT) if is_doubtful else entry)
    remarks = (*map(phrases.foreign, foreign.values()), *map(phrases.no_such_account, unknown))
    return tuple(entries), remarks
