"""Speech that gave no words: it is never met by silence, and it decides nothing by itself.

About an open draft, a second look at the sound may find a short command. A noise is found to be one as well, so the rows are read back at first.
The same command, found again right after that read-back, counts as said.
"""

from __future__ import annotations

import re
from datetime import timedelta

from msgspec.structs import replace

from voiced.dialogue import utterance
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import nothing_heard
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Misheard, Phase

SHORT_COMMANDS = ("确认", "取消", "退出")
"""What a short utterance about a draft is most likely to be, and what must not be lost."""
MOST_TIMES = 2
"""So often in a row we ask to say it again. A radio is not asked for ever."""
_RIGHT_AFTER = timedelta(seconds=8)


_MARK = re.compile("（没听清(?:，像是(.+))?）")


def as_text(word: str) -> str:
    """Unclear speech as a text, for a room whose sound and whose words come apart: a satellite sends the text back to us.

    Args:
        word: the short command that a second look found; empty if it found none.
    """
    return f"（没听清，像是{word}）" if word else "（没听清）"


def heard_in(text: str) -> ev.Heard | ev.UnclearSpeech:
    """The event of a text that was sent: its words, or the speech that `as_text` stands for."""
    mark = _MARK.fullmatch(text)
    return ev.Heard(text) if mark is None else ev.UnclearSpeech(mark[1] or "")


def unclear(turn: Turn, word: str) -> None:
    """Ask to say it again, with the rows read back if a command was found; after `MOST_TIMES` in a row stay silent."""
    before = turn.state.misheard
    word = "" if turn.state.is_waiting or turn.state.phase is not Phase.CONFIRMING else word
    if word and _counts(turn, word):
        turn.update(hearing=False)
        turn.active()
        utterance.hear(turn, word)
        return
    if before.times >= MOST_TIMES:
        turn.update(misheard=Misheard(times=before.times))
        nothing_heard(turn)
        return
    turn.update(hearing=False, overdue=False)
    turn.after_card(fx.TellNothingHeard())
    turn.remark(phrases.NOT_HEARD)
    again = Misheard(times=before.times + 1)
    if word:
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
