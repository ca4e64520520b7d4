"""A row that memory filed has a mark on the card; a press on it forgets the habit, and so does the list of habits."""

from __future__ import annotations

from playwright.async_api import expect

from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake


async def test_two_corrections_are_learnt_marked_and_forgotten_by_a_press(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    for _ in range(2):
        for words in ("猫砂四十", "分类改成日用", "确认"):
            await say(home.conversation, words)
    await say(home.conversation, "猫砂五十")

    await person.hears_said("记录支出50元，按上次记在日用，确认吗？")
    await expect(person.page.locator("[data-act=forget]")).to_have_text("按上次记的")

    await person.press("按上次记的")

    await person.hears_said("记录支出50元，宠物，确认吗？")
    await expect(person.page.locator("[data-act=forget]")).to_have_count(0)
    await person.sees_status("待确认")
    await say(home.conversation, "取消")
    assert (await home.ledger.memory()).habits == ()


async def test_what_was_learnt_is_listed_on_the_ledger_page_and_forgotten_there(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    for words in (f"{thing}四十" for thing in ("猫砂", "纸巾", "牛奶") for _ in range(2)):
        await say(home.conversation, words, "分类改成购物", "确认")
    await person.page.locator("[data-page=ledger]").click()
    await person.page.get_by_role("button", name="记住的习惯").click()
    dialog = person.page.get_by_role("dialog", name="记住的习惯")
    await expect(dialog.locator("li")).to_have_count(3)
    await expect(dialog.locator("li").first).to_contain_text("学自 2026-11-21 猫砂 40元")
    assert await person.accessibility_problems() == []

    await dialog.get_by_role("button", name="忘记 猫砂").click()

    await expect(dialog.locator("li")).to_have_count(2)
    named = await dialog.locator("li .what > :first-child").all_text_contents()
    assert set(named) == {"纸巾 → 购物", "牛奶 → 购物"}
    await dialog.get_by_role("button", name="全部忘记").click()
    await person.page.get_by_role("dialog", name="全部忘记").get_by_role("button", name="返回").click()
    await expect(dialog.locator("li")).to_have_count(2)
    await dialog.get_by_role("button", name="全部忘记").click()
    await person.page.get_by_role("dialog", name="全部忘记").get_by_role("button", name="全部忘记").click()
    await expect(dialog).to_contain_text("还没有学到什么。")
    assert (await home.ledger.memory()).habits == ()
