"""Every question that the daemon asks has its buttons on the card, and the rows that it is about can be seen."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.card.browsing import PHONE
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from tests.support.now import NOW
from voiced.dialogue.values import events as ev
from voiced.domain.batch import DraftBatch
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

SAVED = ("午饭35块", "确认")


@pytest.mark.parametrize(
    ("turns", "question", "buttons"),
    [
        (["午饭35块"], "确认吗？", ["确认", "取消"]),
        (["吃饭花了60，打车30"], "请确认或修改。", ["确认2笔 · ¥90", "全部取消"]),
        (["吃饭花了60，打车30", "第一笔改成50"], "还需要修改吗？", ["确认2笔 · ¥80", "全部取消"]),
        (["老婆买菜六十"], "要记这笔吗？", ["要", "不要"]),
        (["吃饭花了60，打车30", "打车35"], "打车改成35元，还是另记一笔？", ["改", "另记一笔"]),
        (["吃饭花了60，打车30", "打车30"], "是同一笔，还是另记一笔？", ["同一笔", "另记一笔"]),
        (["吃饭花了60，打车30", "改成13"], "不确定要修改哪笔", ["第1笔", "第2笔"]),
        (["四张门票每张40"], "一共160元吗？", ["160元", "40元"]),
        (["坐地铁上班"], "多少钱？", ["填金额"]),
        (["三十块"], "做什么用的？", ["补充完整"]),
        ([*SAVED, "撤销刚才那笔"], "要收回吗？", ["撤销", "不用了"]),
        ([*SAVED, "上一笔改成50"], "吗？", ["改", "不改了"]),
        ([*SAVED, "打车20", "刚才那笔不要了"], "还是记过的", ["没写进账本的", "记过的"]),
    ],
)
async def test_a_question_has_its_buttons(
    home: House, visit: Visit, turns: list[str], question: str, buttons: list[str]
):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, *turns)

    await expect(person.page.locator(".said")).to_contain_text(question)
    for name in buttons:
        await expect(person.page.get_by_role("button", name=name, exact=True).last).to_be_visible()


def left_behind() -> DraftBatch:
    entries = [("吃饭", "餐饮", 6000), ("打车", "交通", 3000)]
    rows = [
        ParseResult(Money(fen), TransactionType.EXPENSE, category, NOW.date(), description)
        for description, category, fen in entries
    ]
    return DraftBatch.of(rows, batch_id="left-behind", created_at=NOW)


async def test_a_draft_left_by_a_crash_is_seen_before_the_start_and_resumed_by_a_press(
    home: House, visit: Visit
):
    home.conversation.post(ev.DraftRecovered(left_behind()))
    person = await visit(PHONE)
    await person.sees("上次没处理完的2笔")
    await person.sees("打车")
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    await person.press("继续处理")

    await person.sees_status("待确认", "待确认")


async def test_the_question_about_it_comes_with_its_rows(home: House, visit: Visit):
    home.conversation.post(ev.DraftRecovered(left_behind()))
    person = await visit(PHONE)

    await person.press("开始")
    await person.hears_said("上次有2笔还没处理完，要继续吗？")
    await expect(person.page.locator(".lately .line")).to_have_count(2)
    await expect(person.page.get_by_role("button", name="继续处理")).to_have_count(1)
    await person.press("不要了")

    # What was declined can come back as well.
    await person.sees("2笔没有记。")
    await person.press("恢复")
    await person.sees_status("待确认", "待确认")


async def test_an_amount_that_is_asked_for_is_filled_in_with_a_press(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "坐地铁上班")

    await person.fill_in("填金额", "金额", "4")

    await expect(person.row(1).locator(".amount")).to_have_text("¥4")
    await expect(person.page.get_by_role("button", name="填金额")).to_have_count(0)


async def test_rows_that_lack_a_value_are_not_counted_among_those_to_confirm(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30", "还有四张门票每张40")

    await expect(person.page.locator(".row")).to_have_count(3)
    await expect(person.page.locator("[data-key=confirm-all]")).to_have_text("确认2笔 · ¥90")


async def test_dropped_rows_can_be_brought_back_for_as_long_as_the_card_offers_it(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await person.page.clock.install()
    await say(home.conversation, "吃饭花了60，打车30", "取消", "退出")

    await person.page.clock.run_for(9 * 60 * 1000)
    await person.sees("2笔没有记。")
    await person.page.clock.run_for(61 * 1000)

    await expect(person.page.get_by_role("button", name="恢复")).to_have_count(0)
