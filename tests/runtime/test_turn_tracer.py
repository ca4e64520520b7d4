"""Where the time of a turn goes."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from tests.support.conversing import OFFLINE, wake, world
from tests.support.fakes import FakePlayer, FakeVoice, MemoryLedger
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.hearing.frame import SAMPLE_RATE
from voiced.hearing.segmenter import Ending, SpokenUtterance
from voiced.runtime.conversation import running_conversation
from voiced.runtime.turn_tracer import Instruments, TurnTracer
from voiced.turn_times import Moments, Percentiles, TurnTrace, summary_of, trace_of

UTTERANCE = SpokenUtterance(
    start=SAMPLE_RATE,
    end_of_speech=3 * SAMPLE_RATE,
    end=4 * SAMPLE_RATE,
    ending=Ending.ENDED,
    text="确认",
    attempts=1,
    pcm=b"",
)
TRACE = trace_of(UTTERANCE, Moments(3.0, 3.5, 3.75, 3.76, 3.8), cpu=0.2, dropped_frames=0)


class Bench:
    """Instruments that show what they are told, and the turns that were recorded."""

    def __init__(self) -> None:
        self.time = self.cpu = 0.0
        self.dropped = 7
        self.turns: list[TurnTrace] = []
        instruments = Instruments(
            monotonic=lambda: self.time,
            captured_at=lambda sample: sample / SAMPLE_RATE,
            cpu=lambda: self.cpu,
            dropped_frames=lambda: self.dropped,
        )
        self.tracer = TurnTracer(instruments, self.turns.append)

    def hear(self, utterance: SpokenUtterance = UTTERANCE) -> None:
        self.time = 3.5
        self.tracer.endpoint()
        self.time, self.cpu = 3.75, self.cpu + 0.1
        self.tracer.heard(utterance)


def test_each_stage_is_told() -> None:
    told = TurnTrace(
        ending="ended",
        had_words=True,
        attempts=1,
        speech=2.0,
        endpoint=0.5,
        recognition=0.25,
        decision=0.01,
        voice=0.04,
        answer=0.8,
        cpu=0.2,
        dropped_frames=0,
    )
    assert told == TRACE


def test_a_missing_moment_gives_no_time_and_no_time_is_negative() -> None:
    trace = trace_of(UTTERANCE, Moments(3.0, 2.999, 3.0), cpu=0, dropped_frames=0)
    assert (trace.endpoint, trace.decision, trace.voice, trace.answer) == (0.0, None, None, None)


def test_a_turn_is_recorded_once_its_answer_is_heard() -> None:
    bench = Bench()
    bench.hear()
    bench.time = 3.76
    bench.tracer.tell(fx.Speak(1, "记好了。"))
    assert bench.turns == []
    bench.time, bench.cpu = 3.8, 0.2
    bench.tracer.audible(1)
    assert bench.turns == [TRACE]
    # Further sentences belong to no turn.
    bench.tracer.tell(fx.Speak(2, "还有吗？"))
    bench.tracer.audible(2)
    bench.tracer.close()
    assert len(bench.turns) == 1


def test_only_the_first_sentence_is_the_answer() -> None:
    bench = Bench()
    bench.hear()
    bench.time = 3.76
    bench.tracer.tell(fx.Speak(1, "记好了。"))
    bench.tracer.audible(0)  # said before, and waited for
    bench.time = 5.0
    bench.tracer.tell(fx.Speak(2, "还有吗？"))
    bench.tracer.audible(1)
    assert bench.turns[0].decision == pytest.approx(0.01)
    assert bench.turns[0].answer == pytest.approx(2.0)


def test_a_sentence_that_was_under_way_is_no_answer() -> None:
    bench = Bench()
    bench.hear()
    bench.tracer.audible(1)
    assert bench.turns == []


def test_a_turn_without_an_answer_is_recorded_when_the_next_begins() -> None:
    bench = Bench()
    bench.hear(replace(UTTERANCE, ending=Ending.TIMED_OUT, text="", attempts=2))
    bench.dropped += 5
    bench.hear()
    bench.tracer.close()
    silent, last = bench.turns
    assert (silent.ending, silent.had_words, silent.attempts) == ("timed out", False, 2)
    assert (silent.answer, silent.dropped_frames) == (None, 5)
    assert last.dropped_frames == 0


def test_an_utterance_that_broke_off_has_no_endpoint() -> None:
    bench = Bench()
    bench.hear()
    bench.tracer.tell(fx.Speak(1, "记好了。"))
    bench.tracer.audible(1)
    bench.tracer.heard(UTTERANCE)
    bench.tracer.close()
    assert bench.turns[1].endpoint is None
    assert bench.turns[1].recognition is None


def test_a_summary_holds_what_was_measured() -> None:
    turns = [replace(TRACE, answer=number / 100, dropped_frames=1) for number in range(1, 101)]
    turns.append(replace(TRACE, ending="broken", answer=None, voice=None, had_words=False))
    summary = summary_of(turns)
    assert summary.stages["answer"] == Percentiles(100, 0.5, 0.9, 0.99)
    assert summary.stages["voice"].count == 100
    assert summary.endings == {"ended": 100, "broken": 1}
    assert (summary.turns, summary.without_words, summary.dropped_frames) == (101, 1, 100)
    assert summary_of([]).stages == {}


@pytest.mark.looptime
async def test_a_conversation_is_measured_from_the_last_word_to_the_first_sample() -> None:
    loop = asyncio.get_running_loop()
    turns: list[TurnTrace] = []
    began = loop.time()
    tracer = TurnTracer(
        Instruments(
            monotonic=loop.time, captured_at=lambda sample: began + sample / SAMPLE_RATE, cpu=lambda: 0.0
        ),
        turns.append,
    )
    around = replace(
        world(MemoryLedger(), tracer, voice=FakeVoice(seconds=0.25), player=FakePlayer()),
        on_audible=tracer.audible,
    )
    async with running_conversation(OFFLINE, around) as conversation:
        await wake(conversation)
        began = loop.time()
        await asyncio.sleep(4)  # virtual: the endpoint comes a second after the end of speech
        tracer.endpoint()
        await asyncio.sleep(0.5)
        conversation.post(ev.Heard("午饭三十"))
        tracer.heard(replace(UTTERANCE, text="午饭三十"))
        await conversation.settled()
    assert len(turns) == 1
    assert turns[0].endpoint == pytest.approx(1.0)
    assert turns[0].recognition == pytest.approx(0.5)
    assert turns[0].decision == pytest.approx(0.0, abs=0.001)
    assert turns[0].voice == pytest.approx(0.25)
    assert turns[0].answer == pytest.approx(1.75)
