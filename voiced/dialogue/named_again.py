"""New entries whose words name an open row: the daemon asks whether that row changes or another one is meant."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue import phrases
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.requests import Role
from voiced.dialogue.state import AddOffer, ChangeOrAppend
from voiced.dialogue.turn import Turn
from voiced.domain.transaction import FieldChange, ParseResult
from voiced.language.entries.things import thing_named
from voiced.language.rows import row_of_same_name, says_another


def row_named_again(turn: Turn, text: str, results: Sequence[ParseResult]) -> tuple[int, ParseResult] | None:
    """The index of the open row that a new entry names, and that entry; None where the words say that another is meant."""
    if says_another(text):
        return None
    named = (
        (row_of_same_name(entry, turn.batch.items), entry) for entry in results if entry.amount is not None
    )
    return next(((item.index, entry) for item, entry in named if item is not None), None)


def ask_change_or_append(turn: Turn, index: int, entry: ParseResult) -> None:
    """Ask whether an open row gets another amount or the entry is a row of its own; fill a row that lacks its amount."""
    item = turn.batch.items[index]
    if item.lacks_amount or entry.amount is None:
        result = item.result.amended(FieldChange(amount=entry.amount))
        turn.open_batch(turn.batch.update_item(index, result))
        turn.say_pending()
        return
    sentence = phrases.change_or_append(item.result, entry.amount)
    turn.remember(Role.ASSISTANT, sentence)
    turn.say(sentence, ChangeOrAppend(index, entry))
    forget_deferred_saves(turn)


def offer_thing(turn: Turn, text: str) -> bool:
    """Offer to add a thing that the words name without an amount; whether they name one."""
    entry = thing_named(text, turn.state.vocabulary, turn.moment.now)
    is_open = entry is not None and row_of_same_name(entry, turn.batch.items) is not None
    if entry is None or is_open or turn.batch.is_full:
        return False
    turn.say(phrases.add_offer([entry]), AddOffer((entry,)))
    forget_deferred_saves(turn)
    return True
