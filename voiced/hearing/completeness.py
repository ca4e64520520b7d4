"""Is the utterance complete? The answer decides how much silence ends it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import read_utterance
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import hear_words, pattern

_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Only questions hold a day, and a question never ends early."""
_WANTS_MORE = pattern("[CHANGE ADJUST IS SPENT ROWS FIELD EXCEPT MORE BUT THIS] PARTICLE*$")
_TAKES_ROWS = pattern("[^ALL]* [CONFIRM CANCEL]")
# No punctuation is left at the end of a normalised text: a pause there is a word such as 然后.
_ANNOUNCES_MORE = pattern("[PAUSE AND] PARTICLE*$")
_LEADS_ON = ("把", "将", "给")


class Completeness(Enum):
    """How complete the words so far are.

    LEAVES is a complete command in any phase (退出, 下一笔). CLOSED is a complete command about an open draft. VERB is one
    as well, unless the number of a row follows (确认… 第一笔). OPEN lacks a word (第一笔改成…). UNDECIDED is everything else.
    """

    LEAVES = "leaves"
    CLOSED = "closed"
    VERB = "verb"
    OPEN = "open"
    UNDECIDED = "undecided"


def completeness(text: str) -> Completeness:
    """The completeness of a text. A bare yes or no and mere approval (没问题) often go on with 不过 and a change: UNDECIDED."""
    utterance = read_utterance(text, DEFAULT_VOCABULARY, _ANY_DAY)
    wording = hear_words(utterance.wording)
    match utterance.command:
        case cmd.Exit() | cmd.Continue():
            return Completeness.LEAVES
        case cmd.Assent() | cmd.Denial():
            return Completeness.UNDECIDED
        case _ if _ANNOUNCES_MORE.search(wording.shape):
            return Completeness.OPEN
        case cmd.ConfirmAll() | cmd.CancelAll() if _TAKES_ROWS.fullmatch(wording.shape):
            return Completeness.VERB
        case command if _is_closed(command, wording.core):
            return Completeness.CLOSED
        case _ if _WANTS_MORE.search(wording.shape) or utterance.said.endswith(_LEADS_ON):
            return Completeness.OPEN
        case _:
            return Completeness.UNDECIDED


def _is_closed(command: cmd.Command, core: str) -> bool:
    if isinstance(command, cmd.AboutSaved):
        return False
    match command:
        case cmd.ConfirmAll():
            return Kind.CONFIRM in core
        case cmd.CancelAll() | cmd.Restart() | cmd.Exit() | cmd.Continue() | cmd.ReadOut(None):
            return True
        case (
            cmd.ConfirmRows(cmd.Rows())
            | cmd.ConfirmOnly(cmd.Rows())
            | cmd.CancelRows(cmd.Rows())
            | cmd.KeepRows(cmd.Rows())
        ):
            return True
        case cmd.Compound() as compound:
            return all(_is_closed(operation, core) for operation in compound.operations)
        case cmd.ConfirmRows() | cmd.ConfirmOnly() | cmd.CancelRows() | cmd.KeepRows() | cmd.ReadOut():
            return False
        case cmd.Assent() | cmd.Denial() | cmd.Wait() | cmd.NewEntry() | cmd.FreeWords():
            return False
