"""What the daemon makes of words by its own rules.

Recognition is held to this and not to its wording: that differs from processor to processor (「五饭」 for 「午饭」), and
the rules mend much of it.
"""

from __future__ import annotations

from msgspec import Struct

from tests.support.drafts import FOUR, ONE, draft
from tests.support.script import NOW
from tests.support.sentences import wording_of
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.commands.command import (
    AskBalance,
    AskLedger,
    Command,
    FreeWords,
    NewEntry,
    ReadOut,
    Wait,
)
from voiced.language.commands.intents import classify
from voiced.language.entries.sentence import split_sentence
from voiced.language.text.spelling import normalise

HARMLESS = FreeWords | NewEntry | Wait | ReadOut | AskLedger | AskBalance
"""Asked of a draft, this neither saves nor drops anything by itself."""


class Understood(Struct, frozen=True):
    """What a sentence comes to.

    Attributes:
        entries: `amount TYPE category date` of each entry that it records.
        command: what it asks of an open draft.
        corrections: what it changes in a draft of one row and in one of four, or why nothing.
    """

    entries: tuple[str, ...]
    command: Command
    corrections: tuple[LocalCorrection, ...]


def understood(text: str) -> Understood:
    """What the local rules make of a sentence, clean or a recogniser's."""
    drafts = [draft(rows).batch for rows in (ONE, FOUR)]
    return Understood(
        entries_in(text),
        classify(text, DEFAULT_VOCABULARY, NOW),
        tuple(correct(wording_of(text), batch.items, DEFAULT_VOCABULARY, NOW) for batch in drafts if batch),
    )


def entries_in(text: str) -> tuple[str, ...]:
    """`amount TYPE category date` of each entry that a sentence records."""
    results = split_sentence(normalise(text), DEFAULT_VOCABULARY, NOW)
    return tuple(f"{one.amount} {one.type} {one.category} {one.date}" for one in results)


def changes_something(text: str) -> bool:
    """Whether a sentence would record an entry, or save, drop or change a row of an open draft."""
    said = understood(text)
    return (
        bool(said.entries)
        or not isinstance(said.command, HARMLESS)
        or any(isinstance(correction, Changed) for correction in said.corrections)
    )
