"""The short answers to our last question that a page offers as buttons; each is understood as if it were said."""

from __future__ import annotations

from voiced.dialogue.values.state import (
    AddOffer,
    AmendOffer,
    ChangeInQuestion,
    ChangeOrAppend,
    OpenQuestion,
    PlainQuestion,
    UndoOffer,
    WhichOfJustNow,
)
from voiced.domain.batch import DraftBatch


def short_answers(question: OpenQuestion, batch: DraftBatch | None) -> tuple[str, ...]:
    """The short answers to a question; none to one that is open or that the buttons of the draft answer."""
    match question:
        case PlainQuestion.RESUME_DRAFT:
            return "继续", "不要了"
        case UndoOffer():
            return "撤销", "不用了"
        case AmendOffer():
            return "改", "不改了"
        case AddOffer():
            return "要", "不要"
        case ChangeOrAppend(index, entry) if batch is not None:
            is_same = batch.items[index].result.amount == entry.amount
            return "同一笔" if is_same else "改", "另记一笔"
        case WhichOfJustNow():
            return "没写进账本的", "记过的"
        case ChangeInQuestion() if batch is not None:
            return tuple(f"第{item.number}笔" for item in batch.pending_items)
        case _:
            return ()
