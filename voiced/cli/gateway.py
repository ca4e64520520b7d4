"""`voiced gateway`: the service in front of a language model."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import uvicorn

from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.credentials import credential
from voiced.adapters.machine.event_loop import run_loop
from voiced.adapters.machine.listening import Served, listen
from voiced.app.model import own_model
from voiced.cli.command import CommandParser
from voiced.config import Settings, load_settings
from voiced.errors import ConfigWrong
from voiced.gateway.asgi import create_app

_EPILOG = """\
examples:
  voiced gateway --upstream http://127.0.0.1:11434/v1 --model qwen2.5:3b     where ollama runs
  voiced gateway --gguf qwen2.5-1.5b-instruct-q4_k_m.gguf                    without (extra local-llm)
  voiced chat --llm http://127.0.0.1:8378                                    the dialogue that asks it
"""


@dataclass(frozen=True)
class _Options:
    config: Path | None
    upstream: str | None
    model: str | None
    gguf: Path | None
    host: str
    port: int


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        (
            "Stands between daemons and a language model. It keeps nothing of what is said, and lets an answer count as far\n"
            "as the words stand behind it. With llm.api_key set, it asks for that key."
        ),
        _EPILOG,
    )
    upstream = command.add_mutually_exclusive_group()
    upstream.add_argument(
        "--upstream", metavar="URL", help="OpenAI-compatible API, as http://127.0.0.1:11434/v1"
    )
    upstream.add_argument(
        "--gguf", type=Path, metavar="FILE", help="a model that runs here, without any network"
    )
    command.add_argument("--model", metavar="NAME", help="the model's name at the upstream")
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    command.add_argument("--port", type=int, default=8378, help="port to listen on (default %(default)s)")
    command.add_argument("--config", type=Path, metavar="F", help="configuration file")
    command.run_with(_Options, _run)


def _run(options: _Options) -> int:
    settings = _settings(options)
    api_key = settings.llm.api_key or credential("llm.api_key")
    app = create_app(own_model(settings, options.gguf), SystemClock().now, api_key=api_key)
    listening = listen(options.host, options.port, Served("the gateway", "--host", "--port"))
    server = uvicorn.Server(uvicorn.Config(app, http="h11", log_level="warning", access_log=False))
    with listening, suppress(KeyboardInterrupt):
        run_loop(server.serve(sockets=[listening]))
    return 0


def _settings(options: _Options) -> Settings:
    """The configuration with what the options say about the upstream.

    Raises:
        ConfigWrong: the file or a variable is wrong, or no model is named.
    """
    settings = load_settings(options.config)
    llm = msgspec.structs.replace(
        settings.llm,
        upstream_url=options.upstream or settings.llm.upstream_url,
        upstream_model=options.model or settings.llm.upstream_model,
    )
    if options.gguf is None and not (llm.upstream_url and llm.upstream_model):
        raise ConfigWrong(
            "gateway: name a model: --upstream URL --model NAME, --gguf FILE, or llm.upstream_url"
        )
    return msgspec.structs.replace(settings, llm=llm)
