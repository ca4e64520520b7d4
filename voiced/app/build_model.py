"""Builds the interpreter: the client of a gateway, or a model that this process asks itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.absent import NoInterpreter
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.adapters.llm.local_gguf import LocalGguf
from voiced.adapters.llm.openai_chat import DEADLINE_SECONDS, AnswerFormat, OpenAiChat
from voiced.adapters.machine.secrets import credential
from voiced.config import Llm, Settings
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE

if TYPE_CHECKING:
    from voiced.gateway.interpreter import HistoryInterpreter, ModelInterpreter


def own_model(settings: Settings, gguf: Path | None) -> ModelInterpreter:
    """The configured model, or the model in the file `gguf`, run on this machine.

    Raises:
        ConfigWrong: the model's address or key cannot be used.
        ModelMissing: the engine or the file is missing, or the file is not a model for it.
    """
    from voiced.gateway.interpreter import ModelInterpreter  # noqa: PLC0415 - 30 ms, where a model is asked

    if gguf is not None:
        model = LocalGguf(gguf)
        model.load()
        return ModelInterpreter(model)
    return ModelInterpreter(upstream_of(settings.llm))


def upstream_of(llm: Llm) -> OpenAiChat:
    """The configured model itself, without rules. No connection is opened yet.

    Raises:
        ConfigWrong: its address or its key cannot be used.
    """
    return OpenAiChat(
        llm.upstream_url,
        llm.upstream_model,
        api_key=llm.upstream_key or credential("llm.upstream_key"),
        answer_format=AnswerFormat(llm.upstream_format),
        deadline_seconds=max(DEADLINE_SECONDS, llm.parse_deadline_seconds, llm.correction_deadline_seconds),
    )


def gateway_of(settings: Settings) -> GatewayClient:
    """The configured gateway. No connection is opened yet.

    Raises:
        ConfigWrong: its address or its key cannot be used.
    """
    key = settings.llm.api_key or credential("llm.api_key")
    correcting = DIALOGUE if settings.dialogue.protocol == "history" else CORRECT
    return GatewayClient(settings.llm.base_url, correcting, api_key=key)


async def ready_interpreter(
    settings: Settings,
) -> GatewayClient | ModelInterpreter | HistoryInterpreter | NoInterpreter:
    """The configured interpreter, prepared for its first request.

    Raises:
        ConfigWrong: its address is not a URL.
    """
    interpreter = interpreter_of(settings)
    # The HTTP library takes a tenth of a second to load, which would count towards the first answer's three seconds.
    await interpreter.prepare()
    return interpreter


def interpreter_of(
    settings: Settings,
) -> GatewayClient | ModelInterpreter | HistoryInterpreter | NoInterpreter:
    """The configured gateway, or the model itself if only a model is configured. No connection is opened yet.

    Raises:
        ConfigWrong: an address or a key cannot be used.
    """
    asks_with_history = settings.dialogue.protocol == "history"
    if settings.llm.base_url:
        return gateway_of(settings)
    if settings.llm.upstream_url:
        from voiced.gateway.interpreter import HistoryInterpreter  # noqa: PLC0415 - 30 ms, where a model is asked

        model = own_model(settings, None)
        return HistoryInterpreter(model) if asks_with_history else model
    return NoInterpreter()
