"""The feed from the microphone, in virtual time, with a microphone that follows a script."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest

from tests.support.sound import drawn
from tests.support.waiting import turns
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import AudioFrame
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report
from voiced.runtime.microphone_feed import LONGEST_RETRY_SECONDS, SWITCHED_OFF, MicrophoneFeed

ScriptedOpening = str | MicrophoneFailure
GONE = MicrophoneFailure("no sound for 1 s")


class ScriptedMicrophone:
    """Each opening gives drawn frames and then fails, or fails at once. After the script, nothing comes."""

    def __init__(self, *openings: ScriptedOpening) -> None:
        self._openings = list(openings)
        self.closed = 0
        self.position = 0
        self.wanted: list[str] = []

    def captured_at(self, sample: int) -> float:
        return sample / 16_000

    def hurry(self) -> None:
        self.wanted.append("hurry")

    def relax(self) -> None:
        self.wanted.append("relax")

    async def frames(self) -> AsyncGenerator[AudioFrame]:
        try:
            match self._openings.pop(0) if self._openings else None:
                case None:
                    await asyncio.Event().wait()
                case str() as sound:
                    for frame in drawn(sound, self.position):
                        self.position = frame.end
                        yield frame
                    raise GONE
                case failure:
                    raise failure
        finally:
            self.closed += 1


class Watched:
    """Listener, watcher and clock in one; notes down what happens, in order."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.slept: list[float] = []
        self.is_idle = False

    async def hear(self, frame: AudioFrame) -> None:
        self.happened.append(f"frame {frame.start}")
        self.is_idle = len(self.happened) % 3 == 0

    def lose(self, reason: str) -> None:
        self.happened.append(f"lose: {reason}")

    def tell(self, report: Report) -> None:
        match report:
            case MicrophoneLost(reason):
                self.happened.append(f"lost: {reason}")
            case MicrophoneBack():
                self.happened.append("back")
            case _:
                pytest.fail(f"a microphone has no such report: {report}")

    def now(self) -> datetime:
        return datetime(2026, 11, 21, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


async def fed(microphone: ScriptedMicrophone) -> Watched:
    """Run the script to its end, then cancel."""
    watched = Watched()
    running = asyncio.ensure_future(MicrophoneFeed(microphone, watched, watched, watched).run())
    for _ in range(200):
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    return watched


async def test_frames_are_heard_in_order() -> None:
    watched = await fed(ScriptedMicrophone("###"))
    assert watched.happened[:3] == ["frame 0", "frame 320", "frame 640"]


async def test_a_loss_and_a_return_are_told_once_each(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    watched = await fed(ScriptedMicrophone("#", GONE, GONE, GONE, "##"))
    assert watched.happened == [
        "frame 0",
        "lose: no sound for 1 s",
        "lost: no sound for 1 s",
        "back",
        "frame 320",
        "frame 640",
        "lose: no sound for 1 s",
        "lost: no sound for 1 s",
    ]
    assert [record.message for record in caplog.records] == [
        "the microphone is lost: no sound for 1 s",
        "the microphone is back",
        "the microphone is lost: no sound for 1 s",
    ]


async def test_it_is_tried_again_for_ever_less_and_less_often_and_soon_again_after_a_return() -> None:
    watched = await fed(ScriptedMicrophone(*[GONE] * 8, "#", GONE))
    assert watched.slept == [0.5, 1.0, 2.0, 4.0, 8.0, *[LONGEST_RETRY_SECONDS] * 3, 0.5, 1.0]


async def test_the_microphone_is_told_whether_anybody_waits_for_what_it_hears() -> None:
    microphone = ScriptedMicrophone("####")
    await fed(microphone)
    assert microphone.wanted == ["hurry", "hurry", "relax", "hurry"]


async def test_the_device_is_released_after_each_opening_also_when_cancelled() -> None:
    microphone = ScriptedMicrophone("#", GONE, "#")
    await fed(microphone)
    assert microphone.closed == 4


class SwitchedOffByTheFirstFrame(Watched):
    """Somebody switches the microphone off while the first frame is heard."""

    feed: MicrophoneFeed

    async def hear(self, frame: AudioFrame) -> None:
        await super().hear(frame)
        if frame.start == 0:
            self.feed.switch_off()


async def test_one_that_is_switched_off_is_closed_and_opened_again_when_it_is_wanted() -> None:
    microphone, watched = ScriptedMicrophone("#####", "##"), SwitchedOffByTheFirstFrame()
    watched.feed = feed = MicrophoneFeed(microphone, watched, watched, watched)
    running = asyncio.ensure_future(feed.run())
    await turns()
    assert (microphone.closed, feed.is_on) == (1, False)
    assert watched.happened == ["frame 0", f"lose: {SWITCHED_OFF}", f"lost: {SWITCHED_OFF}"]
    feed.switch_on()
    await turns()
    assert watched.happened[3:6] == ["back", "frame 640", "frame 960"]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_one_that_was_switched_off_before_the_start_is_not_heard() -> None:
    microphone, watched = ScriptedMicrophone("##"), Watched()
    feed = MicrophoneFeed(microphone, watched, watched, watched)
    feed.switch_off()
    running = asyncio.ensure_future(feed.run())
    await turns()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not [event for event in watched.happened if event.startswith("frame")]
