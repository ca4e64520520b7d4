"""Performs what the dialogue decided: the one place where effects meet the world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import assert_never

from voiced.dialogue.effects import (
    AmendRow,
    AskCorrection,
    AskLedgerFor,
    AskParse,
    ChangeState,
    DropDraft,
    DropQuestion,
    Effect,
    KeepDraft,
    RetryModelLater,
    Save,
    SetTimer,
    ShowDraft,
    Speak,
    StopSpeaking,
    TellAnswer,
    TellContinueRecording,
    TellError,
    TellFinalText,
    TellInterimText,
    TellNothingHeard,
    TellPartialText,
    TellRevised,
    TellSaved,
    TellSpeechDetected,
    UndoBatch,
)
from voiced.dialogue.events import ModelRetryDue, TimedOut
from voiced.dialogue.phase import Phase
from voiced.ports import Clock, Delegate
from voiced.runtime.inbox import Inbox
from voiced.runtime.ledger_lane import LedgerLane
from voiced.runtime.model_desk import ModelDesk
from voiced.runtime.tasks import Tasks
from voiced.runtime.voice_lane import VoiceLane

Report = (
    ShowDraft
    | TellSpeechDetected
    | TellNothingHeard
    | TellPartialText
    | TellFinalText
    | TellInterimText
    | TellSaved
    | TellAnswer
    | TellError
    | TellContinueRecording
)


class Performer:
    """Hands each effect to the lane that performs it, and reports to the delegate while a session lasts."""

    def __init__(
        self,
        inbox: Inbox,
        clock: Clock,
        delegate: Delegate,
        voice: VoiceLane,
        ledger: LedgerLane,
        model: ModelDesk,
        tasks: Tasks,
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._delegate = delegate
        self._voice = voice
        self._ledger = ledger
        self._model = model
        self._tasks = tasks
        self._timer: asyncio.Task[None] | None = None
        self._in_session = False
        self.on_phase: Callable[[Phase], None] = lambda _: None
        self.on_sentence: Callable[[int], None] = lambda _: None

    def perform(self, effect: Effect) -> None:
        """Start performing one effect; its outcome comes back through the inbox."""
        match effect:
            case ChangeState(phase):
                self._change_state(phase)
            case Speak(number, text):
                self.on_sentence(number)
                if self._in_session:
                    self._delegate.on_speaking(text)
                self._voice.say(effect)
            case StopSpeaking():
                self._voice.stop()
            case AskParse() | AskCorrection():
                self._model.ask(effect)
            case DropQuestion(number):
                self._model.drop(number)
            case RetryModelLater(seconds):
                self._tasks.start(self._retry_model(seconds))
            case Save() | AskLedgerFor() | UndoBatch() | AmendRow() | KeepDraft() | DropDraft():
                self._ledger.add(effect)
            case SetTimer():
                self._set_timer(effect)
            case TellRevised(rows):
                self._delegate.on_revised(rows)
            case _:
                if self._in_session:
                    self._report(effect)

    def _change_state(self, phase: Phase) -> None:
        begins = not self._in_session and phase is not Phase.IDLE
        self._in_session = phase is not Phase.IDLE
        self.on_phase(phase)
        self._delegate.on_state_changed(phase)
        if begins:
            self._ledger.look_up()

    def _report(self, report: Report) -> None:
        match report:
            case ShowDraft(batch, revision):
                self._delegate.on_draft_batch_updated(batch, revision)
            case TellSpeechDetected():
                self._delegate.on_speech_detected()
            case TellNothingHeard():
                self._delegate.on_nothing_heard()
            case TellPartialText(text):
                self._delegate.on_partial_text(text)
            case TellFinalText(text, batch):
                self._delegate.on_final_text(text, batch)
            case TellInterimText(text):
                self._delegate.on_interim_text(text)
            case TellSaved(batch_id, rows):
                self._delegate.on_saved(batch_id, rows)
            case TellAnswer(rows):
                self._delegate.on_answer(rows)
            case TellError(message):
                self._delegate.on_error(message)
            case TellContinueRecording():
                self._delegate.on_continue_recording()
            case _:
                assert_never(report)

    def _set_timer(self, effect: SetTimer) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._tasks.start(self._time_out(effect))

    async def _time_out(self, effect: SetTimer) -> None:
        await self._clock.sleep(effect.seconds)
        self._inbox.post(TimedOut(effect.number))

    async def _retry_model(self, seconds: float) -> None:
        """Leave the model alone until it answers a question of our own; nobody waits for that one."""
        await self._clock.sleep(seconds)
        while not await self._model.is_back(self._clock.now()):
            await self._clock.sleep(seconds)
        self._inbox.post(ModelRetryDue())
