"""The ledger page says what it shows, takes no press that would be lost, and its notes name the row and can be put away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser, Route, expect

from tests.card.browsing import PHONE, Screen, person
from tests.card.conftest import Visit, at_a_month, at_the_ledger
from tests.card.house import House, house
from tests.card.phones import COVERED
from voiced.card.card import CardMicrophone

_WATCH_THE_LINE = """() => {
  window.lost = false;
  const look = () => { window.lost ||= document.querySelector("[data-banner=lost]") !== null; };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (360, "en-GB"), (390, "zh-CN")])
async def test_one_line_says_what_the_rows_are_and_leads_back(
    home: House, visit: Visit, width: int, language: str
):
    person, rows = await at_a_month(home, visit, Screen(width, 844, touch=True, language=language))
    truth, head = person.page.locator(".behind"), person.page.locator(".month h2")
    await expect(truth).to_have_count(0)

    await person.page.locator("[data-key=view-pictures]").tap()
    await person.page.locator("a.bar-row", has_text="餐饮").tap()
    await expect(truth).to_contain_text("餐饮")
    await expect(truth).to_contain_text("¥311.5")
    await expect(truth).to_be_in_viewport()
    await expect(rows).to_have_count(3)
    assert await person.accessibility_problems() == []
    assert await person.stays_within_the_screen()

    await person.page.go_back()
    await expect(person.page.locator("#ledger")).to_have_attribute("data-view", "pictures")
    await person.page.reload()
    await expect(person.page.locator("#ledger")).to_have_attribute("data-view", "pictures")
    await person.page.go_forward()
    await truth.locator("a").tap()
    await expect(truth).to_have_count(0)
    await expect(rows).to_have_count(14)

    # All months: the head tells their sums, and the arrows lead back to a month.
    await person.page.goto(person.page.url.split("#")[0] + "#ledger?span=all")
    await expect(head).to_have_text("全部月份" if language == "zh-CN" else "All months")
    await expect(truth).to_contain_text("14")
    await person.page.locator("[data-key=back]").tap()
    await expect(head).to_contain_text("2026")
    await expect(rows).to_have_count(0)


async def test_notes_name_the_row_keep_their_offers_and_lie_on_no_control(home: House, visit: Visit):
    person, rows = await at_a_month(home, visit, Screen(320, 844, touch=True))
    notes = person.page.locator(".notes .banner")
    for number in (1, 2):
        await person.press_first("undo")
        await person.page.get_by_role("dialog").get_by_role("button", name="撤销", exact=True).tap()
        await expect(notes).to_have_count(number)
        await expect(rows).to_have_count(14 - number)
    await expect(notes.first).to_contain_text("已撤销 羽绒服 ¥1,280。")
    assert await person.accessibility_problems() == []
    # What they lie on can be scrolled away from under them.
    await person.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert await person.page.evaluate(COVERED) == []

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
    person, _ = await at_a_month(home, visit, Screen(360, 844, touch=True))
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


async def test_a_large_batch_asks_undoes_and_restores_with_a_sign_of_work(home: House, visit: Visit):
    rows = 501  # The daemon reads 500 in one go, and a question shows 20.
    await home.import_a_year(rows)
    person = await at_the_ledger(visit, Screen(320, 844, touch=True))
    page = person.page
    await page.goto(f"{home.address}#ledger?span=all")
    truth, notes, dialog = page.locator(".behind"), page.locator(".notes .banner"), page.get_by_role("dialog")
    await expect(truth).to_contain_text("501")
    await page.evaluate(_WATCH_THE_LINE)
    await page.clock.install()
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await page.route("**/api/batches/**", hold)

    async def works_on(press: Callable[[], Awaitable[None]], sign: str, shown: str) -> None:
        """Press while the daemon is slow; a sign comes within 0.3 s of the page's time, and the line of truth stands."""
        await person.sees_it_still()
        held.clear()
        await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 0.1"))
        await press()
        await page.clock.run_for(300)
        await expect(notes.last).to_contain_text(sign)
        await expect(truth).to_contain_text(shown)
        await page.clock.resume()
        held.set()
        await expect(notes.filter(has_text=sign)).to_have_count(0)

    async with page.expect_response("**/api/batches/*") as answer:
        await works_on(lambda: person.press_first("undo"), "处理中…", "501")
    assert len((await (await answer.value).json())["rows"]) == 20
    everything = dialog.get_by_role("button", name="501")
    await everything.tap()
    await expect(dialog.locator("details")).to_have_count(0)
    await works_on(everything.tap, "正在撤销…", "501")
    await expect(truth).to_contain_text("0")
    await expect(page.locator("[data-row]")).to_have_count(0)
    await works_on(person.takes_offer, "正在恢复…", "0")
    await expect(truth).to_contain_text("501")
    await expect(notes).to_contain_text(["501"])
    assert not await page.evaluate("window.lost"), "the connection was kept"


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
