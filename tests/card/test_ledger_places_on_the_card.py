"""Where things are in the ledger: rows first on a phone, and an address for each month and search."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, SMALL_PHONE, Screen, person
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake

LOW_ROW_PIXELS = 76
_AT_THE_END = """async () => {
  const frames = async (count) => { for (; count > 0; count -= 1) await new Promise(requestAnimationFrame); };
  const length = () => document.documentElement.scrollHeight;
  await frames(5);
  scrollTo({ top: length(), behavior: "instant" });
  const before = length();
  await frames(20);
  const inView = [...document.querySelectorAll(".day")].filter((day) => {
    const { top, bottom } = day.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  return { empty: inView.filter((day) => !day.querySelector("li")).length, seen: inView.length, grown: Math.abs(length() - before) };
}"""
"""Go to the end of the page: the days in view, those of them without rows, and by how much the page has grown or shrunk meanwhile."""


@pytest.mark.parametrize("screen", [PHONE, SMALL_PHONE], ids=["390px", "320px"])
async def test_on_a_phone_the_rows_are_on_the_first_screen(home: House, visit: Visit, screen: Screen):
    await home.live_a_month()
    viewer = await visit(screen)
    await viewer.page.locator("[data-page=ledger]").click()
    await expect(viewer.page.locator("[data-row]").first).to_be_visible()

    rows = [await row.bounding_box() for row in await viewer.page.locator("[data-row]").all()]
    assert sum(row is not None and row["y"] + row["height"] <= screen.height for row in rows) >= 2
    assert all(row is not None and row["height"] <= LOW_ROW_PIXELS for row in rows)
    await expect(viewer.page.locator(".chart")).to_be_hidden()

    await viewer.press("图表和预算")
    await expect(viewer.page.locator(".chart")).to_be_in_viewport()
    await expect(viewer.page.locator("[data-row]").first).to_be_hidden()
    await viewer.has_room_for_fingers()


async def test_on_a_wide_screen_rows_and_pictures_stand_side_by_side(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit(Screen(1440, 900))
    await viewer.page.locator("[data-page=ledger]").click()

    await expect(viewer.page.locator("[data-row]").first).to_be_in_viewport()
    await expect(viewer.page.locator(".chart")).to_be_in_viewport()


async def test_month_and_search_are_in_the_address_and_live_over_a_reload(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit()
    await viewer.page.locator("[data-page=ledger]").click()
    await viewer.page.get_by_label("搜索").fill("打车")
    await viewer.page.get_by_role("combobox", name="分类").select_option("交通")
    await expect(viewer.page.locator("[data-row]")).to_have_count(1)
    await viewer.press("上个月")
    await viewer.sees("2026年10月")

    await viewer.page.reload()
    await viewer.sees("2026年10月")
    await expect(viewer.page.get_by_label("搜索")).to_have_value("打车")
    await expect(viewer.page.get_by_role("combobox", name="分类")).to_have_value("交通")

    await viewer.press("下个月")
    await expect(viewer.page.locator("[data-row]")).to_have_count(1)
    await viewer.page.locator("[data-page=now]").click()
    await viewer.page.locator("[data-page=ledger]").click()
    await expect(viewer.page.get_by_label("搜索")).to_have_value("打车")


async def test_back_leads_to_the_month_before_and_closes_what_is_open(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit()
    await viewer.page.locator("[data-page=ledger]").click()
    await viewer.sees("2026年11月")
    await viewer.press("上个月")
    await viewer.sees("2026年10月")

    await viewer.page.go_back()
    await viewer.sees("2026年11月")
    await viewer.press_first("amend")
    await expect(viewer.page.get_by_role("dialog")).to_be_visible()
    await viewer.page.go_back()
    await expect(viewer.page.get_by_role("dialog")).to_have_count(0)
    await viewer.sees("2026年11月")

    # A dialog that was closed by its button takes no further step.
    await viewer.press_first("amend")
    await viewer.press("返回")
    await viewer.page.go_back()
    await expect(viewer.page.locator("#now")).to_be_visible()


async def test_an_address_opens_its_month_and_search(home: House, browser: Browser):
    await home.live_a_month()
    address = f"{home.address}#ledger?m=2026-11&q=%E5%A5%B6%E8%8C%B6"
    async with person(browser, address, PHONE) as viewer:
        await expect(viewer.page.locator("[data-row]")).to_have_count(1)
        await viewer.sees("奶茶")


async def test_a_page_without_a_line_says_that_it_is_connecting(home: House, browser: Browser):
    async with person(browser, home.address, PHONE) as viewer:
        await viewer.page.route("**/first.js", lambda route: route.abort())
        await viewer.page.reload()
        await viewer.sees("正在连接…")


async def test_more_rows_are_added_below_and_stay_when_something_is_changed(home: House, visit: Visit):
    await home.import_a_year(1000)
    viewer = await visit(PHONE)
    await viewer.page.locator("[data-page=ledger]").click()
    rows = viewer.page.locator("[data-row]")
    await expect(rows).to_have_count(50)
    await rows.first.evaluate("row => row.seen = true")

    await viewer.press("更多")
    await expect(rows).to_have_count(58)
    assert await rows.first.evaluate("row => row.seen")
    days = await viewer.page.locator(".day time").evaluate_all("all => all.map(one => one.dateTime)")
    assert days == sorted(set(days), reverse=True)

    await rows.nth(52).scroll_into_view_if_needed()
    looked_at = viewer.page.locator(f'[data-row="{await rows.nth(52).get_attribute("data-row")}"]')
    place = await looked_at.bounding_box()
    today = viewer.page.locator("section.day > header").first
    before = await today.inner_text()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    await expect(today).not_to_have_text(before)
    after = await looked_at.bounding_box()
    assert place is not None
    assert after is not None
    assert abs(place["y"] - after["y"]) <= LOW_ROW_PIXELS


@pytest.mark.parametrize(("rows", "screen"), [(58, SMALL_PHONE), (220, PHONE), (3000, Screen())], ids=str)
async def test_the_end_of_a_list_has_its_rows_and_stays_where_it_is(
    home: House, visit: Visit, rows: int, screen: Screen
):
    await home.import_a_year(rows)
    viewer = await visit(screen)
    await viewer.page.evaluate("location.hash = 'ledger?span=all'")
    await expect(viewer.page.locator("[data-row]").first).to_be_visible()
    for _ in ("at once", "after more rows", "after a way back"):
        await viewer.sees_it_still()
        end = await viewer.page.evaluate(_AT_THE_END)
        assert end["seen"] > 0
        assert end["empty"] == 0
        assert end["grown"] <= 4
        if await viewer.page.locator("[data-key=more]").count():
            await viewer.page.locator("[data-key=more]").tap() if screen.touch else await viewer.press("更多")
            await expect(viewer.page.locator("#ledger:not([data-pages='1'])")).to_be_visible()
        await viewer.page.locator("[data-page=now]").click()
        await viewer.page.go_back()
        await expect(viewer.page.locator(".days")).to_be_visible()


async def test_a_long_answer_shows_its_first_rows_and_leads_to_the_others(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "这个月花了多少")
    await expect(viewer.page.locator(".lately .line")).to_have_count(5)
    await expect(viewer.page.get_by_role("button", name="结束")).to_be_visible()

    await viewer.sees_it_still()
    await viewer.page.get_by_role("link", name="在账本里看（11笔）").click()
    await expect(viewer.page.locator("[data-row]")).to_have_count(11)


async def test_a_day_has_its_sum_unless_only_some_of_its_rows_are_shown(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit(PHONE)
    await viewer.page.locator("[data-page=ledger]").click()
    await expect(viewer.page.locator(".day > header").first).to_contain_text("支出 ¥1,315.5")

    await viewer.page.get_by_label("搜索").fill("午饭")
    await expect(viewer.page.locator("[data-row]")).to_have_count(1)
    await expect(viewer.page.locator(".day > header").first).not_to_contain_text("支出")


async def test_a_category_of_the_picture_leads_to_its_rows(home: House, visit: Visit):
    await home.live_a_month()
    viewer = await visit(PHONE)
    await viewer.page.locator("[data-page=ledger]").click()
    await viewer.press("图表和预算")

    await viewer.page.get_by_role("link", name="餐饮").click()
    await expect(viewer.page.locator("[data-row]")).to_have_count(3)
    await expect(viewer.page.locator("[data-row]").first).to_be_visible()

    await viewer.page.go_back()
    await expect(viewer.page.locator("[data-row]")).to_have_count(14)
