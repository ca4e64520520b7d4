"""The settings: wake phrase, voice and night are changed on the card, and a code lets a phone in."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
import zxingcpp
from msgspec.structs import replace
from playwright.async_api import Browser, Locator, expect

from tests.card.browsing import PHONE, Person, Screen, person
from tests.card.conftest import Visit
from tests.card_server.houses import SETTINGS, House, a_house
from voiced.adapters.machine import card_place
from voiced.app.configured import configuration
from voiced.app.kept_preferences import KeptPreferences
from voiced.config import CardSettings, Settings

SCREENS = [
    Screen(width, 700, touch=True, dark=(width == 320) == (language == "en-GB"), language=language)
    for width in (320, 390)
    for language in ("zh-CN", "en-GB")
]
WORDS = {
    "zh-CN": {"save": "保存", "back": "恢复配置文件的设置", "kept": "马上生效", "waits": "说完就生效"},
    "en-GB": {"save": "Save", "back": "As in the configuration", "kept": "at once", "waits": "session ends"},
}
EVERYWHERE = replace(SETTINGS, card=CardSettings(port=0, host="0.0.0.0", password="芝麻开门"))  # noqa: S104, S106
_PIXELS = """image => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 400;
  const drawn = canvas.getContext("2d");
  drawn.drawImage(image, 0, 0, 400, 400);
  return Array.from(drawn.getImageData(0, 0, 400, 400).data.filter((_, at) => at % 4 === 0));
}"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration without a voice, and a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    file = tmp_path / "voiced.toml"
    file.write_text(f'[voice]\nengine = "none"\nmodel_dir = "{tmp_path}"\n')
    return file


@asynccontextmanager
async def at_the_card(
    browser: Browser, config: Path, screen: Screen, settings: Settings = SETTINGS
) -> AsyncGenerator[tuple[House, Person]]:
    choice = KeptPreferences(config, lambda: None)
    async with a_house(config.parent, settings, choice) as house:
        address = f"{house.origin}/?token={house.address.partition('=')[2]}"
        if settings is EVERYWHERE:
            address = f"{house.origin}/login"
        async with person(browser, address, screen) as who:
            if settings is EVERYWHERE:
                await who.page.get_by_label("密码 Password").fill("芝麻开门")
                await who.press("进入 Enter")
                await expect(who.page.locator(".phase")).to_be_visible()
            yield house, who
            # A browser complains of each refusal of the daemon, which is what some of these tests are about.
            assert [one for one in who.complaints if "400 (Bad Request)" not in one] == []


async def opened(who: Person) -> Locator:
    """The settings, opened with a finger."""
    await who.page.locator("#open-settings").tap()
    dialog = who.page.get_by_role("dialog")
    await expect(dialog.locator("[name=theme]")).to_be_visible()
    return dialog


@pytest.mark.parametrize("screen", SCREENS, ids=str)
async def test_what_is_chosen_is_kept_and_can_be_taken_back(browser: Browser, config: Path, screen: Screen):
    words = WORDS[screen.language]
    async with at_the_card(browser, config, screen) as (house, who):
        dialog = await opened(who)
        assert await who.accessibility_problems() == []
        await who.has_room_for_fingers()

        await dialog.locator("[name=wake]").fill("hello")
        await who.press(words["save"])
        await expect(dialog.locator("#wake-wrong")).to_be_visible()
        assert await who.accessibility_problems() == []
        await dialog.locator("[name=wake]").fill("龘龘")
        await who.press(words["save"])
        await expect(dialog.locator("#wake-wrong")).to_be_visible()
        await dialog.locator("[name=wake]").fill("管家管家")
        await dialog.locator("[name=quieter]").check()
        await expect(dialog.locator("[name=night-from]")).to_have_value("22:00")
        await who.has_room_for_fingers()
        await dialog.locator("[name=night-to]").fill("06:30")
        await dialog.locator("[name=voice]").select_option("auto")
        await dialog.locator("[name=rate]").fill("150")
        await who.press(words["save"])
        await who.sees(words["kept"])
        chosen = configuration(config).settings
        assert chosen.session.wake_phrase == "管家管家"
        voice = chosen.voice
        assert (voice.engine, voice.night, voice.rate_words_per_minute) == ("auto", "22:00-06:30", 150)

        await house.wake()
        dialog = await opened(who)
        await expect(dialog.locator("[name=night-to]")).to_have_value("06:30")
        await who.press(words["back"])
        await who.sees(words["waits"])
        assert configuration(config).settings.session.wake_phrase == "小记小记"


async def test_what_a_variable_sets_is_grey(browser: Browser, config: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOICED_SESSION__WAKE_PHRASE", "管家管家")
    async with at_the_card(browser, config, PHONE) as (_, who):
        dialog = await opened(who)
        await expect(dialog.locator("[name=wake]")).to_be_disabled()
        await expect(dialog.locator("[name=voice]")).to_be_enabled()
        await who.sees("灰色的由启动 voiced 的环境变量决定")
        assert await who.accessibility_problems() == []


@pytest.mark.parametrize("screen", SCREENS, ids=str)
async def test_a_phone_that_scans_the_code_is_in(
    browser: Browser, config: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(card_place, "own_names", lambda: ("127.0.0.2",))
    async with at_the_card(browser, config, screen, EVERYWHERE) as (_, who):
        dialog = await opened(who)
        await dialog.locator("[data-key=second-device]").tap()
        await expect(dialog.locator(".code")).to_be_visible()
        assert await who.accessibility_problems() == []
        await who.has_room_for_fingers()
        pixels = await dialog.locator(".code").evaluate(_PIXELS)
        (code,) = zxingcpp.read_barcodes(np.array(pixels, dtype=np.uint8).reshape(400, 400))
        assert urlsplit(code.text).hostname == "127.0.0.2"
        async with person(browser, code.text, PHONE) as phone:
            await phone.sees("待唤醒")
            assert "token" not in phone.page.url


@pytest.mark.parametrize("screen", SCREENS, ids=str)
async def test_where_only_this_machine_reaches_it_the_way_to_open_it_is_told(
    browser: Browser, config: Path, screen: Screen
):
    async with at_the_card(browser, config, screen) as (_, who):
        dialog = await opened(who)
        await dialog.locator("[data-key=second-device]").tap()
        await expect(dialog.locator("pre")).to_contain_text('host = "0.0.0.0"')
        await expect(dialog.locator(".code")).to_have_count(0)
        assert await who.accessibility_problems() == []
        assert await who.stays_within_the_screen()


async def test_without_the_daemon_the_look_of_the_page_can_still_be_chosen(visit: Visit):
    person = await visit(PHONE)
    await person.page.route("**/api/settings", lambda route: route.abort())
    dialog = await opened(person)
    await person.sees("未连接")
    await dialog.locator("[name=theme]").select_option("dark")
    await expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    person.complaints.clear()


async def test_the_language_and_the_light_are_chosen_and_kept(browser: Browser, config: Path):
    async with at_the_card(browser, config, Screen(language="en-GB")) as (_, who):
        await who.sees("Waiting")
        await who.press("中文 · 切换到中文")
        await who.sees("待唤醒")
        await who.press("设置")
        await who.field("外观").select_option("dark")
        await who.press("返回")
        await who.page.reload()

        await who.sees("待唤醒")
        await expect(who.page.locator("html")).to_have_attribute("data-theme", "dark")
        await expect(who.page.locator("html")).to_have_attribute("lang", "zh-CN")
