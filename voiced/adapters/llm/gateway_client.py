"""A gateway on another machine, over HTTP."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec import Struct

from voiced.adapters.llm.json_posts import JsonPosts
from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue
from voiced.gateway.protocol.exchanges import CORRECT, PARSE, QUESTION, Exchange


class _Named(Struct, frozen=True):
    model: str = ""


class GatewayClient:
    """An `Interpreter` that asks a gateway. It opens its connection with the first question, or with `prepare`."""

    def __init__(
        self,
        base_url: str,
        correcting: Exchange[rq.CorrectionRequest, rq.Interpretation] = CORRECT,
        *,
        api_key: str | None = None,
    ) -> None:
        """Check the address; no connection is opened yet.

        Args:
            base_url: such as `http://127.0.0.1:8378`; the paths of the protocol are added to it.
            correcting: the exchange for words about a draft: `CORRECT`, or `DIALOGUE` with the history.
            api_key: sent as a bearer token.

        Raises:
            ConfigWrong: the URL or the key cannot be used.
        """
        self._posts = JsonPosts(base_url, peer="the gateway", api_key=api_key)
        self._correcting = correcting
        self._model = ""

    @property
    def model(self) -> str:
        """The model that the last answer named; empty before the first one."""
        return self._model

    async def prepare(self) -> None:
        """Load the HTTP library and the certificates now, so that the first question need not wait.

        Raises:
            InterpreterFailure: the client is closed.
        """
        await self._posts.prepare()

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """See `Interpreter.parse`."""
        return await PARSE.ask(request, self._post)

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """See `Interpreter.correct`."""
        return await self._correcting.ask(request, self._post)

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """See `Interpreter.read_question`."""
        return await QUESTION.ask(request, self._post)

    async def _post(self, path: str, body: bytes) -> bytes:
        answer = await self._posts.post(path, body)
        # The answer itself is read, and refused, by its exchange.
        with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._model = msgspec.json.decode(answer, type=_Named).model or self._model
        return answer

    async def close(self) -> None:
        """Close the connections; pending questions fail."""
        await self._posts.close()
