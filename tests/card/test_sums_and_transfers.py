"""The large button tells the truth about what it writes, and a transfer goes to another account."""

from __future__ import annotations

from playwright.async_api import expect

from tests.card.browsing import SMALL_PHONE
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake


async def test_income_is_never_added_to_expenses_and_a_transfer_has_another_goal(home: House, visit: Visit):
    person = await visit(SMALL_PHONE)
    await wake(home.conversation)
    await say(home.conversation, "工资12000，午饭35")
    await expect(person.page.locator("[data-key=confirm-all]")).to_have_text("确认2笔")

    await person.open_row(2)
    dialog = person.page.get_by_role("dialog")
    await dialog.get_by_text("转账").click()
    await expect(dialog.get_by_label("转到").locator("option:enabled", has_text="现金")).to_have_count(0)
    await expect(dialog.get_by_label("分类")).to_have_value("转账")
    await dialog.get_by_text("支出").click()
    await expect(dialog.get_by_label("分类")).to_have_value("餐饮")
    await dialog.get_by_text("转账").first.click()
    await person.press("保存")
    await person.sees("请选转到哪个账户")
    assert await person.accessibility_problems() == []
    await dialog.get_by_label("转到").select_option("微信")
    await person.press("保存")
    await expect(person.row(2).locator(".detail")).to_contain_text("微信")


async def test_a_long_word_stays_within_the_screen(home: House, visit: Visit):
    person = await visit(SMALL_PHONE)
    await wake(home.conversation)
    await say(home.conversation, "a" * 64)
    await person.sees("没听懂")
    assert await person.stays_within_the_screen()
