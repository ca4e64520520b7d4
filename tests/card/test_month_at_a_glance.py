"""The month at a glance: on the first page, and as a calendar whose days lead to their rows."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (360, "en-GB"), (390, "zh-CN")])
async def test_the_first_page_and_the_calendar_tell_the_exact_sums_of_days(
    home: House, visit: Visit, width: int, language: str
):
    await home.live_a_month()
    await home.be_paid()
    person = await visit(Screen(width, 844, touch=True, language=language))
    figures = person.page.locator("#glance strong")
    await expect(figures).to_have_text(["¥1,319", "¥3,542,740.4", "¥478.5"])
    await expect(person.page.locator("#glance")).to_contain_text("77%")
    assert await person.stays_within_the_screen()
    assert await person.accessibility_problems() == []

    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    await expect(person.page.locator("#glance")).to_be_hidden()
    await say(home.conversation, "确认")
    await expect(figures.first).to_have_text("¥1,354")

    await person.page.locator("#to-ledger").tap()
    await person.page.locator("[data-key=view-calendar]").tap()
    await expect(person.page.locator(".history")).to_be_hidden()
    today = person.page.locator(".calendar [aria-current=date]")
    await expect(today.locator("[aria-hidden]")).to_have_text(["21", "1,354", "+12"])
    cut = await person.page.evaluate(
        "[...document.querySelectorAll('.calendar .sum')].filter((sum) => sum.scrollWidth > sum.offsetWidth + 1).length"
    )
    assert cut == 0
    assert await person.stays_within_the_screen()
    assert await person.accessibility_problems() == []
    await today.tap()
    await expect(person.page.locator(".behind")).to_contain_text("¥1,354")
    await expect(person.page.locator("[data-row]")).to_have_count(5)
    await person.page.go_back()
    await expect(person.page.locator(".calendar")).to_be_visible()


@pytest.mark.parametrize(("width", "rows"), [(320, 4), (360, 6), (390, 8)])
async def test_from_four_rows_on_each_is_one_line_with_its_acts_behind_a_button(
    home: House, visit: Visit, width: int, rows: int
):
    person = await visit(Screen(width, 844, touch=True))
    entries = ["早饭8块", "地铁5块", "咖啡22", "午饭35", "买菜86.4", "打车41", "电影票69.9", "话费100"]
    await wake(home.conversation)
    await say(home.conversation, "，".join(entries[:rows]))
    await expect(person.page.locator(".row")).to_have_count(rows)
    heights = await person.page.locator(".row").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert heights == [56] * rows
    assert await person.stays_within_the_screen()
    await person.has_room_for_fingers()

    await person.press("第2笔的更多操作")
    await person.press("取消第2笔")
    await person.press("确认第3笔")
    await person.sees_status("待确认", "已取消", "已确认", *["待确认"] * (rows - 3))
    assert await person.accessibility_problems() == []


async def test_a_desk_shows_the_rows_of_today_beside_the_draft(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(Screen(1440, 900))
    await wake(home.conversation)
    await say(home.conversation, "午饭35块，打车20")
    today = person.page.locator("#glance .of-day")
    await expect(today.locator("li")).to_have_count(2)
    draft, beside = await person.page.locator(".draft").bounding_box(), await today.bounding_box()
    assert draft is not None
    assert beside is not None
    assert draft["x"] + draft["width"] < beside["x"]
    await person.confirm_all()
    await expect(today.locator("li")).to_have_count(4)
    assert await person.accessibility_problems() == []
