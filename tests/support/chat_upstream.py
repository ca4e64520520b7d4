"""A stand-in for a language model behind the chat API, and the gateway in front of it, both on real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from tests.support.now import NOW
from tests.support.scripted_llm import Answer, Reply, ScriptedLlm, json_answer, scripted_llm
from voiced.adapters.llm.openai_chat import AnswerFormat, OpenAiChat
from voiced.gateway.asgi import create_app
from voiced.gateway.interpreter import ModelInterpreter


def chat_answer(value: object, *, finish_reason: str = "stop") -> Answer:
    """A chat completion whose message is `value`: a text as it is, anything else as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}
    return json_answer({"choices": [choice], "usage": {"prompt_tokens": 500, "completion_tokens": 40}})


@dataclass(frozen=True, slots=True)
class ServedGateway:
    """A running gateway and the model behind it."""

    url: str
    upstream: ScriptedLlm


@asynccontextmanager
async def gateway_before(
    reply: Reply,
    *,
    api_key: str | None = None,
    deadline_seconds: float = 30.0,
    answer_format: AnswerFormat = AnswerFormat.JSON_SCHEMA,
) -> AsyncGenerator[ServedGateway]:
    """A gateway in front of a model that always replies the same."""
    async with scripted_llm(lambda path, body: reply) as upstream:
        model = OpenAiChat(
            f"{upstream.url}/v1",
            "stand-in",
            api_key="sk-upstream",
            answer_format=answer_format,
            deadline_seconds=deadline_seconds,
        )
        app = create_app(ModelInterpreter(model), lambda: NOW, api_key=api_key)
        async with _served(app) as url:
            yield ServedGateway(url, upstream)


@asynccontextmanager
async def gateway_without_a_model() -> AsyncGenerator[str]:
    """The URL of a gateway whose model is away: no server listens at its address."""
    async with scripted_llm(lambda path, body: json_answer({})) as upstream:
        model = OpenAiChat(f"{upstream.url}/v1", "gone")
    async with _served(create_app(ModelInterpreter(model), lambda: NOW)) as url:
        yield url


@asynccontextmanager
async def _served(app: ASGIApp) -> AsyncGenerator[str]:
    """The URL under which it is served, on a free port of loopback, until the block is left."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host, port = listening.getsockname()
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        try:
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            await serving
