"""Rooms that speak over the Wyoming protocol: the time of an answer, fuzzed messages, and satellites that come and go.

    python -m benchmarks.rooms latency [--texts N]
    python -m benchmarks.rooms fuzz [--messages N] [--seed N]
    python -m benchmarks.rooms soak [--minutes N] [--seed N]

The daemon's dialogues, its ledger and its server run in a process of their own, without recognition; the satellites are clients of
the published package. Exit status 1: an answer takes more than 50 ms at the 95th percentile, a row was written that no satellite
confirmed, or memory grew by more than 10 MB after the first five minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import sqlite3
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event as ProcessEvent
from pathlib import Path
from random import Random
from statistics import quantiles

from wyoming.client import AsyncTcpClient

from benchmarks.processes import memory_megabytes
from tests.support.processes import free_port
from tests.wyoming.satellites import HANDLED, SETTINGS, Satellite, asks
from tests.wyoming.wild_messages import throw, wild_message
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_wyoming import open_wyoming
from voiced.config import Settings, WyomingSettings
from voiced.language.readings.weights import shipped_weights
from voiced.language.text.expression import compile_all
from voiced.runtime.watchers import Watchers

BUDGET_SECONDS, MOST_GROWTH_MB = 0.050, 10.0
TEXTS = (
    "午饭35块",
    "第一笔改成40",
    "确认",
    "这个月花了多少",
    "打开客厅的灯",
    "早餐10块，地铁4块，咖啡19",
    "取消",
)
SAVED = "记好了，还有吗？"
_SETTLED_MINUTE = 5


@dataclass
class Server:
    """A daemon's dialogues in a process of their own."""

    pid: int
    port: int
    ledger: Path

    def rows(self) -> int:
        """The number of rows in the ledger."""
        with closing(sqlite3.connect(self.ledger)) as ledger:
            return ledger.execute("SELECT count(*) FROM transactions").fetchone()[0]


@contextmanager
def a_server(folder: Path) -> Generator[Server]:
    """A server with a ledger in this folder."""
    spawn = multiprocessing.get_context("spawn")
    port, ready, over = free_port(), spawn.Event(), spawn.Event()
    process = spawn.Process(target=_serve, args=(folder / "ledger.db", port, ready, over))
    process.start()
    try:
        if not ready.wait(60) or process.pid is None:
            raise SystemExit("the server did not start")
        yield Server(process.pid, port, folder / "ledger.db")
    finally:
        over.set()
        process.join(20)
        process.kill()


def _serve(ledger: Path, port: int, ready: ProcessEvent, over: ProcessEvent) -> None:
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(_serving(ledger, port, ready, over))


async def _serving(ledger: Path, port: int, ready: ProcessEvent, over: ProcessEvent) -> None:
    settings = Settings(
        voice=SETTINGS.voice, wyoming=WyomingSettings(f"tcp://127.0.0.1:{port}", inactivity_seconds=60.0)
    )
    around = Surroundings(ledger, SystemClock(), Watchers())
    async with (
        open_conversation(settings, around) as conversation,
        open_conversations(settings, conversation, around) as conversations,
        open_wyoming(settings, conversations),
    ):
        # As the daemon does while its microphone opens.
        await asyncio.to_thread(compile_all)
        await asyncio.to_thread(shipped_weights)
        ready.set()
        await asyncio.to_thread(over.wait)


