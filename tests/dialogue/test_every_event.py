"""Every event in every state: what the dialogue asks of the world, and that it asks nothing where nothing is meant.

A cell holds one letter for each effect (`LETTERS`), in order but for journal, timer and dropped requests, whose order
matters to nobody. `.` is nothing at all: the state is the same value as before. `~` is no effect, but the state keeps
something in mind.
"""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.dialogue.every_event import EVENTS, STATES, state_of
from tests.support.drafts import TWO, draft
from tests.support.now import NOW
from tests.support.script import ONLINE
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Moment

LETTERS: dict[type[fx.Effect], str] = {
    fx.ChangeState: "P",  # phase
    fx.Speak: "S",
    fx.StopSpeaking: "Q",  # quiet
    fx.AskParse: "A",
    fx.AskCorrection: "A",
    fx.AskQuestionValue: "A",
    fx.DropRequest: "D",
    fx.RetryModelLater: "R",
    fx.Save: "W",  # write
    fx.AskLedgerFor: "L",
    fx.UndoBatch: "U",
    fx.AmendRow: "M",
    fx.AskAgenda: "L",
    fx.AskBills: "L",
    fx.KeepRecurring: "N",
    fx.NoteRecurring: "N",
    fx.ForgetHabit: "F",  # forget
    fx.TeachHabit: "F",
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
    fx.TellRestorable: "r",
    fx.TellAnswer: "a",
    fx.TellError: "e",
    fx.TellContinueRecording: "n",
}

BOOKKEEPING = "KXTDr"
"""Letters whose place among the others is not asserted."""

AT_REST = """
                   idle       listening  offered    confirming speaking   hearing    overdue
woken              PT         T          T          T          .          T          T
stopped            .          P          P          CXP        CXQP       CXP        CXP
speech_detected    .          d          d          d          d          d          d
partial_heard      .          p          p          p          p          p          p
no_words           .          o          o          o          o          o          CXoSPr
unclear            .          oS         oS         oS         oS         oS         oS
unclear_确认       .          oS         oS         oSS        oSS        oSS        oSS
not_heard          .          eS         eS         eS         eS         eS         eS
barged_in          .          .          .          .          Q          .          .
吃饭60             .          fPCKS      fPCKSSr    fSA        fSA        fSA        fSA
第一笔改成50       .          fS         fS         fSA        fSA        fSA        fSA
确认               .          fS         fPCKSr     fCW        fCW        fCW        fCW
对                 .          fS         fPCKSr     fCW        fCW        fCW        fCW
不用               .          fS         fXSr       fS         fS         fS         fS
取消               .          fS         fXSr       fPCXSr     fPCXSr     fPCXSr     fPCXSr
重来               .          fS         fXSr       fPCXSr     fPCXSr     fPCXSr     fPCXSr
退出               .          fSP        fSP        fCXSPr     fCXQSPr    fCXSPr     fCXSPr
再记一笔           .          fnS        fPCKSr     fPCXnSr    fPCXnSr    fPCXnSr    fPCXnSr
等一下             .          fS         fS         fS         fS         fS         fS
念一遍             .          fS         fS         fS         fS         fS         fS
删掉第一笔         .          fS         fS         fCKS       fCKS       fCKS       fCKS
确认并退出         .          fSP        fSP        fCW        fCW        fCW        fCW
这个月花了多少     .          fL         fL         fL         fL         fL         fL
还有几笔没记       .          fS         fS         fS         fS         fS         fS
撤销刚才那笔       .          fS         fS         fS         fS         fS         fS
复制上一笔         .          fS         fS         fS         fS         fS         fS
speech_ended       .          .          .          .          T          .          .
timed_out          .          SP         SP         CXSPr      .          ~          .
timed_out_late     .          .          .          .          .          .          .
question_read      .          .          .          .          .          .          .
question_read_late .          .          .          .          .          .          .
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
habit_failed       e          eS         eS         eS         eS         eS         eS
ledger_known       .          .          .          .          .          .          .
recurring_known    ~          NS         ~          ~          ~          ~          ~
recurring_kept     .          .          .          .          .          .          .
recurring_kept_late .         .          .          .          .          .          .
agenda_known       .          .          .          .          .          .          .
agenda_known_late  .          .          .          .          .          .          .
bills_known        .          .          .          .          .          .          .
bills_known_late   .          .          .          .          .          .          .
budgets_known      .          S          S          S          S          S          S
rows_changed       v          v          v          v          v          v          v
draft_recovered    r          Sr         S          Kr         Kr         Kr         Kr
wake_button        PT         T          T          T          .          T          T
exit_button        .          SP         SP         CXSPr      CXQSPr     CXSPr      CXSPr
quiet_button       .          T          T          T          Q          T          T
press_answer       .          fS         fXSr       fS         fS         fS         fS
answer_late        .          .          .          .          .          .          .
filled_in          PPCKS      PCKS       PCKSr      CKS        CKS        CKS        CKS
put_away           .          .          .          .          .          .          .
due_pressed        PPCKS      PCKS       PCKSr      CKS        CKS        CKS        CKS
press_confirm      C          C          C          CW         CW         CW         CW
press_confirm_row  C          C          C          CKSS       CKSS       CKSS       CKSS
press_cancel       C          C          C          PCXSr      PCXSr      PCXSr      PCXSr
press_cancel_row   C          C          C          CKS        CKS        CKS        CKS
press_reopen       C          C          C          T          .          T          T
press_continue     C          C          C          PCXnSr     PCXnSr     PCXnSr     PCXnSr
press_edit         C          C          C          CKT        CK         CKT        CKT
press_choose       C          C          C          CT         C          CT         CT
press_forget       C          C          C          CT         C          CT         CT
press_no_row       C          C          C          C          C          C          C
old_confirm        C          C          C          C          C          C          C
old_cancel         C          C          C          C          C          C          C
old_continue       C          C          C          C          C          C          C
old_edit           C          C          C          C          C          C          C
old_choose         C          C          C          C          C          C          C
old_forget         C          C          C          C          C          C          C
"""
"""Nothing in flight."""

