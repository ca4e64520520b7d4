"""A house with a daemon in it, and people before its card."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Browser, expect

from tests.card.browsing import Person, Screen, chromium, person, running_chromium
from tests.card.house import House, house

Visit = Callable[..., Awaitable[Person]]
"""Somebody opens the card: `await visit()`, or on another screen `await visit(PHONE)`."""


async def at_the_ledger(visit: Visit, screen: Screen | None = None) -> Person:
    """Somebody opens the card and turns to the ledger."""
    person = await visit(screen)
    await person.page.locator("#to-ledger").click()
    await expect(person.page.locator(".totals")).to_be_visible()
    return person


@pytest.fixture(scope="session")
def debugger() -> Generator[str]:
    """A Chromium for all tests; each has its own profile in it."""
    with running_chromium() as debugger:
        yield debugger


@pytest.fixture
async def browser(debugger: str) -> AsyncGenerator[Browser]:
    """The Chromium."""
    async with chromium(debugger) as browser:
        yield browser


@pytest.fixture(name="home")
async def _home() -> AsyncGenerator[House]:
    async with house() as home:
        yield home


@pytest.fixture
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
