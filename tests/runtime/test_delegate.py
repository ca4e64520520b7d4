"""A delegate hears by calls what watchers are told by reports: each report is one call, with what it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

import pytest

from tests.support.ledger_rows import NOW, TODAY, a_row, batch_of
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.card_answer import CardAnswer, Figure
from voiced.dialogue.values.restorable import Restorable
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report
from voiced.runtime.watchers import Delegate, DelegateAdapter

LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")
DRAFT = DraftBatch.of([LUNCH], batch_id="b1", created_at=NOW)
(ROW,) = batch_of("b1", a_row("60", description="吃饭"))
ANSWER = CardAnswer("这个月支出", Figure(Money(6000)), 1, Money(6000), rows=(ROW,))

CALLS: list[tuple[Report, str, tuple[object, ...]]] = [
    (fx.ChangeState(Phase.LISTENING), "on_state_changed", (Phase.LISTENING,)),
    (fx.TellSpeechDetected(), "on_speech_detected", ()),
    (fx.TellNothingHeard(), "on_nothing_heard", ()),
    (fx.TellPartialText("吃饭"), "on_partial_text", ("吃饭",)),
    (fx.TellFinalText("吃饭60", DRAFT), "on_final_text", ("吃饭60", DRAFT)),
    (fx.ShowDraft(DRAFT, 4), "on_draft_batch_updated", (DRAFT, 4)),
    (fx.TellInterimText("呃"), "on_interim_text", ("呃",)),
    (fx.Speak(7, "确认吗？"), "on_speaking", ("确认吗？",)),
    (fx.TellSaved("b1", (ROW,)), "on_saved", ("b1", (ROW,))),
    (fx.TellRevised((ROW,)), "on_revised", ((ROW,),)),
    (fx.TellRestorable(Restorable((LUNCH,))), "on_restorable", (Restorable((LUNCH,)),)),
    (fx.TellAnswer(ANSWER), "on_answer", ((ROW,),)),
    (fx.TellError("the disk is full"), "on_error", ("the disk is full",)),
    (MicrophoneLost("unplugged"), "on_microphone_lost", ("unplugged",)),
    (MicrophoneBack(), "on_microphone_back", ()),
    (fx.TellContinueRecording(), "on_continue_recording", ()),
]


class Recorded:
    """Takes any call and writes it down."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[object, ...]]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.calls.append((name, arguments))


@pytest.mark.scenario("R-07")
@pytest.mark.parametrize(("report", "name", "arguments"), CALLS, ids=[name for _, name, _ in CALLS])
def test_each_report_is_one_call(report: Report, name: str, arguments: tuple[object, ...]) -> None:
    recorded = Recorded()
    DelegateAdapter(cast("Delegate", recorded)).tell(report)
    assert recorded.calls == [(name, arguments)]


def test_every_report_and_every_method_is_tried() -> None:
    methods = {name for name in cast("dict[str, Any]", vars(Delegate)) if name.startswith("on_")}
    assert {name for _, name, _ in CALLS} == methods
    assert {type(report) for report, _, _ in CALLS} == set(get_args(Report))
