"""Another device in the house asks for the password before it shows anything."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, SMALL_PHONE, person
from tests.card.house import house


async def test_a_phone_enters_with_the_password_and_nothing_else(browser: Browser):
    async with (
        house(password="芝麻开门") as home,  # noqa: S106 - of a daemon that lives for one test
        person(browser, home.address.split("?")[0], PHONE) as phone,
    ):
        password = phone.page.get_by_label("密码 Password")
        await expect(password).to_be_focused()
        assert await phone.accessibility_problems() == []
        assert await phone.stays_within_the_screen()

        await password.fill("芝麻关门")
        await phone.press("进入 Enter")
        await phone.sees("密码不对。")
        assert await phone.accessibility_problems() == []

        await phone.page.get_by_label("密码 Password").fill("芝麻开门")
        await phone.press("进入 Enter")
        await phone.sees("待唤醒")
        assert [one for one in phone.complaints if "401" not in one] == []


async def test_the_page_that_was_asked_for_is_open_after_the_password(browser: Browser):
    async with (
        house(password="芝麻开门") as home,  # noqa: S106 - the same
        person(browser, home.address.split("?")[0] + "#ledger", PHONE) as phone,
    ):
        await phone.page.get_by_label("密码 Password").fill("芝麻关门")
        await phone.press("进入 Enter")
        await phone.sees("密码不对。")
        await phone.page.get_by_label("密码 Password").fill("芝麻开门")
        await phone.press("进入 Enter")

        await expect(phone.page.locator("#ledger")).to_be_visible()
        assert phone.page.url.endswith("/#ledger")


@pytest.mark.parametrize(("at", "is_told"), [("127.0.0.1", False), ("127.0.0.2", True)])
async def test_over_the_network_the_login_says_that_the_password_goes_in_clear(
    browser: Browser, at: str, is_told: bool
):
    async with (
        house(password="芝麻开门", at=at) as home,  # noqa: S106 - the same
        person(browser, home.address.split("?")[0], PHONE) as phone,
    ):
        await expect(phone.page.get_by_label("密码 Password")).to_be_focused()
        await expect(phone.page.locator(".in-clear")).to_be_visible(visible=is_told)
        assert await phone.accessibility_problems() == []


@pytest.mark.parametrize(("at", "word"), [("127.0.0.1", "开始"), ("127.0.0.2", "开始（pi 的麦克风）")])
async def test_the_start_button_names_the_machine_of_the_microphone(browser: Browser, at: str, word: str):
    async with house(at=at) as home, person(browser, home.address, SMALL_PHONE) as phone:
        await expect(phone.page.get_by_role("button", name=word, exact=True)).to_be_visible()
        await phone.has_room_for_fingers()


async def test_a_stranger_is_told_how_to_get_in_on_a_page_like_the_login(browser: Browser):
    async with (
        house() as home,
        person(browser, home.address.split("?")[0], SMALL_PHONE) as stranger,
    ):
        await stranger.sees("voiced card")
        await expect(stranger.page.locator("h1")).to_have_css("font-weight", "600")
        assert await stranger.accessibility_problems() == []
        assert await stranger.stays_within_the_screen()
