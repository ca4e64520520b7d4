"""The year in review: one picture of exact figures, the same as text, and kept as a file."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (390, "en-GB")])
async def test_the_year_is_a_picture_of_exact_figures_that_can_be_kept(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    person = await at_the_ledger(visit, Screen(width, 844, touch=True, language=language))
    await person.page.locator("[data-key=view-pictures]").tap()
    await person.page.locator("[data-key=year]").tap()
    picture = person.page.locator(".year-picture")
    await expect(picture).to_contain_text("¥4,235.4")
    await expect(picture).to_contain_text("¥12,088")
    await person.page.get_by_role("dialog").locator("summary").tap()
    await expect(person.page.get_by_role("dialog").locator("tr", has_text="住房")).to_contain_text("¥1,600")
    assert await person.stays_within_the_screen()
    assert await person.accessibility_problems() == []

    async with person.page.expect_download() as kept:
        await person.page.locator("[data-key=share-year]").tap()
    assert (await kept.value).suggested_filename == "voiced-2026.png"
