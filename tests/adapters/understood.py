"""The meaning of words by the daemon's own rules.

Recognition is judged by this meaning. Its wording differs between processors (「五饭」 for 「午饭」), and the rules repair much of
it.
"""

from __future__ import annotations

from msgspec import Struct

from tests.support.drafts import FOUR, ONE, draft
from tests.support.now import NOW
from tests.support.sentences import wording_of
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import classify
from voiced.language.entries.sentence import split_sentence
from voiced.language.text.spelling import normalise

HARMLESS = cmd.FreeWords | cmd.NewEntry | cmd.Wait | cmd.ReadOut | cmd.AskLedger
"""With a draft open these commands neither save nor drop a row."""


class Understood(Struct, frozen=True):
    """The meaning of a sentence.

    Attributes:
        entries: `amount TYPE category date` of each entry that it records.
        command: its command while a draft is open.
        corrections: its changes in a draft of one row and in one of four rows, or the reason why there is no change.
    """

    entries: tuple[str, ...]
    command: cmd.Command
    corrections: tuple[LocalCorrection, ...]


def understood(text: str) -> Understood:
    """The meaning of a sentence by the local rules. The text may come from a recogniser."""
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
