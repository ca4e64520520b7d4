"""Words beside the voice: what was left out, what is typed, and the answers to a question, all on the card."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, person
from tests.card.conftest import Visit
from tests.card.house import House, house
from tests.support.conversing import say, wake
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.ports.conversation import MicrophoneLost


async def test_an_entry_left_out_stands_beside_the_draft_until_it_is_added(browser: Browser):
    first_alone = Policy(offline=True, split_locally=SplitLocally.NEVER)
    async with house(policy=first_alone) as home, person(browser, home.address, PHONE) as viewer:
        await wake(home.conversation)
        await say(home.conversation, "吃饭花了60，打车30")
        await viewer.sees("离线：请说简单句")
        await viewer.sees("没记：打车30")
        assert await viewer.accessibility_problems() == []
        await say(home.conversation, "第一笔改成61")
        await viewer.sees("没记：打车30")

        await viewer.press("刚才说的")
        await expect(viewer.page.get_by_role("dialog")).to_contain_text("当前离线，仅支持简单修改。")
        await viewer.press("关闭")
        await viewer.press("补记 打车30")
        await expect(viewer.field("金额")).to_have_value("30")
        await expect(viewer.field("说明")).to_have_value("打车")
        await viewer.press("保存")

        await viewer.sees_status("待确认", "待确认")
        await expect(viewer.page.locator(".notices")).not_to_contain_text("没记")
        await expect(viewer.page.locator(".notices")).to_contain_text("离线")


async def test_typed_words_are_handled_as_spoken_ones(home: House, visit: Visit):
    person = await visit(PHONE)
    home.watcher.tell(MicrophoneLost("unplugged"))
    await person.sees("没有检测到麦克风。")

    await person.page.get_by_label("打字记账").fill("午饭35块")
    await person.press("发送")
    await person.hears_said("记录支出35元，餐饮，确认吗？")
    await person.confirm_all()

    await person.sees("记好了1笔")


async def test_a_question_has_its_answers_as_buttons(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30", "打车35")
    await person.hears_said("打车改成35元，还是另记一笔？")
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    await person.press("另记一笔")
    await person.sees_status("待确认", "待确认", "待确认")
    await expect(person.page.locator(".answers")).to_have_count(0)
    await person.confirm_all()
    await person.sees("记好了3笔")

    await say(home.conversation, "撤销刚才那笔")
    await person.press("不用了")
    await expect(person.page.locator(".answers")).to_have_count(0)
    assert len([row async for row in home.ledger.rows()]) == 3
