"""Who has the floor, on the clock of the microphone's samples."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.sound import drawn
from tests.support.waiting import is_waiting
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame
from voiced.runtime.floor import Floor, TurnTaking
from voiced.runtime.tasks import Tasks

TAIL = 2 * FRAME_SAMPLES


class Room:
    """A floor and the position of its microphone, in frames."""

    def __init__(self, manner: TurnTaking = TurnTaking.HALF_DUPLEX) -> None:
        self.now = 0
        self.floor = Floor(lambda: self.now * FRAME_SAMPLES, TAIL, manner)

    def drawn(self) -> str:
        """`x` for each of ten frames that is kept out, `~` where we fade."""

        def mark(frame: AudioFrame) -> str:
            return "x" if self.floor.keeps_out(frame) else "~" if self.floor.fades(frame) else "."

        return "".join(map(mark, drawn("." * 10)))

    def speak(self, begin: int, end: int) -> None:
        self.now = begin
        with self.floor.ours("确认吗"):
            self.now = end


def test_nothing_is_heard_from_our_first_sample_to_the_end_of_the_tail() -> None:
    room = Room()
    room.speak(3, 6)
    assert room.drawn() == "...xxxx~.."


def test_speech_right_after_a_tone_is_heard() -> None:
    room = Room()
    room.now = 3
    with room.floor.ours():
        room.now = 6
    assert "".join("x" if room.floor.keeps_out(frame) else "." for frame in drawn("." * 10)) == "...xxx...."


def test_the_second_of_two_sentences_is_known_and_leaves_no_hole() -> None:
    room = Room(TurnTaking.BARGE_IN)
    told: list[str] = []
    room.floor.watch(lambda: told.append("begin"), lambda: told.append("end"))
    with room.floor.ours("确认吗"):
        with room.floor.ours("记好了"):
            room.now = 3
        room.now = 5
    assert told == ["begin", "end"]
    assert [room.floor.over_us(frame) for frame in drawn("." * 8)] == ["记好了"] * 7 + [None]


def test_a_sentence_that_follows_at_once_leaves_no_hole() -> None:
    room = Room()
    room.speak(3, 5)
    room.speak(6, 7)
    assert room.drawn() == "...xxxxx~."


def test_speech_over_our_voice_is_heard_and_told_apart() -> None:
    room = Room(TurnTaking.BARGE_IN)
    room.speak(3, 5)
    frames = drawn("." * 10)
    assert not any(room.floor.keeps_out(frame) for frame in frames)
    assert [room.floor.over_us(frame) for frame in frames] == [None] * 3 + ["确认吗"] * 4 + [None] * 3


def test_where_there_is_no_microphone_nothing_is_kept_out() -> None:
    floor = Floor.undisturbed()
    with floor.ours("确认吗"):
        (frame,) = drawn(".")
        assert not floor.keeps_out(frame)
        assert floor.over_us(frame) is None


def test_a_sentence_that_fails_ends_as_well() -> None:
    room = Room()
    with pytest.raises(ZeroDivisionError), room.floor.ours():
        raise ZeroDivisionError
    assert not room.floor.keeps_out(drawn("...")[-1])


@pytest.mark.looptime
async def test_we_wait_for_the_speaker() -> None:
    floor = Floor.undisturbed()
    floor.speaker_begins()
    async with Tasks() as tasks:
        waiting = tasks.start(floor.free(within_seconds=10))
        assert await is_waiting(waiting)
        floor.speaker_ends()
        await waiting
    assert floor.is_free


@pytest.mark.looptime
async def test_we_do_not_wait_for_ever() -> None:
    floor, loop = Floor.undisturbed(), asyncio.get_running_loop()
    floor.speaker_begins()
    began = loop.time()
    await floor.free(within_seconds=10)
    assert loop.time() - began == pytest.approx(10)
    assert not floor.is_free
