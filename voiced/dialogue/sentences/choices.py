"""Questions with a choice between two readings of the words, and the short answers to a question.

A page offers the short answers as buttons; each is understood as if it were said.
"""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.values import state as st
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import TYPE_NAMES, Doubt, DoubtReason, ParseResult
from voiced.domain.vocabulary import OTHER
from voiced.language.numbers.numerals import spoken

GO_ON_WITH_IT = "继续处理"
"""Takes up the draft that a crash left behind."""


def short_answers(question: st.OpenQuestion, batch: DraftBatch | None) -> tuple[str, ...]:
    """The short answers to a question; empty for an open question, and for one that the buttons of the draft answer."""
    match question:
        case st.PlainQuestion.RESUME_DRAFT:
            return GO_ON_WITH_IT, "不要了"
        case st.UndoOffer():
            return "撤销", "不用了"
        case st.AmendOffer():
            return "改", "不改了"
        case st.AddOffer() | st.DueOffer() | st.RecurringOffer() | st.HabitOffer() | st.SuggestedHabit():
            return "要", "不要"
        case st.ChangeOrAppend(index, entry) if batch is not None:
            is_same = batch.items[index].result.amount == entry.amount
            return "同一笔" if is_same else "改", "另记一笔"
        case st.WhichOfJustNow():
            return "没写进账本的", "记过的"
        case st.ChangeInQuestion() if batch is not None:
            return tuple(f"第{item.number}笔" for item in batch.pending_items)
        case st.ChangeOrAppend() | st.ChangeInQuestion() | st.PlainQuestion():
            return ()
        case st.ReadingInQuestion() | st.Told() | st.RowInQuestion():
            return ()


def which_reading(row: ParseResult, doubt: Doubt) -> str:
    """Asks for the choice between the readings of a row: 「打车45元还是15元？」, 「一共160元吗？」."""
    first, second = readings(doubt)
    name = row.description or ("" if row.category == OTHER else row.category)
    match doubt.reason:
        case DoubtReason.WORKED_OUT:
            better, said = (rows[0].amount for rows in doubt.readings)
            is_more = better is not None and said is not None and better > said
            return f"一共{first}吗？" if is_more else f"实际付了{first}吗？"
        case DoubtReason.ROWS:
            return f"一共{first}，还是{second}？"
        case DoubtReason.TYPE:
            return f"{name}{row.amount}元，是{first}还是{second}？"
        case (
            DoubtReason.AMOUNT
            | DoubtReason.HAPPENED
            | DoubtReason.UNSURE
            | DoubtReason.FOREIGN
            | DoubtReason.INCOMPLETE
        ):
            return f"{name}{first}还是{second}？"


def readings(doubt: Doubt) -> tuple[str, str]:
    """The readings of a doubt as a question and its buttons name them: 45元, 收入, 两笔60元和40元."""
    better, other = doubt.readings
    return _reading(doubt.reason, better), _reading(doubt.reason, other)


def _reading(reason: DoubtReason, rows: Sequence[ParseResult]) -> str:
    match reason:
        case DoubtReason.TYPE:
            return TYPE_NAMES[rows[0].type]
        case DoubtReason.ROWS:
            *first, last = (f"{row.amount}元" for row in rows)
            amounts = f"{'、'.join(first)}和{last}" if first else last
            return f"{'两' if len(rows) == 2 else spoken(len(rows))}笔{amounts}"
        case (
            DoubtReason.AMOUNT
            | DoubtReason.WORKED_OUT
            | DoubtReason.HAPPENED
            | DoubtReason.FOREIGN
            | DoubtReason.INCOMPLETE
            | DoubtReason.UNSURE
        ):
            return f"{rows[0].amount}元"
