"""Row decisions: which rows are meant, and what the draft is after confirming or cancelling them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue import phrases
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction
from voiced.language.commands.command import (
    CancelRows,
    ConfirmAll,
    ConfirmOnly,
    ConfirmRows,
    DescribedRow,
    KeepRows,
    OtherRows,
    Rows,
    RowSelector,
)
from voiced.language.rows import NoSuchRow, WhichRow
from voiced.language.rows import select as select_rows

RowCommand = ConfirmAll | ConfirmRows | ConfirmOnly | CancelRows | KeepRows


_NOT_CANCELLED = (DraftStatus.PENDING, DraftStatus.CONFIRMED)


class Refusal(Struct, frozen=True):
    """Why a command cannot be carried out, as a sentence."""

    sentence: str


class Decision(Struct, frozen=True):
    """A draft after row commands.

    Attributes:
        confirmed: rows that these commands confirmed.
        cancelled: rows that they cancelled.
        lacking: rows that could not be confirmed because they have no amount or no purpose.
    """

    batch: DraftBatch
    confirmed: tuple[DraftTransaction, ...] = ()
    cancelled: tuple[DraftTransaction, ...] = ()
    lacking: tuple[DraftTransaction, ...] = ()


def select(selector: RowSelector, batch: DraftBatch) -> tuple[DraftTransaction, ...] | Refusal:
    """The rows that the speaker means, whatever their status; row numbers are those of the card."""
    match select_rows(selector, batch.items):
        case NoSuchRow(number):
            return Refusal(phrases.no_such_row(number))
        case WhichRow() if isinstance(selector, DescribedRow):
            return Refusal(phrases.no_single_match(selector.words))
        case WhichRow():
            return Refusal(phrases.WHICH_ROW)
        case chosen:
            return tuple(sorted(chosen, key=lambda item: item.index))


def not_pending(numbers: Sequence[int], batch: DraftBatch) -> Refusal:
    """Why rows that are not pending cannot be meant: the card has no such row, or it was decided before."""
    rows = select(Rows(tuple(numbers)), batch)
    if isinstance(rows, Refusal):
        return rows
    return Refusal(phrases.already_done([item.number for item in rows]))


def takes_away(command: RowCommand) -> bool:
    """Whether the command drops rows."""
    return isinstance(command, CancelRows | KeepRows | ConfirmOnly)


def decide(commands: Iterable[RowCommand], batch: DraftBatch) -> Decision | Refusal:
    """Carry out row commands in order, all of them or none."""
    decision = Decision(batch)
    for command in commands:
        match command:
            case ConfirmAll():
                done = _confirm(decision, OtherRows())
            case ConfirmOnly(rows):
                kept = _keep(decision, rows)
                done = kept if isinstance(kept, Refusal) else _confirm(kept, OtherRows())
            case ConfirmRows(rows):
                done = _confirm(decision, rows)
            case KeepRows(rows):
                done = _keep(decision, rows)
            case CancelRows(rows):
                done = _cancel(decision, rows)
        if isinstance(done, Refusal):
            return done
        decision = done
    return decision


def _confirm(decision: Decision, rows: RowSelector) -> Decision | Refusal:
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


def _cancel(decision: Decision, rows: RowSelector) -> Decision | Refusal:
    # A row confirmed by itself is not written yet, so the speaker may still take it back.
    chosen = _open_rows(rows, decision.batch, _NOT_CANCELLED)
    if isinstance(chosen, Refusal):
        return chosen
    batch = decision.batch
    for item in chosen:
        batch = batch.cancel_item(item.index)
    return replace(decision, batch=batch, cancelled=(*decision.cancelled, *chosen))


def _keep(decision: Decision, rows: RowSelector) -> Decision | Refusal:
    """Cancel every other row, those confirmed by themselves too: they are not wanted any more."""
    chosen = _open_rows(rows, decision.batch, _NOT_CANCELLED)
    if isinstance(chosen, Refusal):
        return chosen
    others = tuple(item.number for item in decision.batch.remaining_items if item not in chosen)
    return _cancel(decision, Rows(others))


def _open_rows(
    rows: RowSelector, batch: DraftBatch, open_statuses: Collection[DraftStatus]
) -> tuple[DraftTransaction, ...] | Refusal:
    """Those of the rows that can still be decided so; a cancelled one does not come back with others."""
    chosen = select(rows, batch)
    if isinstance(chosen, Refusal):
        return chosen
    still_open = tuple(item for item in chosen if item.status in open_statuses)
    gone = [item.number for item in chosen if item.status is DraftStatus.CANCELLED]
    if not chosen or (still_open and not gone):
        return still_open
    return Refusal(phrases.already_done(gone or [item.number for item in chosen]))
