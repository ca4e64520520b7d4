"""Performs the dialogue's effects: the one place where they reach the outside world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import Clock, Report, Watcher
from voiced.runtime.inbox import Inbox
from voiced.runtime.ledger_lane import LedgerLane
from voiced.runtime.model_desk import ModelDesk
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane


class Performer:
    """Hands each effect to the lane that performs it, and passes reports to the watcher during a session."""

    def __init__(
        self,
        inbox: Inbox,
        clock: Clock,
        watcher: Watcher,
        voice: VoiceLane,
        ledger: LedgerLane,
        model: ModelDesk,
        tasks: Tasks,
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._watcher = watcher
        self._voice = voice
        self._ledger = ledger
        self._model = model
        self._tasks = tasks
        self._timer: asyncio.Task[None] | None = None
        self._in_session = False
        self.on_phase: Callable[[Phase], None] = lambda _: None
        self.on_revoked_trust: Callable[[], None] = lambda: None

    def perform(self, effect: fx.Effect) -> None:
        """Start performing one effect; its outcome comes back through the inbox."""
        match effect:
            case fx.ChangeState():
                self._change_state(effect)
            case fx.Speak():
                self._report(effect)
                self._voice.say(effect)
            case fx.StopSpeaking():
                self._voice.stop()
            case fx.AskParse() | fx.AskCorrection() | fx.AskQuestionValue():
                self._model.ask(effect)
            case fx.DropRequest(number):
                self._model.drop(number)
            case fx.RevokeTrust():
                self.on_revoked_trust()
            case fx.RetryModelLater(seconds):
                self._tasks.start(self._retry_model(seconds))
            case (
                fx.Save()
                | fx.AskLedgerFor()
                | fx.UndoBatch()
                | fx.AmendRow()
                | fx.AskAgenda()
                | fx.AskBills()
                | fx.KeepRecurring()
                | fx.NoteRecurring()
                | fx.TeachHabit()
                | fx.ForgetHabit()
                | fx.KeepDraft()
                | fx.DropDraft()
            ):
                self._ledger.add(effect)
            case fx.SetTimer():
                self._set_timer(effect)
            case fx.TellRestorable():
                self._watcher.tell(effect)
            case fx.TellRevised():
                self._watcher.tell(effect)
                self._ledger.look_up()
            case report:
                self._report(report)

    def _change_state(self, change: fx.ChangeState) -> None:
        phase = change.phase
        begins = not self._in_session and phase is not Phase.IDLE
        self._in_session = phase is not Phase.IDLE
        self.on_phase(phase)
        self._watcher.tell(change)
        if begins:
            self._ledger.look_up()

    def _report(self, report: Report) -> None:
        if self._in_session:
            self._watcher.tell(report)

    def _set_timer(self, effect: fx.SetTimer) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._tasks.start(self._time_out(effect))

    async def _time_out(self, effect: fx.SetTimer) -> None:
        await self._clock.sleep(effect.seconds)
        self._inbox.post(ev.TimedOut(effect.number))

    async def _retry_model(self, seconds: float) -> None:
        """Ask the model a test question every so many seconds, until it answers."""
        await self._clock.sleep(seconds)
        while not await self._model.is_back(self._clock.now()):
            await self._clock.sleep(seconds)
        self._inbox.post(ev.ModelRetryDue())
