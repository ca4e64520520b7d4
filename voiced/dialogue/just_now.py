"""「刚才那笔」 while a draft is open: the open row, the saved one, or our question which of them is meant."""

from __future__ import annotations

from voiced.dialogue.draft.closing import cancel_draft
from voiced.dialogue.draft.corrections import refuse_rows
from voiced.dialogue.draft.decisions import decide_rows
from voiced.dialogue.draft.interpretation import understand
from voiced.dialogue.saved_rows import as_items, look_back, offer_undo_together
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values.requests import Role
from voiced.dialogue.values.state import WhichOfJustNow
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import is_of_just_now
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import row_numbers
from voiced.language.commands.row_commands import is_row_alone
from voiced.language.entries.choosing import chooses_open, chooses_saved, row_named
from voiced.language.rows import find_rows


def look_back_from_draft(turn: Turn, utterance: Utterance, wish: cmd.AboutSaved) -> None:
    """Obey words about saved rows while a draft is open.

    「刚才那笔」 may mean a row of the draft: an undo then asks which row is meant if there are several, and a change is made to the draft.
    """
    is_open_meant = not turn.state.last_saved or is_of_just_now(utterance.wording)
    match wish:
        case cmd.UndoSaved() if turn.state.last_saved and is_open_meant:
            _ask_which(turn)
        case cmd.UndoSaved() if is_open_meant and turn.batch.is_single:
            cancel_draft(turn)
        case cmd.UndoSaved() if is_open_meant:
            refuse_rows(turn, phrases.WHICH_ROW)
        case cmd.AmendSaved() if is_open_meant:
            understand(turn, utterance)
        case (
            cmd.AskLedger() | cmd.UndoSaved() | cmd.AmendSaved() | cmd.CopySaved() | cmd.UnlearnHabit()
        ) as about_saved:
            look_back(turn, utterance.said, about_saved)


def chooses_of_just_now(turn: Turn, utterance: Utterance) -> bool:
    """Obey an answer to our question whether the open or the saved rows go; return whether the words are an answer."""
    said = utterance.said
    words = row_named(said)
    is_open = find_rows(words, turn.batch.pending_items)
    is_saved = find_rows(words, as_items(turn.state.last_saved))
    if is_row_alone(utterance.wording) and row_numbers(utterance.wording):
        decide_rows(turn, [cmd.CancelRows(cmd.Rows(row_numbers(utterance.wording)))])
    elif chooses_open(said):
        _drop_open(turn, ())
    elif chooses_saved(said):
        offer_undo_together(turn)
    elif is_open and not is_saved:
        _drop_open(turn, is_open)
    elif is_saved and not is_open:
        offer_undo_together(turn)
    elif isinstance(utterance.command, cmd.Denial):
        turn.say_pending()
    elif isinstance(utterance.command, cmd.Assent) or (is_open and is_saved):
        _ask_which(turn)
    else:
        return False
    return True


def decide_rows_open_or_saved(turn: Turn, command: cmd.RowCommand) -> None:
    """Obey a command about rows; if it cancels a row by a name that only saved rows have, offer to undo those."""
    rows = command.rows if isinstance(command, cmd.CancelRows) else None
    if isinstance(rows, cmd.DescribedRow) and _is_saved_alone(turn, rows.words):
        offer_undo_together(turn)
    else:
        decide_rows(turn, [command])


def _is_saved_alone(turn: Turn, words: str) -> bool:
    is_open = find_rows(words, turn.batch.remaining_items)
    return not is_open and bool(find_rows(words, as_items(turn.state.last_saved)))


def _ask_which(turn: Turn) -> None:
    turn.note_objection()
    sentence = phrases.which_of_just_now(turn.batch.remaining_items, turn.state.last_saved)
    turn.say(sentence, WhichOfJustNow())
    turn.remember(Role.ASSISTANT, sentence)
    turn.forget_deferred_saves()


def _drop_open(turn: Turn, indices: tuple[int, ...]) -> None:
    """Drop the only open row or the one row at `indices`; otherwise ask which row is meant."""
    if turn.batch.is_single:
        cancel_draft(turn)
    elif len(indices) == 1:
        decide_rows(turn, [cmd.CancelRows(cmd.Rows((indices[0] + 1,)))])
    else:
        refuse_rows(turn, phrases.WHICH_ROW)
