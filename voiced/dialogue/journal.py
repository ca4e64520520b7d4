"""The changes of the journal after a step. The journal is the copy of the open draft that survives a crash."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Dialogue
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.left_out import LeftOutReason, Unrecorded, brief


def journal_changes(before: Dialogue, after: Dialogue) -> tuple[fx.KeepDraft | fx.DropDraft, ...]:
    """The effects that make the journal hold what the state holds after a step.

    Args:
        before: the state before the step.
        after: the state after it.
    """
    batch, recovered = after.batch, after.recovered
    if batch is None:
        if before.batch is None:
            return ()
        return (fx.DropDraft() if recovered is None else fx.KeepDraft(_whole(recovered, None, after)),)
    kept = (batch, recovered, after.left_out)
    return (
        () if kept == (before.batch, before.recovered, before.left_out) else _of_draft(before, after, batch)
    )


def _of_draft(before: Dialogue, after: Dialogue, batch: DraftBatch) -> tuple[fx.KeepDraft, ...]:
    """Journal the draft; at the start of a save, journal the draft that a failure would open again."""
    saving = after.saving
    if saving is None:
        return (fx.KeepDraft(_whole(batch, after.recovered, after)),)
    is_kept = before.saving is not None or saving.before == before.batch
    return () if is_kept else (fx.KeepDraft(_whole(saving.before, after.recovered, after)),)


def _whole(batch: DraftBatch, recovered: DraftBatch | None, after: Dialogue) -> DraftBatch:
    """The draft for the journal, with what is left out of it and with the waiting draft that a crash left behind.

    Waiting rows that do not fit are among those that are left out.
    """
    rows = () if recovered is None else recovered.remaining_items
    room = MAX_ITEMS - len(batch)
    for item in rows[:room]:
        batch = batch.append(item.result)
    beyond = (
        Unrecorded(brief(item.result), LeftOutReason.LEFT_BEHIND, item.result)
        for item in rows[max(room, 0) :]
    )
    return replace(batch, left_out=(*after.left_out, *beyond))
