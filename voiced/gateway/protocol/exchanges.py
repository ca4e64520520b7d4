"""The four exchanges between daemon and gateway: the path of each, and the writing and reading of its messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Generic, TypeVar

from msgspec import Struct

from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue
from voiced.gateway.protocol import requests as bodies
from voiced.gateway.protocol.answers import (
    read_correction_answer,
    read_parse_answer,
    write_correction_answer,
    write_parse_answer,
)
from voiced.gateway.protocol.questions import read_question_answer, write_question_answer
from voiced.gateway.protocol.turns import read_dialogue_answer, write_dialogue_answer

_Asked = TypeVar("_Asked")
_Answered = TypeVar("_Answered")


class Exchange(Struct, Generic[_Asked, _Answered], frozen=True):
    """A request of the protocol and its answer.

    Attributes:
        path: below the gateway's base URL.
        read_request: the second argument is the time for a request without one.
        write_answer: the second argument is the model's name.
        read_answer: the second argument is the answered request.
    """

    path: str
    write_request: Callable[[_Asked], bytes]
    read_request: Callable[[bytes, datetime], _Asked]
    write_answer: Callable[[_Answered, str], bytes]
    read_answer: Callable[[bytes, _Asked], _Answered]

    async def ask(self, request: _Asked, post: Callable[[str, bytes], Awaitable[bytes]]) -> _Answered:
        """The answer that `post` returns for the path and the body of the request.

        Raises:
            InterpreterFailure: the answer is missing or unusable.
        """
        return self.read_answer(await post(self.path, self.write_request(request)), request)

    async def serve(
        self, body: bytes, answer: Callable[[_Asked], Awaitable[_Answered]], now: datetime, model: str
    ) -> bytes:
        """The body of the answer to the body of a request.

        Raises:
            RequestWrong: the body is not such a request.
        """
        return self.write_answer(await answer(self.read_request(body, now)), model)


PARSE: Exchange[rq.ParseRequest, rq.Entries] = Exchange(
    "/api/v1/llm/parse-transaction",
    bodies.write_parse_request,
    bodies.read_parse_request,
    write_parse_answer,
    read_parse_answer,
)
"""The entries of an utterance."""
CORRECT: Exchange[rq.CorrectionRequest, rq.Interpretation] = Exchange(
    "/api/v1/llm/correct-transaction",
    bodies.write_correction_request,
    bodies.read_correction_request,
    write_correction_answer,
    read_correction_answer,
)
"""The changes that an utterance makes to a draft."""
DIALOGUE: Exchange[rq.CorrectionRequest, rq.Interpretation] = Exchange(
    "/api/v1/llm/dialogue",
    bodies.write_dialogue_request,
    bodies.read_dialogue_request,
    write_dialogue_answer,
    read_dialogue_answer,
)
"""The next turn about a draft, after the dialogue so far."""
QUESTION: Exchange[rq.QuestionRequest, QuestionValue | None] = Exchange(
    "/api/v1/llm/ask-question",
    bodies.write_question_request,
    bodies.read_question_request,
    write_question_answer,
    read_question_answer,
)
"""The value of a question about the ledger; None if a ledger of rows cannot answer it."""
