"""Turns played one after the other: each begins when the one before is answered, and sound is the only clock."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import pairwise

from tests.support.conversing import OFFLINE, world
from tests.support.fakes import MemoryLedger, RecordingWatcher, ScriptedRecognizer
from tests.support.now import NOW
from tests.support.sound import Loudness, drawn
from voiced.adapters.machine.clocks import SampleClock
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import FRAME_SAMPLES, seconds
from voiced.hearing.segmenter import Endpointing
from voiced.ports.conversation import Report
from voiced.runtime.conversation import running_conversation
from voiced.runtime.ears import Ears
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.replaying import CLOSING_SILENCE_SECONDS, Replay, SpokenTurn, TypedTurn
from voiced.runtime.running_utterance import Patience

QUICK = Endpointing(start_speech=5, end_silence=50, max_utterance=500, max_wait=100)
NEVER_DONE = Endpointing(start_speech=5, end_silence=400, max_utterance=1000, max_wait=100)
WORDS = "." * 20 + "#" * 40


def spoken(sound: str) -> SpokenTurn:
    return SpokenTurn(b"".join(frame.pcm for frame in drawn(sound)))


class Theatre:
    """A replay over a whole conversation, offline, with a scripted recogniser."""

    def __init__(self, *texts: str) -> None:
        self.recognizer = ScriptedRecognizer(*texts)
        self.ledger, self.watcher, self.clock = MemoryLedger(), RecordingWatcher(), SampleClock(NOW)

    @asynccontextmanager
    async def replay(self, endpointing: Endpointing = QUICK) -> AsyncGenerator[Replay]:
        thread = RecognizerThread(lambda: self.recognizer)
        patience = Patience(dict.fromkeys(Phase, endpointing), preroll_frames=10)
        around = world(self.ledger, self.watcher, clock=self.clock)
        async with running_conversation(OFFLINE, around) as conversation:
            ears = Ears(Loudness(), thread, patience, conversation.post)
            conversation.watch_phase(ears.enter)
            yield Replay(conversation, ears, self.clock.advance)
        await thread.close()

    @property
    def written(self) -> list[str]:
        return [str(row.amount) for rows in self.ledger.batches.values() for row in rows]


async def test_typed_turns_are_answered_one_by_one() -> None:
    theatre = Theatre()
    async with theatre.replay() as replay:
        await replay.play(
            [TypedTurn("吃饭花了60"), TypedTurn("确认"), TypedTurn("打车30"), TypedTurn("确认")]
        )
    assert theatre.written == ["60", "30"]
    assert theatre.clock.heard_seconds == 0.0


async def test_spoken_turns_are_heard_and_answered_one_by_one() -> None:
    theatre = Theatre("吃饭花了60", "确认")
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS), spoken(WORDS)])
    assert theatre.written == ["60"]


async def test_an_answer_is_given_before_the_recording_is_over() -> None:
    """The silence after the words ends the utterance, as in a room; nobody waits for the end of a file."""
    theatre = Theatre("吃饭花了60", "确认")
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS + "." * 60 + WORDS + "." * 60)])
    assert theatre.written == ["60"]


async def test_an_answer_takes_no_time_of_the_recording() -> None:
    theatre = Theatre("吃饭花了60")
    times = list[float]()

    class Timed(RecordingWatcher):
        def tell(self, report: Report) -> None:
            if isinstance(report, fx.Speak):
                times.append(theatre.clock.heard_seconds)

    theatre.watcher = Timed()
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS)])
    assert times == [seconds((len(WORDS) + QUICK.end_silence) * FRAME_SAMPLES)]


async def test_sound_moves_the_clock_and_nothing_else_does() -> None:
    theatre = Theatre("吃饭花了60")
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS), TypedTurn("确认")])
    assert theatre.clock.heard_seconds == seconds(len(WORDS) * FRAME_SAMPLES) + CLOSING_SILENCE_SECONDS


async def test_turns_lie_end_to_end_on_the_sample_clock() -> None:
    theatre = Theatre("吃饭花了60", "确认")
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS), spoken(WORDS)])
    one, other = theatre.recognizer.utterances
    turn = len(WORDS) * FRAME_SAMPLES + round(CLOSING_SILENCE_SECONDS * 16_000)
    assert other[0].start - one[0].start == turn
    for utterance in (one, other):
        assert all(frame.end == following.start for frame, following in pairwise(utterance))


async def test_an_utterance_ends_with_its_recording_however_patient_the_ears_are() -> None:
    theatre = Theatre("吃饭花了60", "确认")
    async with theatre.replay(NEVER_DONE) as replay:
        await replay.play([spoken(WORDS), spoken(WORDS)])
    assert theatre.written == ["60"]
    assert len(theatre.recognizer.utterances) == 2


async def test_a_recording_that_ends_within_a_frame_is_played_to_its_end() -> None:
    theatre = Theatre("吃饭花了60")
    async with theatre.replay() as replay:
        await replay.play([SpokenTurn(spoken(WORDS).pcm + b"\x00\x40" * 100)])
    (utterance,) = theatre.recognizer.utterances
    assert sum(any(frame.pcm) for frame in utterance) == 41


async def test_nothing_is_heard_once_the_session_is_over() -> None:
    theatre = Theatre("退出", "吃饭花了60")
    async with theatre.replay() as replay:
        await replay.play([spoken(WORDS), spoken(WORDS), TypedTurn("打车30"), TypedTurn("确认")])
    assert len(theatre.recognizer.utterances) == 1
    assert theatre.written == []
    assert theatre.watcher.reports[-1] == "state IDLE"


async def test_a_minute_of_silence_ends_the_session() -> None:
    theatre = Theatre()
    async with theatre.replay() as replay:
        await replay.play([spoken("." * 61 * 50)])
    assert theatre.watcher.reports[-1] == "state IDLE"
