"""A row between two readings has a button for each, and a press reads the row back without saving it."""

from __future__ import annotations

from playwright.async_api import expect

from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake


async def test_a_press_on_a_reading_takes_it(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "四张门票每张40")

    await person.hears_said("一共160元吗？")
    await expect(person.page.locator(".readings button")).to_have_text(["160元", "40元"])

    await person.press("160元")

    await person.hears_said("记录支出160元，娱乐，确认吗？")
    await expect(person.page.locator(".readings")).to_have_count(0)
    await person.sees_status("待确认")
