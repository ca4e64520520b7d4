"""A gateway says in each request whether its model is believed, and asks for it anew each time."""

from __future__ import annotations

from collections.abc import Sequence

import httpx
import pytest

from tests.support.now import NOW
from voiced.dialogue.values.requests import (
    CorrectionRequest,
    Entries,
    Interpretation,
    ParseRequest,
    Unclear,
)
from voiced.gateway.asgi import create_app
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.upstream import Chat, Completion


class NoUpstream:
    """A model that is never asked."""

    model = "stand-in"

    async def prepare(self) -> None:
        """Do nothing."""

    async def complete(self, chat: Chat) -> Completion:
        """Fail."""
        raise AssertionError(chat)

    async def close(self) -> None:
        """Do nothing."""


class Listening(ModelInterpreter):
    """Notes whether the requests say that the model is believed."""

    def __init__(self) -> None:
        super().__init__(NoUpstream())
        self.believed: list[bool] = []

    async def parse(self, request: ParseRequest) -> Entries:
        self.believed.append(request.believes)
        return Entries(())

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        self.believed.append(request.believes)
        return Interpretation(Unclear())

    async def next_turn(self, request: CorrectionRequest) -> Interpretation:
        return await self.correct(request)


ROW = {
    "index": 0,
    "amount": 22,
    "type": "EXPENSE",
    "category": "餐饮",
    "description": "面条",
    "date": "2026-11-21",
}
QUESTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("parse-transaction", {"text": "面条二十二"}),
    ("correct-transaction", {"correctionText": "改成三十", "currentBatch": [ROW]}),
    ("dialogue", {"messages": [{"role": "user", "content": "改成三十"}], "currentBatch": [ROW]}),
)


async def asked(interpreter: Listening, said: Sequence[bool] | None) -> list[bool]:
    """What the requests said; `said` is the trust at each of them."""
    if said is None:
        app = create_app(interpreter, lambda: NOW)
    else:
        trust = iter(said)
        app = create_app(interpreter, lambda: NOW, believes=lambda: next(trust))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://gateway") as client:
        for path, question in QUESTIONS:
            answer = await client.post(f"/api/v1/llm/{path}", json=question)
            assert answer.status_code == 200, answer.text
    return interpreter.believed


@pytest.mark.parametrize("said", [[True, True, True], [True, False, True], [False, False, False]])
async def test_each_request_says_whether_the_model_is_believed_at_that_moment(said: list[bool]) -> None:
    assert await asked(Listening(), said) == said


async def test_a_model_is_weighed_unless_it_is_said_otherwise() -> None:
    assert await asked(Listening(), None) == [False, False, False]
