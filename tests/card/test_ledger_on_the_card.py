"""The ledger in the browser: found, looked at, mended, taken back, held to a budget, carried away."""

from __future__ import annotations

from asyncio import to_thread
from pathlib import Path

from playwright.async_api import expect

from tests.card.browsing import PHONE, Screen
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House
from tests.support.conversing import say, wake


async def test_a_confirmed_row_appears_on_an_open_ledger_page(home: House, visit: Visit):
    person = await at_the_ledger(visit)
    await person.sees("还没有记录")

    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")

    await expect(person.page.locator("[data-row]")).to_have_count(1)
    await expect(person.page.locator(".totals")).to_contain_text("支出¥35.5")


async def test_a_row_is_found_by_its_words_and_its_category(home: House, visit: Visit):
    await home.live_a_month()
    person = await at_the_ledger(visit)
    rows = person.page.locator("[data-row]")
    await expect(rows.first).to_be_visible()

    await person.page.get_by_label("搜索").fill("奶茶")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("奶茶")

    await person.page.get_by_label("搜索").fill("")
    await expect(rows.nth(1)).to_be_visible()
    await person.page.get_by_role("combobox", name="分类").select_option("交通")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("打车")

    await person.page.get_by_label("搜索").fill("没有这样的")
    await person.sees("没有这样的记录。")


