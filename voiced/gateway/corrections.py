"""Checks a model's interpretation of an utterance about a draft against the words and the draft.

An utterance that rules understand for certain needs no model (`certain_turn`). Otherwise the words decide about the model's
answer: a change that they show is accepted, a change that they leave open is marked for checking, and one contradiction
makes the whole answer unclear. To confirm needs words that agree, to cancel words that refuse, and an entry a spoken amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace
from msgspec.structs import replace as with_fields

from voiced.dialogue.values import requests as rq
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.transaction import Correction, FieldChange, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.gateway.believed import NOTHING_UNDERSTOOD, UNSTATED, hold_turn
from voiced.gateway.entries import IN_DOUBT, checked_entries
from voiced.gateway.evidence import Judged, Words, judged, wants_no_change, words_about
from voiced.gateway.extraction import ProposedEntries, ProposedEntry, ProposedTurn
from voiced.language.changes.correction import Changed
from voiced.language.changes.denials import belongs_to_another_row
from voiced.language.changes.meaning import Added, understand
from voiced.language.changes.restating import speaks_of_a_row
from voiced.language.changes.rows_meant import RowsMeant, rows_meant
from voiced.language.commands.classifier import classify, read_utterance
from voiced.language.commands.command import NewEntry
from voiced.language.commands.guards import holds_assent
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import pattern, read_words
from voiced.language.entries.sentence import parse_sentence
from voiced.language.invariants.changes import restates
from voiced.language.invariants.entries import made_of
from voiced.language.invariants.reckoning import names_arithmetic
from voiced.language.names.categories import find_names
from voiced.language.text.spelling import normalise

RULES_ARE_SURE = 1.0
"""The confidence of an answer by rules."""
UNCLEAR = rq.Interpretation(rq.Unclear(), NOTHING_UNDERSTOOD)

_ANNOUNCED = re.compile("还有|另外|此外|又|对了|(?:再|补|加|记|来|再记|再来|再加|补记)一?[笔条]")
_THING_AND_AMOUNT = pattern("[PARTICLE PAUSE SPENT UNKNOWN]+ NUMBER [PARTICLE UNKNOWN]*")
_OF_A_PART = pattern("[TYPE FIELD NUMBER ROWS EXCEPT OTHERS HOLD]")


def certain_turn(request: rq.CorrectionRequest) -> rq.Interpretation | None:
    """The turn that the words ask for by rule; None if a model has to be asked."""
    now, vocabulary = request.context.now, request.context.vocabulary
    utterance = read_utterance(request.text, vocabulary, now)
    said = utterance.said
    if request.believes and names_arithmetic(said):
        return None  # 「租镜头四天，一天八十」 gives the price of one
    items = _draft(request)
    match understand(utterance, items, vocabulary, now):
        case Changed(corrections) if not wants_no_change(said):
            # 「是五十没错，存起」 says a value again and may confirm; a believed model also knows best which words are an entry,
            # and which category of another type is named.
            is_entry = isinstance(utterance.command, NewEntry)
            types = [one.fields.type for one in corrections if one.fields.type is not None]
            is_of_type = any(find_names(said, of_type, vocabulary) for of_type in types)
            if request.believes and (is_entry or is_of_type or restates(items, corrections)):
                return None
            return rq.Interpretation(rq.Corrected(corrections), RULES_ARE_SURE)
        case Added() if _ANNOUNCED.match(said) and not speaks_of_a_row(said):
            reading = parse_sentence(said, vocabulary, now)
            return (
                rq.Interpretation(rq.Appended(reading.results), RULES_ARE_SURE)
                if reading.is_certain
                else None
            )
        case _:
            return None


def checked_turn(request: rq.CorrectionRequest, proposed: ProposedTurn) -> rq.Interpretation:
    """The model's interpretation, if the words do not contradict it."""
    said = normalise(request.text)
    stated = proposed.confidence
    match proposed.proposal:
        case rq.Corrected((), _, _) as decided:
            return rq.Interpretation(hold_turn(request, decided), _or(stated, NOTHING_UNDERSTOOD))
        case rq.Corrected(corrections, drop, keep):
            read = _corrected(request, said, corrections, _or(stated, UNSTATED))
            return _with_decisions(request, read, rq.Corrected((), drop, keep))
        case ProposedEntries(entries):
            return _appended(request, said, entries, _or(stated, UNSTATED))
        case rq.Confirmed() as confirmed if holds_assent(read_words(said)):
            return rq.Interpretation(confirmed, _or(stated, NOTHING_UNDERSTOOD))
        case rq.Cancelled() as cancelled if _drops(said, _draft(request), request.context.vocabulary):
            return rq.Interpretation(cancelled, _or(stated, NOTHING_UNDERSTOOD))
        case rq.Clarify() | rq.Queried() as asked:
            return rq.Interpretation(asked, _or(stated, UNSTATED))
        case rq.Unclear() as unclear:
            return rq.Interpretation(unclear, _or(stated, NOTHING_UNDERSTOOD))
        case rq.Confirmed() | rq.Cancelled():
            return UNCLEAR


