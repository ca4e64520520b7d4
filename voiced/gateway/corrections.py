"""A model's reading of words about a draft, held against the words and the draft.

In this order: words that tell of a new entry append it, and correct nothing. What is computed (都加10块) is computed by
rule. What rules understand entirely is what they understand. Only then the model counts, each row and each field of its
answer as far as the words stand behind it; an answer of which nothing is left is unclear. It saves or drops nothing
unless the words themselves agree or refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.dialogue.asking import CorrectionRequest, ParseRequest
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.transaction import Correction, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.gateway.arithmetic import computed
from voiced.gateway.entries import checked_entries
from voiced.gateway.evidence import approves, as_said, drops, goes_beyond_fields, rows_meant
from voiced.gateway.extraction import Intent, ProposedEntry, ProposedTurn
from voiced.gateway.nth import with_extreme_numbered, with_rows_numbered
from voiced.gateway.vocabulary import vocabulary_of
from voiced.language.commands import Correct, NewInput
from voiced.language.correction import Changed, correct
from voiced.language.guards import forbids_saving
from voiced.language.intents import classify
from voiced.language.text import normalise


class Verdict(Struct, frozen=True):
    """What words mean for a draft, as far as they stand behind it.

    Attributes:
        corrections: for a correction, in the order of the rows.
        entries: for an append.
        confidence: the model's own, where the outcome rests on the model.
        message: its question, where it asks back.
    """

    intent: Intent
    corrections: tuple[Correction, ...] = ()
    entries: tuple[ParseResult, ...] = ()
    confidence: float | None = None
    message: str = ""


UNCLEAR = Verdict(Intent.UNCLEAR)


def checked_turn(request: CorrectionRequest, proposed: ProposedTurn) -> Verdict:
    """What the words mean, with the model's help."""
    said, now = normalise(request.text), request.context.now
    vocabulary = vocabulary_of(request.context)
    items = _draft(request)
    command = classify(request.text, vocabulary, now)
    if isinstance(command, NewInput):
        return _appended(request, proposed)
    if proposed.intent in {Intent.CONFIRM, Intent.CANCEL}:
        return _decided(said, request.text, proposed)
    if not isinstance(command, Correct):
        return UNCLEAR  # a command about rows or the ledger; nothing that a change of fields could do
    if goes_beyond_fields(said):
        return UNCLEAR
    if corrections := _by_rule(said, items, vocabulary, now):
        return Verdict(Intent.CORRECTION, corrections)
    return _by_model(said, items, proposed, vocabulary, now)


def _draft(request: CorrectionRequest) -> tuple[DraftTransaction, ...]:
    now = request.context.now
    return DraftBatch.of(request.rows, batch_id="asked", created_at=now).items


def _by_rule(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> tuple[Correction, ...]:
    """What rules are sure of."""
    numbered = with_extreme_numbered(with_rows_numbered(said, items), items)
    if changed := computed(numbered, items):
        return changed
    for words in dict.fromkeys((numbered, said)):
        reading = correct(words, items, vocabulary, now)
        if isinstance(reading, Changed):
            return reading.corrections
    return ()


def _by_model(
    said: str,
    items: Sequence[DraftTransaction],
    proposed: ProposedTurn,
    vocabulary: Vocabulary,
    now: datetime,
) -> Verdict:
    """The model's changes, as far as the words stand behind them: all rows that were meant, and no other."""
    match proposed.intent:
        case Intent.CORRECTION:
            changes = frozenset(change.index for change in proposed.changes)
            if not changes or changes != rows_meant(said, items, vocabulary):
                return UNCLEAR
            stated = tuple(
                Correction(change.index, fields)
                for change in proposed.changes
                if not (
                    fields := as_said(change.fields, items[change.index].result, said, vocabulary, now)
                ).is_empty
            )
            return Verdict(Intent.CORRECTION, stated, (), proposed.confidence) if stated else UNCLEAR
        case Intent.CLARIFY | Intent.QUERY:
            return Verdict(proposed.intent, message=proposed.message, confidence=proposed.confidence)
        case _:
            return UNCLEAR


def _decided(said: str, text: str, proposed: ProposedTurn) -> Verdict:
    """A confirm or a cancel: only where the words say so themselves."""
    if proposed.intent is Intent.CONFIRM and not forbids_saving(text) and approves(said):
        return Verdict(Intent.CONFIRM, confidence=proposed.confidence)
    if proposed.intent is Intent.CANCEL and drops(said):
        return Verdict(Intent.CANCEL, confidence=proposed.confidence)
    return UNCLEAR


def _appended(request: CorrectionRequest, proposed: ProposedTurn) -> Verdict:
    """The new entries; what the model says of rows that exist does not count here."""
    entries = tuple(
        ProposedEntry(change.fields, proposed.confidence)
        for change in proposed.changes
        if proposed.intent is Intent.APPEND
    )
    found = checked_entries(ParseRequest(request.text, request.context), entries)
    return Verdict(Intent.APPEND, entries=found) if found else UNCLEAR
