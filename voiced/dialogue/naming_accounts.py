"""An account that was said and that the ledger does not have: the daemon says so, and asks which one was used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from voiced.dialogue import phrases
from voiced.dialogue.posting import filed
from voiced.domain.transaction import EntryField, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.doubts import RULES_IN_DOUBT, foreign_amounts
from voiced.language.names.accounts import unknown_account, with_accounts_said

_ACCOUNT = frozenset({EntryField.ACCOUNT})


def filed_as_said(
    text: str, results: Sequence[ParseResult], vocabulary: Vocabulary
) -> tuple[tuple[ParseResult, ...], tuple[str, ...]]:
    """Entries in yuan and under names that the ledger has, and what to say of foreign amounts and unknown accounts.

    An entry whose account the ledger does not have keeps the name and waits (`unmatched`). Where several entries may be
    meant, or another account was taken for the one that was said, each of them is in doubt.
    """
    if len(results) == 1:
        results = (with_accounts_said(results[0], text, vocabulary),)
    foreign = foreign_amounts(text)
    entries: list[ParseResult] = []
    for result in results:
        entry = filed(result, vocabulary)
        if entry.amount in foreign:
            entry = replace(entry, amount=None, confidence=None)
        entries.append(entry)
    remarks = tuple(map(phrases.foreign, foreign.values()))
    said = unknown_account(text, vocabulary)
    if said is None or any(entry.unknown for entry in entries):
        return tuple(entries), remarks
    doubted = tuple(entry.doubted(_ACCOUNT, RULES_IN_DOUBT) for entry in entries)
    return doubted, (*remarks, phrases.no_such_account(said))


def unmatched(entries: Iterable[ParseResult]) -> tuple[str, ...]:
    """Asks, once for each account that entries name and the ledger does not have."""
    names = dict.fromkeys(
        name
        for entry in entries
        for field in sorted(entry.unknown)
        if (name := getattr(entry, field)) is not None
    )
    return tuple(map(phrases.no_such_account, names))
