"""A person before the card: real Chromium, looked at and touched as a person would."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict, cast

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

CHROMIUM = "/usr/bin/chromium"
_ARGUMENTS = (
    "--no-sandbox",
    "--hide-scrollbars",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FINGER_PIXELS = 44
"""What a finger needs, WCAG 2.5.5."""
_PRESSABLE = ":is(button, nav a, .button, select, summary, input:not([type=radio], [type=checkbox])):visible"
_DEBUGGER = re.compile(r"ws://127\.0\.0\.1\S+")
_AXE = Path(__file__).parent / "vendor" / "axe.min.js"
_AXE_RULES = (
    "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
)


class _Violation(TypedDict):
    id: str
    help: str
    nodes: list[dict[str, object]]


class _AxeReport(TypedDict):
    violations: list[_Violation]


@dataclass(frozen=True, slots=True)
class Screen:
    """What the page is looked at on. Sizes are CSS pixels."""

    width: int = 1024
    height: int = 768
    touch: bool = False
    dark: bool = False
    language: str = "zh-CN"
    reduced_motion: bool = True


PHONE = Screen(390, 844, touch=True)
SMALL_PHONE = Screen(320, 568, touch=True)


@dataclass(slots=True)
class Person:
    """Somebody who has the card open."""

    page: Page
    complaints: list[str] = field(default_factory=list[str])

    def row(self, number: int) -> Locator:
        """Row `number` of the draft, from 1."""
        return self.page.locator(f'.row[data-index="{number - 1}"]')

    def field(self, label: str) -> Locator:
        """The field with this label in the dialog that is open."""
        return self.page.get_by_role("dialog").get_by_label(label)

    async def sees(self, text: str) -> None:
        """Somewhere on the page these words can be seen."""
        await expect(self.page.locator("body")).to_contain_text(text)

    async def hears_said(self, sentence: str) -> None:
        """The daemon's sentence stands on the card."""
        await expect(self.page.locator(".said")).to_have_text(sentence)

    async def sees_status(self, *words: str) -> None:
        """The rows of the draft have these states, in words."""
        await expect(self.page.locator(".row .status")).to_have_text(list(words))

    async def press(self, name: str) -> None:
        """Press the button with this name, once nothing moves."""
        await self.sees_it_still()
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def open_and_type(self, button: str, field: str, value: str) -> None:
        """Open a form with this button, and type a value into one of its fields."""
        await self.press(button)
        await self.field(field).fill(value)

    async def fill_in(self, button: str, field: str, value: str) -> None:
        """Open a form with this button, fill in one of its fields, and save it."""
        await self.open_and_type(button, field, value)
        await self.press("保存")

    async def confirm_all(self) -> None:
        """Press the large button that confirms."""
        await self.sees_it_still()
        await self.page.locator("[data-key=confirm-all]").click()

    async def open_row(self, number: int) -> None:
        """Tap a row of the draft, which opens it for editing."""
        await self.sees_it_still()
        await self.row(number).locator(".title").click()

    async def sees_it_still(self) -> None:
        """What has just moved or appeared takes presses again."""
        await expect(self.page.locator("html[data-moving]")).to_have_count(0)

    async def takes_offer(self) -> None:
        """Tap the button of the newest note, once the note has come to rest."""
        offer = self.page.locator(".notes .banner").last.locator("[data-key=offer]")
        await expect(offer).to_be_visible()
        await self.sees_it_still()
        await offer.tap()

    async def swipe(self, row: Locator, pixels: int) -> None:
        """Pull a row sideways with the mouse: to the right where `pixels` is positive."""
        await self.sees_it_still()
        x, y = await _middle(row)
        mouse = self.page.mouse
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move(x + pixels / 2, y, steps=4)
        await mouse.move(x + pixels, y, steps=4)
        await mouse.up()

    async def swipe_with_finger(self, row: Locator, pixels: int) -> None:
        """Pull a row sideways with a finger."""
        await self.sees_it_still()
        await self.swipe_at(await _middle(row), pixels)

    async def swipe_at(self, place: tuple[float, float], pixels: int) -> None:
        """Put a finger on this place of the screen, whatever is there, and pull it sideways."""
        x, y = place
        touch = await self.page.context.new_cdp_session(self.page)

        async def send(kind: str, *points: dict[str, float]) -> None:
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})  # pyright: ignore[reportUnknownMemberType] - untyped there

        await send("touchStart", {"x": x, "y": y})
        for step in range(1, 9):
            await send("touchMove", {"x": x + pixels * step / 8, "y": y})
        await send("touchEnd")
        await touch.detach()

    async def keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        for name in names:
            await self.page.keyboard.press(name)

    async def accessibility_problems(self) -> list[str]:
        """What axe-core finds wrong, on the page as it is now."""
        # Through the debugger: the page's own policy lets no script in.
        devtools = await self.page.context.new_cdp_session(self.page)
        await devtools.send("Runtime.evaluate", {"expression": _AXE.read_text(encoding="utf-8")})  # pyright: ignore[reportUnknownMemberType] - the same
        report = cast("_AxeReport", await self.page.evaluate(_AXE_RULES))
        await devtools.detach()
        return [
            f"{found['id']}: {found['help']} ({found['nodes'][0]['target']})"
            for found in report["violations"]
        ]

    async def press_first(self, act: str) -> None:
        """Press the first button of a row of the ledger that does this; on a phone the row is opened for it."""
        opener = self.page.locator("[data-key^=more-]").first
        await expect(self.page.locator("[data-row]").first).to_be_visible()
        if await opener.is_visible() and await opener.get_attribute("aria-expanded") == "false":
            await opener.click()
        await self.page.locator(f"[data-key^={act}-]").first.click()

    async def has_room_for_fingers(self) -> None:
        """Nothing has to be scrolled sideways, and whatever can be pressed is 44 pixels wide and high."""
        assert await self.stays_within_the_screen()
        for target in await self.page.locator(_PRESSABLE).all():
            box = await target.bounding_box()
            assert box is not None
            assert min(round(box["width"]), round(box["height"])) >= FINGER_PIXELS, await target.inner_text()

    async def stays_within_the_screen(self) -> bool:
        """Whether nothing has to be scrolled sideways."""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


