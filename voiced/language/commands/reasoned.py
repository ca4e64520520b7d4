"""A command beside the clauses that only give its reason: 取消吧，我老公记过了; 第二笔去掉，那是公司报销的; 要开会了，退出.

The reasons for dropping the whole draft, for leaving and for waiting are closed: any other clause may ask for something else, so it keeps the
command from counting. A reason for dropping a numbered row may be freer, since the row is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.commands.batch_commands import batch_command
from voiced.language.commands.guards import only_tells
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.row_commands import names_row, row_command
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.text.expression import Expression
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("reasoned")
_DROPPED_THEN_TOLD = _PHRASES["dropped_then_told"]
_DROPS_DRAFT = _PHRASES["drops_draft"]
_SAID_IDLY = _PHRASES["said_idly"]
_DROPS_ROW = _PHRASES["drops_row"]
_WAITS = _PHRASES["waits"]
_LEAVES = _PHRASES["leaves"]
_TOLD_ALL = _PHRASES["told_all"]
_OF_THE_RECORD = _PHRASES["of_the_record"]
_REFUSES_TO_RECORD = _PHRASES["refuses_to_record"]
_OF_THE_WORDS_BEFORE = _PHRASES["of_the_words_before"]
_PRESSED = _PHRASES["pressed"]
_OF_THE_SESSION = _PHRASES["of_the_session"]
_TWICE = _PHRASES["twice"]
_ASKS = pattern("[DOUBT ASK]")
# 「去掉打车，退出」 begins as 「去开会了，退出」 does.
_MORE_THAN_REASON = pattern(
    "[ROWS OTHERS EXCEPT THIS COUNT CONFIRM CHECK SURE APPROVE CANCEL RESTART CONTINUE COPY HOLD CHANGE ADJUST DOUBT BUT"
    " WRONG FIELD TYPE ASK READ]"
)
_BEGINS_WITH_ROWS = pattern("[PARTICLE ASSENT]* ROWS [PARTICLE IS]* [^NUMBER]")


def command_with_reason(wording: Wording, vocabulary: Vocabulary) -> cmd.SimpleCommand | None:
    """The command of a clause whose other clauses only say why; None if they may say more."""
    if Kind.CANCEL in wording.shape and Kind.PAUSE not in wording.shape:
        wording = read_words(_DROPPED_THEN_TOLD.sub("，", wording.text))
    if Kind.PAUSE not in wording.shape or Kind.NUMBER in wording.shape:
        return None
    parts = tuple(map(read_words, clauses(wording.text)))
    reasons = tuple(part for part in parts if _is_reason(part, vocabulary))
    said = [part for part in parts if part not in reasons]
    commands = {row_command(part, vocabulary) or batch_command(part) for part in said}
    if len(commands) != 1 or not reasons:
        return None
    words = "，".join(part.text for part in said)
    command = commands.pop()
    if isinstance(command, cmd.CancelAll):
        return _drop(words, parts, reasons)
    if isinstance(command, cmd.CancelRows):
        return command if isinstance(command.rows, cmd.Rows) and _all_tell(reasons, _DROPS_ROW) else None
    if isinstance(command, cmd.Exit):
        return command if _OF_THE_SESSION.search(words) and all(map(_ends_session, reasons)) else None
    waits = isinstance(command, cmd.Wait) and all(_WAITS.fullmatch(part.text) for part in reasons)
    return cmd.Wait() if waits else None


def _is_reason(part: Wording, vocabulary: Vocabulary) -> bool:
    """Whether a clause has the form of a reason for any command."""
    if _LEAVES.fullmatch(part.text) or _WAITS.fullmatch(part.text):
        return not _MORE_THAN_REASON.search(part.shape)
    if _DROPS_DRAFT.fullmatch(part.text) or _TOLD_ALL.fullmatch(part.text):
        return True
    return bool(_DROPS_ROW.search(part.text) or _SAID_IDLY.fullmatch(part.text)) and not (
        row_command(part, vocabulary) or batch_command(part)
    )


def _ends_session(reason: Wording) -> bool:
    """Whether a reason is one for leaving: the speaker goes elsewhere, or has told all."""
    return bool(_LEAVES.fullmatch(reason.text) or _TOLD_ALL.fullmatch(reason.text))


def _drop(words: str, parts: Sequence[Wording], reasons: Sequence[Wording]) -> cmd.SimpleCommand | None:
    """The whole draft, or the row that the reason begins with: 第三笔是公司报销的，不用记."""
    if reasons == parts[:1] and _BEGINS_WITH_ROWS.match(reasons[0].shape):
        is_meant = len(parts) == 2 and Kind.ALL not in parts[1].shape and _tells_of_row(reasons[0])
        return cmd.CancelRows(cmd.Rows(reasons[0].mentions[0].numbers)) if is_meant else None
    is_of_record = _OF_THE_RECORD.search(words) or any(_PRESSED.search(part.text) for part in reasons)
    if not is_of_record:
        return None
    return cmd.CancelAll() if all(_drops_draft(part.text, words) for part in reasons) else None


def _drops_draft(reason: str, words: str) -> bool:
    """Whether a reason is one for dropping the draft. In 「取消，我开玩笑的」 the cancel itself may be the joke."""
    if _DROPS_DRAFT.fullmatch(reason):
        return True
    is_of_entries = _REFUSES_TO_RECORD.search(words) or _OF_THE_WORDS_BEFORE.search(reason)
    return bool(is_of_entries and _SAID_IDLY.fullmatch(reason))


def _all_tell(reasons: Sequence[Wording], form: Expression) -> bool:
    """Whether the clauses have the form, name no row, and ask for nothing."""
    return all(form.search(part.text) and not names_row(part) and _asks_nothing(part) for part in reasons)


def _tells_of_row(part: Wording) -> bool:
    return len(part.mentions) == 1 and Kind.WRONG not in part.shape and _asks_nothing(part)


def _asks_nothing(part: Wording) -> bool:
    """Whether a clause only tells. A repetition is told by a word that elsewhere asks for a change: 重复了."""
    is_repetition = _TWICE.search(part.text) is not None and Kind.UNKNOWN not in part.shape
    return only_tells(part) or (is_repetition and not _ASKS.search(part.shape))
