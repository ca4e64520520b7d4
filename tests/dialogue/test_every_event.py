"""Every event in every state: what the dialogue asks of the world, and that it asks nothing where nothing is meant.

A cell holds one letter for each effect (`LETTERS`), in order but for journal, timer and dropped requests, whose order
matters to nobody. `.` is nothing at all: the state is the same value as before. `~` is no effect, but the state keeps
something in mind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from uuid import UUID

import pytest

from tests.support.answers import answer_of, entries_of, interpretation_of
from tests.support.drafts import ONE, TWO, after, draft, saved
from tests.support.script import NOW, ONLINE, in_session
from voiced.dialogue import effects as fx
from voiced.dialogue import events as ev
from voiced.dialogue.machine import step
from voiced.dialogue.state import Dialogue, Moment
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import ZERO, Money
from voiced.domain.question import LedgerAnswer, LedgerQuestion, Measure, Period
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.domain.transaction import FieldChange

LETTERS: dict[type[fx.Effect], str] = {
    fx.ChangeState: "P",  # phase
    fx.Speak: "S",
    fx.StopSpeaking: "Q",  # quiet
    fx.AskParse: "A",
    fx.AskCorrection: "A",
    fx.DropQuestion: "D",
    fx.RetryModelLater: "R",
    fx.Save: "W",  # write
    fx.AskLedgerFor: "L",
    fx.UndoBatch: "U",
    fx.AmendRow: "M",
    fx.KeepDraft: "K",
    fx.DropDraft: "X",
    fx.SetTimer: "T",
    fx.ShowDraft: "C",  # card
    fx.TellSpeechDetected: "d",
    fx.TellNothingHeard: "o",
    fx.TellPartialText: "p",
    fx.TellFinalText: "f",
    fx.TellInterimText: "i",
    fx.TellSaved: "w",
    fx.TellRevised: "v",
    fx.TellAnswer: "a",
    fx.TellError: "e",
    fx.TellContinueRecording: "n",
}

BOOKKEEPING = "KXTD"
"""Letters whose place among the others is not asserted."""

AT_REST = """
                   idle       listening  offered    confirming speaking   hearing    overdue
