"""The rooms of voice satellites on the card: they are seen, and move nothing."""

from __future__ import annotations

from playwright.async_api import expect

from tests.card.browsing import PHONE, Person
from tests.card.conftest import Visit
from tests.card.house import House
from tests.support.conversing import say, wake
from voiced.card.card import OtherRoom
from voiced.dialogue.values.state import Phase

KITCHEN = OtherRoom(
    "厨房", Phase.CONFIRMING, 2, "识别到2笔交易：第1笔，支出62元，买菜；第2笔，支出18元，交通。请确认或修改。"
)
STUDY = OtherRoom("书房", Phase.LISTENING, 0, "记好了，还有吗？")
_PLACES = """() => [...document.querySelectorAll("#now [data-key]")].map(part => {
  const {x, y} = part.getBoundingClientRect();
  return `${part.dataset.key} ${x} ${y}`;
})"""


async def places(person: Person) -> list[str]:
    """Where each row and each button stands on the screen."""
    return await person.page.evaluate(_PLACES)


async def test_rooms_that_come_and_go_move_no_row_of_the_open_draft_at_the_end_of_the_page(
    home: House, visit: Visit
):
    person = await visit(PHONE)
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30，买菜45块8，奶茶18，看电影80，加油200")
    listed = person.page.locator(".rooms dl > div")

    for rooms in ((), (KITCHEN, STUDY)):
        home.watcher.show_rooms(rooms)
        await expect(listed).to_have_count(len(rooms))
        await person.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        before = await places(person)
        for others in ((KITCHEN, STUDY), (STUDY,), ()):
            home.watcher.show_rooms(others)
            await expect(listed).to_have_count(len(others))
            assert await places(person) == before


async def test_each_room_shows_its_name_its_state_and_the_last_sentence_in_both_languages(
    home: House, visit: Visit
):
    person = await visit()
    home.watcher.show_rooms((KITCHEN, STUDY))
    listed = person.page.locator(".rooms dl > div")
    await expect(listed).to_have_text([f"厨房2笔待确认{KITCHEN.said}", f"书房在听{STUDY.said}"])
    await person.page.locator("#language").click()
    await expect(listed).to_have_text([f"厨房2 to confirm{KITCHEN.said}", f"书房Listening{STUDY.said}"])
