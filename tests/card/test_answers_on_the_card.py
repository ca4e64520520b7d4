"""Questions on the card: the exact figure, a picture where it says more, and the rows behind each at a tap."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE, SMALL_PHONE, Person, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from voiced.domain.money import ZERO, Money


async def type_in(person: Person, words: str) -> None:
    """Type words into the line and send them."""
    await person.page.locator("#typed-words").fill(words)
    await person.press("发送")


async def ask(person: Person, question: str) -> None:
    """Type a question, and wait for its answer."""
    await type_in(person, question)
    await expect(person.page.locator(".answer")).to_be_visible()


async def rows_in_view(person: Person) -> Money:
    """The sum of all rows that the ledger page lists."""
    # The inner text of a row is empty until the row was painted (`content-visibility`); its content is there at once.
    texts = await person.page.locator("[data-row] .amount").all_text_contents()
    amounts = [Money.from_text(text.strip("¥−+ \n").replace(",", "")) for text in texts]
    return sum((amount for amount in amounts if amount is not None), ZERO)


@pytest.mark.parametrize("screen", [SMALL_PHONE, Screen(1440, 900, dark=True)], ids=["320px", "1440px dark"])
async def test_a_typed_question_shows_its_figure_and_bars_that_lead_to_their_rows(
    home: House, visit: Visit, screen: Screen
):
    await home.live_a_month()
    person = await visit(screen)

    await ask(person, "这个月钱都花哪儿去了")

    await expect(person.page.locator(".answer strong")).to_have_text("¥4,235.4")
    bars = person.page.locator(".answer .bar-row")
    await expect(bars.nth(0)).to_have_text("住房¥1,600")
    await expect(bars.nth(4)).to_have_text("餐饮¥311.5")
    await expect(bars.last).to_have_text("其他1项¥18")
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    await bars.nth(4).click()
    await expect(person.page.locator("[data-row]")).to_have_count(3)
    assert await rows_in_view(person) == Money(31150)
    await expect(person.page.locator(".behind")).to_contain_text("这个月支出：餐饮3笔 · 支出 ¥311.5")
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    await person.page.go_back()
    await person.page.locator("a.answer-figure").click()
    await expect(person.page.locator("[data-row]")).to_have_count(11)
    assert await rows_in_view(person) == Money(423540)
    await person.page.reload()
    await expect(person.page.locator("[data-row]")).to_have_count(11)
    await person.page.get_by_role("link", name="全部流水").click()
    await expect(person.page.locator("[data-row]")).to_have_count(14)


async def test_months_stand_side_by_side_and_an_open_draft_stays_where_it_is(home: House, visit: Visit):
    await home.live_a_month()
    await home.import_a_year(400)
    person = await visit(PHONE)

    await ask(person, "今年每个月分别花了多少")
    columns = person.page.locator(".answer .chart a")
    await expect(columns).to_have_count(11)
    await columns.nth(7).click()
    await expect(person.page.locator(".behind strong")).to_contain_text("8月")
    await person.page.locator("[data-page=now]").click()

    await type_in(person, "午饭35块")
    await person.sees_it_still()
    place = await person.row(1).bounding_box()
    await type_in(person, "这个月钱都花哪儿去了")
    await expect(person.page.locator(".said")).to_contain_text("花得最多的是")
    assert await person.row(1).bounding_box() == place
    await person.press("刚才说的")
    await expect(person.page.get_by_role("dialog").locator(".bar-row").first).to_be_visible()


async def test_under_an_answer_what_was_dropped_is_one_line_and_can_be_hidden(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(PHONE)
    await type_in(person, "午饭35，打车20")
    await person.press("全部取消")
    await ask(person, "这个月花了多少")
    dropped = person.page.locator(".lately", has_text="2笔没有记")
    await expect(dropped.locator("li")).to_have_count(0)
    await expect(dropped.get_by_role("button", name="恢复")).to_be_visible()
    await person.press("不再显示")
    await expect(dropped).to_have_count(0)


async def test_what_is_saved_by_hand_takes_the_place_of_an_answer(home: House, visit: Visit):
    await home.live_a_month()
    person = await visit(PHONE)
    await ask(person, "这个月花了多少")
    await person.open_and_type("手动记一笔", "金额", "18")
    await person.field("说明").fill("咖啡")
    await person.press("保存")
    await person.confirm_all()
    await person.sees("记好了1笔")
    await expect(person.page.locator(".answer")).to_have_count(0)
