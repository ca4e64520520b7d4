"""Decisions about rows: the rows that a command means, and the draft after they are confirmed or cancelled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.draft.closing import cancel_draft, commit, move_on_from
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import leave
from voiced.dialogue.turn import Turn
from voiced.dialogue.values.state import AfterSave, PlainQuestion, RowsDecided
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.language.commands import command as cmd
from voiced.language.rows import NoSuchRow, WhichRow
from voiced.language.rows import select as select_rows

_NOT_CANCELLED = (DraftStatus.PENDING, DraftStatus.CONFIRMED)


class Refusal(Struct, frozen=True):
    """The sentence that says why a command cannot be carried out."""

    sentence: str


class Decision(Struct, frozen=True):
    """A draft after row commands.

    Attributes:
        confirmed: rows that these commands confirmed.
        cancelled: rows that they cancelled.
        lacking: rows that could not be confirmed because they lack their amount or purpose, or because the ledger lacks their account.
    """

    batch: DraftBatch
    confirmed: tuple[DraftTransaction, ...] = ()
    cancelled: tuple[DraftTransaction, ...] = ()
    lacking: tuple[DraftTransaction, ...] = ()


def select(selector: cmd.RowSelector, batch: DraftBatch) -> tuple[DraftTransaction, ...] | Refusal:
    """The rows that the speaker means, decided rows included; row numbers are those of the card."""
    match select_rows(selector, batch.items):
        case NoSuchRow(number):
            return Refusal(phrases.no_such_row(number))
        case WhichRow() if isinstance(selector, cmd.DescribedRow):
            return Refusal(phrases.no_single_match(selector.words))
        case WhichRow():
            return Refusal(phrases.WHICH_ROW)
        case chosen:
            return tuple(sorted(chosen, key=lambda item: item.index))


def not_pending(numbers: Sequence[int], batch: DraftBatch) -> Refusal:
    """The refusal for rows that are not pending: such a row is missing on the card, or it was decided before."""
    rows = select(cmd.Rows(tuple(numbers)), batch)
    if isinstance(rows, Refusal):
        return rows
    return Refusal(phrases.already_done([item.number for item in rows]))


def takes_away(command: cmd.RowCommand) -> bool:
    """Whether the command drops rows."""
    return isinstance(command, cmd.DropsRows)


def decide(commands: Iterable[cmd.RowCommand], batch: DraftBatch) -> Decision | Refusal:
    """The draft after all row commands, in order; if one of them fails, its refusal."""
    decision = Decision(batch)
    for command in commands:
        match command:
            case cmd.ConfirmAll():
                done = _confirm(decision, cmd.OtherRows())
            case cmd.ConfirmOnly(rows):
                kept = _keep(decision, rows)
                done = kept if isinstance(kept, Refusal) else _confirm(kept, cmd.OtherRows())
            case cmd.ConfirmRows(rows):
                done = _confirm(decision, rows)
            case cmd.KeepRows(rows):
                done = _keep(decision, rows)
            case cmd.CancelRows(rows):
                done = _cancel(decision, rows)
        if isinstance(done, Refusal):
            return done
        decision = done
    return decision


def _confirm(decision: Decision, rows: cmd.RowSelector) -> Decision | Refusal:
    chosen = _open_rows(rows, decision.batch, (DraftStatus.PENDING,))
    if isinstance(chosen, Refusal):
        return chosen
    ready = tuple(item for item in chosen if item.is_complete)
    batch = decision.batch
    for item in ready:
        batch = batch.confirm_item(item.index)
    return replace(
        decision,
        batch=batch,
        confirmed=(*decision.confirmed, *ready),
        lacking=(*decision.lacking, *(item for item in chosen if item not in ready)),
    )


def _cancel(decision: Decision, rows: cmd.RowSelector) -> Decision | Refusal:
    # A confirmed row of an open draft is not saved yet, so the speaker may still cancel it.
    chosen = _open_rows(rows, decision.batch, _NOT_CANCELLED)
    if isinstance(chosen, Refusal):
        return chosen
    batch = decision.batch
    for item in chosen:
        batch = batch.cancel_item(item.index)
    return replace(decision, batch=batch, cancelled=(*decision.cancelled, *chosen))


def _keep(decision: Decision, rows: cmd.RowSelector) -> Decision | Refusal:
    """Cancel every other row that is pending or confirmed."""
    chosen = _open_rows(rows, decision.batch, _NOT_CANCELLED)
    if isinstance(chosen, Refusal):
        return chosen
    others = tuple(item.number for item in decision.batch.remaining_items if item not in chosen)
    return _cancel(decision, cmd.Rows(others))


def _open_rows(
    rows: cmd.RowSelector, batch: DraftBatch, open_statuses: Collection[DraftStatus]
) -> tuple[DraftTransaction, ...] | Refusal:
    """The meant rows with one of `open_statuses`; a refusal if one of the rows is cancelled or all were decided."""
    chosen = select(rows, batch)
    if isinstance(chosen, Refusal):
        return chosen
    still_open = tuple(item for item in chosen if item.status in open_statuses)
    gone = [item.number for item in chosen if item.status is DraftStatus.CANCELLED]
    if not chosen or (still_open and not gone):
        return still_open
    return Refusal(phrases.already_done(gone or [item.number for item in chosen]))


def decide_rows(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows; once every row is decided, save the confirmed rows, or close a draft without any."""
    _obey(turn, _decision(turn, commands))


