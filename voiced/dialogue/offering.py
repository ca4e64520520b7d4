"""Questions about what was said but cannot be a row as it stands: entries that may have happened, amounts to work out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voiced.dialogue import phrases
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.naming_accounts import filed_as_said
from voiced.dialogue.policy import is_doubtful
from voiced.dialogue.requests import Role
from voiced.dialogue.state import AddOffer, AmountInQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.transaction import ParseResult
from voiced.language.entries.proposals import ProposedAmount
from voiced.language.entries.weighing import proposal_for


def offer(turn: Turn, text: str, entries: Sequence[ParseResult]) -> None:
    """Ask whether entries that may have happened are to be recorded; they are in no draft before the speaker agrees."""
    if not entries:
        return
    as_said, remarks = filed_as_said(text, entries, turn.state.vocabulary)
    for remark in remarks:
        turn.say_aside(remark)
    is_first = turn.state.batch is None
    sentence = turn.reader.record_offer(as_said) if is_first else phrases.add_offer(as_said)
    turn.remember(Role.ASSISTANT, sentence)
    turn.say(sentence, AddOffer(as_said))
    forget_deferred_saves(turn)


def with_open_amounts(
    turn: Turn, text: str, entries: Sequence[ParseResult]
) -> tuple[tuple[ParseResult, ...], tuple[ProposedAmount | None, ...]]:
    """Entries without the amounts that have to be worked out, and what these come to, entry by entry."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    proposals = tuple(
        proposal_for(entry, text, vocabulary, now, is_doubtful=is_doubtful(entry)) for entry in entries
    )
    opened = tuple(
        entry if proposal is None else replace(entry, amount=None, confidence=None)
        for entry, proposal in zip(entries, proposals, strict=True)
    )
    return opened, proposals


def ask_what_it_comes_to(turn: Turn, first: int, proposals: Sequence[ProposedAmount | None]) -> bool:
    """Ask whether the first amount that was worked out is right; whether there is one.

    Args:
        turn: the step.
        first: the index of the row that the first proposal is for.
        proposals: those of the rows from there on.
    """
    for index, proposal in enumerate(proposals, start=first):
        if proposal is not None and index < len(turn.batch):
            sentence = phrases.comes_to(proposal)
            turn.remember(Role.ASSISTANT, sentence)
            turn.say(sentence, AmountInQuestion(index, proposal))
            forget_deferred_saves(turn)
            return True
    return False
