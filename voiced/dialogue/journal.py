"""The changes of the journal after a step. The journal is the copy of the open draft that survives a crash."""

from __future__ import annotations

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Dialogue
from voiced.domain.batch import MAX_ITEMS, DraftBatch


def journal_changes(before: Dialogue, after: Dialogue) -> tuple[fx.KeepDraft | fx.DropDraft, ...]:
    """The effects that make the journal hold what the state holds after a step.

    Args:
        before: the state before the step.
        after: the state after it.
    """
    batch, recovered = after.batch, after.recovered
    is_changed = before.batch != batch
    if not is_changed and (batch is None or recovered == before.recovered):
        return ()
    if batch is not None:
        return _of_draft(before, after, batch)
    return (fx.DropDraft() if recovered is None else fx.KeepDraft(recovered),)


def _of_draft(before: Dialogue, after: Dialogue, batch: DraftBatch) -> tuple[fx.KeepDraft, ...]:
    """Journal the draft; at the start of a save, journal the draft that a failure would open again."""
    saving = after.saving
    if saving is None:
        return (fx.KeepDraft(_with_recovered(batch, after.recovered)),)
    is_kept = before.saving is not None or saving.before == before.batch
    return () if is_kept else (fx.KeepDraft(_with_recovered(saving.before, after.recovered)),)


def _with_recovered(batch: DraftBatch, recovered: DraftBatch | None) -> DraftBatch:
    """The draft for the journal, with as many rows as fit of the waiting draft that a crash left behind."""
    rows = () if recovered is None else recovered.remaining_items[: MAX_ITEMS - len(batch)]
    for item in rows:
        batch = batch.append(item.result)
    return batch
