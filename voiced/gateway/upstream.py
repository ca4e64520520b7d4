"""The port to a language model, which adapters implement: one chat, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

JsonSchema = Mapping[str, object]
"""A JSON Schema, for models that can follow one."""


class ChatMessage(Struct, frozen=True):
    """One message of a chat with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Chat(Struct, frozen=True):
    """A question to a model.

    Attributes:
        messages: the constant part comes first, so that a model can cache it.
        schema_name: for a model that requires a name.
        max_tokens: the limit of an answer; a longer answer is cut off and useless.
    """

    messages: tuple[ChatMessage, ...]
    schema_name: str
    schema: JsonSchema
    max_tokens: int


class Completion(Struct, frozen=True):
    """A model's answer, unread.

    Attributes:
        prompt_tokens: as counted by the model; None if it gives no count.
        completion_tokens: likewise.
    """

    text: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Upstream(Protocol):
    """A language model. Cancelling a call must end the work on it."""

    @property
    def model(self) -> str:
        """The model's name, as answers carry it."""
        ...

    async def prepare(self) -> None:
        """Load the model in advance, so that the first question is answered without that delay."""
        ...

    async def complete(self, chat: Chat) -> Completion:
        """The model's answer.

        Raises:
            UpstreamLate: the answer did not come in time.
            UpstreamUnreachable: the model cannot be reached.
            UpstreamFailure: an HTTP error, an answer that was cut off, or one of another form.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...
