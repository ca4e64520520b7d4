"""Where effects meet the world: each reaches its lane or the watcher, and a session that ended is silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from tests.support.fakes import (
    FakePlayer,
    FakeVoice,
    MemoryLedger,
    RecordingWatcher,
    Reply,
    ScriptedInterpreter,
)
from tests.support.ledger_rows import TODAY, a_row, batch_of
from tests.support.now import NOW, VirtualClock
from tests.support.questions import question
from tests.support.waiting import Reader
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.card_answer import CardAnswer, Figure
from voiced.dialogue.values.requests import (
    Confirmed,
    CorrectionRequest,
    Entries,
    Interpretation,
    ParseRequest,
    RequestContext,
)
from voiced.dialogue.values.restorable import Restorable
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.money import Money
from voiced.domain.question import Measure, Period
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import InterpreterFailure
from voiced.runtime.inbox import Inbox
from voiced.runtime.ledger_lane import LedgerLane
from voiced.runtime.model_desk import Deadlines, ModelDesk
from voiced.runtime.performer import Performer
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane

pytestmark = pytest.mark.looptime


CONTEXT = RequestContext(NOW)
LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", TODAY, "吃饭")
DRAFT = DraftBatch.of([LUNCH], batch_id="b1", created_at=NOW)
(ROW,) = batch_of("b1", a_row("60", description="吃饭"))
ANSWER = CardAnswer("这个月支出", Figure(Money(6000)), 1, Money(6000), rows=(ROW,))
SAVE = fx.Save(3, "b1", (ROW,))


class Stage:
    """A performer over real lanes, with the world played by fakes."""

    def __init__(self, interpreter: ScriptedInterpreter, tasks: Tasks) -> None:
        inbox = Inbox()
        self.interpreter = interpreter
        self.player, self.ledger, self.watcher = FakePlayer(), MemoryLedger(), RecordingWatcher()
        voice, ledger = VoiceLane(inbox, FakeVoice(), self.player), LedgerLane(inbox, self.ledger)
        model = ModelDesk(inbox, interpreter, Deadlines(), tasks)
        self.performer = Performer(inbox, VirtualClock(), self.watcher, voice, ledger, model, tasks)
        self.reader = Reader(inbox)
        for work in (voice.run(), ledger.run(), self.reader.read()):
            tasks.start(work)

    def perform(self, *effects: fx.Effect) -> None:
        for effect in effects:
            self.performer.perform(effect)

    def reports(self) -> list[str]:
        """What the watcher was told since the last call."""
        reports, self.watcher.reports = self.watcher.reports, []
        return reports


@asynccontextmanager
async def stage(*replies: Reply) -> AsyncGenerator[Stage]:
    async with Tasks() as tasks:
        yield Stage(ScriptedInterpreter(*replies), tasks)


REPORTS: dict[str, fx.Effect] = {
    "speech detected": fx.TellSpeechDetected(),
    "nothing heard": fx.TellNothingHeard(),
    "partial 吃饭": fx.TellPartialText("吃饭"),
    "final 吃饭花了60 60p": fx.TellFinalText("吃饭花了60", DRAFT),
    "draft 4 60p": fx.ShowDraft(DRAFT, 4),
    "draft 5 -": fx.ShowDraft(None, 5),
    "interim 呃": fx.TellInterimText("呃"),
    "saved b1 1": fx.TellSaved("b1", (ROW,)),
    "revised 1": fx.TellRevised((ROW,)),
    "restorable 0 1": fx.TellRestorable(Restorable(dropped=(DRAFT.items[0].result,))),
    "answer 1": fx.TellAnswer(ANSWER),
    "error the disk is full": fx.TellError("the disk is full"),
    "continue recording": fx.TellContinueRecording(),
}


@pytest.mark.scenario("R-07")
@pytest.mark.parametrize("report", REPORTS)
async def test_each_report_reaches_the_watcher_once(report: str) -> None:
    async with stage() as on:
        on.perform(fx.ChangeState(Phase.LISTENING), REPORTS[report])
        assert on.reports() == ["state LISTENING", report]


async def test_a_watcher_hears_of_rows_that_the_card_changed_also_outside_a_session() -> None:
    async with stage() as on:
        on.perform(fx.TellRevised((ROW,)))
        assert on.reports() == ["revised 1"]
        # What that means for remarks and names is looked up.
        assert await on.reader.all_posted() == [ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY)]


@pytest.mark.scenario("1-01")
async def test_a_watcher_hears_nothing_once_the_session_ended() -> None:
    async with stage() as on:
        on.perform(fx.ChangeState(Phase.LISTENING), fx.ChangeState(Phase.IDLE))
        assert on.reports() == ["state LISTENING", "state IDLE"]
        of_the_session = [
            one for one in REPORTS.values() if not isinstance(one, fx.TellRevised | fx.TellRestorable)
        ]
        on.perform(*of_the_session, fx.Speak(1, "再见。"))
        assert on.reports() == []
        on.perform(fx.ChangeState(Phase.LISTENING), fx.TellSpeechDetected())
        assert on.reports() == ["state LISTENING", "speech detected"]


async def test_a_watcher_hears_nothing_before_the_first_session() -> None:
    async with stage() as on:
        on.perform(fx.TellError("the recogniser failed"))
        assert on.reports() == []


async def test_reports_come_in_the_order_of_the_effects() -> None:
    async with stage() as on:
        on.perform(
            fx.ChangeState(Phase.LISTENING),
            fx.TellFinalText("吃饭花了60", DRAFT),
            fx.ChangeState(Phase.CONFIRMING),
            fx.ShowDraft(DRAFT, 1),
            fx.Speak(1, "确认吗？"),
        )
        assert on.reports() == [
            "state LISTENING",
            "final 吃饭花了60 60p",
            "state CONFIRMING",
            "draft 1 60p",
            "speaking 确认吗？",
        ]


async def test_whoever_watches_the_phase_knows_it_before_the_watcher() -> None:
    async with stage() as on:
        seen = list[tuple[Phase, int]]()
        on.performer.on_phase = lambda phase: seen.append((phase, len(on.watcher.reports)))
        on.perform(fx.ChangeState(Phase.LISTENING), fx.ChangeState(Phase.IDLE))
        assert seen == [(Phase.LISTENING, 0), (Phase.IDLE, 1)]


async def test_a_sentence_is_told_and_spoken_and_its_end_is_posted() -> None:
    async with stage() as on:
        on.perform(fx.ChangeState(Phase.LISTENING), fx.Speak(1, "在听。"))
        assert on.reports() == ["state LISTENING", "speaking 在听。"]
        assert ev.SpeechEnded(1) in await on.reader.all_posted()
        assert on.player.heard == ["在听。"]


async def test_a_session_begins_with_what_the_ledger_knows_by_then() -> None:
    async with stage() as on:
        on.perform(fx.ChangeState(Phase.LISTENING), fx.ChangeState(Phase.CONFIRMING))
        assert await on.reader.all_posted() == [ev.LedgerKnown(DEFAULT_VOCABULARY, EMPTY_MEMORY)]
        on.perform(fx.ChangeState(Phase.IDLE))
        assert await on.reader.all_posted() == []


async def test_a_good_bye_is_spoken_although_the_session_is_over() -> None:
    async with stage() as on:
        on.perform(fx.ChangeState(Phase.LISTENING), fx.Speak(1, "再见。"), fx.ChangeState(Phase.IDLE))
        assert on.reports() == ["state LISTENING", "speaking 再见。", "state IDLE"]
        await on.reader.all_posted()
        assert on.player.heard == ["再见。"]


async def test_falling_silent_drops_what_waits_to_be_said() -> None:
    async with stage() as on:
        on.perform(fx.Speak(1, "请确认或修改。"), fx.Speak(2, "在听。"))
        await asyncio.sleep(1.0)
        on.perform(fx.StopSpeaking())
        assert await on.reader.all_posted() == [ev.SpeechEnded(1), ev.SpeechEnded(2)]
        assert on.player.heard == ["请确认或修改。…"]


async def test_questions_go_to_the_model() -> None:
    confirmed = Interpretation(Confirmed())
    async with stage(Reply((LUNCH,)), Reply(confirmed)) as on:
        on.perform(fx.AskParse(1, ParseRequest("吃饭花了60", CONTEXT)))
        assert await on.reader.all_posted() == [ev.Parsed(1, Entries((LUNCH,)))]
        on.perform(fx.AskCorrection(2, CorrectionRequest((LUNCH,), "就这样吧", CONTEXT)))
        assert await on.reader.all_posted() == [ev.Interpreted(2, confirmed)]


async def test_a_dropped_question_has_no_answer() -> None:
    async with stage(Reply((LUNCH,), seconds=2.0)) as on:
        on.perform(fx.AskParse(1, ParseRequest("吃饭花了60", CONTEXT)))
        await asyncio.sleep(1.0)
        on.perform(fx.DropRequest(1))
        assert await on.reader.all_posted() == []


async def test_ledger_effects_are_performed_in_order() -> None:
    asked = question(Measure.TOTAL, Period("今天", TODAY, TODAY))
    async with stage() as on:
        on.perform(
            fx.KeepDraft(DRAFT),
            SAVE,
            fx.DropDraft(),
            fx.AskLedgerFor(4, asked),
            fx.AmendRow(5, ROW.id, FieldChange(category="饮品")),
            fx.UndoBatch(6, "b1"),
        )
        events = [event for event in await on.reader.all_posted() if not isinstance(event, ev.LedgerKnown)]
        assert [type(event) for event in events] == [ev.Saved, ev.Answered, ev.Revised, ev.Revised]
        writes = [entry for entry in on.ledger.log if entry not in {"vocabulary", "memory"}]
        assert writes == ["keep", "save", "drop", "answer", "amend", "undo"]


async def test_the_timer_runs_out_once() -> None:
    async with stage() as on:
        on.perform(fx.SetTimer(1, 60.0))
        await asyncio.sleep(59.9)
        assert on.reader.posted() == []
        await asyncio.sleep(60.0)
        assert on.reader.posted() == [ev.TimedOut(1)]


async def test_there_is_one_timer_and_setting_it_starts_it_anew() -> None:
    async with stage() as on:
        on.perform(fx.SetTimer(1, 60.0))
        await asyncio.sleep(59.0)
        on.perform(fx.SetTimer(2, 60.0))
        await asyncio.sleep(59.0)
        assert on.reader.posted() == []
        await asyncio.sleep(2.0)
        assert on.reader.posted() == [ev.TimedOut(2)]


async def test_a_timer_set_anew_in_the_moment_it_runs_out_has_not_run_out() -> None:
    async with stage() as on:
        on.perform(fx.SetTimer(1, 60.0))
        await asyncio.sleep(60.0)
        on.perform(fx.SetTimer(2, 60.0))
        await asyncio.sleep(1.0)
        assert on.reader.posted() == []


async def test_a_running_timer_keeps_nobody_waiting() -> None:
    async with stage() as on:
        on.perform(fx.SetTimer(1, 60.0), fx.RetryModelLater(30.0))
        assert await on.reader.all_posted() == []


async def test_the_model_is_tried_again_after_a_while_and_until_it_answers() -> None:
    refused = Reply(InterpreterFailure("the gateway answered with HTTP status 502"))
    async with stage(refused, Reply((), seconds=60.0), Reply(())) as on:
        on.perform(fx.RetryModelLater(30.0))
        await asyncio.sleep(29.9)
        assert on.interpreter.asked == []
        await asyncio.sleep(63.0)  # refused at 30 s, silent from 60 s until its deadline at 63 s
        assert on.reader.posted() == []
        await asyncio.sleep(0.3)
        assert on.reader.posted() == [ev.ModelRetryDue()]
        assert len(on.interpreter.asked) == 3
