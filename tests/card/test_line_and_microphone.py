"""What the card says when something is missing: the daemon, the microphone."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Route, expect

from tests.card.browsing import Screen, person
from tests.card.conftest import Visit
from tests.card.house import House, house
from tests.support.conversing import say, wake
from voiced.card.card import CardMicrophone
from voiced.dialogue.values import effects as fx
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost


async def test_a_daemon_that_comes_back_is_found_again_with_everything_it_knows(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "吃饭花了60，打车30")
    await person.sees_status("待确认", "待确认")

    await home.close_the_door()
    await person.sees("连接断开了")
    await expect(person.page.locator(".notices [data-countdown]")).to_have_text(
        re.compile("秒后再试|正在重试")
    )
    confirm = person.page.locator("[data-key=confirm-all]")
    await expect(confirm).to_be_disabled()
    assert await person.accessibility_problems() == []
    await confirm.click(force=True)
    await expect(person.page.locator("#live")).to_have_text("未连接，操作没有发出。")
    await say(home.conversation, "第一笔确认")
    await home.open_the_door()

    await person.sees_status("已确认", "待确认")
    await expect(person.page.locator("[data-banner=lost]")).to_have_count(0)
    await expect(confirm).to_be_enabled()


async def test_a_lost_microphone_is_shown_until_it_is_back(home: House, visit: Visit):
    person = await visit()

    home.watcher.tell(MicrophoneLost("unplugged"))
    await person.sees("没有检测到麦克风。")
    reason = person.page.get_by_text("unplugged")
    await expect(reason).to_be_hidden()
    await person.page.get_by_text("技术细节").click()
    await expect(reason).to_be_visible()

    await say(home.conversation, "午饭")
    await expect(reason).to_be_visible()

    home.watcher.tell(MicrophoneBack())
    await expect(person.page.locator("[data-banner=microphone]")).to_have_count(0)


async def test_a_machine_without_speech_asks_for_typed_words_and_misses_nothing(browser: Browser):
    async with (
        house(microphone=CardMicrophone.NONE) as home,
        person(browser, home.address, Screen()) as reader,
    ):
        await reader.sees("在下面打字记账")
        await expect(reader.page.locator("[data-banner=microphone]")).to_have_count(0)
        await expect(reader.page.locator("#send")).to_have_class(re.compile("chief"))
        await expect(reader.page.locator("[data-key=wake]")).to_have_count(0)


async def test_a_failure_is_told_in_the_speakers_own_words(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)

    home.watcher.tell(fx.TellError("the gateway cannot be reached (ClientConnectorError)"))
    await person.sees("刚才有一步没成功，可以继续说或重试。")
    await expect(person.page.get_by_text("ClientConnectorError")).to_be_hidden()

    await say(home.conversation, "午饭35块")
    await expect(person.page.locator("[data-banner=error]")).to_have_count(0)


async def test_an_account_that_the_ledger_lacks_is_told_in_the_speakers_words(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)
    await say(home.conversation, "午饭35块", "确认")
    await person.page.route("**/api/batches/*/undo", _not_found)

    await person.press("撤销")
    await person.sees("账本里没有找到这笔。")
    await person.page.get_by_text("技术细节").click()
    await person.sees("no batch b")
    assert ["404" in complaint for complaint in person.complaints] == [True]
    person.complaints.clear()


async def _not_found(route: Route):
    await route.fulfill(status=404, json={"error": {"code": "not_found", "message": "no batch b"}})


async def test_missing_values_are_said_in_english_too(home: House, visit: Visit):
    person = await visit(Screen(language="en-GB"))

    home.watcher.tell(MicrophoneLost("unplugged"))
    await person.sees("No microphone found.")
    await home.close_the_door()

    await person.sees("Connection lost.")
    await person.page.get_by_role("button", name="Start").click(force=True)
    await expect(person.page.locator("#live")).to_have_text("Not connected: that press was not sent.")


async def test_words_appear_while_they_are_spoken(home: House, visit: Visit):
    person = await visit()
    await wake(home.conversation)

    await say(home.conversation, "确认")
    await expect(person.page.locator(".said:not(.past)")).to_have_count(1)

    home.watcher.tell(fx.TellSpeechDetected())
    home.watcher.tell(fx.TellPartialText("午饭三十"))
    await expect(person.page.locator(".said.past")).to_have_count(1)
    await person.sees("正在听：午饭三十")
    await expect(person.page.locator(".phase[data-hearing]")).to_have_count(1)

    home.watcher.tell(fx.TellNothingHeard())
    await expect(person.page.locator(".phase[data-hearing]")).to_have_count(0)

    await say(home.conversation, "午饭35块")
    await person.sees("听到：午饭35块")
