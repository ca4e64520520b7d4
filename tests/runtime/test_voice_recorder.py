"""A person records a voice: each prompt is shown, cut, checked while the next one is said, and asked again if it has to be.

The room delivers its sound at once, so here the recogniser has a word only when the recorder waits for it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from tests.support.sound import Loudness, drawn
from voiced.adapters.absent import NoRecognizer
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame
from voiced.hearing.take import TakeFault
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.voice_recorder import (
    LevelChanged,
    NothingSaid,
    PromptShown,
    RecordingReport,
    TakeKept,
    TakeRefused,
    VoiceRecorder,
)
from voiced.speaking.prompts import FIRST_AND_LAST

SAID = "." * 20 + "#" * 30 + "." * 40
SOFTLY = SAID.replace("#", "+")
SILENT = "." * 1001


class Listener(NoRecognizer):
    """Understands these texts, one after the other."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    def finish(self) -> str:
        return self._texts.pop(0)


class Room:
    """A microphone into which somebody speaks as soon as a prompt is shown; the words from before it are dropped."""

    def __init__(self, *sounds: str) -> None:
        self._frames: list[AudioFrame] = []
        for sound in sounds:
            self._frames += drawn(sound, len(self._frames) * FRAME_SAMPLES)
        self._given = 0

    @property
    def position(self) -> int:
        return self._given * FRAME_SAMPLES

    def captured_at(self, sample: int) -> float:
        return float(sample)

    async def frames(self) -> AsyncGenerator[AudioFrame]:
        while self._given < len(self._frames):
            self._given += 1
            yield self._frames[self._given - 1]

    def hurry(self) -> None:
        pass

    def relax(self) -> None:
        pass


class Shelf:
    """Recordings in memory."""

    def __init__(self, **takes: Sequence[AudioFrame]) -> None:
        self.takes = dict(takes)

    @property
    def recorded(self) -> frozenset[str]:
        return frozenset(self.takes)

    def keep(self, prompt: str, take: Sequence[AudioFrame]) -> None:
        self.takes[prompt] = take

    def take_of(self, prompt: str) -> Sequence[AudioFrame]:
        return self.takes.get(prompt, ())


@asynccontextmanager
async def recording(
    room: Room, shelf: Shelf, *understood: str
) -> AsyncGenerator[tuple[VoiceRecorder, list[RecordingReport]]]:
    reports: list[RecordingReport] = []
    thread = RecognizerThread(lambda: Listener(*understood))
    await thread.load()
    try:
        yield VoiceRecorder(room, Loudness(), thread, shelf, reports.append), reports
    finally:
        await thread.close()


async def test_each_prompt_is_recorded_and_the_first_words_are_said_again_at_the_end() -> None:
    shelf = Shelf()
    async with recording(Room(SAID, SAID, SOFTLY), shelf, "记录支出35元", "昨天") as (recorder, reports):
        assert await recorder.record([FIRST_AND_LAST, "昨天"]) == []
    assert set(shelf.takes) == {FIRST_AND_LAST, "昨天"}
    assert sum(any(frame.pcm) for frame in shelf.takes["昨天"]) == 30
    assert reports[:-1] == [
        PromptShown(FIRST_AND_LAST, 0, 2),
        PromptShown("昨天", 1, 2),
        TakeKept(FIRST_AND_LAST),
        TakeKept("昨天"),
        PromptShown(FIRST_AND_LAST, 2, 2),
    ]
    changed = reports[-1]
    assert isinstance(changed, LevelChanged)
    assert round(changed.decibels) == -24


async def test_what_is_not_understood_is_asked_three_times_and_then_left_out() -> None:
    shelf = Shelf()
    heard = "十元", "五元", "是十元", "十元"
    async with recording(Room(*[SAID] * 4), shelf, *heard) as (recorder, reports):
        assert await recorder.record(["四元", "五元"]) == ["四元"]
    refused = [report for report in reports if isinstance(report, TakeRefused)]
    assert refused == [
        TakeRefused("四元", None, "十元", is_last_try=False),
        TakeRefused("四元", None, "是十元", is_last_try=False),
        TakeRefused("四元", None, "十元", is_last_try=True),
    ]
    assert set(shelf.takes) == {"五元"}


async def test_a_short_word_is_kept_unchecked_where_the_recogniser_has_no_opinion_three_times() -> None:
    shelf = Shelf()
    heard = ("",) * 6
    async with recording(Room(*[SAID] * 6), shelf, *heard) as (recorder, reports):
        assert await recorder.record(["两百", "四十六元"]) == ["四十六元"]
    assert set(shelf.takes) == {"两百"}
    assert [report for report in reports if isinstance(report, TakeKept)] == [
        TakeKept("两百", is_checked=False)
    ]


async def test_the_person_waits_for_the_recogniser_only_when_nine_takes_are_unchecked() -> None:
    shelf, words = Shelf(), [f"第{number}笔" for number in "一二三四五六七八九十"]
    async with recording(Room(*[SAID] * 10), shelf, *words) as (recorder, reports):
        assert await recorder.record(words) == []
    assert isinstance(reports[9], TakeKept)
    assert all(isinstance(report, PromptShown) for report in reports[:9])


async def test_what_the_recogniser_misunderstood_is_asked_before_the_words_that_were_not_said_yet() -> None:
    shelf, words = Shelf(), [f"第{number}笔" for number in "一二三四五六七八九十"]
    heard = ["七", *words[1:9], words[0], words[9]]
    async with recording(Room(*[SAID] * 11), shelf, *heard) as (recorder, reports):
        assert await recorder.record(words) == []
    shown = [report.prompt for report in reports if isinstance(report, PromptShown)]
    assert shown == [*words[:9], words[0], words[9]]


async def test_a_person_who_leaves_loses_no_word_that_was_said() -> None:
    shelf = Shelf()
    async with recording(Room(SAID, SILENT * 3), shelf, "昨天") as (recorder, _):
        assert await recorder.record(["昨天", "前天"]) == ["前天"]
    assert set(shelf.takes) == {"昨天"}


async def test_a_soft_take_is_asked_again_without_the_recogniser() -> None:
    shelf = Shelf()
    faint = SAID.replace("#", "-")
    async with recording(Room(faint, SAID), shelf, "昨天") as (recorder, reports):
        assert await recorder.record(["昨天"]) == []
    assert TakeRefused("昨天", TakeFault.FAINT, "", is_last_try=False) in reports


async def test_a_later_session_compares_the_level_and_asks_what_is_missing() -> None:
    shelf = Shelf(**{FIRST_AND_LAST: drawn(SAID), "昨天": drawn(SAID)})
    async with recording(Room(SAID, SAID, SAID), shelf, "前天") as (recorder, reports):
        assert await recorder.record([FIRST_AND_LAST, "昨天", "前天"]) == []
    shown = [report.prompt for report in reports if isinstance(report, PromptShown)]
    assert shown == [FIRST_AND_LAST, "前天", FIRST_AND_LAST]
    assert not any(isinstance(report, LevelChanged) for report in reports)


async def test_when_all_is_recorded_the_microphone_stays_closed() -> None:
    shelf = Shelf(昨天=drawn(SAID))
    async with recording(Room(), shelf) as (recorder, reports):
        assert await recorder.record(["昨天"]) == []
    assert reports == []


async def test_who_is_silent_for_a_minute_has_left() -> None:
    async with recording(Room(SILENT * 3), Shelf()) as (recorder, reports):
        assert await recorder.record(["昨天"]) == ["昨天"]
    assert reports[1:] == [NothingSaid()] * 3