woken              PT         T          T          T          .          T          T
stopped            .          P          P          CXP        CXQP       CXP        CXP
speech_detected    .          d          d          d          d          d          d
partial_heard      .          p          p          p          p          p          p
no_words           .          o          o          o          o          o          CXoSP
not_heard          .          eS         eS         eS         eS         eS         eS
barged_in          .          .          .          .          Q          .          .
吃饭60             .          fPCKS      fPCKSS     fSA        fSA        fSA        fSA
第一笔改成50       .          fS         fS         fSA        fSA        fSA        fSA
确认               .          fS         fPCKS      fCW        fCW        fCW        fCW
对                 .          fS         fPCKS      fCW        fCW        fCW        fCW
不用               .          fS         fXS        fS         fS         fS         fS
取消               .          fS         fXS        fPCXS      fPCXS      fPCXS      fPCXS
重来               .          fS         fXS        fPCXS      fPCXS      fPCXS      fPCXS
退出               .          fSP        fSP        fCXSP      fCXQSP     fCXSP      fCXSP
再记一笔           .          fnS        fPCKS      fPCXnS     fPCXnS     fPCXnS     fPCXnS
等一下             .          fS         fS         fS         fS         fS         fS
念一遍             .          fS         fS         fS         fS         fS         fS
删掉第一笔         .          fS         fS         fCKS       fCKS       fCKS       fCKS
确认并退出         .          fSP        fSP        fCW        fCW        fCW        fCW
这个月花了多少     .          fL         fL         fL         fL         fL         fL
撤销刚才那笔       .          fS         fS         fS         fS         fS         fS
speech_ended       .          .          .          .          T          .          .
timed_out          .          SP         SP         CXSP       .          ~          .
timed_out_late     .          .          .          .          .          .          .
parsed             .          .          .          .          .          .          .
parsed_late        .          .          .          .          .          .          .
interpreted        .          .          .          .          .          .          .
interpreted_late   .          .          .          .          .          .          .
model_failed       .          .          .          .          .          .          .
model_failed_late  .          .          .          .          .          .          .
model_retry_due    .          .          .          .          .          .          .
saved              .          .          .          .          .          .          .
saved_late         .          .          .          .          .          .          .
save_failed        .          .          .          .          .          .          .
save_failed_late   .          .          .          .          .          .          .
answered           .          .          .          .          .          .          .
answered_late      .          .          .          .          .          .          .
revised            .          .          .          .          .          .          .
revised_late       .          .          .          .          .          .          .
ledger_failed      .          .          .          .          .          .          .
ledger_failed_late .          .          .          .          .          .          .
ledger_known       .          .          .          .          .          .          .
rows_changed       v          v          v          v          v          v          v
draft_recovered    ~          S          S          K          K          K          K
wake_button        PT         T          T          T          .          T          T
exit_button        .          SP         SP         CXSP       CXQSP      CXSP       CXSP
quiet_button       .          T          T          T          Q          T          T
press_confirm      C          C          C          CW         CW         CW         CW
press_confirm_row  C          C          C          CKSS       CKSS       CKSS       CKSS
press_cancel       C          C          C          PCXS       PCXS       PCXS       PCXS
press_cancel_row   C          C          C          CKS        CKS        CKS        CKS
press_continue     C          C          C          PCXnS      PCXnS      PCXnS      PCXnS
press_edit         C          C          C          CKT        CK         CKT        CKT
press_no_row       C          C          C          C          C          C          C
old_confirm        C          C          C          C          C          C          C
old_cancel         C          C          C          C          C          C          C
old_continue       C          C          C          C          C          C          C
old_edit           C          C          C          C          C          C          C
"""
"""Nothing in flight."""

IN_FLIGHT = """
                   parsing    correcting looking    undoing    amending   saving     left       back
