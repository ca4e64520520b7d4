"""Who answers the cases: a model alone, without any rule before or after it, or a gateway with all that it does."""

from __future__ import annotations

import re
from enum import StrEnum
from statistics import median
from typing import Protocol

import msgspec
from msgspec import Struct

from voiced import errors
from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue
from voiced.gateway.check.cases import NOW, CheckCase
from voiced.gateway.check.judging import GivenAnswer, asked, done, proposed, told, told_results
from voiced.gateway.check.verdict import AnswerForm
from voiced.gateway.extraction import read_correction, read_entries, read_question, read_turn
from voiced.gateway.prompting import correction_chat, dialogue_chat, parse_chat, question_chat
from voiced.gateway.upstream import Chat, Completion, Upstream

_STATUS = re.compile(r"HTTP status ([0-9]{3})$")
_TOO_LATE, _CLIENT_ERRORS = 504, range(400, 500)


class Trouble(StrEnum):
    """The kind of a case without an answer.

    LATE: the answer did not come in time.
    UNREACHABLE: no connection.
    REFUSED: an HTTP error.
    UNREADABLE: an answer that is not of the expected form.
    """

    LATE = "late"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    UNREADABLE = "unreadable"


class MissingAnswer(Struct, frozen=True):
    """A case without an answer, and the reason in words."""

    trouble: Trouble
    told: str


class Respondent(Protocol):
    """Answers cases."""

    @property
    def model(self) -> str:
        """The model's name; empty while it is unknown."""
        ...

    @property
    def form(self) -> AnswerForm | None:
        """How its answers were written; None behind a gateway, which rewrites them."""
        ...

    async def answer(self, case: CheckCase) -> GivenAnswer | MissingAnswer:
        """The answer to a case."""
        ...


class ModelAlone:
    """A model behind the chat API. Its answers are taken at their word: it is the model that is measured."""

    def __init__(self, upstream: Upstream, protocol: str) -> None:
        self._upstream = upstream
        self._is_history = protocol == "history"
        self._completions: list[Completion] = []

    @property
    def model(self) -> str:
        """The model's name."""
        return self._upstream.model

    @property
    def form(self) -> AnswerForm | None:
        """How its answers were written."""
        came = self._completions
        return AnswerForm(
            len(came),
            sum(_is_plain(one.text) for one in came),
            _median([one.prompt_tokens for one in came]),
            _median([one.completion_tokens for one in came]),
        )

    async def answer(self, case: CheckCase) -> GivenAnswer | MissingAnswer:
        """See `Respondent.answer`."""
        try:
            completion = await self._upstream.complete(self._chat(case))
        except errors.UpstreamLate as error:
            return MissingAnswer(Trouble.LATE, str(error))
        except errors.UpstreamUnreachable as error:
            return MissingAnswer(Trouble.UNREACHABLE, str(error))
        except errors.UpstreamFailure as error:
            return MissingAnswer(Trouble.REFUSED, str(error))
        self._completions.append(completion)
        try:
            return self._read(case, completion.text)
        except errors.UpstreamFailure as error:
            return MissingAnswer(Trouble.UNREADABLE, str(error))

    def _chat(self, case: CheckCase) -> Chat:
        if case.is_question:
            return question_chat(case.question_request)
        if not case.is_about_draft:
            return parse_chat(case.parse_request)
        request = case.correction_request
        return dialogue_chat(request) if self._is_history else correction_chat(request)

    def _read(self, case: CheckCase, text: str) -> GivenAnswer:
        if case.is_question:
            return asked(read_question(text))
        if not case.is_about_draft:
            return told([entry.fields for entry in read_entries(text, NOW)])
        return proposed(read_turn(text, NOW) if self._is_history else read_correction(text, NOW))


class AskedGateway(Protocol):
    """A client of a gateway."""

    @property
    def model(self) -> str:
        """The model that its last answer named; empty before."""
        ...

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """See `Interpreter.parse`."""
        ...

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """See `Interpreter.correct`."""
        ...

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """See `Interpreter.read_question`."""
        ...


class ThroughGateway:
    """A gateway. What is measured is the model together with the rules of that gateway, as a daemon gets it."""

    def __init__(self, gateway: AskedGateway) -> None:
        self._gateway = gateway

    @property
    def model(self) -> str:
        """The model that the last answer named."""
        return self._gateway.model

    @property
    def form(self) -> AnswerForm | None:
        """Unknown."""
        return None

    async def answer(self, case: CheckCase) -> GivenAnswer | MissingAnswer:
        """See `Respondent.answer`."""
        try:
            if case.is_question:
                return asked(await self._gateway.read_question(case.question_request))
            if not case.is_about_draft:
                return told_results((await self._gateway.parse(case.parse_request)).results)
            read = await self._gateway.correct(case.correction_request)
        except errors.InterpreterUnreachable as error:
            return MissingAnswer(Trouble.UNREACHABLE, str(error))
        except errors.InterpreterFailure as error:
            return MissingAnswer(_trouble_in(str(error)), str(error))
        return done(read.outcome, read.confidence)


def _trouble_in(message: str) -> Trouble:
    """The trouble that the status of a gateway's answer tells; 502 is an answer of the model that cannot be used."""
    found = _STATUS.search(message)
    status = int(found[1]) if found else 0
    if status == _TOO_LATE:
        return Trouble.LATE
    return Trouble.REFUSED if status in _CLIENT_ERRORS else Trouble.UNREADABLE


def _is_plain(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _median(counts: list[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return round(median(known)) if known else None
