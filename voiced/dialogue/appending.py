"""Entries that join an open draft."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.asking_back import not_understood
from voiced.dialogue.deferring import forget_deferred_saves, hear_out_doubts
from voiced.dialogue.model_health import RulesAlone, left_out
from voiced.dialogue.named_again import ask_change_or_append, row_named_again
from voiced.dialogue.naming_accounts import filed_as_said, unmatched
from voiced.dialogue.offering import ask_what_it_comes_to, offer, with_open_amounts
from voiced.dialogue.posting import filed
from voiced.dialogue.requests import Role
from voiced.dialogue.state import PlainQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import MAX_ITEMS, DraftTransaction
from voiced.domain.transaction import ParseResult
from voiced.language.entries.sentence import parse_sentence, refuses_part, split_sentence
from voiced.language.entries.weighing import all_happened, weigh


def append_or_ask(turn: Turn, text: str, results: Sequence[ParseResult], lost: int = 0) -> None:
    """Add the entries that happened; one that names an open row, or may not have happened, waits for an answer."""
    weighed = weigh(text, results, turn.state.vocabulary, turn.moment.now)
    if not weighed.told:
        _offer_or_refuse(turn, text, weighed.possible)
        return
    as_said, remarks = filed_as_said(text, weighed.told, turn.state.vocabulary)
    for remark in (*remarks, *unmatched(as_said)):
        turn.say_aside(remark)
    named = row_named_again(turn, text, as_said)
    if named is None:
        entries, proposals = with_open_amounts(turn, text, as_said)
        first = len(turn.batch)
        append(turn, entries, lost)
        ask_what_it_comes_to(turn, first, proposals)
        offer(turn, text, weighed.possible)
        return
    index, entry = named
    others = tuple(other for other in as_said if other is not entry)
    if others:
        append(turn, others, lost)
    if weighed.possible:
        turn.say_aside(phrases.left_out([phrases.brief(other) for other in weighed.possible]))
    ask_change_or_append(turn, index, entry)


def _offer_or_refuse(turn: Turn, text: str, possible: Sequence[ParseResult]) -> None:
    """Offer what may have happened; where nothing did, say so, and read the draft out before the next confirm saves."""
    if possible:
        offer(turn, text, possible)
        return
    turn.note_objection()
    turn.say_aside(phrases.NO_MONEY_MOVED)
    forget_deferred_saves(turn)


def append(turn: Turn, results: Sequence[ParseResult], lost: int = 0) -> None:
    """Add entries to the draft, as many as fit, read them back, and say how many are missing."""
    added = _add(turn, results)
    if added:
        sentence = turn.reader.appended(turn.batch, added)
        turn.remember(Role.ASSISTANT, sentence)
        turn.say(sentence, PlainQuestion.CONFIRM_DRAFT)
    _say_what_is_missing(turn, len(results) - len(added), lost)


def _add(turn: Turn, results: Sequence[ParseResult]) -> tuple[DraftTransaction, ...]:
    """Add as many as fit."""
    before = batch = turn.batch
    for result in results[: MAX_ITEMS - len(batch)]:
        batch = batch.append(filed(result, turn.state.vocabulary))
    turn.open_batch(batch)
    added = batch.items[len(before) :]
    turn.update(appended=batch if len(added) == 1 else None)
    hear_out_doubts(turn, added)
    return added


def _say_what_is_missing(turn: Turn, beyond: int, lost: int) -> None:
    """Say that the draft is full, and how many rows of an answer could not be read."""
    if beyond:
        turn.say_aside(phrases.FULL)
    if lost:
        turn.say_aside(phrases.lost(lost))
    if beyond or lost:
        forget_deferred_saves(turn)


def replace(turn: Turn, text: str, results: Sequence[ParseResult], lost: int = 0) -> None:
    """A new entry in place of the sole pending row; where several are pending it is one more."""
    pending = turn.batch.pending_items
    weighed = weigh(text, results, turn.state.vocabulary, turn.moment.now)
    if len(pending) != 1 or not weighed.told:
        append_or_ask(turn, text, results, lost)
        return
    as_said, remarks = filed_as_said(text, weighed.told, turn.state.vocabulary)
    for remark in (*remarks, *(() if turn.batch.is_single else unmatched(as_said))):
        turn.say_aside(remark)
    (first, *others), proposals = with_open_amounts(turn, text, as_said)
    turn.open_batch(turn.batch.update_item(pending[0].index, filed(first, turn.state.vocabulary)))
    added = _add(turn, others)
    hear_out_doubts(turn, turn.batch.pending_items)
    turn.say_pending()
    _say_what_is_missing(turn, len(others) - len(added), lost)
    ask_what_it_comes_to(turn, pending[0].index, proposals[:1])
    offer(turn, text, weighed.possible)


def append_locally(turn: Turn, text: str, why: RulesAlone) -> None:
    """Add what rules make of the words."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    reading = parse_sentence(text, vocabulary, now)
    split = turn.splits_locally and reading.left_out
    results = split_sentence(text, vocabulary, now) if split else reading.results
    if not results and all_happened(text, vocabulary, now):
        not_understood(turn, text)
        return
    if reading.left_out and not split and not turn.batch.is_full:
        for remark in left_out(turn, why, reading.left_out):
            turn.say(remark)
    append_or_ask(turn, text, results)
    if refuses_part(text, vocabulary, now):
        turn.note_objection()
