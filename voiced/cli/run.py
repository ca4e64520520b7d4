"""`voiced run`: the daemon with a real microphone and speaker."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.options import ModelOptions, add_model_options, add_recording_option, settings_of

if TYPE_CHECKING:
    from voiced.cli.delegates import JsonLines, Transcript
    from voiced.runtime.daemon import Daemon

_EPILOG = """\
signals:
  SIGUSR1          begin a session, as the wake phrase does
  SIGTERM, SIGINT  stop in good order: a save in flight is finished, an open draft is dropped
"""


class _Options(ModelOptions, Protocol):
    asr: str | None
    model: Path | None
    db: Path | None
    speech_dir: Path | None
    json: bool
    debug_recording_dir: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "run",
        help="the daemon: listen, answer, write down what is confirmed",
        description="Listens to the microphone and answers by the speaker until it is stopped.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--asr", choices=("auto", "vosk", "whisper"), help="recogniser (default: as configured)"
    )
    command.add_argument("--model", type=Path, metavar="DIR", help="the recogniser's model")
    command.add_argument("--db", type=Path, metavar="F", help="ledger to write to (default: as configured)")
    add_model_options(command)
    command.add_argument(
        "--speech-dir",
        type=Path,
        metavar="D",
        help="instead of playing sentences, keep them as numbered WAV files",
    )
    command.add_argument(
        "--json", action="store_true", help="one event a line, as JSON (default: a transcript)"
    )
    add_recording_option(command)
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import asyncio

    asyncio.run(_listen(cast("_Options", options)))
    return 0


async def _listen(options: _Options) -> None:
    from voiced.adapters.clocks import SystemClock
    from voiced.app import Engine, Surroundings, database_of, open_daemon, recognizer_loader
    from voiced.runtime.daemon import AT_ONCE

    settings = settings_of(options)
    load = recognizer_loader(settings, Engine(options.asr or settings.asr.engine), options.model)
    clock = SystemClock()
    delegate = _delegate(options, clock.monotonic)
    around = Surroundings(
        options.db or database_of(settings),
        clock,
        delegate,
        options.speech_dir,
        utterance_folder=options.debug_recording_dir,
    )
    async with open_daemon(settings, around, load) as opened:
        if opened.card_address is not None:
            print(f"card: {opened.card_address}", file=sys.stderr, flush=True)
        _obey_signals(opened.daemon)
        await opened.daemon.run(begin=AT_ONCE if settings.session.start == "at_once" else None)
        delegate.end()


def _delegate(options: _Options, monotonic: Callable[[], float]) -> JsonLines | Transcript:
    from voiced.cli.delegates import JsonLines, Transcript

    if not options.json:
        return Transcript()
    began = monotonic()
    return JsonLines(lambda: monotonic() - began)


def _obey_signals(daemon: Daemon) -> None:
    import asyncio
    import signal

    loop = asyncio.get_running_loop()
    for stop in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(stop, daemon.ask_to_stop)
    loop.add_signal_handler(signal.SIGUSR1, daemon.wake)
