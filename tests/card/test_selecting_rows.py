"""Rows of the ledger are selected and filed or undone together, and each act is taken back as one."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import Screen
from tests.card.conftest import Visit, at_a_month, at_the_ledger
from tests.card.house import House

_SELECT = """async (most) => {
  for (let chosen = 0; chosen < most; ) {
    for (const box of document.querySelectorAll(".choose:not(:checked)")) if (chosen < most) (box.click(), chosen++);
    scrollBy({ top: innerHeight, behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}"""
"""Days out of view hold no rows, so somebody scrolls and selects."""


@pytest.mark.parametrize(("width", "language"), [(320, "zh-CN"), (390, "en-GB")])
async def test_selected_rows_are_filed_and_undone_together(
    home: House, visit: Visit, width: int, language: str
):
    person, rows = await at_a_month(home, visit, Screen(width, 844, touch=True, language=language))
    await person.page.locator("[data-key=select]").tap()
    for number in (1, 2, 3):
        await rows.nth(number).locator(".what").tap()
    await expect(person.page.locator(".selection [role=status]")).to_contain_text("¥83.5")
    assert await person.stays_within_the_screen()
    if width == 320:
        assert await person.accessibility_problems() == []

    await person.page.locator("[data-key=file-selected]").tap()
    dialog = person.page.get_by_role("dialog")
    await dialog.locator("[name=category]").select_option("娱乐")
    await dialog.locator("[name=account]").select_option("支付宝")
    await dialog.locator(".chief").tap()
    await expect(rows.filter(has_text="娱乐").filter(has_text="支付宝")).to_have_count(3)
    await person.takes_offer()
    await expect(rows.filter(has_text="娱乐").filter(has_text="支付宝")).to_have_count(0)
    await expect(rows.nth(1)).to_contain_text("微信")

    await person.page.locator("[data-key=select]").tap()
    for number in (0, 1):
        await rows.nth(number).locator(".choose").check()
    await person.page.locator("[data-key=undo-selected]").tap()
    await expect(rows).to_have_count(12)
    await person.takes_offer()
    await expect(rows).to_have_count(14)

    # A tap edits a row, as it does in a draft.
    await rows.first.locator(".what").tap()
    await expect(person.page.get_by_role("dialog").locator("[name=amount]")).to_be_visible()


async def test_what_changed_elsewhere_is_neither_selected_nor_overwritten(home: House, visit: Visit):
    phone, rows = await at_a_month(home, visit, Screen(360, 740, touch=True))
    told = phone.page.locator(".selection [role=status]")
    await phone.page.locator("[data-key=select]").tap()
    for number in (0, 1, 2):
        await rows.nth(number).locator(".what").tap()
    await expect(told).to_contain_text("已选3笔")

    other = await at_the_ledger(visit)
    await other.press_first("undo")
    await other.page.get_by_role("dialog").locator(".chief").click()
    await expect(told).to_contain_text("已选2笔")

    # The rows are filed, one of them is corrected elsewhere, and the other one alone goes back.
    await phone.page.locator("[data-key=file-selected]").tap()
    await phone.page.get_by_role("dialog").locator("[name=category]").select_option("娱乐")
    await phone.page.get_by_role("dialog").locator(".chief").tap()
    await expect(rows.filter(has_text="娱乐")).to_have_count(3)
    await other.press_first("amend")
    await other.page.get_by_role("dialog").locator("[name=category]").select_option("学习")
    await other.page.get_by_role("dialog").locator(".chief").click()
    await expect(rows.first).to_contain_text("学习")
    await phone.takes_offer()
    await phone.sees("1笔没有动")
    await expect(rows.first).to_contain_text("学习")
    await expect(rows.filter(has_text="娱乐")).to_have_count(1)


async def test_a_selection_is_what_is_shown_and_ends_with_the_list(home: House, visit: Visit):
    phone, rows = await at_a_month(home, visit, Screen(360, 740, touch=True))
    await phone.page.locator("[data-key=select]").tap()
    await rows.filter(has_text="奶茶").locator(".what").tap()
    await rows.filter(has_text="打车").locator(".what").tap()

    await phone.page.get_by_role("searchbox").fill("奶茶")
    await expect(rows).to_have_count(1)
    await expect(phone.page.locator(".selection [role=status]")).to_have_text("已选1笔 · 支出 ¥18")

    # A refused request leaves the selection as it is.
    await phone.page.route("**/api/transactions", lambda route: route.abort())
    await phone.page.locator("[data-key=undo-selected]").tap()
    await phone.sees("未连接")
    await expect(phone.page.locator(".selection [role=status]")).to_contain_text("已选1笔")
    assert any("api/transactions" in complaint or "ERR_FAILED" in complaint for complaint in phone.complaints)
    phone.complaints.clear()

    await phone.page.locator("[data-key=end-selection]").focus()
    await phone.keys("Escape")
    await expect(phone.page.locator("[data-key=select]")).to_be_focused()


async def test_no_more_than_two_hundred_rows_are_selected(home: House, visit: Visit):
    await home.import_a_year(220)
    phone = await at_the_ledger(visit, Screen(360, 740, touch=True))
    await phone.page.goto(f"{home.address}#ledger?span=all")
    await expect(phone.page.locator("[data-row]").first).to_be_visible()
    for page in ("2", "3", "4", "5"):
        await phone.page.locator("[data-key=more]").tap()
        await expect(phone.page.locator(f"[data-pages='{page}']")).to_be_visible()
    await phone.page.locator("[data-key=select]").tap()
    await phone.page.evaluate(_SELECT, 200)
    await expect(phone.page.locator(".selection [role=status]")).to_contain_text("已选200笔")
    boxes = phone.page.locator(".choose")
    await boxes.last.tap()
    await phone.sees("一次最多选200笔。")
    await expect(boxes.last).not_to_be_checked()
