"""Whether words so far may be all of them: how long to wait for more hangs on it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum

from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.language.commands import (
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmOnly,
    ConfirmRows,
    Continue,
    Denial,
    Exit,
    KeepRows,
    ReadOut,
    Restart,
    Rows,
)
from voiced.language.intents import classify
from voiced.language.kinds import Kind
from voiced.language.text import normalise
from voiced.language.wording import hear_words, pattern, read_words

_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Only questions have a day in them, and these are never closed."""
_WANTS_MORE = pattern("[CHANGE ADJUST IS SPENT AND ROWS FIELD EXCEPT MORE BUT THIS PAUSE] PARTICLE*$")
_TAKES_ROWS = pattern("[^ALL]* [CONFIRM CANCEL] PAUSE*")
_LEADS_ON = ("把", "将", "给")


class Completeness(Enum):
    """What words are without those that may follow.

    LEAVES is a closed command wherever it is said (退出, 下一笔); CLOSED one about an open draft; VERB one that is all
    of it too, unless the number of a row follows (确认… 第一笔); OPEN asks for something that was not said yet
    (第一笔改成…); UNDECIDED is all else.
    """

    LEAVES = "leaves"
    CLOSED = "closed"
    VERB = "verb"
    OPEN = "open"
    UNDECIDED = "undecided"


def completeness(text: str) -> Completeness:
    """What the words are. A bare yes or no and mere praise (没问题) often go on, with 不过 and a change: UNDECIDED."""
    said = normalise(text)
    wording = hear_words(read_words(said))
    match classify(text, DEFAULT_VOCABULARY, _ANY_DAY):
        case Exit() | Continue():
            return Completeness.LEAVES
        case Assent() | Denial():
            return Completeness.UNDECIDED
        case ConfirmAll() | CancelAll() if _TAKES_ROWS.fullmatch(wording.shape):
            return Completeness.VERB
        case command if _is_closed(command, wording.core):
            return Completeness.CLOSED
        case _ if _WANTS_MORE.search(wording.shape) or said.endswith(_LEADS_ON):
            return Completeness.OPEN
        case _:
            return Completeness.UNDECIDED


def _is_closed(command: Command, core: str) -> bool:
    match command:
        case ConfirmAll():
            return Kind.CONFIRM in core
        case CancelAll() | Restart() | Exit() | Continue() | ReadOut(None):
            return True
        case ConfirmRows(Rows()) | ConfirmOnly(Rows()) | CancelRows(Rows()) | KeepRows(Rows()):
            return True
        case Compound(operations):
            return all(_is_closed(operation, core) for operation in operations)
        case _:
            return False
