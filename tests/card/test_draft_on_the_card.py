"""The draft, seen and touched: R-12 of the requirements, as conversations before the card."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, SMALL_PHONE, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from tests.support.now import NOW
from voiced.dialogue.values import events as ev
from voiced.domain.batch import DraftBatch
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

pytestmark = pytest.mark.scenario("R-12")


async def test_one_entry_is_a_card_and_a_swipe_to_the_right_writes_it(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5")

    await person.hears_said("记录支出35.5元，餐饮，确认吗？")
    await expect(person.page.locator(".draft.single .amount")).to_have_text("¥35.5")
    await person.sees_status("待确认")

    await person.swipe(person.row(1), 220)

    await person.hears_said("记好了，还有吗？")
    await expect(person.page.locator(".row")).to_have_count(0)
    await person.sees("记好了1笔")


async def test_a_swipe_to_the_left_cancels(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")

    await person.swipe(person.row(1), -220)

    await person.hears_said("已取消。")
    await expect(person.page.locator(".row")).to_have_count(0)


async def test_several_entries_are_a_list_that_fingers_decide(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜45块8")
    await person.sees("3笔待确认")
    await person.sees("支出 ¥135.8")

    await person.swipe_with_finger(person.row(1), 220)
    await person.sees_status("已确认", "待确认", "待确认")
    await person.swipe_with_finger(person.row(2), -220)
    await person.sees_status("已确认", "已取消", "待确认")

    # Neither state is told by colour alone: each has a picture, words, and what is cancelled is struck out.
    await expect(person.page.locator(".row .status use")).to_have_count(3)
    await expect(person.row(2).locator(".amount")).to_have_css("text-decoration-line", "line-through")
    await person.confirm_all()
    await person.hears_said("已保存2笔交易。")


async def test_a_small_pull_decides_nothing(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")

    await person.swipe_with_finger(person.row(1), 60)
    await person.swipe(person.row(2), -50)
    # What a pull had sent would be answered before this press.
    await person.press("取消第1笔")

    await person.sees_status("已取消", "待确认")
    await expect(person.page.locator("dialog")).to_have_count(0)


async def test_all_is_cancelled_with_one_press(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")

    await person.press("全部取消")

    await person.hears_said("已取消。")


async def test_an_entry_becomes_a_transfer_whose_accounts_are_both_shown(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "打车30块")
    await person.open_row(1)
    dialog = person.page.get_by_role("dialog", name="修改第1笔")
    await expect(dialog.get_by_label("转到")).to_be_hidden()

    await dialog.get_by_text("转账").click()
    await dialog.get_by_label("账户").select_option("微信")
    await dialog.get_by_label("转到").select_option("支付宝")
    await person.press("保存")

    await expect(person.row(1).locator(".detail")).to_contain_text("微信 → 支付宝")


async def test_undecided_rows_can_be_left_out(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")
    await expect(person.page.get_by_role("button", name="只保存已确认的")).to_have_count(0)

    await person.press("确认第1笔")
    await person.press("只保存已确认的")

    await person.sees("记好了1笔")
    await expect(person.page.locator(".lately").first).to_contain_text("吃饭")


async def test_a_row_just_written_is_undone_and_restored(home: House, visit: Visit):
    one, other = await visit(), await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30", "全部确认")
    await other.sees("记好了2笔")

    await one.press("撤销")
    await expect(other.page.locator(".lately")).to_have_count(0)
    assert [row async for row in home.ledger.rows()] == []

    await one.press("恢复")
    await expect(one.page.locator("#live")).to_have_text("已恢复2笔。")
    assert [row.description async for row in home.ledger.rows()] == ["吃饭", "打车"]


async def test_a_speaker_at_a_loss_gets_help(home: House, visit: Visit):
    person = await visit()
    await person.sees("说「小记小记」，或按「开始」。")
    await expect(person.page.locator(".sayings")).to_contain_text("午饭35块5")

    await wake(home.conversation)
    await person.sees("请说用途和金额。")
    await say(home.conversation, "吃饭花了60，打车30")

    await expect(person.page.locator(".sayings")).to_have_count(0)
    await expect(person.page.locator(".tip")).to_contain_text("说「全部确认」「第二笔不要」")


async def test_two_open_cards_agree(home: House, visit: Visit):
    one, other = await visit(), await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")

    await one.press("确认第1笔")
    await other.sees_status("已确认", "待确认")
    await other.press("取消第2笔")

    await one.hears_said("已保存1笔交易。")
    await other.hears_said("已保存1笔交易。")


async def test_a_whole_conversation_by_keyboard_alone(home: House, visit: Visit):
    person = await visit()
    await person.keys("?")
    await expect(person.page.get_by_role("dialog", name="手势和键盘")).to_be_visible()
    await person.keys("Escape")

    wake_button = person.page.get_by_role("button", name="开始")
    await wake_button.focus()
    await person.keys("Enter")
    await person.sees("在听")
    await say(home.conversation, "吃饭花了60，打车30，买菜45")
    await person.sees_status("待确认", "待确认", "待确认")

    await person.keys("Tab", "Tab", "Tab")
    await expect(person.row(1)).to_be_focused()
    await person.keys("ArrowDown", "Delete")
    await person.sees_status("待确认", "已取消", "待确认")
    await expect(person.row(2)).to_be_focused()

    await person.keys("ArrowUp", "e")
    await person.field("金额").fill("50")
    await person.keys("Enter")
    await expect(person.row(1).locator(".amount")).to_have_text("¥50")
    await expect(person.row(1)).to_be_focused()

    await person.keys("Enter")
    await person.sees_status("已确认", "已取消", "待确认")
    await person.keys("Control+Enter")
    await person.hears_said("已保存2笔交易。")


@pytest.mark.parametrize("screen", [SMALL_PHONE, Screen(320, 568, touch=True, language="en-GB")])
async def test_the_smallest_phone_shows_all_of_it_with_room_for_a_finger(
    home: House, visit: Visit, screen: Screen
):
    person = await visit(screen)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜1280块8")
    await expect(person.page.locator(".row")).to_have_count(3)

    await person.has_room_for_fingers()


async def test_the_longest_word_and_the_largest_amount_stay_within_the_screen(home: House, visit: Visit):
    person = await visit(SMALL_PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")

    await person.open_row(1)
    await person.field("金额").fill("999,999,999.99")
    await person.field("说明").fill("W" * 200)
    await person.press("保存")
    await expect(person.row(1).locator(".amount")).to_have_text("¥999,999,999.99")
    await person.has_room_for_fingers()

    await person.confirm_all()
    await person.hears_said("已保存2笔交易。")
    await person.has_room_for_fingers()
    await person.page.locator("[data-page=ledger]").tap()
    await expect(person.page.locator("[data-row]")).to_have_count(2)
    await person.has_room_for_fingers()


async def test_a_large_amount_alone_stays_in_one_line(home: House, visit: Visit):
    person = await visit(SMALL_PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60")
    height = await person.page.locator(".amount").evaluate("one => one.offsetHeight")

    await person.fill_in("修改第1笔", "金额", "999,999,999.99")

    await expect(person.page.locator(".amount")).to_have_text("¥999,999,999.99")
    assert await person.page.locator(".amount").evaluate("one => one.offsetHeight") <= height
    assert await person.stays_within_the_screen()


async def test_income_differs_from_expenses_by_sign_and_colour(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，抢红包抢了32")
    await expect(person.page.locator(".row")).to_have_count(2)

    sign = "one => getComputedStyle(one, '::before').content"
    colour = "one => getComputedStyle(one).color"
    amounts = [person.row(number).locator(".amount") for number in (1, 2)]
    assert [await one.evaluate(sign) for one in amounts] == ['"−"', '"+"']
    assert len({await one.evaluate(colour) for one in amounts}) == 2


async def test_a_row_to_check_stands_out_by_its_border_and_ground_and_is_counted(home: House, visit: Visit):
    sure, unsure = (
        ParseResult(Money(fen), TransactionType.EXPENSE, "餐饮", NOW.date(), words, confidence=confidence)
        for words, fen, confidence in (("午饭", 3500, 0.95), ("晚饭", 8000, 0.3))
    )
    home.conversation.post(ev.DraftRecovered(DraftBatch.of([sure, unsure], batch_id="b", created_at=NOW)))
    person = await visit(SMALL_PHONE)
    await person.press("继续处理")
    await person.sees_status("待确认", "待确认")

    await expect(person.page.locator(".draft h2")).to_have_text("2笔待确认，1笔请核对")
    await expect(person.row(2).locator(".doubt")).to_be_visible()
    await expect(person.row(1).locator(".doubt")).to_have_count(0)
    look = "face => [getComputedStyle(face).borderColor, getComputedStyle(face).backgroundColor]"
    calm, alarm = [await person.row(number).locator(".face").evaluate(look) for number in (1, 2)]
    assert all(one != other for one, other in zip(calm, alarm, strict=True))
    assert await person.accessibility_problems() == []


async def test_the_window_tells_what_waits(home: House, visit: Visit):
    person = await visit()
    await expect(person.page).to_have_title("随口记")
    await wake(home.conversation)
    await expect(person.page).to_have_title("在听 · 随口记")
    await say(home.conversation, "吃饭花了60，打车30")
    await expect(person.page).to_have_title("2笔待确认 · 随口记")


async def test_a_row_without_an_account_shows_the_one_that_it_will_have(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await expect(person.row(1).locator(".detail")).to_contain_text("现金")
    await person.confirm_all()

    await person.sees("记好了1笔")
    assert [row.account async for row in home.ledger.rows()] == ["现金"]


async def test_a_finger_at_the_edge_of_the_screen_decides_nothing(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")
    await person.sees_status("待确认", "待确认")
    await person.sees_it_still()
    place = await person.row(1).bounding_box()
    assert place is not None

    await person.swipe_at((20, place["y"] + 20), 200)
    await person.swipe_at((100, place["y"] + 20), 200)

    await person.sees_status("已确认", "待确认")
