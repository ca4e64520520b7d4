"""The ledger page says what it shows, takes no press that would be lost, and its notes name the row and can be put away."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Route, expect

from tests.card.browsing import PHONE, Person, Screen, person
from tests.card.conftest import Visit, at_the_ledger
from tests.card.house import House, house
from voiced.card.card import CardMicrophone

_COVERED = """() => [...document.querySelectorAll("main :is(button, a, input)")].filter((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return height > 1 && y > 0 && y < innerHeight && document.elementFromPoint(x, y)?.closest(".notes");
}).map((control) => control.textContent)"""


async def _ledger_of(visit: Visit, width: int, language: str = "zh-CN") -> Person:
    person = await at_the_ledger(visit, Screen(width, 844, touch=True, language=language))
    await expect(person.page.locator("[data-row]").first).to_be_visible()
    return person


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (360, "en-GB"), (390, "zh-CN")])
async def test_one_line_says_what_the_rows_are_and_leads_back(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    person = await _ledger_of(visit, width, language)
    truth, head = person.page.locator(".behind"), person.page.locator(".month h2")
    await expect(truth).to_have_count(0)

    await person.page.locator("[data-key=view-pictures]").tap()
    await person.page.locator("a.bar-row", has_text="餐饮").tap()
    await expect(truth).to_contain_text("餐饮")
    await expect(truth).to_contain_text("¥311.5")
    await expect(truth).to_be_in_viewport()
    await expect(person.page.locator("[data-row]")).to_have_count(3)
    assert await person.accessibility_problems() == []
    assert await person.stays_within_the_screen()

    await person.page.go_back()
    await expect(person.page.locator("#ledger")).to_have_attribute("data-view", "pictures")
    await person.page.reload()
    await expect(person.page.locator("#ledger")).to_have_attribute("data-view", "pictures")
    await person.page.go_forward()
    await truth.locator("a").tap()
    await expect(truth).to_have_count(0)
    await expect(person.page.locator("[data-row]")).to_have_count(14)

    # All months: the head tells their sums, and the arrows lead back to a month.
    await person.page.goto(person.page.url.split("#")[0] + "#ledger?span=all")
    await expect(head).to_have_text("全部月份" if language == "zh-CN" else "All months")
    await expect(truth).to_contain_text("14")
    await person.page.locator("[data-key=back]").tap()
    await expect(head).to_contain_text("2026")
    await expect(person.page.locator("[data-row]")).to_have_count(0)


async def test_notes_name_the_row_keep_their_offers_and_lie_on_no_control(home: House, visit: Visit):
    await home.live_a_month()
    person = await _ledger_of(visit, 320)
    notes = person.page.locator(".notes .banner")
    for number in (1, 2):
        await person.press_first("undo")
        await person.page.get_by_role("dialog").get_by_role("button", name="撤销", exact=True).tap()
        await expect(notes).to_have_count(number)
        await expect(person.page.locator("[data-row]")).to_have_count(14 - number)
    await expect(notes.first).to_contain_text("已撤销 羽绒服 ¥1,280。")
    assert await person.accessibility_problems() == []
    # What they lie on can be scrolled away from under them.
    await person.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert await person.page.evaluate(_COVERED) == []

    await notes.first.get_by_role("button", name="恢复").tap()
    await person.sees("已恢复 羽绒服 ¥1,280。")
    await expect(notes.first.get_by_role("button", name="恢复")).to_have_count(1)
    for left in (1, 0):
        # Notes move when one of them changes: a person whose tap came too late taps again.
        async with asyncio.timeout(20):
            while await notes.count() > left:
                await person.page.get_by_role("button", name="收起").first.tap()
                await person.page.wait_for_timeout(300)
        await expect(notes).to_have_count(left)


async def test_a_budget_stays_typed_until_the_daemon_has_it(home: House, visit: Visit):
    await home.live_a_month()
    person = await _ledger_of(visit, 360)
    await person.page.locator("[data-key=view-pictures]").tap()
    await person.page.locator("[data-key=set-budget]").tap()
    await person.field("金额").fill("777")
    await home.close_the_door()
    await person.page.get_by_role("dialog").get_by_role("button", name="保存").tap()
    await expect(person.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("未连接")
    await expect(person.field("金额")).to_have_value("777")

    await person.keys("Escape")
    await expect(person.page.locator("[data-key=set-budget]")).to_have_attribute("aria-disabled", "true")
    await person.page.locator("[data-key=names]").tap(force=True)
    await person.sees("未连接，操作没有发出。")
    await home.open_the_door()
    # That a request was refused is what this is about.
    person.complaints.clear()


async def test_a_question_about_a_large_batch_asks_for_few_rows_and_shows_a_sign_of_work(
    home: House, visit: Visit
):
    await home.import_a_year(1000)
    person = await _ledger_of(visit, 390)

    async def late(route: Route) -> None:
        await expect(person.page.locator(".notes")).to_contain_text("处理中…", timeout=3000)
        await route.continue_()

    await person.page.route("**/api/batches/*", late)
    async with person.page.expect_response("**/api/batches/*") as answer:
        await person.press_first("undo")
    assert len((await (await answer.value).json())["rows"]) == 20
    await person.sees("一起记下的有1000笔")
    await expect(person.page.locator(".notes .banner")).to_have_count(0)


@pytest.mark.parametrize("screen", [PHONE, Screen(320, 568, touch=True)])
async def test_without_a_microphone_the_line_comes_first_and_nothing_pretends_to_listen(
    browser: Browser, screen: Screen
):
    async with (
        house(microphone=CardMicrophone.NONE) as home,
        person(browser, home.address, screen) as who,
    ):
        await expect(who.page.locator(".phase")).to_have_text("打字记账")
        await expect(who.page.locator("#typed-words")).to_be_focused()
        await expect(who.page.locator("[data-key=wake]")).to_have_count(0)
        await who.sees("可以这样写")
        await who.page.locator("#typed-words").fill("你好")
        await who.press("发送")
        await expect(who.page.locator("[data-key=exit]")).to_be_visible()
        await expect(who.page.locator(".phase")).to_have_text("打字记账")
        assert await who.accessibility_problems() == []
