"""What the gateway needs of a language model: one answer to one chat. Adapters implement it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

JsonSchema = Mapping[str, object]
"""A JSON Schema, for models that can be held to one."""


class ChatMessage(Struct, frozen=True):
    """One message of a chat with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Chat(Struct, frozen=True):
    """What a model is asked.

    Attributes:
        messages: what is the same each time comes first, so that a model may keep its reading of it.
        schema_name: what the schema is called where it needs a name.
        max_tokens: a longer answer is cut off, and then it is no use.
    """

    messages: tuple[ChatMessage, ...]
    schema_name: str
    schema: JsonSchema
    max_tokens: int


class Completion(Struct, frozen=True):
    """A model's answer as it came.

    Attributes:
        prompt_tokens: as counted by the model, None where it does not say.
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
        """Load what can be loaded now, so that the first question need not wait."""
        ...

    async def complete(self, chat: Chat) -> Completion:
        """The model's answer.

        Raises:
            UpstreamLate: none came in time.
            UpstreamUnreachable: the model cannot be reached.
            UpstreamFailure: an HTTP error, cut off, or no chat answer.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...
