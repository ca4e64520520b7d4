"""Entries that join an open draft."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.asking import Role
from voiced.dialogue.asking_back import not_understood
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.model_health import RulesAlone, left_out
from voiced.dialogue.posting import filed
from voiced.dialogue.state import OpenQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import MAX_ITEMS, DraftTransaction
from voiced.domain.transaction import ParseResult
from voiced.language.sentence import parse_sentence, split_sentence


def append(turn: Turn, results: Sequence[ParseResult]) -> None:
    """Add entries to the draft, as many as fit, and read them back."""
    added = _add(turn, results)
    if added:
        sentence = turn.reader.appended(turn.batch, added)
        turn.remember(Role.ASSISTANT, sentence)
        turn.say(sentence, OpenQuestion.CONFIRM_DRAFT)


def _add(turn: Turn, results: Sequence[ParseResult]) -> tuple[DraftTransaction, ...]:
    """Add as many as fit; what does not is refused aloud."""
    before = batch = turn.batch
    room = MAX_ITEMS - len(batch)
    for result in results[:room]:
        batch = batch.append(filed(result, turn.state.vocabulary))
    turn.open_batch(batch)
    if len(results) > room:
        turn.say(phrases.FULL)
        forget_deferred_saves(turn)
    return batch.items[len(before) :]


def replace(turn: Turn, results: Sequence[ParseResult]) -> None:
    """A new entry in place of the sole pending row; where several are pending it is one more."""
    pending = turn.batch.pending_items
    if len(pending) != 1:
        append(turn, results)
        return
    first, *others = results
    turn.open_batch(turn.batch.update_item(pending[0].index, filed(first, turn.state.vocabulary)))
    _add(turn, others)
    turn.say_pending()


def append_locally(turn: Turn, text: str, why: RulesAlone) -> None:
    """Add what rules make of the words."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    reading = parse_sentence(text, vocabulary, now)
    split = turn.splits_locally and reading.left_out
    results = split_sentence(text, vocabulary, now) if split else reading.results
    if not results:
        not_understood(turn, text)
        return
    if reading.left_out and not split and not turn.batch.is_full:
        for remark in left_out(turn, why, reading.left_out):
            turn.say(remark)
    append(turn, results)
