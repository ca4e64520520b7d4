"""The words of an entry by which habits know it, with its company and place, which its description may lack."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from msgspec.structs import replace

from voiced.domain.habits import with_habits
from voiced.domain.memory import LedgerMemory
from voiced.domain.thing_words import habit_words
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.habitual import is_of_this_time
from voiced.language.entries.content import has_thing
from voiced.language.entries.sentence import parse_sentence, told_entries
from voiced.language.names.categories import exactly_named
from voiced.language.sounds.pinyin import sound
from voiced.language.text.phrases import phrases

_STATED = phrases("habitual")["category_stated"]


def recognised(
    entry: ParseResult, said: str, memory: LedgerMemory, vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    """A new entry with the category that its words state, and what the habits of the household give to them.

    A category that is stated (记到日用) always counts, and teaches as a correction does.

    Args:
        entry: as rules or a model understood it; one that reached the dialogue before stays as it is.
        said: the utterance in canonical spelling; empty for an entry that was filled in by hand.
        memory: of the household.
        vocabulary: of the ledger.
        now: the present time.
    """
    if entry.understood is not None:
        return entry
    entry = replace(entry, description=without_stated(entry.description))
    words = habit_words((words_of(entry, said, vocabulary, now) if said else "") or entry.description)
    known = memory.index.known(words, sound_of)
    once = is_of_this_time(said)
    entry = with_habits(entry, memory.index.of(known), vocabulary, said=known, is_once=once)
    stated = _stated_category(said, entry.type, vocabulary, now)
    return entry if stated is None else entry.amended(FieldChange(category=stated))


def without_stated(said: str) -> str:
    """The words without the category that they state beside an entry."""
    return _STATED.sub("", said)


def _stated_category(
    said: str, of_type: TransactionType, vocabulary: Vocabulary, now: datetime
) -> str | None:
    """The category that the words of a single entry state beside it; None if they state none of its type."""
    found = _STATED.search(said)
    if found is None or len(told_entries(said, vocabulary, now).items) > 1:
        return None
    named = exactly_named(found["value"], of_type, vocabulary)
    return named[0] if named is not None and named[1] is of_type else None


@lru_cache(maxsize=8192)
def sound_of(words: str) -> str:
    """The syllables of words without their tones, with those that many speakers do not tell apart merged."""
    return " ".join(map("".join, sound(words)))


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
    # What leads to an entry may be its company or place: 「陪姥姥去医院，停车费20」 is not 停车费.
    words = without_stated("，".join(filter(has_thing, (item.lead, item.content))))
    return words if entry.description and entry.description in words else entry.description
