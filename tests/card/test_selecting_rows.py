"""Rows of the ledger are selected and filed or undone together, and each act is taken back as one."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (390, "en-GB")])
async def test_selected_rows_are_filed_and_undone_together(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    person = await at_the_ledger(visit, Screen(width, 844, touch=True, language=language))
    rows = person.page.locator("[data-row]")
    await expect(rows).to_have_count(14)
    await person.page.locator("[data-key=select]").tap()
    for number in (1, 2, 3):
        await rows.nth(number).locator(".what").tap()
    await expect(person.page.locator(".selection [role=status]")).to_contain_text("¥83.5")
    assert await person.stays_within_the_screen()
    if width == 320:
        assert await person.accessibility_problems() == []

    await person.page.locator("[data-key=file-selected]").tap()
    dialog = person.page.get_by_role("dialog")
    await dialog.locator("[name=category]").select_option("娱乐")
    await dialog.locator("[name=account]").select_option("支付宝")
    await dialog.locator(".chief").tap()
    await expect(rows.filter(has_text="娱乐").filter(has_text="支付宝")).to_have_count(3)
    await person.takes_offer()
    await expect(rows.filter(has_text="娱乐").filter(has_text="支付宝")).to_have_count(0)
    await expect(rows.nth(1)).to_contain_text("微信")

    await person.page.locator("[data-key=select]").tap()
    for number in (0, 1):
        await rows.nth(number).locator(".choose").check()
    await person.page.locator("[data-key=undo-selected]").tap()
    await expect(rows).to_have_count(12)
    await person.takes_offer()
    await expect(rows).to_have_count(14)

    # A tap edits a row, as it does in a draft.
    await rows.first.locator(".what").tap()
    await expect(person.page.get_by_role("dialog").locator("[name=amount]")).to_be_visible()
