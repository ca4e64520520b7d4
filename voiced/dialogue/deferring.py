"""Utterances said while something was in flight: which of them still mean what they meant."""

from __future__ import annotations

from collections.abc import Iterable

from voiced.dialogue.policy import is_doubtful
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftTransaction
from voiced.language.commands.command import CancelRows, Compound, KeepRows
from voiced.language.commands.guards import is_natural_assent
from voiced.language.commands.intents import classify, may_save


def defer(turn: Turn, text: str) -> None:
    """Handle the words once nothing is in flight."""
    turn.update(deferred=(*turn.state.deferred, text))


def forget_deferred_saves(turn: Turn) -> None:
    """What would save was said in the belief that the command before it succeeds; it did not."""
    kept = tuple(text for text in turn.state.deferred if not _would_save(turn, text))
    turn.update(deferred=kept)


def hear_out_doubts(turn: Turn, items: Iterable[DraftTransaction]) -> None:
    """Forget deferred saves where a row has to be checked: they were said before that was known."""
    if any(is_doubtful(item.result) for item in items):
        forget_deferred_saves(turn)


def forget_deferred_decisions(turn: Turn) -> None:
    """The draft is again what it was before the command that failed: what was decided since was said of another.

    「第二笔不要，其他的确认」 failed, row 2 is as it was; 「第一笔不要」 after it must not be what saves row 2.
    """
    forget_deferred_saves(turn)
    kept = tuple(text for text in turn.state.deferred if not _decides_rows(turn, text))
    turn.update(deferred=kept)


def _decides_rows(turn: Turn, text: str) -> bool:
    command = classify(text, turn.state.vocabulary, turn.moment.now)
    return isinstance(command, CancelRows | KeepRows | Compound)


def _would_save(turn: Turn, text: str) -> bool:
    command = classify(text, turn.state.vocabulary, turn.moment.now)
    return may_save(command) or is_natural_assent(text)
