"""Requests to the language model: each has one deadline in total and can be dropped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import MODEL_DEADLINE_SECONDS
from voiced.dialogue.values.requests import ParseRequest, RequestContext
from voiced.errors import InterpreterFailure, InterpreterUnreachable
from voiced.ports.conversation import Interpreter, RequestKind, RequestTimed
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

_PROBE = "午饭二十块"
_LATE = "the language model did not answer in time"

Question = fx.AskParse | fx.AskCorrection | fx.AskQuestionValue


class Deadlines(Struct, frozen=True):
    """Seconds in total for connecting, sending, reading and decoding an answer."""

    parse_seconds: float = MODEL_DEADLINE_SECONDS
    correction_seconds: float = MODEL_DEADLINE_SECONDS


class ModelDesk:
    """Asks the model. A late answer is never posted: its request is cancelled at the deadline."""

    def __init__(self, inbox: Inbox, interpreter: Interpreter, deadlines: Deadlines, tasks: Tasks) -> None:
        self._inbox = inbox
        self._interpreter = interpreter
        self._deadlines = deadlines
        self._tasks = tasks
        self._running: dict[int, asyncio.Task[None]] = {}
        self.on_request: Callable[[RequestTimed], None] = lambda _: None

    def ask(self, question: Question) -> None:
        """Ask; the outcome is posted with the request's number."""
        self._inbox.begin()
        task = self._tasks.start(self._answer(question))
        self._running[question.number] = task
        task.add_done_callback(lambda _: self._done(question.number))

    def drop(self, number: int) -> None:
        """Stop a request whose answer is no longer needed."""
        if number in self._running:
            self._running[number].cancel()

    async def is_back(self, now: datetime) -> bool:
        """Whether the model answers a simple sentence within the deadline."""
        try:
            async with asyncio.timeout(self._deadlines.parse_seconds):
                await self._interpreter.parse(ParseRequest(_PROBE, RequestContext(now)))
        except (TimeoutError, InterpreterFailure):
            return False
        return True

    def _done(self, number: int) -> None:
        del self._running[number]
        self._inbox.end()

    async def _answer(self, question: Question) -> None:
        began = asyncio.get_running_loop().time()
        outcome = await self._outcome(question)
        seconds = asyncio.get_running_loop().time() - began
        self.on_request(RequestTimed(RequestKind.MODEL, seconds, isinstance(outcome, ev.ModelFailed)))
        self._inbox.post(outcome)

    async def _outcome(self, question: Question) -> ev.Event:
        try:
            async with asyncio.timeout(self._seconds_for(question)) as deadline:
                outcome = await self._ask(question)
        except TimeoutError:
            return _failed(question, _LATE)
        except InterpreterFailure as failure:
            is_unreachable = isinstance(failure, InterpreterUnreachable)
            return _failed(question, str(failure), is_unreachable=is_unreachable)
        # An answer that arrives in spite of the cancellation is late all the same.
        return _failed(question, _LATE) if deadline.expired() else outcome

    async def _ask(self, question: Question) -> ev.Event:
        match question:
            case fx.AskParse(number, request):
                return ev.Parsed(number, await self._interpreter.parse(request))
            case fx.AskCorrection(number, request):
                return ev.Interpreted(number, await self._interpreter.correct(request))
            case fx.AskQuestionValue(number, request):
                return ev.QuestionRead(number, await self._interpreter.read_question(request))

    def _seconds_for(self, question: Question) -> float:
        match question:
            case fx.AskParse():
                return self._deadlines.parse_seconds
            case fx.AskCorrection() | fx.AskQuestionValue():
                return self._deadlines.correction_seconds


def _failed(question: Question, reason: str, *, is_unreachable: bool = False) -> ev.ModelFailed:
    log.warning("local rules take over: %s", reason)
    return ev.ModelFailed(question.number, reason, is_unreachable=is_unreachable)
