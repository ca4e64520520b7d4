"""The page of bills with 300 pairs beside the ledger page with 300 rows, on a phone, in a real browser.

    python -m benchmarks.bill_page [--pairs PAIRS] [--rounds N]

Both pages are opened one after the other in each round. For each are printed: the bytes that come for it over the network
(compressed, with its scripts and its rows), the time from the press to its first pair or row, and the longest task of the
page's main thread while it opens and is looked through to its end, in processor time. The least of all rounds counts. No task of
the page of bills may be longer than one of the ledger page may be, and its first pair may take half as long again.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct
from playwright.async_api import Browser, FilePayload, Page, expect

from benchmarks.ledger_page import TASK_MS, longest_task
from tests.card.browsing import PHONE, chromium, person, running_chromium
from tests.card.house import house

_WAIT_MS = 120_000
_BYTES = """(isData) => performance.getEntriesByType("resource")
  .filter((one) => one.name.includes("/api/") === isData)
  .reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000"""
_FIRST = """async (wanted) => {
  const began = performance.now();
  return await new Promise((done) => {
    const look = () => document.querySelector(wanted) ? done(performance.now() - began) : requestAnimationFrame(look);
    look();
  });
}"""
_TO_THE_END = """async (page) => {
  for (let at = 0; at < 40; at += 1) {
    [...document.querySelectorAll(`#${page} section.day`)].at(-1)?.scrollIntoView();
    await new Promise(requestAnimationFrame);
  }
}"""


class Weight(Struct, frozen=True):
    """What a page costs: its files and its rows, compressed, the time to the first row, and the longest task."""

    files_kb: float
    rows_kb: float
    first_ms: float
    task_ms: float


async def weight(browser: Browser, pairs: int, act: Callable[[Page, bytes], Awaitable[float]]) -> Weight:
    """What a page costs somebody who opens it with an empty cache."""
    async with house() as home:
        bill = await home.say_as_paid_in_cash(pairs)
        async with person(browser, home.address, PHONE) as phone:
            await phone.page.locator("[data-page=ledger]").wait_for()
            before = [await phone.page.evaluate(_BYTES, is_data) for is_data in (False, True)]
            first: list[float] = []

            async def open_and_look_through() -> None:
                first.append(await act(phone.page, bill))
                await phone.page.evaluate(_TO_THE_END)

            task = await longest_task(browser, phone, open_and_look_through)
            after = [await phone.page.evaluate(_BYTES, is_data) for is_data in (False, True)]
            return Weight(after[0] - before[0], after[1] - before[1], first[0], task)


async def _to_the_ledger(page: Page, _: bytes) -> float:
    await page.evaluate("location.hash = 'ledger?span=all'")
    return await page.evaluate(_FIRST, "#ledger [data-row]")


async def _to_the_bill(page: Page, bill: bytes) -> float:
    await page.evaluate("location.hash = 'bills'")
    chosen = page.locator("input[name=bill]")
    await chosen.wait_for(state="attached")
    file: FilePayload = {"name": "bill.csv", "mimeType": "text/csv", "buffer": bill}
    await chosen.set_input_files(file)
    return await page.evaluate(_FIRST, "#bills .match")


async def measure(pairs: int, rounds: int, debugger: str) -> bool:
    """Print a line for each page; whether that of bills is as light."""
    expect.set_options(timeout=_WAIT_MS)
    acts = {"ledger": _to_the_ledger, "bills": _to_the_bill}
    print(
        f"{pairs} rows and {pairs} pairs, the least of {rounds} rounds",
        "page | files kB | rows kB | first ms | longest task ms",
        sep="\n",
    )
    found: dict[str, Weight] = {}
    async with chromium(debugger) as browser:
        times = [
            {name: await weight(browser, pairs, act) for name, act in acts.items()} for _ in range(rounds)
        ]
    for name in acts:
        of_page = [one[name] for one in times]
        found[name] = Weight(
            *(min(getattr(one, field) for one in of_page) for field in Weight.__struct_fields__)
        )
        one = found[name]
        print(f"{name:8} {one.files_kb:6.1f} {one.rows_kb:6.1f} {one.first_ms:6.0f} {one.task_ms:6.0f}")
    ledger, bills = found["ledger"], found["bills"]
    return bills.first_ms <= ledger.first_ms * 1.5 and bills.task_ms <= max(ledger.task_ms, TASK_MS)


def main() -> int:
    """Measure and print; returns 1 if the page of bills is heavier."""
    parser = argparse.ArgumentParser(description="Weigh the page of bills beside the ledger page.")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with running_chromium() as debugger:
        return 0 if asyncio.run(measure(options.pairs, options.rounds, debugger)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
