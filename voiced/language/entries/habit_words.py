"""The words of an entry by which habits know it, with its company and place, which its description may lack."""

from __future__ import annotations

from datetime import datetime

from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.content import has_content
from voiced.language.entries.sentence import parse_sentence, told_entries


def words_in(said: str, vocabulary: Vocabulary, now: datetime) -> str:
    """The words by which habits know the only entry of an utterance; the utterance itself if it tells of no entry or several."""
    results = parse_sentence(said, vocabulary, now).results
    return words_of(results[0], said, vocabulary, now) if len(results) == 1 else said


def words_of(entry: ParseResult, said: str, vocabulary: Vocabulary, now: datetime) -> str:
    """The words of the utterance that are about this entry; its description if they cannot be told from others.

    Args:
        entry: as rules or a model understood it.
        said: the utterance in canonical spelling.
        vocabulary: of the ledger.
        now: the present time.
    """
    items = told_entries(said, vocabulary, now).items
    own = [item for item in items if item.amount == entry.better.amount] if len(items) > 1 else items
    if len(own) != 1:
        return entry.description
    (item,) = own
    words = item.content if has_content(item.content) else item.lead
    return words if entry.description and entry.description in words else entry.description
