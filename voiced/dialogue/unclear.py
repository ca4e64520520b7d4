"""Speech about an open draft that gave no words: it is never met by silence, and it decides nothing by itself.

A second look at the sound may find a short command. A noise is found to be one as well, so the rows are read back at first.
The same command, found again right after that read-back, counts as said.
"""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from voiced.dialogue import utterance
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import nothing_heard
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Misheard, Phase

SHORT_COMMANDS = ("确认", "取消", "退出")
"""What a short utterance about a draft is most likely to be, and what must not be lost."""
MOST_TIMES = 2
"""So often in a row we ask to say it again. A radio is not asked for ever."""
_RIGHT_AFTER = timedelta(seconds=8)


def unclear(turn: Turn, word: str) -> None:
    """Ask to say it again, with the rows read back if a command was found; after `MOST_TIMES` in a row stay silent."""
    before, is_waiting = turn.state.misheard, turn.state.is_waiting
    if word and not is_waiting and _counts(turn, word):
        turn.update(hearing=False)
        turn.active()
        utterance.hear(turn, word)
        return
    if turn.state.phase is not Phase.CONFIRMING or before.times >= MOST_TIMES:
        turn.update(misheard=Misheard(times=before.times))
        nothing_heard(turn)
        return
    turn.update(hearing=False, overdue=False)
    turn.after_card(fx.TellNothingHeard())
    turn.remark(phrases.NOT_HEARD)
    again = Misheard(times=before.times + 1)
    if word and not is_waiting:
        turn.say_pending()
        again = replace(again, word=word, read_back=turn.state.said_number)
    turn.update(misheard=again)


def read_back_spoken(turn: Turn, number: int) -> None:
    """Begin the time in which the same word counts, if this sentence read the rows back for it."""
    misheard = turn.state.misheard
    if misheard.word and number == misheard.read_back:
        turn.update(misheard=replace(misheard, until=turn.moment.now + _RIGHT_AFTER))


def _counts(turn: Turn, word: str) -> bool:
    misheard = turn.state.misheard
    return word == misheard.word and misheard.until is not None and turn.moment.now <= misheard.until
