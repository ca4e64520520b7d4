"""「刚才那笔」 beside an open draft: what goes may be the row that is still open or the one that was saved, so it is asked."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.asking_back import refuse_rows
from voiced.dialogue.correcting import understand
from voiced.dialogue.deciding import cancel_draft, decide_rows
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.lookback import as_items, look_back, offer_undo_together
from voiced.dialogue.requests import Role
from voiced.dialogue.rows import RowCommand
from voiced.dialogue.state import WhichOfJustNow
from voiced.dialogue.turn import Turn
from voiced.language.commands.asides import is_of_just_now
from voiced.language.commands.command import (
    AmendSaved,
    AskBalance,
    AskLedger,
    Assent,
    CancelRows,
    Command,
    Denial,
    DescribedRow,
    Rows,
    UndoSaved,
)
from voiced.language.commands.guards import row_numbers
from voiced.language.commands.row_commands import is_row_alone
from voiced.language.rows import find_rows
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

_LEADING = "(?:[嗯呃是就，]|我说的|我是说|说的是)*"
_TRAILING = "(?:[的吧啊呀了，]|[这那]一?[笔个条]|不要了?|不算|取消|删[掉除]?)*"
_NAMED = expression(f"{_LEADING}(?P<name>.+?){_TRAILING}")
_THE_OPEN_ONE = expression(
    f"{_LEADING}(?:[还]?没[有]?(?:记|存|保存|确认|定|写进账本)[下好]?|现在|前面|前一|新|开着)(?:的|这|那)?[笔个条]?{_TRAILING}"
)
_THE_SAVED_ONE = expression(
    f"{_LEADING}(?:已经|刚才?)?(?:[记存]过|[记存]好|[记存]了|保存过?|后面|后一)(?:的|这|那)?[笔个条]?{_TRAILING}"
)


def look_back_from_draft(
    turn: Turn, text: str, wish: AskLedger | AskBalance | UndoSaved | AmendSaved
) -> None:
    """Look back from an open draft, where 「刚才那笔」 means its row as well; a change is that of the row that is open."""
    is_open_meant = not turn.state.last_saved or is_of_just_now(text)
    match wish:
        case UndoSaved() if turn.state.last_saved and is_open_meant:
            _ask_which(turn)
        case UndoSaved() if is_open_meant and turn.batch.is_single:
            cancel_draft(turn)
        case UndoSaved() if is_open_meant:
            refuse_rows(turn, phrases.WHICH_ROW)
        case AmendSaved() if is_open_meant:
            understand(turn, text)
        case _:
            look_back(turn, wish)


def chooses_of_just_now(turn: Turn, text: str, command: Command) -> bool:
    """Obey an answer to the question which of the rows of just now goes; whether the words are one."""
    said = normalise(text)
    name = _NAMED.fullmatch(said)
    words = said if name is None else name["name"]
    is_open = find_rows(words, turn.batch.pending_items)
    is_saved = find_rows(words, as_items(turn.state.last_saved))
    if is_row_alone(text) and row_numbers(text):
        decide_rows(turn, [CancelRows(Rows(row_numbers(text)))])
    elif _THE_OPEN_ONE.fullmatch(said):
        _drop_open(turn, ())
    elif _THE_SAVED_ONE.fullmatch(said):
        offer_undo_together(turn)
    elif is_open and not is_saved:
        _drop_open(turn, is_open)
    elif is_saved and not is_open:
        offer_undo_together(turn)
    elif isinstance(command, Denial):
        turn.say_pending()
    elif isinstance(command, Assent) or (is_open and is_saved):
        _ask_which(turn)
    else:
        return False
    return True


def decide_rows_open_or_saved(turn: Turn, command: RowCommand) -> None:
    """Obey a command about rows of the draft; a refusal of one that only fits what was saved is offered as taking that back."""
    match command:
        case CancelRows(DescribedRow(words)) if _is_saved_alone(turn, words):
            offer_undo_together(turn)
        case _:
            decide_rows(turn, [command])


def _is_saved_alone(turn: Turn, words: str) -> bool:
    is_open = find_rows(words, turn.batch.remaining_items)
    return not is_open and bool(find_rows(words, as_items(turn.state.last_saved)))


def _ask_which(turn: Turn) -> None:
    turn.note_objection()
    sentence = phrases.which_of_just_now(turn.batch.remaining_items, turn.state.last_saved)
    turn.say(sentence, WhichOfJustNow())
    turn.remember(Role.ASSISTANT, sentence)
    forget_deferred_saves(turn)


def _drop_open(turn: Turn, indices: tuple[int, ...]) -> None:
    """Drop the open row, or those named; of several it has to be said which."""
    if turn.batch.is_single:
        cancel_draft(turn)
    elif len(indices) == 1:
        decide_rows(turn, [CancelRows(Rows((indices[0] + 1,)))])
    else:
        refuse_rows(turn, phrases.WHICH_ROW)
