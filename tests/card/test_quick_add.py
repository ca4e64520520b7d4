"""Entries are added by hand with few taps: a keypad, the latest categories, the last entries as templates."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit
from tests.card.house import House

_IS_ON_TOP = """(field) => {
  const { left, width, top, bottom } = field.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => document.elementFromPoint(left + width / 2, y) === field);
}"""


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (390, "en-GB")])
async def test_an_amount_a_chip_and_save_are_an_entry_and_another_can_follow(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    person = await visit(Screen(width, 640, touch=True, language=language))
    await person.sees_it_still()
    await person.page.locator("#by-hand").tap()
    dialog = person.page.get_by_role("dialog")
    chips = dialog.locator(".chips:not(.templates) button")
    await expect(chips).to_have_count(8)
    await expect(chips.first.locator("svg")).to_be_visible()
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    for key in ("1", "2", "+", "8", ".", "5", "0", "⌫"):
        await dialog.locator(".keypad button").get_by_text(key, exact=True).tap()
    await expect(dialog.locator("[name=amount]")).to_have_value("12+8.5")
    await chips.get_by_text("交通").tap()
    await dialog.locator("[data-key=one-more]").tap()
    await expect(dialog.get_by_role("status")).to_contain_text("12+8.5")
    await expect(dialog.locator("[name=amount]")).to_have_value("")

    # A field that has the focus stands above the buttons that stay in view.
    for name in ("category", "description", "account"):
        field = dialog.locator(f"[name={name}]")
        await field.focus()
        assert await field.evaluate(_IS_ON_TOP), name

    # A template fills in all but the day.
    await dialog.locator(".templates button").first.tap()
    await expect(dialog.locator("[name=amount]")).not_to_have_value("")
    name = await dialog.locator("[name=description]").input_value()
    await dialog.locator(".chief").tap()
    await expect(dialog).to_have_count(0)
    await expect(person.row(1).locator(".amount")).to_have_text("¥20.5")
    await expect(person.row(1)).to_contain_text("交通")
    await expect(person.row(2).locator(".title")).to_contain_text(name)
