"""What was once lost or out of reach on a phone is there on each of three widths, in both languages, for a finger."""

from __future__ import annotations

from contextlib import AsyncExitStack

from playwright.async_api import Browser, expect

from tests.card.browsing import person
from tests.card.house import House, house
from tests.card.phones import LANGUAGES, Reader, Readers, a_phone
from tests.card.test_questions_on_the_card import left_behind
from tests.card.test_tray import ELEVEN
from tests.support.conversing import say, wake
from voiced.card.card import CardMicrophone
from voiced.dialogue.values import events as ev


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
        assert await reader.person.accessibility_problems() == []
        await goal.select_option("微信")
        await reader.dialog.locator(".chief").tap()
        await expect(reader.dialog).to_have_count(0)
        await expect(reader.person.row(2).locator(".detail")).to_contain_text("微信")
        await say(home.conversation, "全部取消", "工资12000，午饭35")


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
