"""The dialogue-history protocol: the other way to ask a gateway, behind the same port."""

from __future__ import annotations

from voiced.adapters.llm.llm_answers import read_turn
from voiced.adapters.llm.llm_gateway import Exchange, ask_for_entries
from voiced.adapters.llm.llm_wire import Endpoint, dialogue_body
from voiced.dialogue.asking import CorrectionRequest, Entries, Interpretation, ParseRequest


class LlmDialogue:
    """An `Interpreter` that sends what was said so far about the draft, and takes back the next action.

    The history belongs to the dialogue, which clears it; the gateway and this class remember nothing.
    """

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def parse(self, request: ParseRequest) -> Entries:
        """See `Interpreter.parse`."""
        return await ask_for_entries(self._exchange, request)

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        """See `Interpreter.correct`."""
        answer = await self._exchange.ask(Endpoint.DIALOGUE, dialogue_body(request))
        return read_turn(answer, request)

    async def close(self) -> None:
        """Close connections."""
        await self._exchange.close()
