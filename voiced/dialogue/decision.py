"""Row decisions: the rows that a command means, and the draft after it confirmed or cancelled them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.sentences import phrases
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
    """The rows that the speaker means, whatever their status; row numbers are those of the card."""
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
    return isinstance(command, cmd.CancelRows | cmd.KeepRows | cmd.ConfirmOnly)


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
