"""The structured correction protocol: a gateway as an `Interpreter`."""

from __future__ import annotations

from typing import Protocol

from voiced.adapters.llm.llm_answers import read_correction, read_entries
from voiced.adapters.llm.llm_wire import Endpoint, correction_body, parse_body
from voiced.dialogue.asking import CorrectionRequest, Entries, Interpretation, ParseRequest


class Exchange(Protocol):
    """Carries a question to a gateway and its answer back: over HTTP, or in this process."""

    async def ask(self, endpoint: Endpoint, body: bytes) -> bytes:
        """The body of the answer; JSON both ways. Cancelling ends the exchange at once.

        Raises:
            InterpreterFailure: nothing came back, or an error.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


class LlmGateway:
    """An `Interpreter` that sends the draft and the words, and takes back the fields that change."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def parse(self, request: ParseRequest) -> Entries:
        """See `Interpreter.parse`."""
        return await ask_for_entries(self._exchange, request)

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """See `Interpreter.correct`."""
        answer = await self._exchange.ask(Endpoint.CORRECT, correction_body(request))
        return read_correction(answer, request)

    async def close(self) -> None:
        """Close connections."""
        await self._exchange.close()


async def ask_for_entries(exchange: Exchange, request: ParseRequest) -> Entries:
    """The entries of an utterance; both protocols ask for them in the same way.

    Raises:
        InterpreterFailure: no answer, or one that is no use.
    """
    return read_entries(await exchange.ask(Endpoint.PARSE, parse_body(request)), request)