woken              .          .          .          .          .          .          P          .
stopped            DP         DCXP       DP         DP         DCXP       CXP        .          P
speech_detected    d          d          d          d          d          d          .          d
partial_heard      p          p          p          p          p          p          .          p
no_words           o          o          o          o          o          o          .          o
not_heard          eS         eS         eS         eS         eS         eS         .          eS
barged_in          .          .          .          .          .          .          .          .
吃饭60             ~          ~          ~          ~          ~          ~          .          ~
第一笔改成50       ~          ~          ~          ~          ~          ~          .          ~
确认               ~          ~          ~          ~          ~          f          .          f
对                 f          f          f          f          f          f          .          f
不用               f          f          f          f          f          f          .          f
取消               fDS        DfPCXS     fDS        fS         DfPCXS     fS         .          fS
重来               fDS        DfPCXS     fDS        fS         DfPCXS     fS         .          fS
退出               DfSP       DfCXSP     DfSP       DfSP       DfCXSP     fCXSP      .          fSP
再记一笔           ~          ~          ~          ~          ~          ~          .          ~
等一下             ~          ~          ~          ~          ~          ~          .          ~
念一遍             ~          ~          ~          ~          ~          ~          .          ~
删掉第一笔         ~          ~          ~          ~          ~          ~          .          ~
确认并退出         ~          ~          ~          ~          ~          ~          .          ~
这个月花了多少     ~          ~          ~          ~          ~          ~          .          ~
撤销刚才那笔       ~          ~          ~          ~          ~          ~          .          ~
speech_ended       .          .          .          .          .          .          .          .
timed_out          .          .          .          .          .          .          .          .
timed_out_late     .          .          .          .          .          .          .          .
parsed             fPCKS      .          .          .          .          .          .          .
parsed_late        .          .          .          .          .          .          .          .
interpreted        .          CKS        .          .          .          .          .          .
interpreted_late   .          .          .          .          .          .          .          .
model_failed       efPCKSSS   eCKSS      .          .          .          .          .          .
model_failed_late  .          .          .          .          .          .          .          .
model_retry_due    .          .          .          .          .          .          .          .
saved              .          .          .          .          .          wPCS       w          wT
saved_late         .          .          .          .          .          .          .          .
save_failed        .          .          .          .          .          eCKS       PeCKS      PeCKS
save_failed_late   .          .          .          .          .          .          .          .
answered           .          .          aS         .          .          .          .          .
answered_late      .          .          .          .          .          .          .          .
revised            .          .          .          vS         vS         .          .          .
revised_late       .          .          .          .          .          .          .          .
ledger_failed      .          .          S          S          S          .          .          .
ledger_failed_late .          .          .          .          .          .          .          .
ledger_known       .          .          .          .          .          .          .          .
rows_changed       v          v          v          v          v          v          v          v
draft_recovered    S          K          S          S          K          ~          ~          S
wake_button        .          .          .          .          .          .          P          .
exit_button        SDP        CXSDP      SDP        SDP        CXSDP      CXSP       .          SP
quiet_button       .          .          .          .          .          .          .          .
press_confirm      C          DCW        C          C          DCW        C          C          C
press_confirm_row  C          CKSS       C          C          DCW        C          C          C
press_cancel       C          DPCXS      C          C          DPCXS      C          C          C
press_cancel_row   C          CKS        C          C          C          C          C          C
press_continue     C          DPCXnS     C          C          DCW        C          C          C
press_edit         C          CK         C          C          CK         C          C          C
press_no_row       C          C          C          C          C          C          C          C
old_confirm        C          C          C          C          C          C          C          C
old_cancel         C          C          C          C          C          C          C          C
old_continue       C          C          C          C          C          C          C          C
old_edit           C          C          C          C          C          C          C          C
"""
"""A question or a save in flight; `left` and `back`: the session was left during a save, and begun again."""

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
    "looking": lambda: after("你: 这个月花了多少", in_session(ONLINE)),
    "undoing": lambda: after(SAVED + "你: 撤销刚才那笔\n你: 要", draft(ONE)),
    "amending": lambda: after(SAVED + "你: 午饭35块\n你: 上一笔改成50\n你: 要", draft(ONE)),
    "saving": lambda: after("账本: 手动\n你: 确认", draft(TWO)),
    "left": lambda: after("账本: 手动\n你: 确认\n你: 退出", draft(TWO)),
    "back": lambda: after("账本: 手动\n你: 确认\n你: 退出\n按: 唤醒", draft(TWO)),
}


def _current(state: Dialogue) -> int:
    """The number of what is in flight; one that was never given where nothing is."""
    if state.in_flight is not None:
        return state.in_flight.number
    return state.saving.number if state.saving is not None else 0


def _answered(number: int) -> ev.Event:
    period = Period("这个月", NOW.date(), NOW.date())
    return ev.Answered(number, LedgerAnswer(LedgerQuestion(Measure.SPENT, period), ZERO, 0, ()))


RECOVERED = DraftBatch.of(entries_of(ONE, NOW.date()), batch_id=str(UUID(int=98, version=4)), created_at=NOW)
CHANGE = FieldChange(amount=Money(5000))
INTERPRETATION = interpretation_of("correction 0 amount=50 @0.9", NOW.date())
LATE = 9_999_999
EARLIER = saved(ONE).last_saved
"""Rows of an earlier day, where this run has saved none."""

EVENTS: dict[str, Callable[[Dialogue], ev.Event]] = {
    "woken": lambda _: ev.Woken(),
    "stopped": lambda _: ev.Stopped(),
    "speech_detected": lambda _: ev.SpeechDetected(),
    "partial_heard": lambda _: ev.PartialHeard("确"),
    "no_words": lambda _: ev.Heard(""),
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
    "撤销刚才那笔": lambda _: ev.Heard("撤销刚才那笔"),
    "speech_ended": lambda state: ev.SpeechEnded(state.speaking[0] if state.speaking else LATE),
    "timed_out": lambda state: ev.TimedOut(state.timer or LATE),
    "timed_out_late": lambda _: ev.TimedOut(LATE),
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
    "ledger_known": lambda _: ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY),
    "rows_changed": lambda state: ev.RowsChanged(state.last_saved or EARLIER),
    "draft_recovered": lambda _: ev.DraftRecovered(RECOVERED),
    "wake_button": lambda _: ev.Pressed(ev.Button.WAKE),
    "exit_button": lambda _: ev.Pressed(ev.Button.EXIT),
    "quiet_button": lambda _: ev.Pressed(ev.Button.QUIET),
    "press_confirm": lambda state: ev.ConfirmPressed(state.revision),
    "press_confirm_row": lambda state: ev.ConfirmPressed(state.revision, 0),
    "press_cancel": lambda state: ev.CancelPressed(state.revision),
    "press_cancel_row": lambda state: ev.CancelPressed(state.revision, 1),
    "press_continue": lambda state: ev.ContinuePressed(state.revision),
    "press_edit": lambda state: ev.EditPressed(state.revision, 0, CHANGE),
    "press_no_row": lambda state: ev.ConfirmPressed(state.revision, 9),
    "old_confirm": lambda state: ev.ConfirmPressed(state.revision - 1),
    "old_cancel": lambda state: ev.CancelPressed(state.revision - 1, 0),
    "old_continue": lambda state: ev.ContinuePressed(state.revision - 1),
    "old_edit": lambda state: ev.EditPressed(state.revision - 1, 0, CHANGE),
}


@cache
def state_of(name: str) -> Dialogue:
    return STATES[name]()


def what_happens(state: str, event: str) -> str:
    """The cell of the table."""
    before = state_of(state)
    moment = Moment(NOW, str(UUID(int=5000, version=4)))
    now, effects = step(ONLINE, before, EVENTS[event](before), moment)
    letters = "".join(LETTERS[type(effect)] for effect in effects)
    if now == before:
        return letters or "."
    return letters or "~"


def _cells(table: str) -> list[tuple[str, str, str]]:
    head, *rows = table.strip().splitlines()
    states = head.split()
    cells: list[tuple[str, str, str]] = []
    for row in rows:
        event, *expected = row.split()
        cells += [(state, event, cell) for state, cell in zip(states, expected, strict=True)]
    return cells


CELLS = _cells(AT_REST) + _cells(IN_FLIGHT)


@pytest.mark.parametrize(("state", "event", "expected"), CELLS)
def test_an_event_has_the_effects_of_the_table(state: str, event: str, expected: str) -> None:
    assert _in_order(what_happens(state, event)) == _in_order(expected)


def _in_order(cell: str) -> tuple[str, list[str]]:
    """A cell as it is compared: what is told and ordered, in order, and the bookkeeping in any order."""
    seen = "".join(letter for letter in cell if letter not in BOOKKEEPING)
    return seen, sorted(letter for letter in cell if letter in BOOKKEEPING)


def test_the_table_knows_every_event_in_every_state() -> None:
    assert {(state, event) for state, event, _ in CELLS} == {(s, e) for s in STATES for e in EVENTS}
    kinds = {type(make(draft(TWO))) for make in EVENTS.values()}
    assert kinds == set(ev.Event.__args__)


def test_what_comes_late_changes_nothing_in_any_state() -> None:
    late = {cell for _, event, cell in CELLS if event.endswith("_late")}
    assert late == {"."}


def test_a_press_on_an_older_card_only_shows_the_card_in_any_state() -> None:
    old = {cell for _, event, cell in CELLS if event.startswith(("old_", "press_no"))}
    assert old == {"C"}


def test_sound_means_nothing_where_nobody_listens() -> None:
    sounds = list(EVENTS)[list(EVENTS).index("speech_detected") : list(EVENTS).index("speech_ended")]
    heard = {cell for state, event, cell in CELLS if state in {"idle", "left"} and event in sounds}
    assert heard == {"."}