IN_FLIGHT = """
                   parsing    correcting reading    looking    undoing    amending   saving     left       back
woken              .          .          .          .          .          .          .          P          .
stopped            DP         DCXP       DP         DP         DP         DCXP       CXP        .          P
speech_detected    d          d          d          d          d          d          d          .          d
partial_heard      p          p          p          p          p          p          p          .          p
no_words           o          o          o          o          o          o          o          .          o
unclear            oS         oS         oS         oS         oS         oS         oS         .          oS
unclear_确认       oS         oS         oS         oS         oS         oS         oS         .          oS
not_heard          eS         eS         eS         eS         eS         eS         eS         .          eS
barged_in          .          .          .          .          .          .          .          .          .
吃饭60             ~          ~          ~          ~          ~          ~          ~          .          ~
第一笔改成50       ~          ~          ~          ~          ~          ~          ~          .          ~
确认               ~          ~          ~          ~          ~          ~          f          .          f
对                 f          f          f          f          f          f          f          .          f
不用               f          f          f          f          f          f          f          .          f
取消               fDS        DfPCXSr    fDS        fDS        fS         DfPCXSr    fS         .          fS
重来               fDS        DfPCXSr    fDS        fDS        fS         DfPCXSr    fS         .          fS
退出               DfSP       DfCXSPr    DfSP       DfSP       DfSP       DfCXSPr    fCXSP      .          fSP
再记一笔           ~          ~          ~          ~          ~          ~          ~          .          ~
等一下             ~          ~          ~          ~          ~          ~          ~          .          ~
念一遍             ~          ~          ~          ~          ~          ~          ~          .          ~
删掉第一笔         ~          ~          ~          ~          ~          ~          ~          .          ~
确认并退出         ~          ~          ~          ~          ~          ~          ~          .          ~
这个月花了多少     ~          ~          ~          ~          ~          ~          ~          .          ~
还有几笔没记       ~          ~          ~          ~          ~          ~          ~          .          ~
撤销刚才那笔       ~          ~          ~          ~          ~          ~          ~          .          ~
复制上一笔         ~          ~          ~          ~          ~          ~          ~          .          ~
speech_ended       .          .          .          .          .          .          .          .          .
timed_out          .          .          .          .          .          .          .          .          .
timed_out_late     .          .          .          .          .          .          .          .          .
question_read      .          .          L          .          .          .          .          .          .
question_read_late .          .          .          .          .          .          .          .          .
parsed             fPCKS      .          .          .          .          .          .          .          .
parsed_late        .          .          .          .          .          .          .          .          .
interpreted        .          CKS        .          .          .          .          .          .          .
interpreted_late   .          .          .          .          .          .          .          .          .
model_failed       efPCKSS    eCKSS      eS         .          .          .          .          .          .
model_failed_late  .          .          .          .          .          .          .          .          .
model_retry_due    .          .          .          .          .          .          .          .          .
saved              .          .          .          .          .          .          wPCS       w          wT
saved_late         .          .          .          .          .          .          .          .          .
save_failed        .          .          .          .          .          .          eCKS       PeCKS      PeCKS
save_failed_late   .          .          .          .          .          .          .          .          .
answered           .          .          .          aS         .          .          .          .          .
answered_late      .          .          .          .          .          .          .          .          .
revised            .          .          .          .          vS         vS         .          .          .
revised_late       .          .          .          .          .          .          .          .          .
ledger_failed      .          .          .          S          S          S          .          .          .
ledger_failed_late .          .          .          .          .          .          .          .          .
habit_failed       eS         eS         eS         eS         eS         eS         eS         e          eS
ledger_known       .          .          .          .          .          .          .          .          .
recurring_known    ~          ~          ~          ~          ~          ~          ~          ~          ~
recurring_kept     .          .          .          .          .          .          .          .          .
recurring_kept_late .          .          .          .          .          .          .          .          .
agenda_known       .          .          .          S          .          .          .          .          .
agenda_known_late  .          .          .          .          .          .          .          .          .
bills_known        .          .          .          S          .          .          .          .          .
bills_known_late   .          .          .          .          .          .          .          .          .
budgets_known      S          S          S          S          S          S          S          .          S
rows_changed       v          v          v          v          v          v          v          v          v
draft_recovered    Sr         Kr         Sr         Sr         Sr         Kr         r          r          Sr
wake_button        .          .          .          .          .          .          .          P          .
exit_button        SDP        DCXSPr     SDP        SDP        SDP        DCXSPr     CXSP       .          SP
quiet_button       .          .          .          .          .          .          .          .          .
press_answer       f          f          f          f          f          f          f          .          f
answer_late        .          .          .          .          .          .          .          .          .
filled_in          Sr         CKS        Sr         Sr         Sr         CKS        Sr         PSr        Sr
put_away           .          .          .          .          .          .          .          .          .
due_pressed        Sr         CKS        Sr         Sr         Sr         CKS        Sr         PSr        Sr
press_confirm      C          DCW        C          C          C          DCW        C          C          C
press_confirm_row  C          CKSS       C          C          C          DCW        C          C          C
press_cancel       C          DPCXSr     C          C          C          DPCXSr     C          C          C
press_cancel_row   C          CKS        C          C          C          C          C          C          C
press_reopen       C          .          C          C          C          .          C          C          C
press_continue     C          DPCXnSr    C          C          C          DCW        C          C          C
press_edit         C          CK         C          C          C          CK         C          C          C
press_choose       C          C          C          C          C          C          C          C          C
press_forget       C          C          C          C          C          C          C          C          C
press_no_row       C          C          C          C          C          C          C          C          C
old_confirm        C          C          C          C          C          C          C          C          C
old_cancel         C          C          C          C          C          C          C          C          C
old_continue       C          C          C          C          C          C          C          C          C
old_edit           C          C          C          C          C          C          C          C          C
old_choose         C          C          C          C          C          C          C          C          C
old_forget         C          C          C          C          C          C          C          C          C
"""
"""A question or a save in flight; `left` and `back`: the session was left during a save, and begun again."""


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


def test_a_late_outcome_changes_nothing_in_any_state() -> None:
    late = {cell for _, event, cell in CELLS if event.endswith("_late")}
    assert late == {"."}


def test_a_press_on_an_older_card_only_shows_the_card_in_any_state() -> None:
    old = {cell for _, event, cell in CELLS if event.startswith(("old_", "press_no"))}
    assert old == {"C"}


def test_sound_means_nothing_where_nobody_listens() -> None:
    sounds = list(EVENTS)[list(EVENTS).index("speech_detected") : list(EVENTS).index("speech_ended")]
    heard = {cell for state, event, cell in CELLS if state in {"idle", "left"} and event in sounds}
    assert heard == {"."}
