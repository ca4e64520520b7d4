"""Five tasks of a stranger who has the card on a phone and no microphone, and five things to find: each as that person would do it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from uuid import UUID

from playwright.async_api import expect

from tests.card.browsing import Person
from tests.card.house import House
from tests.support.now import NOW
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType

Picture = Callable[[str], Awaitable[None]]
"""Takes a picture of the screen as it is, under this name."""
Task = Callable[[Person, Picture], Awaitable[None]]


async def move_in(home: House) -> None:
    """A household with rows of this month, and with a march that has a largest row."""
    await home.live_a_month()
    march = NOW.date().replace(month=3, day=8)
    rows = [("吃饭", 8800), ("冰箱", 329900), ("打车", 4200)]
    batch = str(UUID(int=3))
    await home.ledger.save_batch(
        batch,
        [
            Transaction(
                id=str(UUID(int=300 + number)),
                batch_id=batch,
                amount=Money(fen),
                type=TransactionType.EXPENSE,
                category="购物" if description == "冰箱" else "餐饮",
                account="微信",
                description=description,
                date=march + timedelta(days=number),
                created_at=NOW,
            )
            for number, (description, fen) in enumerate(rows)
        ],
    )


async def types(person: Person, sentence: str) -> None:
    """Write a sentence into the line and send it."""
    line = person.page.locator("#typed-words")
    await line.fill(sentence)
    await line.press("Enter")
    await expect(line).to_have_value("")


async def record_three_purchases(person: Person, picture: Picture) -> None:
    """Two sentences, one of them with two purchases; then all are confirmed."""
    await types(person, "午饭35块5")
    await person.sees_status("待确认")
    await picture("typed")
    await types(person, "打车20，买菜45块8")
    await person.sees_status("待确认", "待确认", "待确认")
    await picture("read-back")
    await person.confirm_all()
    await person.sees("记好了3笔")
    await picture("saved")


async def correct_one(person: Person, picture: Picture) -> None:
    """Dinner was recorded with a wrong amount: it is changed in the ledger."""
    await person.page.get_by_role("link", name="账本", exact=True).click()
    await person.page.get_by_label("搜索").fill("买菜")
    await expect(person.page.locator("[data-row]", has_text="盒马")).to_be_visible()
    await picture("found")
    await person.press_first("amend")
    await person.field("金额").fill("54.8")
    await picture("changed")
    await person.press("保存")
    await expect(person.page.locator("[data-row]").first).to_contain_text("¥54.8")
    await picture("done")


async def undo_one_of_yesterday(person: Person, picture: Picture) -> None:
    """A ride of yesterday was somebody else's: it leaves the ledger, after a question."""
    await person.page.get_by_label("搜索").fill("打车")
    row = person.page.locator(".day", has_text="昨天").locator("[data-row]")
    await expect(row).to_contain_text("打车")
    await row.locator("[data-key^=more-]").click()
    await picture("opened")
    await row.locator("[data-key^=undo-]").click()
    await expect(person.page.get_by_role("dialog")).to_contain_text("¥30")
    await picture("asked")
    await person.press("撤销")
    await expect(row).to_have_count(0)
    await person.sees("已撤销 打车 ¥30。")
    await picture("done")


async def find_the_largest_of_march(person: Person, picture: Picture) -> None:
    """It is asked for in the line, as it would be by voice."""
    await person.page.get_by_role("link", name="记账").click()
    await types(person, "三月最大的一笔是多少")
    await expect(person.page.locator(".answer .line")).to_contain_text("冰箱")
    await person.sees("3,299")
    await picture("answered")


async def set_a_budget(person: Person, picture: Picture) -> None:
    """A limit for a category, beside the charts."""
    await person.page.get_by_role("link", name="账本", exact=True).click()
    await person.press("图表和预算")
    await person.press("设预算")
    await person.field("分类").select_option("饮品")
    await person.field("金额").fill("300")
    await picture("filled-in")
    await person.press("保存")
    await expect(person.page.locator(".budgets li", has_text="饮品")).to_contain_text("还剩")
    await person.page.locator(".budgets").scroll_into_view_if_needed()
    await picture("done")


TASKS: tuple[Task, ...] = (
    record_three_purchases,
    correct_one,
    undo_one_of_yesterday,
    find_the_largest_of_march,
    set_a_budget,
)


async def add_by_hand(person: Person, picture: Picture) -> None:
    """A coffee, with the keypad and without a word."""
    await person.page.get_by_role("link", name="记账").click()
    await person.press("手动记一笔")
    for key in "18":
        await person.page.locator(".keypad button").get_by_text(key, exact=True).tap()
    await person.page.locator(".chips:not(.templates) button").get_by_text("饮品", exact=True).tap()
    await picture("filled-in")
    await person.press("保存")
    await person.confirm_all()
    await person.sees("记好了1笔")
    await picture("saved")


async def correct_yesterdays_amount(person: Person, picture: Picture) -> None:
    """A tap on the row opens it, as it does in a draft."""
    await person.page.get_by_role("link", name="账本", exact=True).click()
    row = person.page.locator(".day", has_text="昨天").locator("[data-row]", has_text="奶茶")
    await row.locator(".what").tap()
    await person.field("金额").fill("19")
    await picture("changed")
    await person.press("保存")
    await expect(row).to_contain_text("¥19")
    await picture("done")


async def compare_a_category_with_last_month(person: Person, picture: Picture) -> None:
    """The pictures are tables as well, with a column for the month before."""
    await person.press("图表和预算")
    await person.page.locator("summary", has_text="分类支出").tap()
    month = person.page.locator("tr", has_text="餐饮")
    await month.scroll_into_view_if_needed()
    await expect(month).to_contain_text("¥311.5")
    await expect(month.locator("td").last).to_have_text("¥0")
    await picture("found")


async def see_what_is_left_of_a_budget(person: Person, picture: Picture) -> None:
    """Beside the category, below the pictures."""
    budget = person.page.locator(".budgets li", has_text="餐饮")
    await budget.scroll_into_view_if_needed()
    await expect(budget).to_contain_text("还剩 ¥488.5")
    await picture("found")


async def take_back_a_swipe(person: Person, picture: Picture) -> None:
    """A row that went by mistake comes back by the button of the note."""
    await person.press("流水")
    row = person.page.locator("[data-row]", has_text="火锅")
    await person.swipe_with_finger(row, -160)
    await expect(row).to_have_count(0)
    await picture("gone")
    await person.takes_offer()
    await expect(row).to_have_count(1)
    await picture("back")


FINDS: tuple[Task, ...] = (
    add_by_hand,
    correct_yesterdays_amount,
    compare_a_category_with_last_month,
    see_what_is_left_of_a_budget,
    take_back_a_swipe,
)
"""What somebody finds without having been told."""
