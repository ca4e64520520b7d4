"""Another device in the house asks for the password before it shows anything."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, person
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
