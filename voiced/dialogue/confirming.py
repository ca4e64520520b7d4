"""CONFIRMING: words about the open draft."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.answers import answers_question, read_out, yes_or_no_to_draft
from voiced.dialogue.draft.additions import append, ask_change_or_append, complete
from voiced.dialogue.draft.closing import cancel_draft, move_on
from voiced.dialogue.draft.corrections import change_rows, undo_change
from voiced.dialogue.draft.decisions import (
    Decision,
    decide,
    decide_rows,
    decide_rows_and_leave,
    decide_rows_and_move_on,
    decide_rows_instead,
)
from voiced.dialogue.draft.interpretation import understand
from voiced.dialogue.just_now import chooses_of_just_now, decide_rows_open_or_saved, look_back_from_draft
from voiced.dialogue.model import asks_believed, is_online
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import leave
from voiced.dialogue.turn import Turn
from voiced.dialogue.values.state import (
    Amendment,
    AmendOffer,
    ChangeInQuestion,
    ChangeOrAppend,
    PlainQuestion,
    UndoOffer,
    WhichOfJustNow,
)
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.transaction import Correction, FieldChange, ParseResult
from voiced.language.changes.drops import drop_and_rest, rows_dropped_for_reason
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import (
    closes_the_matter,
    confirms_at_last,
    takes_change_back,
    value_kept,
    wants_change_instead,
)
from voiced.language.commands.classifier import Utterance, may_save
from voiced.language.commands.guards import holds_back
from voiced.language.commands.row_commands import denies_before, rows_instead
from voiced.language.entries.choosing import chooses_another, chooses_same
from voiced.language.entries.things import bare_amount
from voiced.language.invariants.changes import approves
from voiced.language.numbers.amounts import find_amounts
from voiced.language.rows import row_of_same_name

_CONFIRMS_OTHER_ROWS = (cmd.ConfirmAll(), cmd.ConfirmRows(cmd.OtherRows()))


def handle_about_draft(turn: Turn, utterance: Utterance) -> None:
    """Handle words about the draft; if they only dropped other rows, ask our question about a row again."""
    asked, before = turn.state.open_question, turn.batch
    _handle(turn, utterance)
    if isinstance(asked, ChangeOrAppend) and _dropped_rows(turn, before):
        same = (one for one in asked.all if turn.batch.items[one.index] == before.items[one.index])
        ask_change_or_append(turn, *same)


def _dropped_rows(turn: Turn, before: DraftBatch) -> bool:
    """Whether rows were dropped and others are left, and no question is open about one of them."""
    state = turn.state
    if state.batch is None or state.saving is not None or not isinstance(state.open_question, PlainQuestion):
        return False
    rows = zip(before.items, state.batch.items, strict=False)
    return any(row.is_pending and now.status is DraftStatus.CANCELLED for row, now in rows)


def _handle(turn: Turn, utterance: Utterance) -> None:
    """Handle an answer to our question, a missing part of a row, or a command.

    After an objection without effect, a confirm reads the rows back before it may save.
    """
    if _answers_our_question(turn, utterance) or _change_instead_of_append(turn, utterance):
        return
    amendment = turn.state.amendment
    if amendment is not None and amendment.after == turn.batch:
        if _takes_back(utterance, amendment):
            undo_change(turn, amendment)
            return
        if _chooses_after_change(turn, utterance, amendment):
            return
    instead = _meant_instead(turn, utterance)
    if _confirms_as_read(turn, utterance):
        decide_rows(turn, [cmd.ConfirmAll()])
    elif turn.state.objected and _may_save_draft(turn, instead or utterance.command):
        turn.say_pending()
        turn.forget_deferred_saves()
    elif instead is not None:
        decide_rows_instead(turn, instead)
    elif dropped := _dropped_for_reason(turn, utterance):
        decide_rows(turn, [cmd.CancelRows(cmd.Rows(dropped))])
    elif closes_the_matter(utterance.wording):
        turn.say_pending()
    elif _answers_model(turn, utterance.command):
        understand(turn, utterance)
    elif not (isinstance(utterance.command, cmd.FreeWords | cmd.NewEntry) and complete(turn, utterance)):
        _handle_confirming(turn, utterance)


def _confirms_as_read(turn: Turn, utterance: Utterance) -> bool:
    """Whether the words confirm at last, and state no amount but those of open rows before: 二十二也对，存吧.

    After an objection without effect they have to state the amounts of all open rows.
    """
    if not isinstance(utterance.command, cmd.FreeWords | cmd.NewEntry) or not confirms_at_last(
        utterance.wording
    ):
        return False
    amounts = {mention.amount for mention in find_amounts(utterance.said)}
    standing = {item.result.amount for item in turn.batch.pending_items}
    return amounts == standing if turn.state.objected else amounts <= standing


def _answers_model(turn: Turn, command: cmd.Command) -> bool:
    """Whether the words are a bare yes or no to the question of a model that can be asked."""
    is_asked = turn.state.open_question is PlainQuestion.MODELS_OWN and is_online(turn)
    return is_asked and isinstance(command, cmd.Assent | cmd.Denial)


def _takes_back(utterance: Utterance, amendment: Amendment) -> bool:
    """Whether the words take the last change back, or say that a row keeps its amount before it: 不改了，还是三十."""
    if takes_change_back(utterance.wording):
        return True
    value = bare_amount(value_kept(utterance.wording))
    both = zip(amendment.before.items, amendment.after.items, strict=True)
    return value is not None and value in {
        before.result.amount for before, after in both if before.result.amount != after.result.amount
    }


def _chooses_after_change(turn: Turn, utterance: Utterance, amendment: Amendment) -> bool:
    """Obey 「另记一笔」 and 「改」 after the only row was changed, as if we had asked; return whether the words choose."""
    if not (turn.batch.is_single and isinstance(utterance.command, cmd.FreeWords)):
        return False  # 「再记一笔」 saves and goes on
    if chooses_another(utterance.said):
        turn.open_draft(amendment.before)
        append(turn, (amendment.after.items[0].result,))
    elif chooses_same(utterance.said):
        turn.say_pending()
    else:
        return False
    return True


def _answers_our_question(turn: Turn, utterance: Utterance) -> bool:
    if isinstance(turn.state.open_question, WhichOfJustNow):
        return chooses_of_just_now(turn, utterance)
    return answers_question(turn, utterance)


def _handle_confirming(turn: Turn, utterance: Utterance) -> None:
    command = _waits_if_held_back(utterance)
    if isinstance(command, cmd.AboutSaved):
        look_back_from_draft(turn, utterance, command)
        return
    match command:
        case cmd.Compound(decisions, then):
            _decide_rows_then(turn, decisions, then)
        case cmd.FreeWords() | cmd.NewEntry():
            _understand_after_drops(turn, utterance)
        case cmd.ConfirmAll() | cmd.Assent() | cmd.Denial() as answer:
            yes_or_no_to_draft(turn, utterance.wording, answer)
        case cmd.ConfirmRows() | cmd.ConfirmOnly() | cmd.CancelRows() | cmd.KeepRows() as decision:
            decide_rows_open_or_saved(turn, decision)
        case cmd.CancelAll():
            cancel_draft(turn)
        case cmd.Restart():
            cancel_draft(turn, phrases.CANCELLED_AND_LISTENING)
        case cmd.Exit():
            leave(turn)
        case cmd.Continue():
            move_on(turn)
        case cmd.Wait():
            turn.say(phrases.waiting(turn.batch.remaining_items))
        case cmd.ReadOut(rows):
            read_out(turn, rows)


def _meant_instead(turn: Turn, utterance: Utterance) -> cmd.RowCommand | None:
    """The row command that replaces the previous one, which the words deny: 错了，要删的是第二笔; 不是第一笔，是第二笔."""
    decided = turn.state.rows_decided
    if decided is None or decided.after != turn.state.batch:
        return None
    command, wording = utterance.command, utterance.wording
    if isinstance(command, cmd.CancelRows | cmd.ConfirmRows):
        return command if isinstance(command.rows, cmd.Rows) and denies_before(wording) else None
    rows = rows_instead(wording) if isinstance(command, cmd.FreeWords) else ()
    if not rows:
        return None
    return cmd.CancelRows(cmd.Rows(rows)) if decided.was_cancel else cmd.ConfirmRows(cmd.Rows(rows))


def _dropped_for_reason(turn: Turn, utterance: Utterance) -> tuple[int, ...]:
    """The rows that free words drop, beside words that only say why: 烟那笔别记，回头要报销.

    A believed model is asked where the words also approve, since then they speak of rows that stay.
    """
    if not isinstance(utterance.command, cmd.FreeWords) or (asks_believed(turn) and approves(utterance.said)):
        return ()
    return rows_dropped_for_reason(utterance.wording, turn.batch.items, turn.state.vocabulary)


def _may_save_draft(turn: Turn, command: cmd.Command) -> bool:
    """Whether the words may save the draft; a yes to an offer about saved rows, or to the model's question, may not."""
    open_question = turn.state.open_question
    is_to_model = open_question is PlainQuestion.MODELS_OWN and isinstance(command, cmd.Assent)
    return may_save(command) and not is_to_model and not isinstance(open_question, UndoOffer | AmendOffer)


