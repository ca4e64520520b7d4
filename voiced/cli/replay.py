"""`voiced replay`: recorded or typed user turns through the whole daemon."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.cli.options import ModelOptions, add_model_options, local_time, settings_of

if TYPE_CHECKING:
    from voiced.config import Settings
    from voiced.ports import Recognizer
    from voiced.runtime.replaying import ReplayTurn

_TYPED = "text:"


class _Options(ModelOptions, Protocol):
    turns: Sequence[str]
    asr: str | None
    model: Path | None
    db: Path | None
    speech_dir: Path | None
    json: bool
    now: str | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "replay",
        help="play recorded or typed turns through the whole daemon",
        description="Plays user turns through the whole daemon. The next turn starts when the daemon has answered.",
    )
    command.add_argument(
        "turns", metavar="TURN", nargs="+", help="a WAV file, or text:… to skip the audio half"
    )
    command.add_argument(
        "--asr", choices=("auto", "vosk", "whisper"), help="recogniser (default: as configured)"
    )
    command.add_argument("--model", type=Path, metavar="DIR", help="the recogniser's model")
    command.add_argument(
        "--db", type=Path, metavar="F", help="ledger to write to (default: one that is thrown away)"
    )
    add_model_options(command)
    command.add_argument(
        "--speech-dir", type=Path, metavar="D", help="keep what is spoken as numbered WAV files"
    )
    command.add_argument("--json", action="store_true", help="one event a line, as JSON")
    command.add_argument(
        "--now", metavar="TIME", help="local time of the first sample, ISO 8601 (default: now)"
    )
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import asyncio
    import tempfile

    with tempfile.TemporaryDirectory(prefix="voiced-") as scratch:
        asyncio.run(_replay(cast("_Options", options), Path(scratch)))
    return 0


async def _replay(options: _Options, scratch: Path) -> None:
    from voiced.adapters.clocks import SampleClock
    from voiced.app import Surroundings, open_conversation, open_ears
    from voiced.cli.delegates import JsonLines, Transcript
    from voiced.runtime.replaying import Replay

    # Everything that can be wrong is looked at before anything is written.
    settings = settings_of(options)
    clock = SampleClock(local_time(options.now))
    turns = [_turn(argument) for argument in options.turns]
    load = _recognizer(options, settings, turns)
    delegate = JsonLines(lambda: clock.heard_seconds) if options.json else Transcript()
    around = Surroundings(options.db or scratch / "ledger.db", clock, delegate, options.speech_dir)
    async with (
        open_conversation(settings, around) as conversation,
        open_ears(settings, conversation, load) as ears,
    ):
        await Replay(conversation, ears, clock.advance).play(turns)
        delegate.end()
        await conversation.stop()


def _turn(argument: str) -> ReplayTurn:
    from voiced.adapters.wav_files import read_wav
    from voiced.runtime.replaying import SpokenTurn, TypedTurn

    if argument.startswith(_TYPED):
        return TypedTurn(argument.removeprefix(_TYPED).strip())
    return SpokenTurn(read_wav(Path(argument)))


def _recognizer(
    options: _Options, settings: Settings, turns: Sequence[ReplayTurn]
) -> Callable[[], Recognizer]:
    from voiced.adapters.no_recognizer import NoRecognizer
    from voiced.app import Engine, recognizer_loader
    from voiced.runtime.replaying import SpokenTurn

    if not any(isinstance(turn, SpokenTurn) for turn in turns):
        return NoRecognizer
    return recognizer_loader(settings, Engine(options.asr or settings.asr.engine), options.model)
