"""A language model behind OpenAI's chat API, as many servers offer it: DashScope, DeepSeek, Ollama, vLLM, llama.cpp."""

from __future__ import annotations

import asyncio
from enum import StrEnum

import msgspec

from voiced import errors
from voiced.adapters.llm.json_posts import JsonPosts
from voiced.gateway.upstream import Chat, ChatMessage, Completion, JsonSchema

PATH = "/chat/completions"
DEADLINE_SECONDS = 30.0
"""The daemon gives up much earlier; this limit is for callers without one."""
_PEER = "the language model"
_CUT_OFF = "length"


class AnswerFormat(StrEnum):
    """The way in which a model is held to JSON. Most endpoints refuse a format that they do not know."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"


class _Schema(msgspec.Struct, frozen=True):
    name: str
    schema: JsonSchema


class _Format(msgspec.Struct, frozen=True, omit_defaults=True):
    type: str
    json_schema: _Schema | None = None


class _Question(msgspec.Struct, frozen=True):
    model: str
    messages: tuple[ChatMessage, ...]
    max_tokens: int
    response_format: _Format | msgspec.UnsetType = msgspec.UNSET
    temperature: float = 0
    stream: bool = False


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Answer(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...]
    usage: _Usage | None = None


class OpenAiChat:
    """An `Upstream`. A question is sent once: three seconds leave no time for a second attempt."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        answer_format: AnswerFormat = AnswerFormat.JSON_SCHEMA,
        deadline_seconds: float = DEADLINE_SECONDS,
    ) -> None:
        """Check the address; no connection is opened yet.

        Args:
            base_url: such as `http://127.0.0.1:11434/v1`.
            model: its name there.
            api_key: sent as a bearer token.
            answer_format: the strictest format that the endpoint knows.
            deadline_seconds: for an answer in total.

        Raises:
            ConfigWrong: the URL or the key cannot be used.
        """
        self._posts = JsonPosts(base_url, peer=_PEER, api_key=api_key)
        self.model = model
        """The model's name."""
        self._format = answer_format
        self._deadline_seconds = deadline_seconds

    async def prepare(self) -> None:
        """See `Upstream.prepare`."""
        await self._posts.prepare()

    async def complete(self, chat: Chat) -> Completion:
        """See `Upstream.complete`."""
        question = _Question(self.model, chat.messages, chat.max_tokens, self._response_format(chat))
        try:
            async with asyncio.timeout(self._deadline_seconds):
                body = await self._posts.post(PATH, msgspec.json.encode(question))
        except TimeoutError as error:
            raise errors.UpstreamLate(
                f"{_PEER} did not answer within {self._deadline_seconds:g} s"
            ) from error
        except errors.InterpreterUnreachable as failure:
            raise errors.UpstreamUnreachable(str(failure)) from failure
        except errors.InterpreterFailure as failure:
            raise errors.UpstreamFailure(str(failure)) from failure
        return read_completion(body)

    async def close(self) -> None:
        """See `Upstream.close`."""
        await self._posts.close()

    def _response_format(self, chat: Chat) -> _Format | msgspec.UnsetType:
        match self._format:
            case AnswerFormat.JSON_SCHEMA:
                return _Format(self._format, _Schema(chat.schema_name, chat.schema))
            case AnswerFormat.JSON_OBJECT:
                return _Format(self._format)
            case AnswerFormat.TEXT:
                return msgspec.UNSET


def read_completion(body: bytes) -> Completion:
    """The answer in the body of a chat completion.

    Raises:
        UpstreamFailure: the body is something else, or the answer was cut off.
    """
    try:
        answer = msgspec.json.decode(body, type=_Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise errors.UpstreamFailure(f"{_PEER} answered without a chat completion") from error
    if not answer.choices or answer.choices[0].message.content is None:
        raise errors.UpstreamFailure(f"{_PEER} gave an empty answer")
    choice = answer.choices[0]
    if choice.finish_reason == _CUT_OFF:
        raise errors.UpstreamFailure(f"{_PEER}'s answer was cut off at its limit of tokens")
    usage = answer.usage or _Usage()
    return Completion(choice.message.content or "", usage.prompt_tokens, usage.completion_tokens)