def _with_decisions(
    request: rq.CorrectionRequest, read: rq.Interpretation, decided: rq.Corrected
) -> rq.Interpretation:
    """The changes, with the rows that the words drop or keep beside them."""
    held = hold_turn(request, decided)
    if isinstance(read.outcome, rq.Corrected) and isinstance(held, rq.Corrected):
        return rq.Interpretation(with_fields(held, corrections=read.outcome.corrections), read.confidence)
    return read


def _or(stated: float | None, otherwise: float) -> float:
    return otherwise if stated is None else stated


def _draft(request: rq.CorrectionRequest) -> tuple[DraftTransaction, ...]:
    now = request.context.now
    return DraftBatch.of(request.rows, batch_id="asked", created_at=now).items


def _corrected(
    request: rq.CorrectionRequest, said: str, proposed: Sequence[Correction], confidence: float
) -> rq.Interpretation:
    """The model's changes, or `UNCLEAR` if one of them contradicts the words or is for a row outside the draft."""
    items = _draft(request)
    vocabulary, now = request.context.vocabulary, request.context.now
    rows = frozenset(change.index for change in proposed)
    if not all(0 <= row < len(items) for row in rows) or wants_no_change(said):
        return UNCLEAR
    words, told = words_about(said, items, vocabulary, now), rows_meant(said, items, vocabulary)
    is_entry = isinstance(classify(request.text, vocabulary, now), NewEntry)
    if is_entry and _ANNOUNCED.match(said) and not told.identify(rows):
        return UNCLEAR
    corrections: list[Correction] = []
    for change in proposed:
        kept = judged(change.fields, change.index, words)
        is_of_another = belongs_to_another_row(kept.fields, change.index, said, items, now)
        if kept.judged is Judged.CONTRADICTED or is_of_another:
            return UNCLEAR
        if not kept.fields.is_empty:
            is_open = is_entry and not told.identify(frozenset({change.index}))
            is_open |= kept.judged is Judged.POSSIBLE or not words.is_sure
            doubt = IN_DOUBT if is_open else None
            corrections.append(Correction(change.index, kept.fields, doubt))
    changed = frozenset(correction.index for correction in corrections)
    return _of_rows_meant(corrections, told, changed, words, confidence)


def _of_rows_meant(
    corrections: Sequence[Correction],
    told: RowsMeant,
    changed: frozenset[int],
    words: Words,
    confidence: float,
) -> rq.Interpretation:
    """The corrections, if the words may be about these rows; marked for checking if they may be about others too."""
    if not corrections or told.excludes(changed):
        return UNCLEAR
    if len(words.items) > 1 and not told.identify(changed):
        if not words.says_more and not told.means_all(changed, len(words.items)):
            return UNCLEAR  # several rows fit, so the daemon has to ask
        corrections = [replace(correction, confidence=IN_DOUBT) for correction in corrections]
    ordered = sorted(corrections, key=lambda correction: correction.index)
    return rq.Interpretation(rq.Corrected(tuple(ordered)), confidence)


def _appended(
    request: rq.CorrectionRequest, said: str, entries: Sequence[ProposedEntry], confidence: float
) -> rq.Interpretation:
    """The model's new entries, unless the words are about a row of the draft."""
    found = checked_entries(rq.ParseRequest(request.text, request.context), entries)
    vocabulary = request.context.vocabulary
    is_named = all(_names_thing(said, entry.fields, vocabulary) for entry in entries)
    if not found or not is_named or _is_of_a_row(request, said):
        return UNCLEAR
    return rq.Interpretation(rq.Appended(found), confidence)


def _is_of_a_row(request: rq.CorrectionRequest, said: str) -> bool:
    """Whether words are about a row of the draft and not about a new entry; 「房租两千八」 may be either, and the daemon asks."""
    if _ANNOUNCED.match(said) and not speaks_of_a_row(said):
        return False
    if speaks_of_a_row(said):
        return True
    told = rows_meant(said, _draft(request), request.context.vocabulary)
    is_bare = _THING_AND_AMOUNT.fullmatch(read_words(said).shape) is not None
    return bool(told.pointed or told.named) and not is_bare


def _names_thing(said: str, stated: FieldChange, vocabulary: Vocabulary) -> bool:
    """Whether the words hold the description of a model's entry or a word of a category."""
    if made_of(stated.description, said):
        return True
    return any(find_names(said, of_type, vocabulary) for of_type in TransactionType)


def _drops(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> bool:
    """Whether normalised words refuse the whole draft, not only a part of it and not something unknown."""
    wording = read_words(said)
    if Kind.CANCEL not in wording.shape or _OF_A_PART.search(wording.shape):
        return False
    if Kind.ALL in wording.shape:
        return True
    told = rows_meant(said, items, vocabulary)
    is_of_one = bool(told.pointed or told.named) or Kind.THIS in wording.shape
    return not wording.has_unknown_word and (len(items) == 1 or not is_of_one)