async def latency(server: Server, texts: int) -> bool:
    """Print the time from a text to its answer, for one satellite and for ten at once; returns whether it is in the budget."""
    times: dict[str, list[float]] = {text: [] for text in TEXTS}
    for text in TEXTS:
        await Satellite(server.port, {"satellite_id": "warm"}).says(text)

    async def speak(name: str, rounds: int) -> None:
        satellite = Satellite(server.port, {"satellite_id": name})
        for _ in range(rounds):
            for text in TEXTS:
                begun = time.perf_counter()
                await satellite.says(text)
                times[text].append(time.perf_counter() - begun)

    print("| satellites | text | answers | p50 ms | p95 ms | slowest ms |\n|---:|---|---:|---:|---:|---:|")
    is_met = True
    for satellites in (1, 10):
        for each in times.values():
            each.clear()
        rounds = max(1, texts // len(TEXTS) // satellites)
        await asyncio.gather(*(speak(f"room {number}", rounds) for number in range(satellites)))
        for text, each in times.items():
            print(_row(satellites, text, each))
        every = [seconds for each in times.values() for seconds in each]
        print(_row(satellites, "all", every))
        is_met &= satellites > 1 or quantiles(every, n=20)[18] <= BUDGET_SECONDS
    return is_met


def _row(satellites: int, text: str, times: list[float]) -> str:
    cuts = quantiles(times, n=20)
    p50, p95, slowest = (1000 * seconds for seconds in (cuts[9], cuts[18], max(times)))
    return f"| {satellites} | {text} | {len(times)} | {p50:.1f} | {p95:.1f} | {slowest:.1f} |"


async def fuzz(server: Server, messages: int, seed: int) -> bool:
    """Send wild messages on many connections; returns whether no row was written and the server still answers."""
    random, sent, begun = Random(seed), 0, time.monotonic()  # noqa: S311 - the same messages again
    while sent < messages:
        connections = [[wild_message(random) for _ in range(4)] for _ in range(10)]
        await asyncio.gather(*(throw(server.port, each) for each in connections))
        sent += 40
    answer = await Satellite(server.port, {"satellite_id": "last"}).says("午饭35块")
    seconds, rows = time.monotonic() - begun, server.rows()
    print(f"{sent} messages with seed {seed} in {seconds:.0f} s: {rows} rows written, ", end="")
    print(f"{memory_megabytes(server.pid, 'Rss'):.1f} MB, then a text is {answer.type}")
    return rows == 0 and answer.type == HANDLED


class Soak:
    """Satellites that come and go, and what they were told."""

    def __init__(self, server: Server, seed: int) -> None:
        """Prepare."""
        self._server = server
        self._random = Random(seed)  # noqa: S311 - the same visits again
        self.texts = self.saved = self.wild = self.visits = 0

    async def satellite(self) -> None:
        """Visit again and again until cancelled."""
        while True:
            await self._visit()
            self.visits += 1
            await asyncio.sleep(self._random.uniform(0.05, 1.0))

    async def _visit(self) -> None:
        match self._random.randrange(10):
            case 0:
                await throw(self._server.port, [wild_message(self._random) for _ in range(3)])
                self.wild += 3
            case 1:
                await self._says(None, leaves_early=True)
            case 2 | 3:
                await self._says(None, leaves_early=False)
            case _:
                room = {"satellite_id": f"room {self._random.randrange(40)}"}
                await self._says(room, leaves_early=self._random.random() < 0.2)

    async def _says(self, context: dict[str, str] | None, *, leaves_early: bool) -> None:
        texts = [f"奶茶{self._random.randrange(1, 99)}块", self._random.choice(TEXTS), "确认", "确认"]
        async with AsyncTcpClient("127.0.0.1", self._server.port) as client:
            for text in texts[: 1 if leaves_early else None]:
                answer = await asks(client, text, context)
                self.texts += 1
                if SAVED in answer.text:
                    self.saved += 1
                elif answer.text.startswith("已保存"):
                    self.saved += int(answer.text.removeprefix("已保存").partition("笔")[0])


async def soak(server: Server, minutes: int, seed: int) -> bool:
    """Print a row for each minute; returns whether memory stayed flat and the ledger has what the satellites were told."""
    running = Soak(server, seed)
    print(
        "| minute | resident MB | visits | texts | wild messages | rows told as saved | rows in the ledger |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|")
    settled = 0.0
    async with asyncio.TaskGroup() as tasks:
        satellites = [tasks.create_task(running.satellite()) for _ in range(8)]
        for minute in range(1, minutes + 1):
            await asyncio.sleep(60)
            resident = memory_megabytes(server.pid, "Rss")
            if minute <= _SETTLED_MINUTE:
                settled = resident
            print(
                f"| {minute} | {resident:.1f} | {running.visits} | {running.texts} | {running.wild} | "
                f"{running.saved} | {server.rows()} |",
                flush=True,
            )
        for satellite in satellites:
            satellite.cancel()
    growth = memory_megabytes(server.pid, "Rss") - settled
    print(f"\nmemory grew by {growth:.1f} MB after minute {min(minutes, _SETTLED_MINUTE)}")
    return growth <= MOST_GROWTH_MB


def main() -> int:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("latency", "fuzz", "soak"))
    parser.add_argument("--texts", type=int, default=2100)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder)) as server:
        match options.what:
            case "latency":
                is_met = asyncio.run(latency(server, options.texts))
            case "fuzz":
                is_met = asyncio.run(fuzz(server, options.messages, options.seed))
            case _:
                is_met = asyncio.run(soak(server, options.minutes, options.seed))
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
