"""The language model: a gateway far away, or our own in this process."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.config import Settings
from voiced.ports import Clock, Interpreter

if TYPE_CHECKING:
    from voiced.adapters.llm.in_process_gateway import InProcessExchange
    from voiced.adapters.llm.llm_http import HttpExchange
    from voiced.gateway.service import Gateway


def gateway_of(settings: Settings, gguf: Path | None, now: Callable[[], datetime]) -> Gateway:
    """The gateway to the configured model, or to the one in the file `gguf`, run on this machine.

    Raises:
        ConfigWrong: the model's address or key cannot be used.
        ModelMissing: the engine is not there, or the file is not or is no model for it.
    """
    from voiced.gateway.service import Gateway

    if gguf is not None:
        from voiced.adapters.llm.local_gguf import LocalGguf

        model = LocalGguf(gguf)
        model.load()
        return Gateway(model, now)
    from voiced.adapters.llm.openai_chat import DEADLINE_SECONDS, AnswerFormat, OpenAiChat
    from voiced.adapters.machine.credentials import credential

    llm = settings.llm
    key = llm.upstream_key or credential("llm.upstream_key")
    upstream = OpenAiChat(
        llm.upstream_url,
        llm.upstream_model,
        api_key=key,
        answer_format=AnswerFormat(llm.upstream_format),
        deadline_seconds=max(DEADLINE_SECONDS, llm.parse_deadline_seconds, llm.correction_deadline_seconds),
    )
    return Gateway(upstream, now)


async def interpreter_of(settings: Settings, clock: Clock) -> Interpreter:
    """Who is asked what words mean, as configured.

    Raises:
        ConfigWrong: its address is no URL.
    """
    exchange = exchange_of(settings, clock)
    if exchange is None:
        from voiced.adapters.llm.no_interpreter import NoInterpreter

        return NoInterpreter()
    from voiced.adapters.llm.llm_dialogue import LlmDialogue
    from voiced.adapters.llm.llm_gateway import LlmGateway

    # The HTTP library takes a tenth of a second to load. Loaded here, it takes no time from the first answer's three seconds.
    await exchange.prepare()
    return LlmDialogue(exchange) if settings.dialogue.protocol == "history" else LlmGateway(exchange)


def exchange_of(settings: Settings, clock: Clock) -> HttpExchange | InProcessExchange | None:
    """The way to a gateway: the configured one, or our own in this process where only a model is configured.

    None where neither is configured. Nothing is opened yet.

    Raises:
        ConfigWrong: an address or a key cannot be used.
    """
    if settings.llm.base_url:
        from voiced.adapters.llm.llm_http import HttpExchange
        from voiced.adapters.machine.credentials import credential

        return HttpExchange(settings.llm.base_url, api_key=settings.llm.api_key or credential("llm.api_key"))
    if settings.llm.upstream_url:
        from voiced.adapters.llm.in_process_gateway import InProcessExchange

        return InProcessExchange(gateway_of(settings, None, clock.now))
    return None