def _waits_if_held_back(utterance: Utterance) -> cmd.Command:
    """The command of the words; free words that hold a save back (先别保存) are a `Wait`, like 等一下."""
    is_held_back = isinstance(utterance.command, cmd.FreeWords) and holds_back(utterance.wording)
    return cmd.Wait() if is_held_back else utterance.command


def _understand_after_drops(turn: Turn, utterance: Utterance) -> None:
    """Drop the rows that a clause drops, then understand the other words: 第一笔不要，第二笔改成25; 打车不算，其他的保存."""
    is_free = isinstance(utterance.command, cmd.FreeWords)
    both = drop_and_rest(utterance.said, turn.state.vocabulary) if is_free else None
    decision = None if both is None else decide(both.drops, turn.batch)
    if both is None or not isinstance(decision, Decision) or not decision.batch.pending_count:
        understand(turn, utterance)
        return
    rest = turn.read(both.rest)
    if rest.command not in _CONFIRMS_OTHER_ROWS:
        decide_rows(turn, both.drops)
        understand(turn, rest)
    elif turn.state.objected:
        decide_rows(turn, both.drops)
        turn.say_pending()
    else:
        decide_rows(turn, [*both.drops, rest.command])


def _decide_rows_then(
    turn: Turn, decisions: Sequence[cmd.RowCommand], then: cmd.Exit | cmd.Continue | None
) -> None:
    """Obey the row commands first, with at most one save, and then the exit or the wish for a new entry."""
    match then:
        case cmd.Exit():
            decide_rows_and_leave(turn, decisions)
        case cmd.Continue():
            decide_rows_and_move_on(turn, decisions)
        case None:
            decide_rows(turn, decisions)


def _change_instead_of_append(turn: Turn, utterance: Utterance) -> bool:
    """Turn the row added last into a change of another row, or ask which row; return whether the words ask for that."""
    batch = turn.batch
    appended = batch.items[-1]
    entry, others = appended.result, batch.pending_items[:-1]
    if entry.amount is None or turn.state.appended != batch or not wants_change_instead(utterance.wording):
        return False
    turn.drop([appended])
    turn.open_draft(batch.cancel_item(appended.index))
    turn.say(phrases.cancelled([appended], turn.batch.pending_count))
    row = _row_meant(entry, others)
    if row is not None:
        change_rows(turn, (Correction(row.index, FieldChange(amount=entry.amount)),), utterance)
        return True
    turn.note_objection()
    turn.say(phrases.WHICH_ROW, ChangeInQuestion(f"改成{entry.amount}元"))
    turn.forget_deferred_saves()
    return True


def _row_meant(entry: ParseResult, others: Sequence[DraftTransaction]) -> DraftTransaction | None:
    """The only row of the same name, or else the only row of the same type and category."""
    filed = [
        item for item in others if (item.result.type, item.result.category) == (entry.type, entry.category)
    ]
    return row_of_same_name(entry, others) or (filed[0] if len(filed) == 1 else None)
