"""`voiced gateway`: the service in front of a language model."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from voiced.config import Settings

_EPILOG = """\
examples:
  voiced gateway --upstream http://127.0.0.1:11434/v1 --model qwen2.5:3b     where ollama runs
  voiced gateway --gguf qwen2.5-1.5b-instruct-q4_k_m.gguf                    without (extra local-llm)
  voiced chat --llm http://127.0.0.1:8378                                    the dialogue that asks it
"""


class _Options(Protocol):
    config: Path | None
    upstream: str | None
    model: str | None
    gguf: Path | None
    host: str
    port: int


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "gateway",
        help="serve a language model to daemons",
        description=(
            "Stands between daemons and a language model. It keeps nothing of what is said, and lets an answer count as far\n"
            "as the words stand behind it. With llm.api_key set, it asks for that key."
        ),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from contextlib import suppress

    import uvicorn

    from voiced.adapters.machine.clocks import SystemClock
    from voiced.adapters.machine.credentials import credential
    from voiced.adapters.machine.event_loop import run_loop
    from voiced.adapters.machine.listening import Served, listen
    from voiced.app.model import own_model
    from voiced.gateway.asgi import create_app

    chosen = cast("_Options", options)
    settings = _settings(chosen)
    api_key = settings.llm.api_key or credential("llm.api_key")
    app = create_app(own_model(settings, chosen.gguf), SystemClock().now, api_key=api_key)
    listening = listen(chosen.host, chosen.port, Served("the gateway", "--host", "--port"))
    server = uvicorn.Server(uvicorn.Config(app, http="h11", log_level="warning", access_log=False))
    with listening, suppress(KeyboardInterrupt):
        run_loop(server.serve(sockets=[listening]))
    return 0


def _settings(options: _Options) -> Settings:
    """The configuration with what the options say about the upstream.

    Raises:
        ConfigWrong: the file or a variable is wrong, or no model is named.
    """
    import msgspec

    from voiced.config import load_settings
    from voiced.errors import ConfigWrong

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
