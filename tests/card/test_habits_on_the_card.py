"""A row that memory filed has a mark on the card, and a press on it forgets the habit."""

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
