"""A house with a daemon in it, and people before its card."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from tests.card.browsing import Person, Screen, chromium, person
from tests.card.house import House, house

Visit = Callable[..., Awaitable[Person]]
"""Somebody opens the card: `await visit()`, or on another screen `await visit(PHONE)`."""


@pytest.fixture(name="home")
async def _home() -> AsyncGenerator[House]:
    async with house() as home:
        yield home


@pytest.fixture
async def visit(home: House) -> AsyncGenerator[Visit]:
    """Opens the card. At the end nobody's browser may have complained, or asked anybody else for anything."""
    people: list[Person] = []
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium())

        async def visit(screen: Screen | None = None) -> Person:
            who = await stack.enter_async_context(person(browser, home.address, screen or Screen()))
            people.append(who)
            return who

        yield visit
    assert [complaint for who in people for complaint in who.complaints] == []
