"""`voiced chat`: the same dialogue, typed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Protocol, cast

from voiced.cli.options import ModelOptions, add_model_options, settings_of

_WELCOME = "说一笔账，比如：吃饭花了60，打车30。（Ctrl-D 结束）"
_PROMPT = "你："


class _Options(ModelOptions, Protocol):
    db: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "chat",
        help="the same dialogue, typed",
        description="The daemon's dialogue with a keyboard instead of a microphone. Writes to the real ledger.",
    )
    command.add_argument("--db", type=Path, metavar="F", help="ledger to write to (default: as configured)")
    add_model_options(command)
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from voiced.adapters.machine.event_loop import run_loop

    run_loop(_chat(cast("_Options", options)))
    return 0


async def _chat(options: _Options) -> None:
    import asyncio

    from voiced.adapters.machine.clocks import SystemClock
    from voiced.app.conversation import Surroundings, open_conversation
    from voiced.app.ledger import ledger_of
    from voiced.cli.delegates import Transcript
    from voiced.dialogue.events import Heard, Woken
    from voiced.dialogue.phase import Phase

    settings = settings_of(options)
    is_typed_by_hand = sys.stdin.isatty()
    _take_any_bytes()
    delegate = Transcript(echo_words=not is_typed_by_hand)
    around = Surroundings(options.db or ledger_of(settings), SystemClock(), delegate)
    async with open_conversation(settings, around) as conversation:
        if is_typed_by_hand:
            print(_WELCOME)
        conversation.post(Woken())
        await conversation.settled()
        while conversation.phase is not Phase.IDLE:
            line = await asyncio.to_thread(_read_line, _PROMPT if is_typed_by_hand else "")
            if line is None:
                break
            conversation.post(Heard(line))
            await conversation.settled()
        delegate.end()
        await conversation.stop()


def _take_any_bytes() -> None:
    """A stray byte becomes U+FFFD: kept as a lone surrogate it makes a draft that no ledger takes."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _read_line(prompt: str) -> str | None:
    """One typed line, None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None
