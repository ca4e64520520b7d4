"""Questions to the model: each is answered once, in time or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date

import pytest

from tests.support.answers import TAXI
from tests.support.fakes import Reply, ScriptedInterpreter
from tests.support.now import NOW
from tests.support.waiting import Reader, turns
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import (
    Confirmed,
    CorrectionRequest,
    Entries,
    Interpretation,
    ParseRequest,
    QuestionRequest,
    RequestContext,
)
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.errors import InterpreterFailure
from voiced.ports.conversation import Interpreter
from voiced.runtime.inbox import Inbox
from voiced.runtime.model_desk import Deadlines, ModelDesk
from voiced.runtime.tasks import Tasks

CONTEXT = RequestContext(NOW)
LUNCH = ParseResult(Money(6000), TransactionType.EXPENSE, "餐饮", date(2026, 11, 21), "吃饭")
CONFIRMED = Interpretation(Confirmed(), 0.9)
LATE = "the language model did not answer in time"

PARSE = fx.AskParse(1, ParseRequest("吃饭花了60", CONTEXT))
QUESTION = fx.AskQuestionValue(3, QuestionRequest("这个月打车又造进去多少", CONTEXT))
CORRECT = fx.AskCorrection(2, CorrectionRequest((LUNCH,), "就这样吧", CONTEXT))


class Desk:
    """A model desk whose events are read here instead of by a dialogue."""

    def __init__(self, interpreter: Interpreter, tasks: Tasks) -> None:
        inbox = Inbox()
        self.desk = ModelDesk(inbox, interpreter, Deadlines(parse_seconds=5.0, correction_seconds=3.0), tasks)
        self.reader = Reader(inbox)
        tasks.start(self.reader.read())


@asynccontextmanager
async def running_desk(interpreter: Interpreter) -> AsyncGenerator[Desk]:
    async with Tasks() as tasks:
        yield Desk(interpreter, tasks)


async def test_an_answer_comes_back_with_the_number_of_its_question() -> None:
    async with running_desk(ScriptedInterpreter(Reply((LUNCH,)), Reply(CONFIRMED))) as at:
        at.desk.ask(PARSE)
        assert await at.reader.all_posted() == [ev.Parsed(1, Entries((LUNCH,)))]
        at.desk.ask(CORRECT)
        assert await at.reader.all_posted() == [ev.Interpreted(2, CONFIRMED)]


async def test_the_value_of_a_question_comes_back_with_the_number_of_its_request() -> None:
    async with running_desk(ScriptedInterpreter(Reply(TAXI))) as at:
        at.desk.ask(QUESTION)
        assert await at.reader.all_posted() == [ev.QuestionRead(3, TAXI)]


@pytest.mark.parametrize("failure", [InterpreterFailure("refused"), TimeoutError()])
async def test_a_failure_of_the_model_is_the_answer(failure: Exception) -> None:
    async with running_desk(ScriptedInterpreter(Reply(failure))) as at:
        at.desk.ask(PARSE)
        assert await at.reader.all_posted() == [ev.ModelFailed(1, str(failure) or LATE)]


@pytest.mark.looptime
@pytest.mark.parametrize(("question", "deadline"), [(PARSE, 5.0), (CORRECT, 3.0), (QUESTION, 3.0)])
async def test_each_kind_of_question_has_its_own_deadline(
    question: fx.AskParse | fx.AskCorrection | fx.AskQuestionValue, deadline: float
) -> None:
    async with running_desk(ScriptedInterpreter(Reply(CONFIRMED, seconds=60.0))) as at:
        at.desk.ask(question)
        await asyncio.sleep(deadline - 0.01)
        assert at.reader.posted() == []
        await asyncio.sleep(0.02)
        assert at.reader.posted() == [ev.ModelFailed(question.number, LATE)]


@pytest.mark.looptime
async def test_an_answer_just_in_time_is_taken() -> None:
    async with running_desk(ScriptedInterpreter(Reply(CONFIRMED, seconds=2.99))) as at:
        at.desk.ask(CORRECT)
        assert await at.reader.all_posted() == [ev.Interpreted(2, CONFIRMED)]


@pytest.mark.looptime
async def test_a_late_answer_is_never_posted_and_its_request_is_stopped() -> None:
    interpreter = ScriptedInterpreter(Reply(CONFIRMED, seconds=3.01))
    async with running_desk(interpreter) as at:
        at.desk.ask(CORRECT)
        assert await at.reader.all_posted() == [ev.ModelFailed(2, LATE)]
        assert interpreter.cancelled == ["就这样吧"]
        await asyncio.sleep(10.0)
        assert at.reader.posted() == []


class DeafInterpreter(ScriptedInterpreter):
    """Answers although its request was stopped."""

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        try:
            await asyncio.sleep(60.0)
        except asyncio.CancelledError:
            return CONFIRMED
        raise AssertionError("nobody stopped the request")


@pytest.mark.looptime
async def test_an_answer_in_spite_of_being_stopped_is_late_too() -> None:
    async with running_desk(DeafInterpreter()) as at:
        at.desk.ask(CORRECT)
        assert await at.reader.all_posted() == [ev.ModelFailed(2, LATE)]


@pytest.mark.looptime
async def test_a_dropped_question_is_stopped_and_has_no_answer() -> None:
    interpreter = ScriptedInterpreter(Reply(CONFIRMED, seconds=1.0))
    async with running_desk(interpreter) as at:
        at.desk.ask(CORRECT)
        await asyncio.sleep(0.5)
        at.desk.drop(2)
        assert await at.reader.all_posted() == []
        assert interpreter.cancelled == ["就这样吧"]
        await asyncio.sleep(10.0)
        assert at.reader.posted() == []


@pytest.mark.looptime
async def test_dropping_one_question_leaves_the_other() -> None:
    async with running_desk(ScriptedInterpreter(Reply((LUNCH,), 1.0), Reply(CONFIRMED, 1.0))) as at:
        at.desk.ask(PARSE)
        at.desk.ask(CORRECT)
        await asyncio.sleep(0.5)
        at.desk.drop(1)
        assert await at.reader.all_posted() == [ev.Interpreted(2, CONFIRMED)]


async def test_dropping_an_answered_question_does_nothing() -> None:
    async with running_desk(ScriptedInterpreter(Reply((LUNCH,)))) as at:
        at.desk.ask(PARSE)
        assert await at.reader.all_posted() == [ev.Parsed(1, Entries((LUNCH,)))]
        at.desk.drop(1)
        assert await at.reader.all_posted() == []


@pytest.mark.looptime
async def test_leaving_the_block_stops_every_request() -> None:
    interpreter = ScriptedInterpreter(Reply((LUNCH,), 1.0), Reply(CONFIRMED, 1.0))
    async with running_desk(interpreter) as at:
        at.desk.ask(PARSE)
        at.desk.ask(CORRECT)
        await turns()
    assert set(interpreter.cancelled) == {"吃饭花了60", "就这样吧"}


async def test_a_mistake_of_the_program_is_not_taken_for_a_failure_of_the_model() -> None:
    async def ask() -> None:
        async with running_desk(ScriptedInterpreter(Reply(KeyError("amount")))) as at:
            at.desk.ask(PARSE)
            await at.reader.all_posted()

    with pytest.raises(KeyError):
        await ask()
