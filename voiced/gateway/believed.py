"""The answer of a believed model, held to the invariants and to nothing else.

Its rows, their number, type, category and day stand as it said them, and so does the answer that there is no entry.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from voiced.dialogue.values import requests as rq
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.gateway.extraction import ProposedEntries, ProposedEntry, ProposedTurn
from voiced.gateway.protocol.answers import NEW_ROW
from voiced.language.invariants import changes as invariants
from voiced.language.invariants.entries import hold_entries
from voiced.language.text.spelling import normalise

UNSTATED = 0.75
"""The confidence of a correction or of new entries without one from the model: enough to accept them."""
NOTHING_UNDERSTOOD = 0.3
"""The confidence of an unclear answer, without one from the model, or after a refused answer."""


def believed_entries(request: rq.ParseRequest, proposed: Sequence[ProposedEntry]) -> rq.Entries:
    """The model's entries; those that the words do not bear are left out and counted."""
    return _entries(request.text, proposed, request.context)


def believed_turn(request: rq.CorrectionRequest, proposed: ProposedTurn) -> rq.Interpretation:
    """The model's interpretation; unclear if it breaks an invariant."""
    outcome = _held(request, proposed)
    otherwise = (
        UNSTATED
        if isinstance(outcome, rq.Corrected | rq.Appended | rq.Clarify | rq.Queried)
        else NOTHING_UNDERSTOOD
    )
    return rq.Interpretation(outcome, otherwise if proposed.confidence is None else proposed.confidence)


def _held(request: rq.CorrectionRequest, proposed: ProposedTurn) -> rq.Outcome:
    said = normalise(request.text)
    match proposed.proposal:
        case rq.Corrected() as change:
            return _changed_and_added(request, change, proposed.confidence)
        case ProposedEntries(entries):
            read = _entries(request.text, entries, request.context, _days(request))
            return rq.Appended(read.results, read.lost) if read.results else rq.Unclear()
        case rq.Confirmed() if not invariants.agrees(said, _items(request), request.context.vocabulary):
            return rq.Unclear()
        case rq.Cancelled() if not invariants.refuses(said):
            return rq.Unclear()
        case rq.Confirmed() | rq.Cancelled() | rq.Clarify() | rq.Queried() | rq.Unclear() as outcome:
            return outcome


def hold_turn(request: rq.CorrectionRequest, change: rq.Corrected) -> rq.Corrected | rq.Unclear:
    """The changes, drops and keeps that the words bear; unclear if one change breaks an invariant, or nothing is left.

    An answer that only restates rows stands: they are read back.
    """
    stated = invariants.HeldChange(change.corrections, change.drop, change.keep)
    context = request.context
    held = invariants.hold_change(
        normalise(request.text), _items(request), stated, context.vocabulary, context.now
    )
    if held is None:
        return rq.Unclear()
    if held == invariants.HeldChange():
        return change if change.corrections and not (change.drop or change.keep) else rq.Unclear()
    return rq.Corrected(held.corrections, held.drop, held.keep)


def _changed_and_added(
    request: rq.CorrectionRequest, change: rq.Corrected, confidence: float | None
) -> rq.Corrected | rq.Appended | rq.Unclear:
    """As `hold_turn`, with the new rows that the answer names beside the changes."""
    known = tuple(one for one in change.corrections if one.index != NEW_ROW)
    new = [ProposedEntry(one.fields, confidence) for one in change.corrections if one.index == NEW_ROW]
    if not new:
        return hold_turn(request, change)
    held: rq.Corrected | rq.Unclear = rq.Corrected()
    if known or change.drop or change.keep:
        held = hold_turn(request, rq.Corrected(known, change.drop, change.keep))
    if isinstance(held, rq.Unclear):
        return held
    read = _entries(request.text, new, request.context, _days(request), [one.fields.amount for one in known])
    if known or change.drop or change.keep:
        return rq.Corrected(held.corrections, held.drop, held.keep, read.results, read.lost)
    return rq.Appended(read.results, read.lost) if read.results else rq.Unclear()


def _days(request: rq.CorrectionRequest) -> frozenset[date]:
    return frozenset(row.date for row in request.rows)


def _items(request: rq.CorrectionRequest) -> tuple[DraftTransaction, ...]:
    """The rows of a request as an open draft."""
    return DraftBatch.of(request.rows, batch_id="asked", created_at=request.context.now).items


def _entries(
    text: str,
    proposed: Sequence[ProposedEntry],
    context: rq.RequestContext,
    days: Collection[date] = (),
    used: Collection[Money | None] = (),
) -> rq.Entries:
    today = context.now.date()
    blank = ParseResult(None, TransactionType.EXPENSE, "", today)
    entries = [_complete(blank, one) for one in proposed]
    held = hold_entries(normalise(text), entries, context.vocabulary, context.now, days, used)
    return rq.Entries(held.rows, held.refused)


def _complete(blank: ParseResult, proposed: ProposedEntry) -> ParseResult:
    """The entry with the defaults for what the model left out, and the confidence that it states."""
    entry = blank.amended(proposed.fields)
    return entry if proposed.confidence is None else entry.doubted(entry.doubtful, proposed.confidence)
