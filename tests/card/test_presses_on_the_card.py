"""Nothing moves under a finger, and each press counts once, for the row that was meant."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.card.browsing import PHONE, SMALL_PHONE, Person, Screen
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake

pytestmark = pytest.mark.scenario("R-12")

LANDSCAPE = Screen(844, 390, touch=True)
DESK = Screen(1440, 900, touch=True)
LOW_ROW_PIXELS = 96
THREE_ENTRIES = "吃饭花了60，打车31，抢红包抢了32"
FOUR_ENTRIES = "吃饭花了60，打车31，抢红包抢了32，买菜45"
TEN_ENTRIES = "早饭8块，地铁5块，咖啡22，午饭35，买菜86.4，打车41，电影票69.9，话费100，买书58，红包收入200"


async def tops(person: Person) -> list[float]:
    """Where the rows of the draft stand on the screen."""
    places = [await row.bounding_box() for row in await person.page.locator(".row").all()]
    return [place["y"] for place in places if place is not None]


@pytest.mark.parametrize("pause_seconds", [0.15, 0.4, 0.9])
@pytest.mark.parametrize(
    "screen", [SMALL_PHONE, PHONE, LANDSCAPE, DESK], ids=lambda screen: f"{screen.width}px"
)
async def test_each_row_is_decided_where_it_stood_before(
    home: House, visit: Visit, screen: Screen, pause_seconds: float
):
    person = await visit(screen)
    await wake(home.conversation)
    await say(home.conversation, FOUR_ENTRIES)
    await person.sees_status("待确认", "待确认", "待确认", "待确认")
    await person.sees_it_still()
    dock = await person.page.locator(".dock").bounding_box()
    assert dock is not None
    left = dock["x"]
    before = await tops(person)
    in_view = [top for top in before if top + 40 < dock["y"]][:3]
    assert len(in_view) >= 2

    decided = ["已确认", "已取消", "已确认"][: len(in_view)]
    for top, decision in zip(in_view, decided, strict=True):
        await person.swipe_at((left + 150, top + 20), 180 if decision == "已确认" else -180)
        # The pause of a hand, not a wait for the page: it may have answered by then, or not.
        await asyncio.sleep(pause_seconds)

    await person.sees_status(*decided, *["待确认"] * (4 - len(decided)))
    assert await tops(person) == before


async def test_no_sentence_and_no_notice_moves_a_row(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, THREE_ENTRIES)
    await person.sees_status("待确认", "待确认", "待确认")
    before = await tops(person)

    for words in ("第二笔不要", "嗯这个嘛我想想看啊", "第一笔改成吃饭和别的很多很多东西", "第一笔改成61"):
        await say(home.conversation, words)
        assert await tops(person) == before
    await home.close_the_door()
    await person.sees("连接断开了")
    assert await tops(person) == before
    await home.open_the_door()
    await expect(person.page.locator("[data-banner=lost]")).to_have_count(0)
    await person.sees("已重新连接。")
    assert await tops(person) == before


async def test_a_button_that_just_appeared_under_a_finger_takes_no_press(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, THREE_ENTRIES)
    # The clock of the page stands still: nothing settles until it goes on.
    await person.sees_it_still()
    await person.page.clock.install()
    await person.page.clock.pause_at(await person.page.evaluate("Date.now()"))

    await say(home.conversation, "第一笔改成600")
    await expect(person.row(1).locator(".amount")).to_have_text("¥600")
    await person.page.get_by_role("button", name="确认第1笔").click()
    await person.page.get_by_role("button", name="确认第2笔").click()

    await person.sees_status("待确认", "已确认", "待确认")
    await person.page.clock.run_for(1000)
    await person.press("确认第1笔")
    await person.sees_status("已确认", "已确认", "待确认")


class SlowLine:
    """A line that holds what the page sends, until it is let through."""

    def __init__(self) -> None:
        self.held: list[Callable[[], None]] = []

    async def lay(self, person: Person) -> None:
        """From the next load on, the page speaks over this line."""
        await person.page.route_web_socket("**/ws", self._open)
        await person.page.reload()
        await expect(person.page.locator(".phase")).to_be_visible()

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: self.held.append(lambda: server.send(message)))

    def let_through(self) -> None:
        """Send what was held."""
        held, self.held = self.held, []
        for send in held:
            send()


async def test_a_press_shows_at_once_that_it_was_taken_and_counts_once(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, THREE_ENTRIES)
    line = SlowLine()
    await line.lay(person)

    await person.press("确认第1笔")
    await person.sees_status("确认中…", "待确认", "待确认")
    await person.page.locator("[data-key=confirm-0]").click(force=True)
    await person.press("取消第2笔")
    await person.sees_status("确认中…", "取消中…", "待确认")
    assert len(line.held) == 1

    line.let_through()
    await person.sees_status("已确认", "取消中…", "待确认")
    line.let_through()
    await person.sees_status("已确认", "已取消", "待确认")
    await expect(person.page.locator("#notes .banner")).to_have_count(0)


async def test_a_press_that_succeeded_otherwise_is_not_called_in_vain(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块")
    line = SlowLine()
    await line.lay(person)

    await person.confirm_all()
    await expect(person.page.locator("[data-key=confirm-all]")).to_have_text("保存中…")
    await say(home.conversation, "确认")
    line.let_through()

    await person.sees("记好了1笔")
    await expect(person.page.locator("#notes .banner")).to_have_count(0)


@pytest.mark.parametrize("screen", [SMALL_PHONE, LANDSCAPE], ids=lambda screen: f"{screen.width}px")
async def test_all_rows_are_seen_before_all_are_confirmed(home: House, visit: Visit, screen: Screen):
    person = await visit(screen)
    await wake(home.conversation)
    await say(home.conversation, TEN_ENTRIES)
    await expect(person.page.locator("[data-key=confirm-all]")).to_have_text("确认10笔")
    # Two whole rows are in view from the start.
    places = [await row.bounding_box() for row in await person.page.locator(".row").all()]
    dock = await person.page.locator(".pair").bounding_box()
    assert dock is not None
    assert sum(place is not None and place["y"] + place["height"] <= dock["y"] for place in places) >= 2
    assert all(place is not None and place["height"] <= LOW_ROW_PIXELS for place in places)

    await person.confirm_all()
    await person.sees("没看到，看过再确认。")
    await expect(person.page.locator(".row")).to_have_count(10)
    for _ in range(8):
        if await person.page.locator(".row").count() == 0:
            break
        await person.confirm_all()
        await asyncio.sleep(0)

    await person.hears_said("已保存10笔交易。")


async def test_a_decided_row_is_open_again_with_one_press(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, THREE_ENTRIES, "第一笔确认", "第二笔不要")
    await person.sees_status("已确认", "已取消", "待确认")

    await person.press("恢复第1笔为待确认")
    await person.sees_status("待确认", "已取消", "待确认")
    await person.press("恢复第2笔为待确认")
    await person.sees_status("待确认", "待确认", "待确认")


async def test_a_dropped_draft_comes_back_with_one_press(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, THREE_ENTRIES)
    await person.press("全部取消")
    await person.sees("3笔没有记。")

    await person.press("恢复")
    await person.sees_status("待确认", "待确认", "待确认")
    await person.press("结束")
    await person.sees("3笔没有记。")
    await person.press("恢复")
    await person.sees_status("待确认", "待确认", "待确认")


async def test_the_sentence_does_not_contradict_a_row_that_was_edited(home: House, visit: Visit):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "火锅236，打车30")
    await person.fill_in("修改第1笔", "金额", "136")

    await person.hears_said("已修改第1笔，请确认或修改。")
    await expect(person.row(1).locator(".amount")).to_have_text("¥136")
