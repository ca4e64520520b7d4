"""A day in a room at replay speed: silence, a fan, music, and a person who keeps a ledger. Memory must not grow."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count, cycle
from pathlib import Path

import numpy as np

from tests.support.noises import fan, key_clicks, sound_of
from tests.support.now import NOW
from tests.support.recordings import frames, recordings
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.config import load_settings
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, seconds
from voiced.ports.conversation import Report
from voiced.ports.sound import ListeningFor

MINUTE_BYTES = 60 * SAMPLE_RATE * BYTES_PER_SAMPLE
SESSION_EVERY_MINUTES = 5
"""Between the sentences only the room is heard."""

_TEXTS = (
    "午饭三十五",
    "确认",
    "打车十八",
    "第一笔改成二十",
    "确认",
    "",
    "奶茶十五",
    "取消",
    "退款五十",
    "退出",
)


class Chatter:
    """A recogniser that returns the next of some sentences for each utterance."""

    streams = True

    def __init__(self) -> None:
        self._texts = cycle(_TEXTS)
        self.utterances = 0

    def start(self, listening_for: ListeningFor) -> None:
        pass

    def accept(self, frame: AudioFrame) -> None:
        pass

    def partial(self) -> str:
        return ""

    def beside(self) -> Chatter:
        return self

    def expect(self, words: Sequence[str]) -> None:
        del words

    def closest(self, words: Sequence[str]) -> str:
        del words
        return ""

    def attempt(self) -> str:
        return ""

    def finish(self) -> str:
        self.utterances += 1
        return next(self._texts)

    def close(self) -> None:
        pass


class Nobody:
    """A watcher that only counts the saved rows."""

    def __init__(self) -> None:
        self.saved_rows = 0

    def tell(self, report: Report) -> None:
        if isinstance(report, fx.TellSaved):
            self.saved_rows += len(report.rows)


async def soak(database: Path, minutes: int, told: Callable[[int, int, int, int], None]) -> None:
    """Let the whole daemon, without recognition and voice, hear some minutes of sound. The ledger is a real file.

    Args:
        database: the ledger to write.
        minutes: the minutes to simulate.
        told: called after each minute with its number, the resident kB, the utterances and the saved rows so far.
    """
    clock, chatter, nobody = SampleClock(NOW), Chatter(), Nobody()
    settings = load_settings(environment={"VOICED_VOICE__ENGINE": "none"})
    rooms = cycle(_minutes())
    async with (
        open_conversation(settings, Surroundings(database, clock, nobody)) as conversation,
        open_ears(settings, conversation, lambda: chatter) as ears,
    ):
        start = 0
        for minute in range(1, minutes + 1):
            if minute % SESSION_EVERY_MINUTES == 1:
                conversation.post(ev.Woken())
                await conversation.settled()
            for frame, number in zip(frames(next(rooms)), count()):
                await clock.advance(seconds(FRAME_SAMPLES))
                await ears.hear(AudioFrame(start + number * FRAME_SAMPLES, frame.pcm))
                if not number % 5:
                    await conversation.settled()
            start += MINUTE_BYTES // BYTES_PER_SAMPLE
            told(minute, resident_kb(), chatter.utterances, nobody.saved_rows)
        await conversation.stop()


def resident_kb() -> int:
    """Resident memory of this process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))
    assert found
    return int(found[1])


def _minutes() -> list[bytes]:
    """The same five minutes again and again, so that growth does not come from loaded sound."""
    random = np.random.default_rng(1)
    clips = recordings()
    minutes: list[bytes] = []
    for noise, level in ((fan, 300), (key_clicks, 500), (fan, 30), (key_clicks, 100), (fan, 600)):
        minute = bytearray(MINUTE_BYTES)
        room = sound_of(noise, seed=len(minutes), level=level, seconds=25)
        minute[: len(room)] = room
        at = 30 * SAMPLE_RATE * BYTES_PER_SAMPLE
        while (clip := clips[int(random.integers(len(clips)))].pcm) and at + len(clip) < MINUTE_BYTES:
            minute[at : at + len(clip)] = clip
            at += len(clip) + 3 * SAMPLE_RATE * BYTES_PER_SAMPLE
        minutes.append(bytes(minute))
    return minutes
