"""Entries of rules or of a model, compared with the words: did the money move, and does the amount need arithmetic?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.item import Item
from voiced.language.entries.proposals import ProposedAmount, proposed_amount
from voiced.language.entries.sentence import entry_of, read_told
from voiced.language.readings.occurrence import Occurrence, occurrence_of


class Weighed(Struct, frozen=True):
    """The entries that may become rows.

    Attributes:
        told: entries whose money moved, according to the words.
        possible: entries about which the speaker has to be asked first.
    """

    told: tuple[ParseResult, ...]
    possible: tuple[ParseResult, ...]


def weigh(said: str, results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime) -> Weighed:
    """Separate entries that happened from entries that may have happened, and leave out the others.

    A model's result counts as told only if some entry in the words happened, whatever its amount is.
    """
    items = [(item, occurrence_of(item.context)) for item in read_told(said, vocabulary, now)]
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


def tells_of_no_entry(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold amounts, but the money of none of them moved."""
    items = read_told(said, vocabulary, now)
    return bool(items) and all(occurrence_of(item.context) is Occurrence.NONE for item in items)


def all_happened(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether all amounts in the words are money that moved; also true for words without an amount."""
    items = read_told(said, vocabulary, now)
    return all(occurrence_of(item.context) is Occurrence.HAPPENED for item in items)


def proposal_for(
    entry: ParseResult, said: str, vocabulary: Vocabulary, now: datetime, *, is_doubtful: bool
) -> ProposedAmount | None:
    """The proposal for an entry that has the amount that was said, or a doubtful amount that equals the proposal."""
    for item in read_told(said, vocabulary, now):
        proposal = proposed_amount(item.context)
        if proposal and (entry.amount == item.amount or (is_doubtful and entry.amount == proposal.amount)):
            return proposal
    return None


def _result_for(
    item: Item, results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    same = (result for result in results if result.amount == item.amount)
    return next(same, None) or entry_of(item, vocabulary, now)
