"""What was once lost or out of reach on a phone is there on each of three widths, in both languages, for a finger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest_asyncio
from playwright.async_api import Browser, Locator, Route, expect

from tests.card.browsing import Screen, person
from tests.card.conftest import Visit
from tests.card.house import House, house
from tests.card.phones import LANGUAGES, Reader
from tests.card.test_questions_on_the_card import left_behind
from tests.card.test_tray import ELEVEN
from tests.support.conversing import say, wake
from voiced.card.card import CardMicrophone
from voiced.dialogue.values import events as ev

Readers = tuple[Reader, Reader]
"""Somebody who reads Chinese, and somebody who reads English."""
NAMED_LIKE_A_COMMAND = "时间,分类,类型,金额,账户1,备注\n2026-11-20 12:05,确认,支出,35.50,微信,面\n"
_COVERED = """() => [...document.querySelectorAll("main :is(button, a, input)")].filter((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return height > 1 && y > 0 && y < innerHeight && document.elementFromPoint(x, y)?.closest(".notes");
}).map((control) => control.textContent)"""


def once_seen(place: Locator, words: str) -> Callable[[Route], Awaitable[None]]:
    """Let a request go on once these words stand there."""

    async def go_on(route: Route) -> None:
        await expect(place).to_contain_text(words)
        await route.continue_()

    return go_on


def a_phone(language: str) -> Screen:
    """A phone that is set to this language."""
    return Screen(390, 844, touch=True, language=language)


@pytest_asyncio.fixture(name="readers", loop_scope="session")
async def _readers(visit: Visit) -> Readers:
    chinese, english = LANGUAGES
    return Reader(await visit(a_phone(chinese)), chinese), Reader(await visit(a_phone(english)), english)


async def test_an_eleventh_entry_waits_for_room(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, ELEVEN)
    for reader in readers:
        await reader.sees("没记：咖啡25元", "Left out: 咖啡25元")
        add, put_away = (
            reader.button("补记 咖啡25元", "Add it: 咖啡25元"),
            reader.button("不要 咖啡25元", "Discard 咖啡25元"),
        )
        await reader.reaches(add, put_away)
        await reader.tap(reader.page.locator("#by-hand"))
        await reader.dialog.locator("[name=amount]").fill("2600")
        await reader.reaches(reader.dialog.locator(".chief"))
        await reader.dialog.locator(".chief").tap()
        await reader.sees("一次最多10笔", "Ten at a time")
        await expect(reader.dialog.locator("[name=amount]")).to_have_value("2600")
        await reader.person.keys("Escape")
    await say(home.conversation, "全部取消")
    for reader in readers:
        await reader.reaches(reader.button("补记 咖啡25元", "Add it: 咖啡25元"))
    one, other = readers
    await other.tap(other.button("补记 咖啡25元", "Add it: 咖啡25元"))
    await other.dialog.locator(".chief").tap()
    await expect(other.person.row(1)).to_contain_text("咖啡")
    await expect(one.page.locator("[data-banner=tray]")).to_have_count(0)


async def test_an_edit_of_what_changed_meanwhile_is_settled(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    for reader, choice, amount in zip(readers, (0, 1), ("¥99", "¥51"), strict=True):
        await reader.person.open_row(1)
        await reader.dialog.locator("[name=amount]").fill("99" if choice == 0 else "88")
        await say(home.conversation, f"改成{50 + choice}")
        await reader.dialog.locator(".chief").tap()
        await expect(reader.dialog.get_by_role("alert").last).to_contain_text(f"¥{50 + choice}")
        mine, new = reader.button("用我的", "Use mine"), reader.button("用新的", "Use the new one")
        await reader.reaches(mine, new)
        await (mine, new)[choice].tap()
        if choice:
            await expect(reader.dialog.locator("[name=amount]")).to_have_value("51")
            await reader.dialog.locator(".chief").tap()
        await expect(reader.dialog).to_have_count(0)
        await expect(reader.person.row(1).locator(".amount")).to_have_text(amount)


async def test_what_has_no_amount_is_completed(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, "吃饭60，打车，买菜45")
    for reader in readers:
        add = reader.button("补记 打车", "Add it: 打车")
        await reader.reaches(add)
        await reader.tap(add)
        await expect(reader.dialog.locator("[name=description]")).to_have_value("打车")
        await expect(reader.dialog.locator("[name=amount]")).to_be_focused()
        await reader.reaches(reader.dialog.locator(".chief"))
        await reader.person.keys("Escape")
        await expect(add).to_have_count(1)
    one, _ = readers
    await one.tap(one.button("补记 打车", "Add it: 打车"))
    await one.dialog.locator("[name=amount]").fill("30")
    await one.dialog.locator(".chief").tap()
    await expect(one.person.row(3)).to_contain_text("¥30")


async def test_rows_left_behind_keep_their_buttons(home: House, readers: Readers):
    home.conversation.post(ev.DraftRecovered(left_behind()))
    one, _ = readers
    await one.page.locator("#typed-words").fill("奶茶18")
    await one.tap(one.page.locator("#send"))
    for reader in readers:
        await reader.sees("上次的2笔还在", "2 from last time")
        await reader.reaches(reader.button("看看", "Look"))
    await say(home.conversation, "取消")
    for reader in readers:
        await reader.reaches(reader.button("继续处理", "Continue"), reader.button("不要了", "Discard"))
    await one.tap(one.button("继续处理", "Continue"))
    await expect(one.person.row(2)).to_contain_text("打车")


async def test_the_large_button_adds_no_income_to_expenses(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, "工资12000，午饭35")
    for reader in readers:
        await expect(reader.page.locator("[data-key=confirm-all]")).to_have_text(
            reader.reads("确认2笔", "Confirm 2")
        )
        await reader.reaches(reader.button("确认2笔", "Confirm 2"))


async def test_a_transfer_has_another_goal(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, "工资12000，午饭35")
    for reader in readers:
        await reader.person.open_row(2)
        await reader.dialog.get_by_text(reader.reads("转账", "Transfer"), exact=True).first.tap()
        goal = reader.dialog.locator("[name=to-account]")
        await expect(goal.locator("option:enabled", has_text="现金")).to_have_count(0)
        await expect(reader.dialog.locator("[name=category]")).to_have_value("转账")
        await reader.dialog.locator(".chief").tap()
        await reader.sees("请选转到哪个账户", "Choose where it goes")
        await reader.reaches(goal, reader.dialog.locator(".chief"))
        await goal.select_option("微信")
        await reader.dialog.locator(".chief").tap()
        await expect(reader.dialog).to_have_count(0)
        await expect(reader.person.row(2).locator(".detail")).to_contain_text("微信")
        await say(home.conversation, "全部取消", "工资12000，午饭35")


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
            assert await reader.page.evaluate(_COVERED) == [], width
        for gone in (1, 0):
            await reader.tap(restore.first)
            await expect(rows).to_have_count(14 - gone)


async def test_without_a_microphone_nothing_pretends_to_listen(browser: Browser):
    async with AsyncExitStack() as stack:
        home = await stack.enter_async_context(house(microphone=CardMicrophone.NONE))
        for language in LANGUAGES:
            who = await stack.enter_async_context(person(browser, home.address, a_phone(language)))
            reader = Reader(who, language)
            await expect(who.page.locator(".phase")).to_have_text(reader.reads("打字记账", "Type an entry"))
            await expect(who.page.locator("#typed-words")).to_be_focused()
            await expect(who.page.locator("[data-key=wake], [data-key=quiet]")).to_have_count(0)
            await reader.reaches(who.page.locator("#typed-words"), reader.button("发送", "Send"))


async def test_words_are_no_entries_and_doubt_is_shown(home: House, readers: Readers):
    await home.live_a_month()
    await wake(home.conversation)
    await say(home.conversation, "最近十笔")
    for reader in readers:
        await expect(reader.page.locator(".answer strong")).to_have_text("¥15,935.9")
        await expect(reader.page.locator(".row")).to_have_count(0)
        await reader.reaches(reader.page.locator(".answer-figure"))
    await say(home.conversation, "买菜 2 3 5")
    for reader in readers:
        await expect(reader.person.row(1)).to_contain_text(reader.reads("请核对", "Please check"))
        await reader.reaches(reader.button("修改第1笔", "Edit no. 1"))
    await say(home.conversation, "取消", "工资发了一万二，给妈妈转了2000")
    for reader in readers:
        await expect(reader.person.row(1).locator(".title [lang]")).to_have_text("工资")


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


async def test_a_long_word_widens_no_page(home: House, readers: Readers):
    await wake(home.conversation)
    await say(home.conversation, "a" * 64)
    for reader in readers:
        await reader.sees("没听懂", "Not understood")
        await reader.reaches(reader.page.locator("#send"))


async def test_what_was_dropped_is_one_line_under_an_answer(home: House, readers: Readers):
    await home.live_a_month()
    await wake(home.conversation)
    await say(home.conversation, "午饭35，打车20", "全部取消", "这个月花了多少")
    for reader in readers:
        dropped = reader.page.locator(".lately", has_text=reader.reads("2笔没有记", "2 not saved"))
        await expect(dropped.locator("li")).to_have_count(0)
        hide = dropped.get_by_role("button", name=reader.reads("不再显示", "Hide"))
        await reader.reaches(dropped.get_by_role("button", name=reader.reads("恢复", "Restore")), hide)
        await reader.tap(hide)
        await expect(dropped).to_have_count(0)
        await reader.reaches(reader.button("结束", "End"), reader.page.locator("#typed-words"))
