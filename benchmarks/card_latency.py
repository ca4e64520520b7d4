"""The time from a report of the conversation to its message in a client of the card.

    python -m benchmarks.card_latency [--pages N] [--reports N] [--chromium]

Daemon and pages share one process and one event loop here, so the figure includes the client's work. With `--chromium` a
real browser also has the card open, and its figure ends when the words are in the page. The budget is 20 ms at the 95th
percentile, with a draft of ten rows on the card.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import quantiles

import httpx
import websockets
from playwright.async_api import expect

from tests.card.browsing import Screen, chromium, person, running_chromium
from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_card import open_card
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.card.access import COOKIE
from voiced.card.card import Card
from voiced.config import CardSettings, Settings, VoiceSettings
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

BUDGET_SECONDS = 0.020
PAUSE_SECONDS = 0.03
"""The pause between two reports to the browser, so that each gets a message and a drawing of its own, as during speech."""
SETTINGS = Settings(card=CardSettings(port=0), voice=VoiceSettings(engine="none"))
ROW = ParseResult(Money(3500), TransactionType.EXPENSE, "餐饮", date(2026, 11, 21), "午饭")
DRAFT = DraftBatch.of([ROW] * MAX_ITEMS, batch_id="draft", created_at=datetime(2026, 11, 21, tzinfo=UTC))


READ = """() => {
  window.read = [];
  const read = () => window.read.push([document.querySelector(".heard q")?.textContent, performance.timeOrigin + performance.now()]);
  new MutationObserver(read).observe(document.getElementById("scene"), { childList: true });
}"""
"""Writes down when which words stood in the page, in milliseconds since 1970."""


@asynccontextmanager
async def opened(folder: Path) -> AsyncGenerator[tuple[Card, str]]:
    """A card that is served, with its address."""
    os.environ["XDG_STATE_HOME"] = str(folder)
    card = Card()
    around = Surroundings(folder / "ledger.db", SystemClock(), card)
    async with (
        open_conversation(SETTINGS, around) as conversation,
        open_conversations(SETTINGS, conversation, around) as conversations,
        open_card(SETTINGS, conversations, card, around) as served,
    ):
        card.tell(fx.ChangeState(Phase.LISTENING))
        yield card, served.place.address


async def to_clients(card: Card, address: str, pages: int, reports: int) -> list[float]:
    """Seconds from each report until the last client got it."""
    times: list[float] = []
    async with AsyncExitStack() as stack:
        async with httpx.AsyncClient() as visitor:
            cookie = (await visitor.get(address)).cookies[COOKIE]
        origin = address.split("/?", maxsplit=1)[0]
        open_pages = [
            await stack.enter_async_context(
                websockets.connect(
                    f"{origin.replace('http', 'ws')}/ws",
                    origin=websockets.Origin(origin),
                    additional_headers={"Cookie": f"{COOKIE}={cookie}"},
                )
            )
            for _ in range(pages)
        ]
        await asyncio.gather(*(page.recv() for page in open_pages))
        for number in range(reports):
            began = time.perf_counter()
            card.tell(fx.ShowDraft(DRAFT, number))
            await asyncio.gather(*(page.recv() for page in open_pages))
            times.append(time.perf_counter() - began)
    return times


async def to_chromium(card: Card, address: str, reports: int, debugger: str) -> list[float]:
    """Seconds from each report to its words in the page of a real browser, above a draft of ten rows."""
    clock = SystemClock()
    began: dict[str, float] = {}
    async with chromium(debugger) as browser, person(browser, address, Screen()) as reader:
        card.tell(fx.ShowDraft(DRAFT, 1))
        await expect(reader.page.locator(".row")).to_have_count(MAX_ITEMS)
        await reader.page.evaluate(READ)
        for number in range(reports):
            began[f"第{number}句"] = clock.now().timestamp()
            card.tell(fx.TellFinalText(f"第{number}句", None))
            await asyncio.sleep(PAUSE_SECONDS)
        await expect(reader.page.locator(".heard q")).to_have_text(f"第{reports - 1}句")
        read = dict[str, float](await reader.page.evaluate("window.read"))
    return [read[words] / 1000 - at for words, at in began.items()]


async def measure(folder: Path, pages: int, reports: int, debugger: str | None) -> float:
    """Print a line for each kind of page; returns the slowest 95th percentile in seconds."""
    async with opened(folder) as (card, address):
        slowest = told(f"{pages} clients, ten rows", await to_clients(card, address, pages, reports))
        if debugger is not None:
            times = await to_chromium(card, address, reports, debugger)
            slowest = max(slowest, told("Chromium, to the DOM", times))
    return slowest


def told(name: str, times: list[float]) -> float:
    """Print the percentiles; returns the 95th in seconds."""
    cuts = quantiles(times, n=100)
    print(
        f"{name:22} {len(times):5} reports  p50 {cuts[49] * 1e3:6.2f} ms  p95 {cuts[94] * 1e3:6.2f} ms  "
        f"p99 {cuts[98] * 1e3:6.2f} ms"
    )
    return cuts[94]


def main() -> int:
    """Measure and print; returns 1 if the budget is missed."""
    parser = argparse.ArgumentParser(description="Time reports of the conversation on their way to pages.")
    parser.add_argument("--pages", type=int, default=2)
    parser.add_argument("--reports", type=int, default=300)
    parser.add_argument("--chromium", action="store_true", help="a real browser, too")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_chromium() if options.chromium else nullcontext() as debugger,
    ):
        slowest = asyncio.run(measure(Path(folder), options.pages, options.reports, debugger))
    return 0 if slowest <= BUDGET_SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
