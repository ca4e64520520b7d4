"""R-12 with recorded speech: `voiced replay --card`, real voice activity, real recognition, two people in Chromium."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.card.browsing import PHONE, Person, Screen, person
from tests.support.ledger_files import rows_in

SPOKEN = Path("tests/audio/conversations").resolve()
WHISPER = Path(".cache/models/whisper-base").resolve()
SPEECH_MS = 60_000
"""Sound is heard and understood on a machine that may have much else to do."""


@asynccontextmanager
async def replay(folder: Path, *turns: str) -> AsyncGenerator[tuple[Process, str]]:
    """`voiced replay --card` of these turns, and the address that it prints. Killed where it has not ended by itself."""
    options = ["--card", "0", "--db", str(folder / "ledger.db"), "--now", "2026-11-21T10:30", "--offline"]
    process = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-m",
            "voiced",
            "replay",
            *turns,
            *options,
            "--asr",
            "whisper",
            "--model",
            str(WHISPER),
        ),
        cwd=folder,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(folder / "state"),
            "VOICED_LLM__SPLIT_LOCALLY": "always",
            "VOICED_VOICE__ENGINE": "none",
        },
        stderr=PIPE,
        stdout=DEVNULL,
    )
    assert process.stderr is not None
    try:
        printed = (await process.stderr.readline()).decode()
        assert printed.startswith("card: http"), printed
        yield process, printed.removeprefix("card: ").strip()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.speech
@pytest.mark.scenario("R-12")
@pytest.mark.timeout(240)
async def test_two_people_and_a_voice_decide_on_one_draft(browser: Browser, tmp_path: Path):
    turns = (
        str(SPOKEN / "four_items_confirm" / "1.wav"),
        "card:",
        "card:",
        str(SPOKEN / "targeted_correction" / "2.wav"),
        "card:",
        "card:",
        str(SPOKEN / "four_items_confirm" / "2.wav"),
    )
    async with AsyncExitStack() as stack:
        process, address = await stack.enter_async_context(replay(tmp_path, *turns))
        desk = await stack.enter_async_context(person(browser, address, Screen()))
        phone = await stack.enter_async_context(person(browser, address, PHONE))

        await shows(desk, "待确认", "待确认", "待确认", "待确认")
        await expect(desk.page.locator(".heard")).not_to_be_empty()
        assert await desk.accessibility_problems() == []
        await desk.swipe(desk.row(3), 220)
        await shows(phone, "待确认", "待确认", "已确认", "待确认")

        # While one edits, the other presses and somebody speaks: what is saved then was meant for another card.
        await desk.press("修改第1笔")
        await desk.field("金额").fill("99")
        await phone.swipe_with_finger(phone.row(2), -220)
        await expect(phone.row(1).locator(".amount")).to_have_text("¥50", timeout=SPEECH_MS)
        await desk.press("保存")
        await expect(desk.page.get_by_role("alert")).to_contain_text("金额刚改成 ¥50，你填的是 ¥99")
        await desk.press("用新的")
        await desk.press("返回")
        await expect(desk.row(1).locator(".amount")).to_have_text("¥50")

        # Whoever comes back sees what everybody sees.
        await phone.page.reload()
        await shows(phone, "待确认", "已取消", "已确认", "待确认")
        assert await phone.accessibility_problems() == []

        await desk.row(4).focus()
        await desk.keys("e")
        await desk.field("金额").fill("95")
        await desk.keys("Enter")
        await expect(phone.row(4).locator(".amount")).to_have_text("¥95")
        await expect(desk.row(4)).to_be_focused()
        await desk.keys("Enter")

        for who in (desk, phone):
            await expect(who.page.locator(".lately h2").first).to_have_text("记好了3笔", timeout=SPEECH_MS)
            assert who.complaints == []
            await who.page.close()
        assert await process.wait() == 0

    rows = await rows_in(tmp_path / "ledger.db")
    assert [f"{row.category} {row.amount}" for row in rows] == ["餐饮 50", "红包 30", "工资 95"]


async def shows(who: Person, *states: str) -> None:
    """The rows are in these states, once what is being said is understood."""
    await expect(who.page.locator(".row .status")).to_have_text(list(states), timeout=SPEECH_MS)
