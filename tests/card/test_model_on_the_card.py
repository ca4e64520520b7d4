"""The help of the page says whether the language model is believed, in both languages."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, person
from tests.card.house import house
from tests.support.now import NOW
from voiced.ports.trust import CheckCause, TrustReason, TrustStanding

STANDINGS = {
    TrustStanding(believes=True, reason=TrustReason.PASSED, since=NOW): (
        "语言模型：直接采信（2026-11-21 测试通过）",
        "Language model: believed (checked on 2026-11-21)",
    ),
    TrustStanding(believes=False, reason=TrustReason.UNMEASURED): (
        "语言模型：每个回答都用规则核对（还没测试过）",
        "Language model: each answer is weighed by rules (never checked)",
    ),
    TrustStanding(believes=False, reason=TrustReason.FAILED, since=NOW, cause=CheckCause.SLOW): (
        "语言模型：每个回答都用规则核对（2026-11-21 测试没通过：太慢）",
        "Language model: each answer is weighed by rules (check of 2026-11-21 failed: slow)",
    ),
    TrustStanding(believes=False, reason=TrustReason.REVOKED, since=NOW): (
        "语言模型：每个回答都用规则核对（2026-11-21 起常出错）",
        "Language model: each answer is weighed by rules (it has failed since 2026-11-21)",
    ),
}


@pytest.mark.parametrize("standing", STANDINGS, ids=lambda standing: standing.reason.value)
async def test_the_help_says_how_far_the_model_is_believed(browser: Browser, standing: TrustStanding):
    chinese, english = STANDINGS[standing]
    async with house(standing=standing) as home, person(browser, home.address, PHONE) as viewer:
        for words, then in ((chinese, "en"), (english, "zh")):
            await viewer.page.locator("#open-help").click()
            await expect(viewer.page.get_by_role("dialog")).to_contain_text(words)
            assert await viewer.accessibility_problems() == []
            await viewer.page.keyboard.press("Escape")
            await expect(viewer.page.get_by_role("dialog")).to_have_count(0)
            await viewer.page.locator("#language").click()
            await expect(viewer.page.locator(f"html[lang^={then}]")).to_have_count(1)


async def test_without_a_model_nothing_is_said_of_one(browser: Browser):
    async with house() as home, person(browser, home.address, PHONE) as viewer:
        await viewer.page.locator("#open-help").click()
        await expect(viewer.page.get_by_role("dialog")).not_to_contain_text("语言模型")
