"""The table of phases and events in docs/dialogue.md: each event is played in each state, and its effects are told in words.

`python -m tests.dialogue.dialogue_table` writes the page anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from tests.dialogue.every_event import EVENTS, state_of
from tests.support.now import NOW
from tests.support.script import ONLINE
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Dialogue, Moment

PAGE = Path(__file__).parents[2] / "docs" / "dialogue.md"

_STATES = {
    "idle": "IDLE",
    "listening": "LISTENING",
    "parsing": "LISTENING, the model is asked",
    "confirming": "CONFIRMING, two rows",
    "correcting": "CONFIRMING, the model is asked",
    "saving": "CONFIRMING, a save is running",
}
_EVENTS = {
    "woken": "`Woken`",
    "stopped": "`Stopped`",
    "speech_detected": "`SpeechDetected`",
    "partial_heard": "`PartialHeard`",
    "no_words": "`Heard` without words",
    "unclear": "`UnclearSpeech` speech without words",
    "unclear_确认": "`UnclearSpeech` speech in which a second look found 确认",
    "not_heard": "`NotHeard`",
    "barged_in": "`BargedIn`",
    "吃饭60": "`Heard` 吃饭60",
    "第一笔改成50": "`Heard` 第一笔改成50",
    "确认": "`Heard` 确认",
    "对": "`Heard` 对",
    "不用": "`Heard` 不用",
    "取消": "`Heard` 取消",
    "重来": "`Heard` 重来",
    "退出": "`Heard` 退出",
    "再记一笔": "`Heard` 再记一笔",
    "等一下": "`Heard` 等一下",
    "念一遍": "`Heard` 念一遍",
    "删掉第一笔": "`Heard` 删掉第一笔",
    "确认并退出": "`Heard` 确认并退出",
    "这个月花了多少": "`Heard` 这个月花了多少",
    "还有几笔没记": "`Heard` 还有几笔没记",
    "撤销刚才那笔": "`Heard` 撤销刚才那笔",
    "复制上一笔": "`Heard` 复制上一笔",
    "speech_ended": "`SpeechEnded`",
    "timed_out": "`TimedOut`",
    "question_read": "`QuestionRead`",
    "parsed": "`Parsed`",
    "interpreted": "`Interpreted`",
    "model_failed": "`ModelFailed`",
    "model_retry_due": "`ModelRetryDue`",
    "saved": "`Saved`",
    "save_failed": "`SaveFailed`",
    "answered": "`Answered`",
    "revised": "`Revised`",
    "ledger_failed": "`LedgerFailed`",
    "habit_failed": "`HabitFailed`",
    "ledger_known": "`LedgerKnown`",
    "recurring_known": "`RecurringKnown` with an entry that is due",
    "recurring_kept": "`RecurringKept`",
    "agenda_known": "`AgendaKnown`",
    "bills_known": "`BillsKnown`",
    "budgets_known": "`BudgetsKnown` after a save that reaches 80 %",
    "rows_changed": "`RowsChanged`",
    "draft_recovered": "`DraftRecovered`",
    "wake_button": "`Pressed` wake",
    "exit_button": "`Pressed` exit",
    "quiet_button": "`Pressed` quiet",
    "press_answer": "`AnswerPressed` 「不用」",
    "filled_in": "`EntryFilledIn`",
    "put_away": "`PutAway`",
    "due_pressed": "`DuePressed`",
    "press_confirm": "`ConfirmPressed`",
    "press_confirm_row": "`ConfirmPressed` of row 1",
    "press_cancel": "`CancelPressed`",
    "press_cancel_row": "`CancelPressed` of row 2",
    "press_reopen": "`ReopenPressed` of row 1",
    "press_continue": "`ContinuePressed`",
    "press_edit": "`EditPressed`",
    "press_choose": "`ChoosePressed` of a row in no doubt",
    "press_forget": "`ForgetPressed` of a row without a habit",
}
_WORDS: dict[type[fx.Effect], str] = {
    fx.Speak: "speak",
    fx.StopSpeaking: "fall silent",
    fx.AskParse: "ask the model",
    fx.AskCorrection: "ask the model",
    fx.AskQuestionValue: "ask the model",
    fx.DropRequest: "stop the request",
    fx.RetryModelLater: "pause the model",
    fx.Save: "**save**",
    fx.AskLedgerFor: "ask the ledger",
    fx.UndoBatch: "undo in the ledger",
    fx.AmendRow: "amend in the ledger",
    fx.AskAgenda: "ask the ledger",
    fx.AskBills: "ask the ledger",
    fx.KeepRecurring: "set up a recurring entry",
    fx.NoteRecurring: "note an offer",
    fx.ShowDraft: "card",
    fx.TellSpeechDetected: "report speech",
    fx.TellNothingHeard: "report the end of speech",
    fx.TellPartialText: "report the text",
    fx.TellInterimText: "report the text",
    fx.TellSaved: "report the rows",
    fx.TellRevised: "report the rows",
    fx.TellRestorable: "report what can come back",
    fx.TellAnswer: "report the rows",
    fx.TellError: "report a failure",
    fx.TellContinueRecording: "report a new entry",
}
"""The words for effects; final text, journal and timer follow from the others and have no words here."""

_HEAD = """# The dialogue, event by event

The effects that `step` in `voiced/dialogue/machine.py` orders for each event in each phase, with a language model configured.
`python -m tests.dialogue.dialogue_table` plays each event and writes this page; a test compares the page with the code. Each
sentence stands for its kind of command. `→` is a new phase, *defer* keeps the words until the awaited outcome, *note* changes
the state without an effect, and `–` leaves the state as it is. The journal and the timer are named only if a step has no other
effect; the report of the words heard is left out. [A test](../tests/dialogue/test_every_event.py) plays each event in further
states too, such as a draft that a crash left behind and a session that ended during a save.

"""


def page() -> str:
    """The page, generated from the code."""
    rows = [["event", *_STATES.values()], ["---"] * (len(_STATES) + 1)]
    rows += [[words, *(_cell(state, event) for state in _STATES)] for event, words in _EVENTS.items()]
    return _HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(state: str, event: str) -> str:
    before = state_of(state)
    now, effects = step(ONLINE, before, EVENTS[event](before), Moment(NOW, str(UUID(int=5000, version=4))))
    words = list(dict.fromkeys(_told(effects)))
    if words or now == before:
        return ", ".join(words) or "–"
    return _silent(before, now, effects)


def _told(effects: tuple[fx.Effect, ...]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case fx.ChangeState(phase):
                yield f"→ {phase}"
            case _ if type(effect) in _WORDS:
                yield _WORDS[type(effect)]
            case _:
                pass


def _silent(before: Dialogue, now: Dialogue, effects: tuple[fx.Effect, ...]) -> str:
    if any(isinstance(effect, fx.KeepDraft) for effect in effects):
        return "journal"
    if effects:
        return "restart the timer"
    return "defer" if len(now.deferred) > len(before.deferred) else "note"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
