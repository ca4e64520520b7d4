"""The tray 「没记」: what was said and is not in the draft can be added or put away, and outlives a cancel and a crash."""

from __future__ import annotations

from playwright.async_api import expect

from tests.card.browsing import PHONE
from tests.card.conftest import Visit
from tests.card.house import House
from tests.card.test_questions_on_the_card import left_behind
from tests.support.conversing import say, wake
from voiced.dialogue.values import events as ev

ELEVEN = "早餐8，午饭35，晚饭60，打车30，奶茶18，水果12，电影票45，洗发水29，猫粮99，地铁6，咖啡25"


async def test_an_eleventh_entry_waits_with_its_reason_and_outlives_a_cancel(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, ELEVEN)
    await person.sees("没记：咖啡25元")
    assert await person.accessibility_problems() == []
    assert await person.stays_within_the_screen()

    # By hand there is no room either: the dialog says so and keeps what was typed.
    await person.fill_in("手动记一笔", "金额", "2600")
    await person.sees("一次最多10笔，先确认这些。")
    await expect(person.field("金额")).to_have_value("2600")
    await person.press("返回")

    await person.press("全部取消")
    await person.sees("没记：1笔")
    await person.sees("一次最多10笔，先确认这些")
    await person.press("补记 咖啡25元")
    await person.press("保存")
    await expect(person.row(1).locator(".title")).to_contain_text("咖啡")
    await expect(person.page.locator("[data-banner=tray]")).to_have_count(0)


async def test_what_has_no_amount_is_filled_in_and_added(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭60，打车，买菜45")

    await person.press("补记 打车")
    await expect(person.field("说明")).to_have_value("打车")
    await expect(person.field("金额")).to_be_focused()
    await person.field("金额").fill("30")
    await person.press("保存")

    await person.sees_status("待确认", "待确认", "待确认")
    await expect(person.row(3).locator(".amount")).to_have_text("¥30")
    await expect(person.page.locator("[data-banner=tray]")).to_have_count(0)


async def test_rows_left_behind_stand_beside_a_new_draft_and_keep_their_buttons(home: House, visit: Visit):
    home.conversation.post(ev.DraftRecovered(left_behind()))
    person = await visit(PHONE)
    await person.page.get_by_label("打字记账").fill("奶茶18")
    await person.press("发送")
    await person.sees("上次的2笔还在")
    await person.press("看看")
    await person.press("不要 吃饭60元")
    await person.sees("上次的1笔还在")

    await person.press("取消")
    await person.press("恢复")
    await person.press("取消")
    for name in ("继续处理", "不要了"):
        await expect(person.page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    await person.press("继续处理")
    await expect(person.row(2).locator(".title")).to_contain_text("打车")
