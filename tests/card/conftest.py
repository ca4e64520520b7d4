"""A house with a daemon in it, and people before its card."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.card.browsing import Person, Screen, chromium, person, running_chromium
from tests.card.house import House, house
from tests.card.phones import LANGUAGES, Reader, Readers, a_phone

Visit = Callable[..., Awaitable[Person]]
"""Somebody opens the card: `await visit()`, or on another screen `await visit(PHONE)`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of this folder share an event loop, since the driver of the browser belongs to one and is slow to start."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


async def at_the_ledger(visit: Visit, screen: Screen | None = None) -> Person:
    """Somebody opens the card and turns to the ledger."""
    person = await visit(screen)
    await person.page.locator("#to-ledger").click()
    await expect(person.page.locator(".totals")).to_be_visible()
    return person


async def at_a_month(home: House, visit: Visit, screen: Screen | None = None) -> tuple[Person, Locator]:
    """Somebody turns to the ledger of a house that lived a month; gives the rows, too."""
    await home.live_a_month()
    person = await at_the_ledger(visit, screen)
    rows = person.page.locator("[data-row]")
    await expect(rows).to_have_count(14)
    return person, rows


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    """A Chromium for all tests; each has its own profile in it."""
    with running_chromium() as debugger:
        async with chromium(debugger) as browser:
            yield browser


@pytest_asyncio.fixture(name="home", loop_scope="session")
async def _home() -> AsyncGenerator[House]:
    async with house() as home:
        yield home


@pytest_asyncio.fixture(loop_scope="session")
async def visit(home: House, browser: Browser) -> AsyncGenerator[Visit]:
    """Opens the card. At the end nobody's browser may have complained, or asked anybody else for anything."""
    people: list[Person] = []
    async with AsyncExitStack() as stack:

        async def visit(screen: Screen | None = None) -> Person:
            who = await stack.enter_async_context(person(browser, home.address, screen or Screen()))
            people.append(who)
            return who

        yield visit
    assert [complaint for who in people for complaint in who.complaints] == []


@pytest_asyncio.fixture(name="readers", loop_scope="session")
async def _readers(visit: Visit) -> Readers:
    chinese, english = LANGUAGES
    return Reader(await visit(a_phone(chinese)), chinese), Reader(await visit(a_phone(english)), english)
