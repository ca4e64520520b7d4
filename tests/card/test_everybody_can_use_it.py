"""Everybody can use it: axe-core finds nothing wrong, in light and dark and both languages; fingers find room; who wants
no motion has none."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, SMALL_PHONE, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from voiced.ports.conversation import MicrophoneLost

DARK_ENGLISH = Screen(1280, 800, dark=True, language="en-GB")


@pytest.mark.parametrize("screen", [PHONE, DARK_ENGLISH], ids=["phone", "dark-english"])
async def test_now(home: House, visit: Visit, screen: Screen):
    person = await visit(screen)
    assert await person.accessibility_problems() == []

    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜45", "第一笔确认", "第二笔不要")
    home.watcher.tell(MicrophoneLost("unplugged"))
    await expect(person.page.locator("[data-status=cancelled]")).to_have_count(1)
    assert await person.accessibility_problems() == []

    await person.sees_it_still()
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

    await person.press_first("amend")
    await expect(person.page.get_by_role("dialog")).to_be_visible()
    await person.keys("Escape")
    if screen is PHONE:
        await person.press("图表和预算")
    await person.page.locator("[data-key=set-budget]").click()
    await expect(person.page.get_by_role("dialog")).to_be_visible()
    assert await person.accessibility_problems() == []
    await person.keys("Escape")
    assert await person.accessibility_problems() == []
    if screen is PHONE:
        await person.press("流水")

    await person.press_first("undo")
    await expect(person.page.locator("dialog .line")).to_have_count(14)
    assert await person.accessibility_problems() == []


async def test_the_ledger_has_room_for_a_finger_on_the_smallest_phone(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(SMALL_PHONE)
    await person.has_room_for_fingers()

    await person.page.locator("[data-page=ledger]").tap()
    await expect(person.page.locator("[data-row]").first).to_be_visible()
    await person.has_room_for_fingers()
    await person.press_first("amend")
    await person.has_room_for_fingers()


@pytest.mark.parametrize(("reduced", "moves"), [(True, "0s"), (False, "0.18s")])
async def test_a_row_glides_back_only_for_those_who_like_motion(
    home: House, visit: Visit, *, reduced: bool, moves: str
):
    person = await visit(Screen(reduced_motion=reduced))
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await expect(person.row(1).locator(".face")).to_have_css("transition-duration", moves)
