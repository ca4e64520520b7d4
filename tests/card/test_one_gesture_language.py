"""A swipe does in the ledger what it does in a draft: left takes a row out, right brings it back, and each can be taken back."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, SMALL_PHONE, Screen
from tests.card.conftest import Visit, at_a_month, at_the_ledger
from tests.card.house import House


@pytest.mark.parametrize(("width", "language"), [(320, "en-GB"), (360, "zh-CN"), (390, "zh-CN")], ids=str)
async def test_a_row_is_swiped_out_of_the_ledger_and_back(
    home: House, visit: Visit, width: int, language: str
):
    phone, rows = await at_a_month(home, visit, Screen(width, 740, touch=True, language=language))

    await phone.swipe_with_finger(rows.filter(has_text="奶茶"), 30 - width // 2)
    await expect(rows).to_have_count(13)
    await expect(rows.filter(has_text="奶茶")).to_have_count(0)
    assert await phone.accessibility_problems() == []
    await phone.takes_offer()
    await expect(rows).to_have_count(14)

    # A note may lie on the row.
    await expect(phone.page.locator(".notes .banner").last).to_contain_text("奶茶 ¥18")
    await phone.sees_it_still()
    await phone.page.locator("[data-key=put-note-away]").last.tap()
    await expect(phone.page.locator(".notes .banner")).to_have_count(0)

    # Too short a way, the other way, and a row that is selected do nothing.
    await phone.swipe_with_finger(rows.filter(has_text="奶茶"), -40)
    await phone.swipe_with_finger(rows.filter(has_text="奶茶"), width // 2 - 30)
    await phone.page.locator("[data-key=select]").tap()
    await phone.swipe_with_finger(rows.filter(has_text="奶茶"), 30 - width // 2)
    await expect(rows).to_have_count(14)
    assert await phone.stays_within_the_screen()


async def test_an_undone_row_is_swiped_back_into_the_ledger_and_out_again(home: House, visit: Visit):
    phone, rows = await at_a_month(home, visit, PHONE)
    await phone.swipe_with_finger(rows.filter(has_text="奶茶"), -150)
    await expect(rows).to_have_count(13)
    await phone.page.goto(f"{home.address}#ledger?undone=true")
    await expect(rows).to_have_count(1)

    await phone.swipe_with_finger(rows.first, 150)
    await expect(rows).to_have_count(0)
    await expect(phone.page.locator(".notes .banner").last).to_contain_text("已恢复 奶茶")
    await phone.takes_offer()
    await expect(rows).to_have_count(1)


async def test_where_text_can_be_marked_a_mouse_marks_it(home: House, visit: Visit):
    reader, rows = await at_a_month(home, visit)
    await reader.swipe(rows.first, -300)
    await expect(rows.first).not_to_have_attribute("data-pull", "cancel")
    await expect(rows).to_have_count(14)


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
async def test_a_phone_leads_from_the_ledger_to_the_bills(home: House, visit: Visit, language: str):
    small = Screen(SMALL_PHONE.width, SMALL_PHONE.height, touch=True, language=language)
    phone = await at_the_ledger(visit, small)
    link = phone.page.locator("[data-key=to-bills]")
    await expect(link).to_be_in_viewport(ratio=1)
    await phone.has_room_for_fingers()
    await link.tap()
    await expect(phone.page.locator("#bills")).to_be_visible()
