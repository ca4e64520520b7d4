"""Phones of three widths in two languages: what is shown has room on each, and what can be pressed is within reach."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect

from tests.card.browsing import FINGER_PIXELS, Person, Screen

SIZES = ((320, 568), (360, 640), (390, 844))
LANGUAGES = ("zh-CN", "en-GB")
COVERED = """() => [...document.querySelectorAll("main :is(button, a, input)")].filter((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return height > 1 && y > 0 && y < innerHeight && document.elementFromPoint(x, y)?.closest(".notes");
}).map((control) => control.textContent)"""
"""The controls in view that a note lies on."""
_WRONG = f"""(control) => {{
  control.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ left, right, top, bottom, width, height }} = control.getBoundingClientRect();
  if (left < 0 || right > innerWidth) return "out of the screen";
  if (Math.round(Math.min(width, height)) < {FINGER_PIXELS}) return `${{width}} by ${{height}} pixels`;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return control.contains(hit) ? "" : `below ${{hit?.className || hit?.tagName}}`;
}}"""
"""Why a finger does not reach a control; empty where it does."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody with a phone, who reads one of the languages."""

    person: Person
    language: str

    @property
    def page(self) -> Page:
        """What the phone shows."""
        return self.person.page

    @property
    def dialog(self) -> Locator:
        """The dialog that was opened last."""
        return self.page.get_by_role("dialog").last

    def reads(self, chinese: str, english: str) -> str:
        """The same words in the language of this reader."""
        return chinese if self.language == "zh-CN" else english

    def button(self, chinese: str, english: str) -> Locator:
        """The buttons with this name."""
        return self.page.get_by_role("button", name=self.reads(chinese, english), exact=True)

    async def sees(self, chinese: str, english: str) -> None:
        """These words stand on the page."""
        await self.person.sees(self.reads(chinese, english))

    async def tap(self, control: Locator) -> None:
        """Tap a control, once nothing moves."""
        await self.person.sees_it_still()
        await control.tap()

    async def turn_to(self, address: str) -> None:
        """Go to another place of the page."""
        await self.page.evaluate("address => { location.hash = address; }", address)

    async def reaches(self, *controls: Locator) -> None:
        """On each phone nothing is wider than the screen, and a finger reaches these controls."""
        for control in controls:
            await expect(control).to_be_visible()
        for width, height in SIZES:
            await self.page.set_viewport_size({"width": width, "height": height})
            assert await self.person.stays_within_the_screen(), width
            wrong = {str(control): await control.evaluate(_WRONG) for control in controls}
            assert {name: why for name, why in wrong.items() if why} == {}, width


Readers = tuple[Reader, Reader]
"""Somebody who reads Chinese, and somebody who reads English."""


def a_phone(language: str) -> Screen:
    """A phone that is set to this language."""
    return Screen(390, 844, touch=True, language=language)
