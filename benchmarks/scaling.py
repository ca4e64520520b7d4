"""How times grow with the rows in the ledger, the rows of a batch, the turns of a conversation and parallel conversations.

    python -m benchmarks.scaling [--largest ROWS] [--json FILE]

Each figure is the tenth percentile of the clock in milliseconds, which other work on the machine disturbs least. A turn
is typed words through the whole dialogue to a real ledger and back, until the answer is complete, without speech
recognition.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles

from benchmarks.ledger_commit import a_batch
from benchmarks.month_report import QUESTIONS, SIZES, fill
from tests.support.fakes import RecordingWatcher
from tests.support.now import NOW
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.config import Settings, VoiceSettings
from voiced.dialogue.values import events as ev
from voiced.runtime.conversation import Conversation

Curve = dict[int, float]
"""Milliseconds by size."""

SAVES, TURNS_OF_A_POINT = 60, 40
LENGTHS = (40, 200, 400, 800)
SESSIONS = (1, 2, 4, 8)


async def _milliseconds(times: int, do: Callable[[], Awaitable[object]]) -> float:
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await do()
        taken.append(time.perf_counter() - began)
    return quantiles(taken, n=10)[0] * 1000


async def by_ledger(folder: Path, largest: int) -> dict[str, Curve]:
    """Opening the ledger, saving a batch of ten and the month report, by the number of rows in the ledger."""
    opening, saving, report = Curve(), Curve(), Curve()
    question = QUESTIONS["spent"]
    for size in (size for size in SIZES if size <= largest):
        path = folder / f"{size}.db"
        await (await SqliteLedger.open(path)).close()
        await asyncio.to_thread(fill, path, size)

        async def start(path: Path = path) -> None:
            ledger = await SqliteLedger.open(path)
            await ledger.vocabulary()
            await ledger.memory()
            await ledger.close()

        opening[size] = await _milliseconds(9, start)
        ledger = await SqliteLedger.open(path)

        async def save(ledger: SqliteLedger = ledger) -> None:
            batch = a_batch()
            await ledger.save_batch(batch[0].batch_id, batch)

        saving[size] = await _milliseconds(SAVES, save)
        report[size] = await _milliseconds(SAVES, lambda ledger=ledger: ledger.answer(question))
        await ledger.close()
        path.unlink()
    return {"opening it": opening, "saving ten rows": saving, "month report": report}


async def by_batch(folder: Path) -> dict[str, Curve]:
    """Saving, by rows of the batch."""
    ledger, saving = await SqliteLedger.open(folder / "batch.db"), Curve()
    for rows in (1, 2, 5, 10):

        async def save(rows: int = rows) -> None:
            batch = a_batch()[:rows]
            await ledger.save_batch(batch[0].batch_id, batch)

        saving[rows] = await _milliseconds(SAVES, save)
    await ledger.close()
    return {"saving": saving}


async def _begin(stack: AsyncExitStack, database: Path) -> Conversation:
    around = Surroundings(database, SampleClock(NOW), RecordingWatcher())
    conversation = await stack.enter_async_context(
        open_conversation(Settings(voice=VoiceSettings(engine="none")), around)
    )
    conversation.post(ev.Woken())
    await conversation.settled()
    return conversation


async def _entry(conversation: Conversation) -> None:
    """An entry, changed and confirmed: three turns."""
    for words in ("午饭35块", "改成36块", "确认"):
        conversation.post(ev.Heard(words))
        await conversation.settled()


async def by_length(folder: Path) -> dict[str, Curve]:
    """A turn, by the number of earlier entries in the same session."""
    turn, done = Curve(), 0
    async with AsyncExitStack() as stack:
        conversation = await _begin(stack, folder / "long.db")
        for length in LENGTHS:
            while done < length - TURNS_OF_A_POINT:
                await _entry(conversation)
                done += 1
            turn[length] = await _milliseconds(TURNS_OF_A_POINT, lambda: _entry(conversation)) / 3
            done += TURNS_OF_A_POINT
    return {"a turn": turn}


async def by_sessions(folder: Path) -> dict[str, Curve]:
    """A turn, by the number of parallel conversations in one process, each with its own ledger."""
    turn = Curve()
    for number in SESSIONS:
        async with AsyncExitStack() as stack:
            conversations = [await _begin(stack, folder / f"{number}-{one}.db") for one in range(number)]

            async def everybody(conversations: list[Conversation] = conversations) -> None:
                await asyncio.gather(*map(_entry, conversations))

            turn[number] = await _milliseconds(20, everybody) / 3
    return {"a turn of each": turn}


async def measure(largest: int) -> dict[str, dict[str, Curve]]:
    """All curves, by the growing quantity."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {
            "rows in the ledger": await by_ledger(folder, largest),
            "rows of a batch": await by_batch(folder),
            "entries in a session": await by_length(folder),
            "sessions at once": await by_sessions(folder),
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="stop at this number of rows")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the curves there as well")
    options = parser.parse_args()
    curves = asyncio.run(measure(options.largest))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; milliseconds\n")
    for grows, lines in curves.items():
        sizes = list(next(iter(lines.values())))
        print(f"| {grows} | {' | '.join(f'{size:,}' for size in sizes)} |\n|---|{'---:|' * len(sizes)}")
        for name, curve in lines.items():
            print(f"| {name} | {' | '.join(f'{curve[size]:.2f}' for size in sizes)} |")
        print()
    if options.json:
        options.json.write_text(json.dumps(curves, indent=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
