"""States of the dialogue, and every event, each made for the state that it meets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from uuid import UUID

from tests.support.answers import TAXI, answer_of, entries_of, interpretation_of
from tests.support.drafts import ONE, TWO, after, draft, saved
from tests.support.now import NOW
from tests.support.recurring import RENT
from tests.support.script import ONLINE, in_session
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Dialogue
from voiced.domain.agenda import Agenda
from voiced.domain.batch import DraftBatch
from voiced.domain.budget import Budget, MonthBudget
from voiced.domain.left_out import TrayPlace
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.question import AskedRows, LedgerAnswer, LedgerQuestion, Measure, Period
from voiced.domain.recurring import Due
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

SAVED = "你: 确认\n"
STATES: dict[str, Callable[[], Dialogue]] = {
    "idle": Dialogue,
    "listening": lambda: in_session(ONLINE),
    "offered": lambda: after("恢复: 支出60 餐饮 吃饭", in_session(ONLINE)),
    "confirming": lambda: draft(TWO),
    "speaking": lambda: after("声音: 手动\n你: 念一遍", draft(TWO)),
    "hearing": lambda: after("声: 开始", draft(TWO)),
    "overdue": lambda: after("声: 开始\n过: 60s", draft(TWO)),
    "parsing": lambda: after("你: 吃饭花了60，打车30", in_session(ONLINE)),
    "correcting": lambda: after("你: 第一笔改成50", draft(TWO)),
    "reading": lambda: after("你: 我这个月打车是不是又上头了一共造进去多少", in_session(ONLINE)),
    "looking": lambda: after("你: 这个月花了多少", in_session(ONLINE)),
    "undoing": lambda: after(SAVED + "你: 撤销刚才那笔\n你: 要", draft(ONE)),
    "amending": lambda: after(SAVED + "你: 午饭35块\n你: 上一笔改成50\n你: 要", draft(ONE)),
    "saving": lambda: after("账本: 手动\n你: 确认", draft(TWO)),
    "left": lambda: after("账本: 手动\n你: 确认\n你: 退出", draft(TWO)),
    "back": lambda: after("账本: 手动\n你: 确认\n你: 退出\n按: 唤醒", draft(TWO)),
}


def _current(state: Dialogue) -> int:
    """The number of the request or save in flight; otherwise 0, which is never given."""
    if state.in_flight is not None:
        return state.in_flight.number
    return state.saving.number if state.saving is not None else 0


def _answered(number: int) -> ev.Event:
    period = Period("这个月", NOW.date(), NOW.date())
    return ev.Answered(
        number,
        LedgerAnswer(LedgerQuestion(Measure.TOTAL, AskedRows(TransactionType.EXPENSE, period)), ZERO, 0),
    )


RECOVERED = DraftBatch.of(entries_of(ONE, NOW.date()), batch_id=str(UUID(int=98, version=4)), created_at=NOW)
CHANGE = FieldChange(amount=Money(5000))
INTERPRETATION = interpretation_of("correction 0 amount=50 @0.9", NOW.date())
LATE = 9_999_999
EARLIER = saved(ONE).last_saved
"""Rows of an earlier day, where this run has saved none."""

NEARLY_USED = MonthBudget(
    Budget("餐饮", Month(2026, 11), Money(70_00)), Month(2026, 11), carried=ZERO, spent=Money(60_00)
)
"""A budget that `EARLIER` brought to more than 80 %."""

EVENTS: dict[str, Callable[[Dialogue], ev.Event]] = {
    "woken": lambda _: ev.Woken(),
    "stopped": lambda _: ev.Stopped(),
    "speech_detected": lambda _: ev.SpeechDetected(),
    "partial_heard": lambda _: ev.PartialHeard("确"),
    "no_words": lambda _: ev.Heard(""),
    "unclear": lambda _: ev.UnclearSpeech(),
    "unclear_确认": lambda _: ev.UnclearSpeech("确认"),
    "not_heard": lambda _: ev.NotHeard("a gap in the sound"),
    "barged_in": lambda _: ev.BargedIn(),
    "吃饭60": lambda _: ev.Heard("吃饭60"),
    "第一笔改成50": lambda _: ev.Heard("第一笔改成50"),
    "确认": lambda _: ev.Heard("确认"),
    "对": lambda _: ev.Heard("对"),
    "不用": lambda _: ev.Heard("不用"),
    "取消": lambda _: ev.Heard("取消"),
    "重来": lambda _: ev.Heard("重来"),
    "退出": lambda _: ev.Heard("退出"),
    "再记一笔": lambda _: ev.Heard("再记一笔"),
    "等一下": lambda _: ev.Heard("等一下"),
    "念一遍": lambda _: ev.Heard("念一遍"),
    "删掉第一笔": lambda _: ev.Heard("删掉第一笔"),
    "确认并退出": lambda _: ev.Heard("确认并退出"),
    "这个月花了多少": lambda _: ev.Heard("这个月花了多少"),
    "还有几笔没记": lambda _: ev.Heard("还有几笔没记"),
    "撤销刚才那笔": lambda _: ev.Heard("撤销刚才那笔"),
    "复制上一笔": lambda _: ev.Heard("复制上一笔"),
    "speech_ended": lambda state: ev.SpeechEnded(state.speaking[0] if state.speaking else LATE),
    "timed_out": lambda state: ev.TimedOut(state.timer or LATE),
    "timed_out_late": lambda _: ev.TimedOut(LATE),
    "question_read": lambda state: ev.QuestionRead(_current(state), TAXI),
    "question_read_late": lambda _: ev.QuestionRead(LATE, TAXI),
    "parsed": lambda state: ev.Parsed(_current(state), answer_of(TWO, NOW.date())),
    "parsed_late": lambda _: ev.Parsed(LATE, answer_of(TWO, NOW.date())),
    "interpreted": lambda state: ev.Interpreted(_current(state), INTERPRETATION),
    "interpreted_late": lambda _: ev.Interpreted(LATE, INTERPRETATION),
    "model_failed": lambda state: ev.ModelFailed(_current(state), "超时"),
    "model_failed_late": lambda _: ev.ModelFailed(LATE, "超时"),
    "model_retry_due": lambda _: ev.ModelRetryDue(),
    "saved": lambda state: ev.Saved(_current(state), ()),
    "saved_late": lambda _: ev.Saved(LATE, ()),
    "save_failed": lambda state: ev.SaveFailed(_current(state), "磁盘满"),
    "save_failed_late": lambda _: ev.SaveFailed(LATE, "磁盘满"),
    "answered": lambda state: _answered(_current(state)),
    "answered_late": lambda _: _answered(LATE),
    "revised": lambda state: ev.Revised(_current(state), ev.RowsChanged(state.last_saved)),
    "revised_late": lambda _: ev.Revised(LATE, ev.RowsChanged()),
    "ledger_failed": lambda state: ev.LedgerFailed(_current(state), "账本打不开"),
    "ledger_failed_late": lambda _: ev.LedgerFailed(LATE, "账本打不开"),
    "habit_failed": lambda _: ev.HabitFailed("磁盘满"),
    "ledger_known": lambda _: ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY),
    "recurring_known": lambda _: ev.RecurringKnown((RENT,)),
    "recurring_kept": lambda state: ev.RecurringKept(_current(state)),
    "recurring_kept_late": lambda _: ev.RecurringKept(LATE),
    "agenda_known": lambda state: ev.AgendaKnown(_current(state), Agenda(), ()),
    "agenda_known_late": lambda _: ev.AgendaKnown(LATE, Agenda(), ()),
    "bills_known": lambda state: ev.BillsKnown(_current(state), ()),
    "bills_known_late": lambda _: ev.BillsKnown(LATE, ()),
    "budgets_known": lambda _: ev.BudgetsKnown(EARLIER, (NEARLY_USED,)),
    "rows_changed": lambda state: ev.RowsChanged(state.last_saved or EARLIER),
    "draft_recovered": lambda _: ev.DraftRecovered(RECOVERED),
    "wake_button": lambda _: ev.Pressed(ev.Button.WAKE),
    "exit_button": lambda _: ev.Pressed(ev.Button.EXIT),
    "quiet_button": lambda _: ev.Pressed(ev.Button.QUIET),
    "press_answer": lambda state: ev.AnswerPressed(state.said_number, "不用"),
    "answer_late": lambda state: ev.AnswerPressed(LATE, "不用"),
    "filled_in": lambda _: ev.EntryFilledIn(entries_of(ONE, NOW.date())[0]),
    "put_away": lambda _: ev.PutAway(TrayPlace(0, "打车")),
    "due_pressed": lambda _: ev.DuePressed(Due(RENT, NOW.date())),
    "press_confirm": lambda state: ev.ConfirmPressed(state.revision),
    "press_confirm_row": lambda state: ev.ConfirmPressed(state.revision, 0),
    "press_cancel": lambda state: ev.CancelPressed(state.revision),
    "press_cancel_row": lambda state: ev.CancelPressed(state.revision, 1),
    "press_reopen": lambda state: ev.ReopenPressed(state.revision, 0),
    "press_continue": lambda state: ev.ContinuePressed(state.revision),
    "press_edit": lambda state: ev.EditPressed(state.revision, 0, CHANGE),
    "press_choose": lambda state: ev.ChoosePressed(state.revision, 0, 1),
    "press_forget": lambda state: ev.ForgetPressed(state.revision, 0),
    "press_no_row": lambda state: ev.ConfirmPressed(state.revision, 9),
    "old_confirm": lambda state: ev.ConfirmPressed(state.revision - 1),
    "old_cancel": lambda state: ev.CancelPressed(state.revision - 1, 0),
    "old_continue": lambda state: ev.ContinuePressed(state.revision - 1),
    "old_edit": lambda state: ev.EditPressed(state.revision - 1, 0, CHANGE),
    "old_choose": lambda state: ev.ChoosePressed(state.revision - 1, 0, 1),
    "old_forget": lambda state: ev.ForgetPressed(state.revision - 1, 0),
}


@cache
def state_of(name: str) -> Dialogue:
    return STATES[name]()
