"""Balances: an opening balance is told once, and what is in each account follows from the rows since."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from tests.support.now import TODAY


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (360, "en-GB"), (390, "zh-CN")])
async def test_a_balance_is_known_once_its_opening_is_told(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    person = await visit(Screen(width, 844, touch=True, language=language))
    await wake(home.conversation)
    await say(home.conversation, "微信里还有多少")
    await person.hears_said("微信有多少钱我不知道。在账本的「余额」里填上期初余额，我就能算。")

    await person.page.locator("#to-ledger").tap()
    await person.page.locator("[data-key=view-pictures]").tap()
    await person.page.locator("[data-key=balances]").tap()
    dialog = person.page.get_by_role("dialog")
    for account, amount, is_owed in (("微信", "1000", False), ("信用卡", "500", True)):
        await dialog.first.locator(f"[data-key='opening-{account}']").tap()
        await dialog.last.locator("[name=opening]").fill(amount)
        await dialog.last.locator("[name=owes]").set_checked(is_owed)
        await dialog.last.locator("[name=day]").fill((TODAY - timedelta(days=40)).isoformat())
        await dialog.last.locator(".chief").tap()
        await expect(dialog).to_have_count(1)
    # 微信: 1000 - 35.5 - 18 - 30 - 66 - 320 - 210 + 88; the card: -500 - 1280.
    await expect(dialog.locator("li", has_text="微信")).to_contain_text("¥408.5")
    await expect(dialog.locator("li", has_text="信用卡")).to_contain_text("¥1,780")
    await expect(dialog.locator(".net")).to_contain_text("−¥1,371.5")
    await expect(dialog.locator("tbody tr")).to_have_count(2)
    assert await person.stays_within_the_screen()
    assert await person.accessibility_problems() == []
    await dialog.locator(".chief").tap()

    await person.page.locator("[data-page=now]").tap()
    await say(home.conversation, "微信里还有多少")
    await person.hears_said("微信有408.5元。")
    await say(home.conversation, "信用卡还欠多少")
    await person.hears_said("信用卡欠1780元。")
    await say(home.conversation, "我们一共有多少钱")
    await person.hears_said("一共欠1371.5元：微信有408.5元，信用卡欠1780元。")

    # Undone like a row.
    async with person.page.expect_response("**/api/balances"):
        await person.takes_offer()
    await expect(person.page.locator(".notes .banner")).to_have_count(1)
    await say(home.conversation, "信用卡还欠多少")
    await person.hears_said("信用卡有多少钱我不知道。在账本的「余额」里填上期初余额，我就能算。")
