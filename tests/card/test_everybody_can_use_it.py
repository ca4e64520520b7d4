"""axe-core finds nothing wrong with any state of the page, in light and in dark, in both languages."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake

DARK_ENGLISH = Screen(1280, 800, dark=True, language="en-GB")


@pytest.mark.parametrize("screen", [PHONE, DARK_ENGLISH], ids=["phone", "dark-english"])
async def test_now(home: House, visit: Visit, screen: Screen):
    person = await visit(screen)
    assert await person.accessibility_problems() == []

    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜45", "第一笔确认", "第二笔不要")
    home.delegate.on_microphone_lost("unplugged")
    await expect(person.page.locator("[data-status=cancelled]")).to_have_count(1)
    assert await person.accessibility_problems() == []

    await person.page.locator("[data-act=edit]").first.click()
    await person.page.get_by_role("dialog").locator("[name=amount]").fill("nothing")
    await person.keys("Enter")
    assert await person.accessibility_problems() == []

    await person.keys("Escape")
    await person.page.locator("#open-help").click()
    assert await person.accessibility_problems() == []


@pytest.mark.parametrize("screen", [PHONE, DARK_ENGLISH], ids=["phone", "dark-english"])
async def test_the_ledger(home: House, visit: Visit, screen: Screen):
    await home.live_a_month()
    person = await visit(screen)

    await person.page.locator("[data-page=ledger]").click()
    await expect(person.page.locator("[data-row]").first).to_be_visible()
    await person.page.locator("summary").first.click()
    assert await person.accessibility_problems() == []
    assert await person.stays_within_the_screen()

    await person.page.locator("[data-key=set-budget]").click()
    assert await person.accessibility_problems() == []
