"""Plays the recorded conversations that need a model: Whisper recognises them, a real model answers, without deadlines.

    python -m benchmarks.gateway_conversations --upstream URL --model NAME [--whisper DIR] [CONVERSATION…]

It prints the rows of each in the ledger beside the expected rows, and the time. The exit status is 1 if the amount or
type of a row differs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.conversations.conversation import RecordedConversation, recorded_conversations
from tests.conversations.playing import SATURDAY, Told
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.sound.wav_files import read_wav
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears, recognizer_loader
from voiced.config import Settings
from voiced.runtime.replaying import Replay, SpokenTurn

ROOT = Path(__file__).resolve().parent.parent
LIFTED_SECONDS = 300.0


async def spoken(
    conversation: RecordedConversation, settings: Settings, whisper: Path
) -> tuple[list[str], list[str]]:
    """The rows that the recordings leave in a new ledger, and the sentences of both sides."""
    told, clock = Told(), SampleClock(SATURDAY)
    turns = [SpokenTurn(read_wav(path)) for path in conversation.recordings]
    asr = msgspec.structs.replace(settings.asr, engine="whisper", model_dir=str(whisper))
    load = recognizer_loader(msgspec.structs.replace(settings, asr=asr))
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "ledger.db"
        async with open_conversation(settings, Surroundings(database, clock, told)) as running:
            async with open_ears(settings, running, load) as ears:
                await Replay(running, ears, clock.advance).play(turns)
            await running.stop()
        ledger = await SqliteLedger.open(database)
        rows = [f"{row.amount} {row.type} {row.category}" async for row in ledger.rows()]
        await ledger.close()
    return rows, told.lines


async def run(options: argparse.Namespace) -> int:
    """Play all conversations; returns the exit status."""
    settings = Settings()
    llm = msgspec.structs.replace(
        settings.llm,
        upstream_url=options.upstream,
        upstream_model=options.model,
        parse_deadline_seconds=LIFTED_SECONDS,
        correction_deadline_seconds=LIFTED_SECONDS,
    )
    settings = msgspec.structs.replace(settings, llm=llm)
    wrong = 0
    print(
        "| conversation | rows as they should be | amounts and types | with category | s |\n|---|---|---|---|---|",
        flush=True,
    )
    for conversation in recorded_conversations():
        if not conversation.answers or (options.names and conversation.name not in options.names):
            continue
        started = time.perf_counter()
        rows, lines = await spoken(conversation, settings, options.whisper)
        exact = _without_category(rows) == _without_category(conversation.rows)
        wrong += not exact
        verdict = "right" if exact else f"wrong: {', '.join(rows) or 'nothing'}"
        filed = "right" if tuple(rows) == conversation.rows else ", ".join(rows)
        seconds = time.perf_counter() - started
        print(
            f"| {conversation.name} | {', '.join(conversation.rows)} | {verdict} | {filed} | {seconds:.0f} |",
            flush=True,
        )
        if not exact:
            print("\n".join(lines), file=sys.stderr, flush=True)
    return int(wrong > 0)


def _without_category(rows: Sequence[str]) -> list[str]:
    return [row.rsplit(" ", 1)[0] for row in rows]


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--upstream", required=True, metavar="URL", help="OpenAI-compatible API, ending in /v1"
    )
    parser.add_argument("--model", required=True, metavar="NAME")
    parser.add_argument(
        "--whisper", type=Path, default=ROOT / ".cache" / "models" / "whisper-base", metavar="DIR"
    )
    parser.add_argument("names", nargs="*", metavar="CONVERSATION")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    raise SystemExit(main())
