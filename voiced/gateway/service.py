"""The gateway itself: a request in, the model asked once, its answer held against what was said, an answer out.

Nothing is remembered between two requests, so any number of these can serve the same daemons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from voiced.dialogue.asking import CorrectionRequest
from voiced.domain.transaction import Correction, ParseResult
from voiced.gateway.corrections import Verdict, certain_turn, checked_turn
from voiced.gateway.entries import checked_entries
from voiced.gateway.extraction import NEW_ROW, Intent, read_correction, read_entries, read_turn
from voiced.gateway.prompting import correction_chat, dialogue_chat, parse_chat
from voiced.gateway.upstream import Upstream
from voiced.gateway.wire import (
    CorrectionAnswer,
    CorrectionItem,
    DialogueAnswer,
    ParseAnswer,
    encode,
    entry_answer,
    fields_answer,
    read_correction_request,
    read_dialogue_request,
    read_parse_request,
)

ONE_AT_A_TIME = "请一笔一笔地说，先说哪一笔？"
"""The dialogue protocol carries one row a turn."""
SAY_AGAIN = "没听清要改什么，请再说一次"


class Gateway:
    """The three questions of the protocols, for one model."""

    def __init__(self, upstream: Upstream, now: Callable[[], datetime]) -> None:
        """`now` tells the time where a request does not."""
        self._upstream = upstream
        self._now = now

    @property
    def model(self) -> str:
        """The model's name."""
        return self._upstream.model

    async def prepare(self) -> None:
        """Load what can be loaded now, so that the first question need not wait."""
        await self._upstream.prepare()

    async def parse(self, body: bytes) -> bytes:
        """The entries of an utterance.

        Raises:
            RequestWrong: the body is no such request.
            UpstreamFailure: the model did not answer, or gave an answer that cannot be used.
        """
        request = read_parse_request(body, self._now())
        completion = await self._upstream.complete(parse_chat(request))
        proposed = read_entries(completion.text, request.context.now)
        entries = checked_entries(request, proposed)
        return encode(ParseAnswer(tuple(entry_answer(entry) for entry in entries), self.model))

    async def correct(self, body: bytes) -> bytes:
        """What an utterance changes in a draft; the model is asked where rules are not sure. Raises as `parse` does."""
        request = read_correction_request(body, self._now())
        verdict = certain_turn(request)
        if verdict is None:
            completion = await self._upstream.complete(correction_chat(request))
            verdict = checked_turn(request, read_correction(completion.text, request.context.now))
        return encode(_correction_answer(verdict, self.model))

    async def dialogue(self, body: bytes) -> bytes:
        """The next turn of a conversation about a draft; see `correct`."""
        request = read_dialogue_request(body, self._now())
        verdict = certain_turn(request)
        if verdict is None:
            completion = await self._upstream.complete(dialogue_chat(request))
            verdict = checked_turn(request, read_turn(completion.text, request.context.now))
        return encode(_dialogue_answer(verdict, request, self.model))

    async def close(self) -> None:
        """Close the connections to the model."""
        await self._upstream.close()


def _correction_answer(verdict: Verdict, model: str) -> CorrectionAnswer:
    confidence = verdict.confidence
    match verdict.intent:
        case Intent.CORRECTION:
            items = tuple(_item(correction) for correction in verdict.corrections)
            return CorrectionAnswer(items, "correction", model, confidence)
        case Intent.APPEND:
            items = tuple(_new_item(entry) for entry in verdict.entries)
            return CorrectionAnswer(items, "append", model, confidence)
        case Intent.CONFIRM:
            return CorrectionAnswer((), "confirm", model, confidence)
        case Intent.CANCEL:
            return CorrectionAnswer((), "cancel", model, confidence)
        case Intent.UNCLEAR | Intent.CLARIFY | Intent.QUERY:
            return CorrectionAnswer((), "unclear", model, confidence)


def _dialogue_answer(verdict: Verdict, request: CorrectionRequest, model: str) -> DialogueAnswer:
    confidence = verdict.confidence
    match verdict:
        case Verdict(Intent.CORRECTION, (one,)):
            fields = fields_answer(one.fields, one.confidence)
            return DialogueAnswer("correct", model, confidence, index=one.index, transaction=fields)
        case Verdict(Intent.APPEND, entries=(entry,)):
            return DialogueAnswer("parse", model, confidence, transaction=entry_answer(entry))
        case Verdict(Intent.CORRECTION | Intent.APPEND):
            return DialogueAnswer("clarify", model, confidence, message=ONE_AT_A_TIME)
        case Verdict(Intent.CONFIRM):
            return DialogueAnswer("confirm", model, confidence)
        case Verdict(Intent.CANCEL):
            return DialogueAnswer("cancel", model, confidence)
        case Verdict(Intent.QUERY):
            return DialogueAnswer("query", model, confidence)
        case _:
            return DialogueAnswer("clarify", model, confidence, message=verdict.message or SAY_AGAIN)


def _item(correction: Correction) -> CorrectionItem:
    return CorrectionItem(correction.index, fields_answer(correction.fields), correction.confidence)


def _new_item(entry: ParseResult) -> CorrectionItem:
    return CorrectionItem(NEW_ROW, entry_answer(replace(entry, confidence=None)), entry.confidence)
