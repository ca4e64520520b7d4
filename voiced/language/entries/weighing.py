"""Entries of rules or of a model, weighed against what the words say of them: told, possible, or left to be worked out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.item import Item
from voiced.language.entries.occurrence import Occurrence, occurrence_of
from voiced.language.entries.proposals import ProposedAmount, proposed_amount
from voiced.language.entries.sentence import entry_of, read_told


class Weighed(Struct, frozen=True):
    """What of some entries may become rows.

    Attributes:
        told: entries that happened.
        possible: entries that the speaker has to be asked for first.
    """

    told: tuple[ParseResult, ...]
    possible: tuple[ParseResult, ...]


def weigh(text: str, results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime) -> Weighed:
    """Part what happened from what may have happened; leave out what certainly did not.

    Where nothing in the words happened, no result of a model did, whatever its amount is.
    """
    items = [(item, occurrence_of(item.context)) for item in read_told(text, vocabulary, now)]
    if all(occurrence is Occurrence.HAPPENED for _, occurrence in items):
        return Weighed(tuple(results), ())
    happened = {item.amount for item, occurrence in items if occurrence is Occurrence.HAPPENED}
    others = {item.amount for item, _ in items} - happened
    told = tuple(result for result in results if happened and result.amount not in others)
    possible = tuple(
        _result_for(item, results, vocabulary, now)
        for item, occurrence in items
        if occurrence is Occurrence.POSSIBLE and item.amount
    )
    return Weighed(told, possible)


def tells_of_no_entry(text: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold amounts, and certainly none that was paid or came in."""
    items = read_told(text, vocabulary, now)
    return bool(items) and all(occurrence_of(item.context) is Occurrence.NONE for item in items)


def all_happened(text: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether nothing in the words is planned, asked, denied or of somebody else; so too where they hold no amount."""
    items = read_told(text, vocabulary, now)
    return all(occurrence_of(item.context) is Occurrence.HAPPENED for item in items)


def proposal_for(
    entry: ParseResult, text: str, vocabulary: Vocabulary, now: datetime, *, is_doubtful: bool
) -> ProposedAmount | None:
    """What the amount of an entry comes to, where it is the one that was said or a doubtful one that was worked out."""
    for item in read_told(text, vocabulary, now):
        proposal = proposed_amount(item.context)
        if proposal and (entry.amount == item.amount or (is_doubtful and entry.amount == proposal.amount)):
            return proposal
    return None


def _result_for(
    item: Item, results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    same = (result for result in results if result.amount == item.amount)
    return next(same, None) or entry_of(item, vocabulary, now)
