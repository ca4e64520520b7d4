"""The editor: rows of the draft that are changed by hand, and entries that are filled in."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from voiced.ports.conversation import MicrophoneLost

pytestmark = pytest.mark.scenario("R-12")


async def test_a_tap_opens_the_row_for_editing(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")

    await person.open_row(2)
    dialog = person.page.get_by_role("dialog", name="修改第2笔")
    await dialog.get_by_label("金额").fill("0.1234")
    await person.press("保存")
    await person.sees("请写大于零的金额，最多两位小数，比如 35.5")

    await dialog.get_by_label("金额").fill("1,280.10")
    await dialog.get_by_text("收入").click()
    await dialog.get_by_label("分类").select_option("报销")
    await dialog.get_by_label("说明").fill("打车报销")
    await dialog.get_by_label("日期").fill("2026-11-20")
    await dialog.get_by_label("账户").select_option("微信")
    await person.press("保存")

    await expect(person.row(2).locator(".amount")).to_have_text("¥1,280.1")
    await expect(person.row(2).locator(".detail")).to_have_text("收入报销昨天微信")
    await expect(person.row(2).locator(".title")).to_contain_text("打车")
    await person.sees_status("待确认", "待确认")


@pytest.mark.parametrize(
    ("width", "choice", "amount"), [(320, "用我的", "¥99"), (360, "保存", "¥99"), (390, "用新的", "¥50")]
)
async def test_an_edit_of_a_field_that_was_changed_by_voice_meanwhile_asks_which_is_right(
    home: House, visit: Visit, width: int, choice: str, amount: str
):
    person = await visit(Screen(width, 700, touch=True))
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await person.open_and_type("修改第1笔", "金额", "99")

    await say(home.conversation, "改成50")
    await person.press("保存")

    dialog = person.page.get_by_role("dialog")
    await expect(dialog.get_by_role("alert")).to_contain_text("金额刚改成 ¥50，你填的是 ¥99")
    await expect(person.field("金额")).to_have_value("99")
    assert await person.accessibility_problems() == []
    assert await person.stays_within_the_screen()
    await dialog.get_by_role("button", name=choice, exact=True).tap()
    if choice == "用新的":
        await expect(person.field("金额")).to_have_value("50")
        await person.press("保存")
    await expect(dialog).to_have_count(0)
    await expect(person.row(1).locator(".amount")).to_have_text(amount)


async def test_an_edit_of_a_field_that_voice_left_alone_is_kept_beside_its_change(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await person.open_and_type("修改第1笔", "说明", "霸王茶姬")

    await say(home.conversation, "改成22")
    await person.press("保存")

    await expect(person.page.get_by_role("dialog")).to_have_count(0)
    await expect(person.row(1).locator(".title")).to_contain_text("霸王茶姬")
    await expect(person.row(1).locator(".amount")).to_have_text("¥22")


@pytest.mark.parametrize(("typed", "amount"), [("¥30", "¥30"), ("12+8", "¥20"), ("１００－0.5元", "¥99.5")])
async def test_an_amount_may_be_typed_with_its_mark_or_as_a_sum(
    home: House, visit: Visit, typed: str, amount: str
):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await person.fill_in("修改第1笔", "金额", typed)

    await expect(person.row(1).locator(".amount")).to_have_text(amount)


async def test_a_year_that_is_surely_wrong_is_asked_about(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await person.fill_in("修改第1笔", "日期", "2099-01-01")

    await person.sees("这一天在一年以后，请核对年份")


async def test_without_a_microphone_an_entry_is_filled_in_by_hand(home: House, visit: Visit):
    person = await visit(PHONE)
    home.watcher.tell(MicrophoneLost("unplugged"))
    await expect(person.page.locator(".phase")).to_have_text("没有麦克风")

    await person.press("手动记一笔")
    await person.press("保存")
    await person.sees("请写大于零的金额")
    assert await person.accessibility_problems() == []
    await person.field("金额").fill("18")
    await person.field("说明").fill("打车去机场")
    await person.press("保存")

    await expect(person.page.get_by_role("dialog")).to_have_count(0)
    await person.hears_said("记录支出18元，交通，确认吗？")
    await person.press("手动记一笔")
    await person.field("金额").fill("200")
    await person.page.get_by_role("dialog").get_by_text("收入").click()
    await person.field("分类").select_option("红包")
    await person.press("保存")
    await person.sees_status("待确认", "待确认")
    await person.confirm_all()

    await person.sees("记好了2笔")
    assert [row.category async for row in home.ledger.rows()] == ["交通", "红包"]
