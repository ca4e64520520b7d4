"""`voiced gateway`: serves a language model to daemons."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
import uvicorn

from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.event_loop import run_loop
from voiced.adapters.machine.listening_socket import Served, listen
from voiced.adapters.machine.secrets import credential
from voiced.app.build_model import own_model
from voiced.app.model_trust import trust_of_gateway
from voiced.cli.command import CommandParser
from voiced.config import Settings, load_settings
from voiced.errors import ConfigWrong
from voiced.gateway.asgi import create_app

_EPILOG = """\
examples:
  voiced gateway --upstream http://127.0.0.1:11434/v1 --model qwen2.5:3b     with ollama
  voiced gateway --gguf qwen2.5-1.5b-instruct-q4_k_m.gguf                    without a server (extra local-llm)
  voiced chat --llm http://127.0.0.1:8378                                    the dialogue with this gateway
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        (
            "Serves a language model to daemons. It checks each answer of the model against the words, and keeps no words.\n"
            "If llm.api_key is set, clients have to send that key."
        ),
        _EPILOG,
    )
    upstream = command.add_mutually_exclusive_group()
    upstream.add_argument(
        "--upstream", metavar="URL", help="OpenAI-compatible API, as http://127.0.0.1:11434/v1"
    )
    upstream.add_argument(
        "--gguf", type=Path, metavar="FILE", help="a model file that runs in this process, without a network"
    )
    command.add_argument("--model", metavar="NAME", help="the model's name at the upstream")
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    command.add_argument("--port", type=int, default=8378, help="port to listen on (default %(default)s)")
    command.add_config_option()
    command.run_with(_serve)


def _serve(
    *,
    config: Path | None,
    upstream: str | None,
    model: str | None,
    gguf: Path | None,
    host: str,
    port: int,
) -> None:
    settings = _settings(config, upstream, model, gguf)
    api_key = settings.llm.api_key or credential("llm.api_key")
    trust = trust_of_gateway(settings, gguf)
    app = create_app(
        own_model(settings, gguf), SystemClock().now, api_key=api_key, believes=lambda: trust.believes
    )
    listening = listen(host, port, Served("the gateway", "--host", "--port"))
    server = uvicorn.Server(uvicorn.Config(app, http="h11", log_level="warning", access_log=False))
    with listening, suppress(KeyboardInterrupt):
        run_loop(server.serve(sockets=[listening]))


def _settings(config: Path | None, upstream: str | None, model: str | None, gguf: Path | None) -> Settings:
    """The configuration, with the upstream from the options.

    Raises:
        ConfigWrong: the file or a variable is wrong, or no model is named.
    """
    settings = load_settings(config)
    llm = msgspec.structs.replace(
        settings.llm,
        upstream_url=upstream or settings.llm.upstream_url,
        upstream_model=model or settings.llm.upstream_model,
    )
    if gguf is None and not (llm.upstream_url and llm.upstream_model):
        raise ConfigWrong(
            "gateway: name a model: --upstream URL --model NAME, --gguf FILE, or llm.upstream_url"
        )
    return msgspec.structs.replace(settings, llm=llm)
