"""The ledger in the browser: found, looked at, mended, taken back, held to a budget, carried away."""

from __future__ import annotations

from asyncio import to_thread
from pathlib import Path

from playwright.async_api import expect

from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake


async def test_what_was_confirmed_appears_in_an_open_ledger(home: House, visit: Visit):
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()
    await person.sees("还没有记录")

    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")

    await expect(person.page.locator("[data-row]")).to_have_count(1)
    await expect(person.page.locator(".totals")).to_contain_text("支出¥35.5")


async def test_a_row_is_found_by_its_words_and_its_category(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()
    rows = person.page.locator("[data-row]")
    await expect(rows.first).to_be_visible()

    await person.page.get_by_label("搜索").fill("奶茶")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("奶茶")

    await person.page.get_by_label("搜索").fill("")
    await person.page.get_by_role("combobox", name="分类").select_option("交通")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("打车")

    await person.page.get_by_label("搜索").fill("没有这样的")
    await person.sees("没有这样的记录。")


async def test_a_row_is_mended_and_what_it_was_is_kept(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()

    await person.press("修改 午饭")
    await person.page.get_by_role("dialog").get_by_label("金额").fill("40.5")
    await person.press("保存")
    await expect(person.page.locator("[data-row] .amount")).to_have_text("¥40.5")

    await person.press("午饭 的改动")
    await expect(person.page.get_by_role("dialog")).to_contain_text("原来 午饭")
    await expect(person.page.get_by_role("dialog")).to_contain_text("¥35")


async def test_a_row_is_taken_back_only_after_a_question(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()

    await person.press("收回 午饭")
    await person.press("不改了")
    await expect(person.page.locator("[data-row]")).to_have_count(1)
    await person.press("收回 午饭")
    await person.press("收回")

    await expect(person.page.locator("[data-row]")).to_have_count(0)
    await expect(person.page.locator("#live")).to_have_text("已收回。")


async def test_a_budget_says_what_is_left_and_what_is_over(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()
    await person.sees("还没有定预算")

    await person.press("定预算")
    await person.page.get_by_role("dialog").get_by_label("分类").select_option("餐饮")
    await person.page.get_by_role("dialog").get_by_label("每月金额").fill("100")
    await person.press("保存")
    await person.sees("还剩 ¥64.5")

    await person.press("餐饮的预算")
    await person.page.get_by_role("dialog").get_by_label("每月金额").fill("30")
    await person.press("保存")
    await person.sees("超了 ¥5.5")

    await person.press("餐饮的预算")
    await person.press("不要预算")
    await person.sees("还没有定预算")


async def test_the_pictures_are_tables_as_well(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()

    await person.page.locator("summary", has_text="分类支出").click()

    await expect(person.page.locator("tr", has_text="餐饮")).to_have_text("餐饮¥35.5100%1")


async def test_the_ledger_is_carried_away_with_a_click(home: House, visit: Visit):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块5", "确认")
    person = await visit()
    await person.page.get_by_role("link", name="账本").click()

    async with person.page.expect_download() as coming:
        await person.page.get_by_role("link", name="导出 CSV").click()
    download = await coming.value

    written = await to_thread(Path(await download.path()).read_text, encoding="utf-8")
    assert "35.5" in written
