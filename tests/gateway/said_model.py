"""A language model with fixed answers, asked as the daemon asks a model of its own."""

from __future__ import annotations

from tests.support.now import NOW
from voiced.dialogue.values.requests import CorrectionRequest, Entries, Outcome, ParseRequest, RequestContext
from voiced.domain.transaction import ParseResult
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.upstream import Chat, Completion

CONTEXT = RequestContext(now=NOW)


class SaidModel:
    """An `Upstream` whose next answer is set beforehand; `chats` are the questions it got."""

    model = "said"

    def __init__(self) -> None:
        self.text = ""
        self.chats: list[Chat] = []

    async def prepare(self) -> None:
        pass

    async def complete(self, chat: Chat) -> Completion:
        self.chats.append(chat)
        return Completion(self.text)

    async def close(self) -> None:
        pass


async def corrected_by(answer: str, rows: tuple[ParseResult, ...], said: str) -> Outcome:
    """The interpretation of words about a draft by the gateway, for this answer of the model."""
    model = SaidModel()
    model.text = answer
    return (await ModelInterpreter(model).correct(CorrectionRequest(rows, said, CONTEXT))).outcome


async def entries_by(answer: str, said: str) -> Entries:
    """The entries of a sentence by the gateway, for this answer of the model."""
    model = SaidModel()
    model.text = answer
    return await ModelInterpreter(model).parse(ParseRequest(said, CONTEXT))
