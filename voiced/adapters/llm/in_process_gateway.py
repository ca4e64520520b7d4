"""The gateway in this very process: the same code, asked without a socket in between."""

from __future__ import annotations

from voiced.adapters.llm.llm_wire import Endpoint
from voiced.errors import InterpreterFailure, RequestWrong
from voiced.gateway.service import Gateway


class InProcessExchange:
    """An `Exchange` with a gateway of our own."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def prepare(self) -> None:
        """Load what the first question needs."""
        await self._gateway.prepare()

    async def ask(self, endpoint: Endpoint, body: bytes) -> bytes:
        """See `Exchange.ask`."""
        try:
            match endpoint:
                case Endpoint.PARSE:
                    return await self._gateway.parse(body)
                case Endpoint.CORRECT:
                    return await self._gateway.correct(body)
                case Endpoint.DIALOGUE:
                    return await self._gateway.dialogue(body)
        except RequestWrong as error:
            # An utterance or a description beyond the limits of the wire: local rules have no such limits.
            raise InterpreterFailure(str(error)) from error

    async def close(self) -> None:
        """Close the connections to the model."""
        await self._gateway.close()
