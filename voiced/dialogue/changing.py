"""Rows of the draft get other values."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.asking import Role
from voiced.dialogue.asking_back import ask_again
from voiced.dialogue.deferring import hear_out_doubts
from voiced.dialogue.naming_accounts import unknown_accounts
from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.dialogue.posting import filed
from voiced.dialogue.state import OpenQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.transaction import Correction, EntryField
from voiced.language.doubts import RULES_IN_DOUBT, foreign_amounts


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
    accounts = (correction.fields.account for correction in corrections)
    unknown = unknown_accounts(text, accounts, turn.state.vocabulary)
    for correction in corrections:
        result = batch.items[correction.index].result.amended(correction.fields)
        if correction.confidence is not None and correction.confidence < CONFIDENCE_FLOOR:
            result = result.doubted(correction.fields.names, correction.confidence)
        if correction.fields.account in unknown:
            result = result.doubted(frozenset({EntryField.ACCOUNT}), RULES_IN_DOUBT)
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
    for name in unknown:
        turn.say_aside(phrases.no_such_account(name))
    turn.say(sentence, OpenQuestion.CONFIRM_DRAFT if batch.is_single else OpenQuestion.MORE_CHANGES)
