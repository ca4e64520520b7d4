"""The ledger page on phones of three widths, in both languages: what it is, what is offered, and what is refused is in reach."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, Route, expect

from tests.card.house import House
from tests.card.phones import COVERED, Readers

NAMED_LIKE_A_COMMAND = "时间,分类,类型,金额,账户1,备注\n2026-11-20 12:05,确认,支出,35.50,微信,面\n"


def once_seen(place: Locator, words: str) -> Callable[[Route], Awaitable[None]]:
    """Let a request go on once these words stand there."""

    async def go_on(route: Route) -> None:
        await expect(place).to_contain_text(words)
        await route.continue_()

    return go_on


async def test_a_budget_stays_typed_while_the_line_is_lost(home: House, readers: Readers):
    await home.live_a_month()
    for reader in readers:
        await reader.turn_to("ledger?v=pictures")
        await reader.tap(reader.page.locator("[data-key=set-budget]"))
        await reader.dialog.locator("[name=limit]").fill("777")
    await home.close_the_door()
    for reader in readers:
        await reader.dialog.locator(".chief").tap()
        await expect(reader.dialog.get_by_role("alert")).to_contain_text(
            reader.reads("未连接", "Not connected")
        )
        await expect(reader.dialog.locator("[name=limit]")).to_have_value("777")
        await reader.reaches(reader.dialog.locator(".chief"))
        await reader.person.keys("Escape")
        await expect(reader.page.locator("[data-key=set-budget]")).to_have_attribute("aria-disabled", "true")
    await home.open_the_door()
    # That requests were refused is what this is about.
    for reader in readers:
        reader.person.complaints.clear()


async def test_one_line_says_what_the_list_is(home: House, readers: Readers):
    await home.live_a_month()
    for reader in readers:
        await reader.turn_to("ledger?q=火锅")
        truth = reader.page.locator(".behind")
        for words in ("火锅", "¥210", reader.reads("1笔", "1 entries")):
            await expect(truth).to_contain_text(words)
        back = truth.get_by_role("link", name=reader.reads("全部流水", "All entries"))
        await reader.reaches(back)
        await back.tap()
        await expect(truth).to_have_count(0)
        await expect(reader.page.locator("[data-row]")).to_have_count(14)
        await reader.turn_to("ledger?span=all")
        await expect(reader.page.locator(".month h2")).to_have_text(reader.reads("全部月份", "All months"))
        await reader.reaches(reader.page.locator("[data-key=back]"), truth.locator("a"))


async def test_a_large_batch_shows_a_sign_of_work(home: House, readers: Readers):
    await home.import_a_year(1000)
    for reader in readers:
        await reader.turn_to("ledger")
        await reader.page.route(
            "**/api/batches/*", once_seen(reader.page.locator(".notes"), reader.reads("处理中…", "Working…"))
        )
        async with reader.page.expect_response("**/api/batches/*") as answer:
            await reader.person.press_first("undo")
        assert len((await (await answer.value).json())["rows"]) == 20
        await reader.reaches(
            reader.dialog.locator("summary"),
            reader.button("撤销1000笔", "Undo 1000 entries"),
            reader.dialog.get_by_role("button", name=reader.reads("撤销", "Undo"), exact=True),
        )
        await reader.person.keys("Escape")


async def test_notes_keep_their_offers_and_lie_on_no_control(home: House, readers: Readers):
    await home.live_a_month()
    for reader in readers:
        await reader.turn_to("ledger")
        rows, notes = reader.page.locator("[data-row]"), reader.page.locator(".notes .banner")
        await expect(rows).to_have_count(14)
        for gone, name in ((1, "羽绒服"), (2, "午饭")):
            await reader.person.swipe_with_finger(rows.filter(has_text=name), -160)
            await expect(notes).to_have_count(gone)
            await expect(rows).to_have_count(14 - gone)
        await expect(notes.first).to_contain_text(
            reader.reads("已撤销 羽绒服 ¥1,280", "Undone: 羽绒服 ¥1,280")
        )
        restore = notes.get_by_role("button", name=reader.reads("恢复", "Restore"))
        away = notes.get_by_role("button", name=reader.reads("收起", "Put away"))
        await reader.reaches(restore.first, restore.last, away.first, away.last)
        for width in (320, 390):
            await reader.page.set_viewport_size({"width": width, "height": 640})
            await reader.page.evaluate(
                "scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })"
            )
            assert await reader.page.evaluate(COVERED) == [], width
        for gone in (1, 0):
            await reader.tap(restore.first)
            await expect(rows).to_have_count(14 - gone)


async def test_what_comes_again_is_removed_after_a_question(home: House, readers: Readers):
    for reader in readers:
        await reader.turn_to("ledger?v=pictures")
        await reader.tap(reader.button("定期的账", "Recurring entries"))
        if reader is readers[0]:
            await reader.dialog.locator("[name=recurring]").fill("每月15号房租3000")
            await reader.dialog.locator("[name=recurring]").press("Enter")
        entry = reader.dialog.locator("li")
        await expect(entry).to_contain_text(
            reader.reads("¥3,000 · 住房 · 下次 12月15日周二", "¥3,000 · 住房 · next Tue")
        )
        change, remove = reader.button("修改 房租", "Edit 房租"), reader.button("删除 房租", "Remove 房租")
        await reader.reaches(
            change, remove, *(reader.dialog.locator(f"[name={one}]") for one in ("category", "account"))
        )
        tops = [await one.evaluate("part => part.getBoundingClientRect().top") for one in (change, remove)]
        assert tops[0] == tops[1]
        await remove.tap()
        await reader.reaches(reader.dialog.locator(".chief"))
        await reader.person.keys("Escape")
        await expect(entry).to_have_count(1)


async def test_a_file_with_a_command_for_a_name_is_refused(readers: Readers):
    for reader in readers:
        await reader.turn_to("ledger?v=pictures")
        await reader.tap(reader.button("导入", "Import"))
        await reader.page.locator("input[type=file]").set_input_files(
            {"name": "bills.csv", "mimeType": "text/csv", "buffer": NAMED_LIKE_A_COMMAND.encode()}
        )
        await expect(reader.dialog.get_by_role("alert")).to_contain_text(
            reader.reads("在文件里改名后再导入：确认", "rename them in the file first: 确认")
        )
        await expect(reader.dialog.locator(".chief")).to_be_hidden()
        await reader.reaches(reader.dialog.get_by_role("button", name=reader.reads("返回", "Cancel")))
