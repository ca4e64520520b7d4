"""A phone in the hand: its keyboard, its home screen, and no daemon in reach."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.async_api import Browser, CDPSession, expect

from tests.card.browsing import PHONE, SMALL_PHONE, Person, person
from tests.card.conftest import Visit
from tests.card.house import House, house
from tests.support.conversing import say, wake
from voiced.ports.conversation import MicrophoneLost

KEYBOARD_PIXELS = 253
_COVER = """covered => {
  Object.defineProperty(visualViewport, "height", { configurable: true, get: () => innerHeight - covered });
  visualViewport.dispatchEvent(new Event("resize"));
}"""

_UNTIL_KEPT = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const wanted = ["/", ...loaded.filter((path) => /[.](js|css)$/.test(path))];
  const areKept = async () => (await Promise.all(wanted.map((path) => caches.match(path)))).every(Boolean);
  while (!(await areKept())) await new Promise(requestAnimationFrame);
}"""


async def is_above_the_keyboard(person: Person, selector: str) -> bool:
    """Whether something stands whole in what the keyboard leaves of the screen."""
    place = await person.page.locator(selector).bounding_box()
    assert place is not None
    return place["y"] >= 0 and place["y"] + place["height"] <= SMALL_PHONE.height - KEYBOARD_PIXELS


async def asked(devtools: CDPSession, method: str) -> dict[str, Any]:
    """What the browser's own tools answer."""
    return cast("dict[str, Any]", await devtools.send(method))  # pyright: ignore[reportUnknownMemberType] - untyped there


async def test_beside_the_keyboard_of_a_small_phone_entries_are_typed_and_confirmed(
    home: House, visit: Visit
):
    person = await visit(SMALL_PHONE)
    home.watcher.tell(MicrophoneLost("unplugged"))
    line = person.page.get_by_label("打字记账")
    await line.tap()
    # Headless Chromium has no such keyboard: the page is told of one as a phone tells it.
    await person.page.evaluate(_COVER, KEYBOARD_PIXELS)

    for sentence in ("午饭35块", "打车20", "买菜45块8"):
        await line.fill(sentence)
        assert await is_above_the_keyboard(person, "#typed-words")
        await person.page.get_by_role("button", name="发送").tap()
        await expect(line).to_have_value("")
        await expect(line).to_be_focused()
    await person.sees_status("待确认", "待确认", "待确认")
    assert await is_above_the_keyboard(person, "[data-key=confirm-all]")
    assert await is_above_the_keyboard(person, "#send")
    assert await person.accessibility_problems() == []
    await person.has_room_for_fingers()

    await person.page.evaluate(_COVER, 0)
    await expect(person.page.locator("[data-keyboard]")).to_have_count(0)


async def test_the_line_is_one_press_away_from_the_first_row(home: House, visit: Visit):
    person = await visit(SMALL_PHONE)
    await wake(home.conversation)
    await say(home.conversation, "午饭35块，打车20，买菜45块8")
    await person.press("打字记账")
    await expect(person.page.get_by_label("打字记账").last).to_be_focused()


async def test_without_the_daemon_a_page_that_was_opened_before_says_so_plainly(browser: Browser):
    async with house() as home, person(browser, home.address, PHONE, workers="allow") as phone:
        await phone.sees("待唤醒")
        await phone.page.evaluate(_UNTIL_KEPT)
        await home.close_the_door()

        await phone.page.reload()

        await phone.sees("现在不能记账，也看不到账本。")
        await expect(phone.page).to_have_title("连接断开了 · 随口记")
        await expect(phone.page.locator("#typed")).to_be_hidden()
        assert await phone.accessibility_problems() == []
        await phone.page.get_by_role("link", name="账本").click()
        await phone.sees("未连接，过一会儿再试。")
        kept = await phone.page.evaluate(
            "async () => (await (await caches.open('shell')).keys()).map(({ url }) => new URL(url).pathname)"
        )
        assert [path for path in kept if path.startswith(("/api/", "/login", "/ws"))] == []

        await home.open_the_door()
        await phone.page.get_by_role("link", name="记账").click()
        # As a browser tells when its network is back; the page tries again by itself as well.
        await phone.page.evaluate("dispatchEvent(new Event('online'))")
        await phone.sees("待唤醒")


async def test_the_page_can_be_put_on_the_home_screen(home: House, visit: Visit):
    phone = await visit(PHONE)
    devtools = await phone.page.context.new_cdp_session(phone.page)
    manifest = await asked(devtools, "Page.getAppManifest")
    problems = await asked(devtools, "Page.getInstallabilityErrors")

    assert manifest["errors"] == []
    assert str(manifest["url"]).endswith("/manifest.webmanifest")
    # A profile for one test is a private one, in which nothing is installed.
    assert [error["errorId"] for error in problems["installabilityErrors"]] == ["in-incognito"]


@pytest.mark.parametrize(("is_secure", "told"), [("true", "添加到主屏幕"), ("false", "这个地址没有加密")])
async def test_help_says_whether_this_address_lets_the_browser_keep_the_page(
    home: House, visit: Visit, is_secure: str, told: str
):
    phone = await visit(SMALL_PHONE)
    await phone.page.add_init_script(
        f"Object.defineProperty(window, 'isSecureContext', {{ value: {is_secure} }})"
    )
    await phone.page.reload()

    await phone.press("帮助")

    await expect(phone.page.get_by_role("dialog")).to_contain_text(told)
    assert await phone.accessibility_problems() == []
