"""Questions beside the books: how this works, what we said, whether it is written."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.phase import Phase
from voiced.dialogue.state import PlainQuestion
from voiced.dialogue.turn import Turn
from voiced.language.commands.asides import Aside


def answer_aside(turn: Turn, aside: Aside) -> None:
    """Answer it; what is open stays open."""
    if turn.state.phase is Phase.CONFIRMING:
        _answer_about_draft(turn, aside)
        return
    match aside:
        case Aside.HELP:
            turn.say_aside(phrases.HELP)
        case Aside.BEGIN:
            turn.say_aside(phrases.LISTENING)
        case Aside.REPEAT:
            say_again(turn)
        case Aside.WRITTEN:
            rows = turn.state.last_saved
            turn.say_aside(phrases.written(rows) if rows else phrases.NOTHING_SAVED_BEFORE)


def say_again(turn: Turn) -> None:
    """Say our last sentence once more; who has heard none is told how this works."""
    turn.say_aside(turn.state.said or phrases.HELP)


def _answer_about_draft(turn: Turn, aside: Aside) -> None:
    match aside:
        case Aside.HELP | Aside.BEGIN:
            turn.say_pending()
        case Aside.REPEAT:
            turn.update(objected=False)
            turn.say(turn.reader.read_out_all(turn.batch), PlainQuestion.CONFIRM_DRAFT)
        case Aside.WRITTEN:
            turn.say(phrases.waiting(turn.batch.remaining_items))
