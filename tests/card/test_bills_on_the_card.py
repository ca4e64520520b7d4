"""Bills on the card: chosen, shown beside what was said, answered by finger and by keys, written and taken back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, Locator, expect

from tests.card.browsing import PHONE, SMALL_PHONE, Person, Screen
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House
from tests.card.test_arranging_the_ledger_on_the_card import (
    LONGEST_MILLISECONDS,
    MOST_NODES,
    longest_task_milliseconds,
)
from tests.support.bill_samples import SAMPLE_BILLS
from voiced.domain.transaction import Transaction

ALIPAY = SAMPLE_BILLS / "alipay-2025.csv"
# Days get their heights as they come near, so the end moves away until they all had theirs.
_IS_AT_THE_END = """() => {
  const last = [...document.querySelectorAll('#bills section.day')].at(-1);
  last.scrollIntoView();
  return last.querySelector('li') !== null;
}"""
LAPTOP = Screen(1280, 800, dark=True, language="en-GB")
WIDE = Screen(1920, 1080)


async def _with_a_bill(
    home: House, visit: Visit, screen: Screen | None = None, bill: Path = ALIPAY
) -> Person:
    """Somebody has chosen a bill, and sees it beside what was said."""
    await home.say_october()
    person = await _at_bills(visit, screen)
    await person.page.locator("input[name=bill]").set_input_files(bill)
    await expect(person.page.locator(".groups")).to_be_visible()
    return person


async def _at_bills(visit: Visit, screen: Screen | None = None) -> Person:
    person = await at_the_ledger(visit, screen)
    if await person.page.locator("[data-key=view-pictures]").is_visible():
        await person.page.locator("[data-key=view-pictures]").click()
    await person.page.locator("[data-key=bills]").click()
    await expect(person.page.locator("input[name=bill]")).to_be_visible()
    return person


def _pairs(person: Person, status: str) -> Locator:
    return person.page.locator(f".match[data-status={status}]")


def _file(content: bytes) -> FilePayload:
    return {"name": "微信支付账单.csv", "mimeType": "text/csv", "buffer": content}


async def _rows(home: House) -> list[Transaction]:
    return [row async for row in home.books.rows()]


async def _statuses(person: Person) -> AsyncGenerator[str]:
    for pair in await person.page.locator(".match").all():
        status = pair.locator(".status")
        yield await status.inner_text() if await status.count() else ""


async def _turn_to(person: Person, group: str) -> None:
    await person.page.locator(f"[data-key=group-{group}]").click()


async def test_its_files_are_loaded_by_those_who_open_it(home: House, visit: Visit):
    person = await visit()
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/bill')).length"
    await person.page.locator("[data-page=ledger]").click()
    assert await person.page.evaluate(loaded) == 0

    await person.page.locator("[data-key=bills]").click()

    await person.sees("还没有记入过账单。")
    assert await person.page.evaluate(loaded) > 0


async def test_pairs_are_answered_by_finger_and_nothing_is_written_before_it_is_recorded(
    home: House, visit: Visit
):
    person = await _with_a_bill(home, visit, PHONE)
    before = await _rows(home)
    film, breakfast = (_pairs(person, "pending").filter(has_text=text) for text in ("差 ¥0.2", "桥头豆浆"))
    await expect(_pairs(person, "pending")).to_have_count(4)

    await person.swipe_with_finger(film, 40)
    await expect(_pairs(person, "pending")).to_have_count(4)
    await person.swipe_with_finger(film, 200)
    await expect(_pairs(person, "confirmed")).to_contain_text(["就是它"])
    await person.swipe_with_finger(breakfast, -200)
    await expect(_pairs(person, "confirmed")).to_contain_text(["就是它", "新的一笔"])
    await expect(person.page.locator("[data-key=group-asked]")).to_contain_text("2")
    assert await _rows(home) == before

    await person.press("记入")

    await person.sees("已记入：新增8笔，对上13笔。")
    written = await _rows(home)
    assert len(written) == len(before) + 8
    assert {"¥79.8"} == {f"¥{row.amount}" for row in written if row.description == "看电影"}

    await person.press("撤销")
    await person.sees("这份账单撤销了。")
    assert await _rows(home) == before
    await person.press("恢复这份账单")
    await expect(person.page.locator("[data-key=group-matched]")).to_contain_text("13")
    assert await _rows(home) == written


async def test_pairs_are_answered_by_keys_alone(home: House, visit: Visit):
    bill = await home.say_as_paid_in_cash(4)
    person = await _at_bills(visit)
    await person.page.locator("input[name=bill]").set_input_files(_file(bill))
    await expect(person.page.locator("[data-key=group-asked]")).to_be_focused()
    await _pairs(person, "pending").first.focus()

    await person.keys("Enter", "Delete", "ArrowDown", "ArrowUp", "n")

    said = [text async for text in _statuses(person)]
    assert said == ["就是它", "新的一笔", "新的一笔", ""]
    await expect(_pairs(person, "pending")).to_be_focused()
    await expect(person.page.locator("#live")).to_have_text("新的一笔。还有1笔要看。")
    await _pairs(person, "confirmed").first.get_by_role("button", name="改回").click()
    await expect(_pairs(person, "pending")).to_have_count(2)
    await expect(_pairs(person, "pending").first).to_be_focused()


async def test_lines_that_were_never_said_are_filed_together(home: House, visit: Visit):
    person = await _with_a_bill(home, visit, PHONE)
    await _turn_to(person, "new")
    await person.press("归类")
    await person.sees("先选中几笔。")
    lines = person.page.locator("#bills .line:has([data-key^=select-])")
    some = lines.filter(has_text="支出")
    for at in range(2):
        await some.nth(at).locator("input").check()
    await person.sees("已选2笔")
    await person.page.locator("[data-key=file-under]").select_option("EXPENSE 娱乐")

    await person.press("归类")

    await expect(person.page.locator(".line[data-answered]")).to_have_count(2)
    await expect(person.page.locator(".line[data-answered]").first).to_contain_text("娱乐")
    before = {row.id for row in await _rows(home)}
    await person.press("记入")
    await person.sees("已记入")
    filed = [row for row in await _rows(home) if row.id not in before and row.category == "娱乐"]
    assert len(filed) == 2


async def test_what_was_not_answered_is_answered_later_and_that_is_taken_back_too(home: House, visit: Visit):
    person = await _with_a_bill(home, visit)
    await person.press("记入")
    await person.sees("已记入：新增7笔，对上12笔。")
    recorded = await _rows(home)
    await person.page.get_by_role("link", name="换一份").click()
    await person.page.get_by_role("link", name="支付宝 2026-10-01").click()
    await expect(_pairs(person, "pending")).to_have_count(4)
    await _pairs(person, "pending").filter(has_text="差 ¥0.2").get_by_role("button", name="就是它").click()

    await person.press("记入1个回答")

    await person.sees("已记入1个回答。")
    await expect(_pairs(person, "pending")).to_have_count(3)
    assert await _rows(home) != recorded
    note = person.page.locator("#notes > *").filter(has_text="已记入1个回答。")
    await note.get_by_role("button", name="撤销", exact=True).click()
    await expect(_pairs(person, "pending")).to_have_count(4)
    assert await _rows(home) == recorded
    await _turn_to(person, "matched")
    await expect(person.page.locator("#bills .line").first).to_contain_text("羊肉泡馍")
    await _turn_to(person, "alone")
    await person.sees("可能付的现金，或者在另一份账单里")


async def test_an_archive_is_opened_with_its_password(home: House, visit: Visit):
    person = await _at_bills(visit)
    await person.page.locator("input[name=bill]").set_input_files(SAMPLE_BILLS / "older.zip")
    await person.sees("这个压缩包有密码")
    await person.page.get_by_label("压缩包的密码").fill("1")
    await person.press("打开")
    await expect(person.page.get_by_role("alert")).to_contain_text("密码不对")

    await person.page.get_by_label("压缩包的密码").fill("246810")
    await person.keys("Enter")

    await expect(person.page.locator(".groups")).to_be_visible()
    await expect(person.page.get_by_role("heading", name="微信")).to_be_visible()
    person.complaints.clear()  # the browser notes each answer of 400


async def test_what_is_no_bill_is_told_and_a_bill_is_known_again(home: House, visit: Visit):
    person = await _at_bills(visit)
    choice = person.page.locator("input[name=bill]")
    await choice.set_input_files(_file(b"<html></html>"))
    await expect(person.page.get_by_role("alert")).to_contain_text("没有记入任何内容")
    await choice.set_input_files(ALIPAY)
    await person.press("不要了")
    await expect(choice).to_be_visible()
    await choice.set_input_files(ALIPAY)
    await person.press("记入")
    await person.sees("已记入")
    await person.page.get_by_role("link", name="换一份").click()

    await choice.set_input_files(ALIPAY)

    await person.sees("这份账单的24笔都记入过，没有新的。")
    person.complaints.clear()


async def test_a_bill_of_which_nothing_was_said_is_asked_about(home: House, visit: Visit):
    await home.import_a_year(1200)
    bill = (SAMPLE_BILLS / "wechat-2025.csv").read_text("utf-8-sig").replace("2025-06", "2026-06")
    person = await _at_bills(visit)
    await person.page.locator("input[name=bill]").set_input_files(_file(bill.encode()))
    await person.sees("可能是别人的账单")
    before = await _rows(home)
    write = person.page.locator("[data-key=write]")
    await expect(write).to_have_attribute("aria-disabled", "true")

    await person.page.get_by_label("是我的账单").check()
    await write.click()

    await person.sees("已记入")
    assert len(await _rows(home)) > len(before)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "dark-english"])
async def test_everybody_can_use_it(home: House, visit: Visit, screen: Screen):
    person = await _with_a_bill(home, visit, screen)
    await _pairs(person, "pending").first.locator("[data-act=same]").click()
    assert await person.accessibility_problems() == []
    await _turn_to(person, "new")
    assert await person.accessibility_problems() == []


@pytest.mark.parametrize("screen", [SMALL_PHONE, WIDE], ids=["320", "1920"])
async def test_it_has_room_for_fingers(home: House, visit: Visit, screen: Screen):
    person = await _with_a_bill(home, visit, screen)
    await person.has_room_for_fingers()
    for group in ("matched", "new", "alone", "left"):
        await _turn_to(person, group)
        await person.has_room_for_fingers()


async def test_three_hundred_pairs_are_as_light_as_the_ledger(home: House, visit: Visit, browser: Browser):
    bill = await home.say_as_paid_in_cash(300)
    person = await _at_bills(visit, PHONE)
    await browser.start_tracing(page=person.page, categories=["toplevel"])

    await person.page.locator("input[name=bill]").set_input_files(_file(bill))
    await expect(person.page.locator("[data-key=group-asked]")).to_contain_text("300")
    await person.page.wait_for_function(_IS_AT_THE_END)
    await person.page.locator("#bills section.day").last.locator("[data-act=same]").last.click()
    await expect(_pairs(person, "confirmed")).to_have_count(1)

    nodes = await person.page.evaluate("document.getElementsByTagName('*').length")
    longest = longest_task_milliseconds(await browser.stop_tracing())
    print(f"{nodes} nodes, the longest task took {longest:.1f} ms")
    assert nodes <= MOST_NODES
    assert longest <= LONGEST_MILLISECONDS


async def test_a_row_of_the_ledger_tells_when_and_to_whom_it_was_paid(home: House, visit: Visit):
    person = await _with_a_bill(home, visit)
    await person.press("记入")
    await person.sees("已记入")

    await person.page.evaluate("location.hash = '#ledger?span=all&q=泡馍'")

    await expect(person.page.locator("[data-row] .detail").first).to_contain_text("19:12 老碗会羊肉泡馍")
    await person.page.locator("[data-key^=revisions-]").first.click()
    await person.sees("对账改过，原来是")
