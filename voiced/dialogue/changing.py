"""Rows of the draft get other values."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.asking_back import ask_again
from voiced.dialogue.deferring import hear_out_doubts
from voiced.dialogue.naming_accounts import unmatched
from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.dialogue.posting import filed
from voiced.dialogue.requests import Role
from voiced.dialogue.state import PlainQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.transaction import Correction, ParseResult
from voiced.language.entries.doubts import foreign_amounts
from voiced.language.names.accounts import unknown_account


def change_rows(turn: Turn, corrections: Sequence[Correction], text: str) -> None:
    """Change rows and say what they are now; ask again where there is nothing to change."""
    if not corrections:
        ask_again(turn, text)
        return
    foreign = foreign_amounts(text)
    if any(correction.fields.amount in foreign for correction in corrections):
        turn.note_objection()
        turn.say("".join(map(phrases.foreign, foreign.values())))
        return
    batch = turn.batch
    for correction in corrections:
        result = batch.items[correction.index].result.amended(correction.fields)
        if correction.confidence is not None and correction.confidence < CONFIDENCE_FLOOR:
            result = result.doubted(correction.fields.names, correction.confidence)
        batch = batch.update_item(correction.index, filed(result, turn.state.vocabulary))
    if batch == turn.batch:
        turn.say_pending()
        return
    turn.update(objected=False)
    turn.open_batch(batch)
    hear_out_doubts(turn, [batch.items[correction.index] for correction in corrections])
    changed = sorted({correction.index for correction in corrections})
    sentence = turn.reader.modified(batch, [batch.items[index] for index in changed])
    turn.remember(Role.ASSISTANT, sentence)
    for remark in _about_accounts(turn, [batch.items[index].result for index in changed], text):
        turn.say_aside(remark)
    turn.say(sentence, PlainQuestion.CONFIRM_DRAFT if batch.is_single else PlainQuestion.MORE_CHANGES)


def _about_accounts(turn: Turn, changed: Sequence[ParseResult], text: str) -> tuple[str, ...]:
    """What to ask of accounts that the ledger does not have; of a single row its read-back asks."""
    if any(result.unknown for result in changed):
        return () if turn.batch.is_single else unmatched(changed)
    said = unknown_account(text, turn.state.vocabulary)
    return () if said is None else (phrases.no_such_account(said),)