def _obey(turn: Turn, decision: Decision | Refusal) -> None:
    match decision:
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(batch=batch) if batch.all_resolved:
            _close_resolved(turn, decision)
        case Decision():
            _go_on_with(turn, decision)


def decide_in_free_words(turn: Turn, dropped: Collection[int], kept: Collection[int]) -> None:
    """Drop and confirm rows (by index) that a model recognised in the words.

    It never saves: if it decides the last open row, the rows that would be saved stay open and are read back with their question.
    """
    commands = [
        command(cmd.Rows(tuple(row + 1 for row in rows)))
        for command, rows in ((cmd.CancelRows, dropped), (cmd.ConfirmRows, kept))
        if rows
    ]
    match _decision(turn, commands):
        case Decision(batch=batch) as decision if batch.all_resolved and batch.confirmed_items:
            turn.drop(decision.cancelled)
            for item in batch.confirmed_items:
                batch = batch.undecide_item(item.index)
            turn.open_draft(batch)
            turn.say_pending()
            turn.forget_deferred_saves()
        case decision:
            _obey(turn, decision)


def confirm_unless_objected(turn: Turn, rows: cmd.RowSelector = cmd.OtherRows()) -> None:  # noqa: B008 - a frozen value
    """Confirm rows; after an objection without effect, read the pending rows back instead."""
    if turn.state.objected:
        turn.say_pending()
        turn.forget_deferred_saves()
    else:
        decide_rows(turn, [cmd.ConfirmRows(rows)])


def decide_rows_instead(turn: Turn, command: cmd.RowCommand) -> None:
    """Undo the previous row command, which was meant for other rows, and obey this one in its place."""
    decided = turn.state.rows_decided
    before = turn.batch if decided is None else decided.before
    match _decision(turn, [command], before):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision():
            turn.open_draft(before)
            decide_rows(turn, [command])


def decide_rows_and_leave(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows, save if the commands confirmed a row or decided the last one, and end the session.

    If a row that should be confirmed lacks a part, ask for that and stay.
    """
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case Decision(batch=batch) as decision if decision.confirmed or batch.all_resolved:
            _save_and_leave(turn, decision)
        case Decision():
            leave(turn)


def decide_rows_and_move_on(turn: Turn, commands: Sequence[cmd.RowCommand]) -> None:
    """Confirm or cancel rows, save the confirmed ones, and listen for the next entry.

    If a row that should be confirmed lacks a part, ask for that first.
    """
    match _decision(turn, commands):
        case Refusal() as refusal:
            _refuse(turn, refusal)
        case Decision(lacking=(_, *_)) as decision:
            _go_on_with(turn, decision)
        case decision:
            turn.drop(decision.cancelled)
            move_on_from(turn, decision.batch)


def _decision(
    turn: Turn, commands: Sequence[cmd.RowCommand], draft: DraftBatch | None = None
) -> Decision | Refusal:
    """The decision that the commands lead to in `draft`, or in the open draft.

    A command that drops rows settles an objection; if it is refused, it counts as an objection itself.
    """
    decision = decide(commands, draft or turn.batch)
    if any(map(takes_away, commands)):
        turn.update(objected=isinstance(decision, Refusal))
    return decision


def _refuse(turn: Turn, refusal: Refusal) -> None:
    turn.remark(refusal.sentence)
    turn.forget_deferred_saves()


def _go_on_with(turn: Turn, decision: Decision) -> None:
    turn.drop(decision.cancelled)
    turn.update(rows_decided=RowsDecided(turn.batch, decision.batch))
    turn.open_draft(decision.batch)
    _say_what_is_left(turn, decision)


def _close_resolved(turn: Turn, decision: Decision) -> None:
    if decision.batch.confirmed_items:
        turn.drop(decision.cancelled)
        commit(turn, decision.batch)
    else:
        cancel_draft(turn)


def _save_and_leave(turn: Turn, decision: Decision) -> None:
    if decision.batch.confirmed_items:
        turn.drop(decision.cancelled)
        commit(turn, decision.batch, AfterSave.EXIT)
    else:
        leave(turn)


def _say_what_is_left(turn: Turn, decision: Decision) -> None:
    left = decision.batch.pending_count
    if decision.batch.is_single or not (decision.confirmed or decision.cancelled or decision.lacking):
        turn.say_pending()
        return
    # Only the last of these sentences says how many rows are left.
    confirmed = [item.number for item in decision.confirmed]
    sentences = (
        phrases.confirmed(confirmed, None if decision.cancelled else left) if confirmed else "",
        phrases.cancelled(decision.cancelled, left) if decision.cancelled else "",
        phrases.missing(decision.lacking) if decision.lacking else "",
    )
    in_doubt = [item for item in decision.lacking if item.doubt is not None]
    if any(sentences):
        # 「剩余1笔待确认。」 asks, and strangers answer it with a mere 好.
        is_asked = bool(decision.cancelled) and not (decision.confirmed or decision.lacking)
        turn.say("".join(sentences), PlainQuestion.CONFIRM_DRAFT if is_asked else PlainQuestion.NOTHING)
    is_first = bool(confirmed) and len(confirmed) == len(decision.batch.confirmed_items)
    if is_first and not decision.lacking:
        turn.say(phrases.WRITTEN_TOGETHER)
    if in_doubt:
        turn.ask_which_reading(in_doubt[0])