async def test_a_row_is_mended_and_what_it_was_is_kept(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    person = await at_the_ledger(visit)

    await person.press("修改 午饭")
    await person.field("金额").fill("40.5")
    await person.press("保存")
    await expect(person.page.locator("[data-row] .amount")).to_have_text("¥40.5")

    await person.press("午饭 的改动")
    await expect(person.page.get_by_role("dialog")).to_contain_text("改过，原来是")
    await expect(person.page.get_by_role("dialog")).to_contain_text("¥35")


async def test_a_row_is_taken_back_only_after_a_question(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    person = await at_the_ledger(visit)

    await person.press("撤销 午饭")
    await person.press("返回")
    await expect(person.page.locator("[data-row]")).to_have_count(1)
    await person.press("撤销 午饭")
    await person.press("撤销")

    await expect(person.page.locator("[data-row]")).to_have_count(0)
    await expect(person.page.locator("#live")).to_have_text("已撤销 午饭 ¥35。")


async def test_an_undone_row_is_found_and_restored(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    person = await at_the_ledger(visit)
    await person.press("撤销 午饭")
    await person.press("撤销")
    await person.sees("还没有记录")

    await person.page.get_by_label("状态").select_option("已撤销的")
    await person.press("恢复 午饭")
    await person.sees("没有这样的记录。")
    await person.page.get_by_label("状态").select_option("有效的")

    await person.press("午饭 的改动")
    await expect(person.page.get_by_role("dialog").locator(".why")).to_contain_text(["恢复过", "撤销过"])


async def test_rows_saved_together_are_undone_together(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜45", "全部确认", "奶茶15", "确认")
    person = await at_the_ledger(visit)
    await expect(person.page.locator("[data-row]")).to_have_count(4)

    await person.press("撤销 打车")
    await person.page.get_by_text("一起记下的有3笔").click()
    await expect(person.page.get_by_role("dialog").locator(".line")).to_have_count(3)
    await person.press("撤销3笔")

    await expect(person.page.locator("[data-row]")).to_have_count(1)
    await person.press("恢复")
    await expect(person.page.locator("[data-row]")).to_have_count(4)


async def test_another_page_sees_what_was_changed(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    one, other = await at_the_ledger(visit), await at_the_ledger(visit)

    await one.press("修改 午饭")
    await one.field("账户").select_option("支付宝")
    await one.press("保存")

    await expect(other.page.locator("[data-row] .detail")).to_have_text("支出 · 餐饮 · 支付宝")
    await other.page.get_by_label("账户").select_option("现金")
    await other.sees("没有这样的记录。")


async def test_a_month_without_rows_says_so(home: House, visit: Visit):
    await home.live_a_month()
    person = await at_the_ledger(visit)
    await expect(person.page.locator(".chart")).to_be_visible()

    await person.press("下个月")
    await person.sees("2026年12月")
    await expect(person.page.get_by_text("这个月没有记录。")).to_have_count(2)
    await expect(person.page.locator(".chart")).to_have_count(0)


async def test_all_of_it_is_there_in_english(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30", "全部确认")
    person = await visit(Screen(language="en-GB"))
    await person.page.get_by_role("link", name="Ledger").click()

    await person.press("Set a budget")
    await person.field("Category").select_option("餐饮")
    await person.field("Yuan").fill("50")
    await person.press("Save")
    await person.sees("¥10 over")

    await person.press("Edit 打车")
    await person.field("Account").select_option("微信")
    await person.press("Save")
    await person.sees("Expense · 交通 · 微信")

    await person.press("Undo 吃饭")
    await person.press("Undo 2 entries")
    await person.sees("No entries yet.")
    await person.page.get_by_label("State").select_option("Undone")
    await person.press("Restore 打车")
    await person.page.get_by_label("State").select_option("In the ledger")
    await person.press("Changes of 打车")
    await expect(person.page.get_by_role("dialog").locator(".why")).to_contain_text(
        ["Restored. It was:", "Undone. It was:", "Changed. Before:"]
    )


async def test_a_budget_says_what_is_left_and_what_is_over(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")
    person = await at_the_ledger(visit)
    await person.sees("还没有设预算")

    await person.press("设预算")
    await person.field("分类").select_option("餐饮")
    await person.field("金额").fill("100")
    await person.press("保存")
    await person.sees("还剩 ¥64.5")

    await person.press("餐饮的预算")
    await person.field("金额").fill("30")
    await person.press("保存")
    await person.sees("超支 ¥5.5")

    await person.press("餐饮的预算")
    await person.press("不要预算")
    await person.sees("还没有设预算")


async def test_the_pictures_are_tables_as_well(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")
    person = await at_the_ledger(visit)

    await person.page.locator("summary", has_text="分类支出").click()

    await expect(person.page.locator("tr", has_text="餐饮")).to_have_text("餐饮¥35.5100%1¥0")


async def test_a_range_of_the_ledger_is_carried_away_under_its_dates(home: House, visit: Visit):
    await home.live_a_month()
    person = await at_the_ledger(visit)

    await person.press("导出")
    await person.field("从").fill("2026-11-20")
    async with person.page.expect_download() as coming:
        await person.page.get_by_role("link", name="导出 CSV").click()
    download = await coming.value

    assert download.suggested_filename == "voiced-2026-11-20-2026-11-30.csv"
    written = await to_thread(Path(await download.path()).read_text, encoding="utf-8")
    assert [words in written for words in ("羽绒服", "奶茶", "盒马")] == [True, True, False]


async def test_a_category_that_was_added_is_offered_from_the_next_session_on(home: House, visit: Visit):
    person = await at_the_ledger(visit)
    offered = person.page.locator("#ledger").get_by_label("分类").locator("option")
    await expect(offered.filter(has_text="餐饮")).to_have_count(1)

    await home.arrange("露营")
    await wake(home.conversation)
    await expect(offered.filter(has_text="露营")).to_have_count(1)

    await say(home.conversation, "午饭35块")
    await person.page.locator("[data-page=now]").click()
    await person.press("修改第1笔")
    await expect(person.field("分类").locator("option").filter(has_text="露营")).to_have_count(1)


async def test_a_year_is_taken_back_after_two_questions_and_comes_back_whole(home: House, visit: Visit):
    rows = 3004
    await home.import_a_year(rows)
    person = await visit(PHONE)
    await person.page.locator("[data-page=ledger]").click()
    await expect(person.page.locator("[data-row]")).to_have_count(50)

    await person.press_first("undo")
    dialog = person.page.get_by_role("dialog")
    await dialog.get_by_text("一起记下的有3004笔（2025-11-22 – 2026-11-21）").click()
    await expect(dialog.locator(".line")).to_have_count(20)
    await person.press("撤销3004笔")
    await expect(dialog).to_contain_text("这3004笔（2025-11-22 – 2026-11-21）会从账本移除")
    assert len([row async for row in home.ledger.rows()]) == rows

    await person.press("撤销3004笔")
    await person.sees("已撤销3004笔。")
    assert [row async for row in home.ledger.rows()] == []
    await expect(person.page.get_by_role("button", name="恢复", exact=True)).to_be_in_viewport()
    await person.press("恢复")

    await person.sees("已恢复3004笔。")
    assert len([row async for row in home.ledger.rows()]) == rows


async def test_a_finished_action_is_told_in_view_at_any_scroll(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(PHONE)
    await person.page.locator("[data-page=ledger]").click()
    await expect(person.page.locator("[data-row]").first).to_be_visible()

    await person.page.locator("[data-key^=more-]").last.click()
    await person.page.locator("[data-key^=undo-]").last.click()
    await person.page.get_by_role("dialog").get_by_role("button", name="撤销", exact=True).click()
    await expect(person.page.locator("#notes .banner")).to_be_in_viewport(ratio=1)
    await person.press("恢复")
    await expect(person.page.locator("#notes .banner")).to_contain_text("已恢复 体检 ¥460.5。")


async def test_an_edit_that_did_not_arrive_stays_open_with_its_reason(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(PHONE)
    await person.page.locator("[data-page=ledger]").click()
    await person.press_first("amend")
    await person.field("说明").fill("和同事吃饭")
    await person.page.context.set_offline(True)

    await person.press("保存")
    await expect(person.page.get_by_role("dialog").get_by_role("alert").last).to_contain_text("未连接")
    await expect(person.field("说明")).to_have_value("和同事吃饭")

    await person.page.context.set_offline(False)
    await person.press("保存")
    await expect(person.page.get_by_role("dialog")).to_have_count(0)
    await person.sees("和同事吃饭")
    person.complaints.clear()
