"""The interpreter: finds the meaning of an utterance by rules, else by a language model whose answer rules check.

A daemon with a model of its own calls it directly; `asgi` serves it to other daemons. It keeps no state between two
requests, so several instances can serve the same daemons.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue
from voiced.errors import InterpreterFailure
from voiced.gateway import extraction
from voiced.gateway.believed import believed_entries, believed_turn
from voiced.gateway.corrections import certain_turn, checked_turn
from voiced.gateway.entries import checked_entries
from voiced.gateway.prompting import correction_chat, dialogue_chat, parse_chat, question_chat
from voiced.gateway.protocol.fields import what_changes
from voiced.gateway.protocol.requests import TEXT_LIMIT
from voiced.gateway.protocol.turns import in_one_turn
from voiced.gateway.upstream import Chat, Upstream


class ModelInterpreter:
    """An `Interpreter` that sends the draft and the utterance to a model."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    @property
    def model(self) -> str:
        """The model's name."""
        return self._upstream.model

    async def prepare(self) -> None:
        """Load the model in advance, so that the first question is answered without that delay."""
        await self._upstream.prepare()

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """The entries of an utterance.

        Raises:
            InterpreterFailure: the utterance is too long for a question.
            UpstreamFailure: the model did not answer, or its answer is unusable.
        """
        _check_length(request.text)
        completion = await self._upstream.complete(parse_chat(request))
        proposed = extraction.read_entries(completion.text, request.context.now)
        if request.believes:
            return believed_entries(request, proposed)
        return rq.Entries(checked_entries(request, proposed))

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """The meaning of an utterance for a draft: by rules if they are certain, else by the model. Raises as `parse` does."""
        read = await self._understood(request, correction_chat, extraction.read_correction)
        is_question = isinstance(read.outcome, rq.Clarify | rq.Queried)
        return rq.Interpretation(rq.Unclear(), read.confidence) if is_question else read

    async def next_turn(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """The meaning of an utterance after this dialogue, for at most one row of the draft. Raises as `parse` does."""
        read = await self._understood(request, dialogue_chat, extraction.read_turn)
        return rq.Interpretation(in_one_turn(read.outcome), read.confidence)

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """The value of a question about the ledger; None if a ledger of rows cannot answer it. Raises as `parse` does."""
        _check_length(request.text)
        completion = await self._upstream.complete(question_chat(request))
        return extraction.read_question(completion.text)

    async def close(self) -> None:
        """Close the connections to the model."""
        await self._upstream.close()

    async def _understood(
        self,
        request: rq.CorrectionRequest,
        chat: Callable[[rq.CorrectionRequest], Chat],
        read: Callable[[str, datetime], extraction.ProposedTurn],
    ) -> rq.Interpretation:
        _check_length(request.text)
        certain = certain_turn(request)
        if certain is not None:
            return certain
        completion = await self._upstream.complete(chat(request))
        check = believed_turn if request.believes else checked_turn
        return check(request, read(completion.text, request.context.now))


class HistoryInterpreter:
    """An `Interpreter` that asks the model for the next turn of the dialogue about a draft."""

    def __init__(self, model: ModelInterpreter) -> None:
        self._model = model

    async def prepare(self) -> None:
        """See `ModelInterpreter.prepare`."""
        await self._model.prepare()

    async def parse(self, request: rq.ParseRequest) -> rq.Entries:
        """See `Interpreter.parse`."""
        return await self._model.parse(request)

    async def correct(self, request: rq.CorrectionRequest) -> rq.Interpretation:
        """See `Interpreter.correct`."""
        read = await self._model.next_turn(request)
        match read.outcome:
            case rq.Corrected((one,), (), ()):
                return rq.Interpretation(what_changes(one, request.rows), read.confidence)
            case _:
                return read

    async def read_question(self, request: rq.QuestionRequest) -> QuestionValue | None:
        """See `Interpreter.read_question`."""
        return await self._model.read_question(request)

    async def close(self) -> None:
        """Close the connections to the model."""
        await self._model.close()


def _check_length(text: str) -> None:
    """Refuse an implausibly long utterance, which would slow a model down; local rules have no such limit."""
    if len(text) > TEXT_LIMIT:
        raise InterpreterFailure(
            f"the utterance has more than {TEXT_LIMIT} characters, the limit of a question to the model"
        )
