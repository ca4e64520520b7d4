"""A day with expenses and income in the ledger of a phone: each row shows its amount and can be opened."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit
from tests.card.house import House

_PHONES = (320, 360, 375, 390, 412)
_OUT_OF_REACH = """() => [...document.querySelectorAll(".history [data-row]")].filter((row) => {
  row.scrollIntoView({ block: "center", behavior: "instant" });
  const section = row.closest("section").getBoundingClientRect();
  return [".amount", ".open-acts"].some((part) => {
    const found = row.querySelector(part);
    const { left, right, top, bottom } = found.getBoundingClientRect();
    const hit = document.elementFromPoint(right - 4, (top + bottom) / 2);
    return left < section.left || right > section.right || !found.contains(hit);
  });
}).map((row) => row.textContent)"""


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
async def test_on_a_payday_each_row_keeps_its_amount_and_its_button(home: House, visit: Visit, language: str):
    await home.be_paid()
    person = await visit(Screen(412, 844, touch=True, language=language))
    await person.page.locator("[data-page=ledger]").click()
    await expect(person.page.locator(".history [data-row]")).to_have_count(8)

    for width in _PHONES:
        await person.page.set_viewport_size({"width": width, "height": 700})
        assert await person.page.evaluate(_OUT_OF_REACH) == [], width
        assert await person.stays_within_the_screen()