async def _middle(row: Locator) -> tuple[float, float]:
    """A point in the upper middle of a row, above its buttons."""
    await row.scroll_into_view_if_needed()
    box = await row.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 30


@contextmanager
def running_chromium() -> Generator[str]:
    """Debian's Chromium, without a window; gives the address of its debugger. It takes longer to start than a test."""
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile:
        options = (*_ARGUMENTS, f"--user-data-dir={profile}", "--remote-debugging-port=0")
        command = (CHROMIUM, "--headless=new", *options, "about:blank")
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                yield next(found[0] for line in process.stderr if (found := _DEBUGGER.search(line)))
            finally:
                process.terminate()


@asynccontextmanager
async def chromium(debugger: str) -> AsyncGenerator[Browser]:
    """A Chromium that runs, with nothing in it of anybody else."""
    async with async_playwright() as driver:
        browser = await driver.chromium.connect_over_cdp(debugger)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def person(
    browser: Browser, address: str, screen: Screen, *, workers: Literal["allow", "block"] = "block"
) -> AsyncGenerator[Person]:
    """Somebody opens the card; what the browser complains of is kept, and any request elsewhere with it.

    Args:
        browser: the browser.
        address: what is opened.
        screen: what it is looked at on.
        workers: whether the browser may keep the page. It costs each visit the files a second time.
    """
    scheme: Literal["dark", "light"] = "dark" if screen.dark else "light"
    context = await browser.new_context(
        viewport={"width": screen.width, "height": screen.height},
        has_touch=screen.touch,
        color_scheme=scheme,
        locale=screen.language,
        reduced_motion="reduce" if screen.reduced_motion else "no-preference",
        timezone_id="Asia/Shanghai",
        service_workers=workers,
    )
    page = await context.new_page()
    who = Person(page)
    origin = "/".join(address.split("/")[:3])
    page.on("console", lambda message: _note(who, message.type, message.text))
    page.on("pageerror", lambda error: who.complaints.append(str(error)))
    page.on("request", lambda request: _note_origin(who, origin, request.url))
    await page.goto(address)
    await expect(page.locator(".phase, .login, .totals").filter(visible=True)).to_be_visible()
    try:
        yield who
    finally:
        await context.close()


def _note(who: Person, kind: str, text: str) -> None:
    # That a line was lost is what the tests of a lost line are about; that we let no worker in is our own choice.
    expected = "WebSocket" in text or text.startswith("Service Worker registration blocked")
    if kind in {"error", "warning"} and not expected:
        who.complaints.append(text)


def _note_origin(who: Person, origin: str, url: str) -> None:
    if not url.startswith((origin, "data:", origin.replace("http", "ws", 1))):
        who.complaints.append(f"a request to {url}")
