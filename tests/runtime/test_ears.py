"""From frames to words: what the recogniser is given, and what is posted."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from tests.support.fakes import ScriptedRecognizer
from tests.support.recordings import frames as frames_of
from tests.support.sound import Loudness, drawn
from tests.support.waiting import turns
from voiced.adapters.sound.wav_files import read_wav
from voiced.adapters.sound.webrtc_vad import WebrtcVad
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.errors import RecognizerFailure
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_SAMPLES, AudioFrame, samples
from voiced.hearing.segmenter import Endpointing
from voiced.ports.sound import ListeningFor, VoiceActivity
from voiced.runtime.ears import Ears
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.running_utterance import Patience
from voiced.runtime.tasks import Tasks

RECORDINGS = sorted((Path(__file__).parent.parent / "audio" / "conversations").glob("*/*.wav"))

PREROLL = 20
DICTATING = Endpointing(start_speech=5, end_silence=50, max_utterance=1000, max_wait=100)
CONFIRMING = Endpointing(start_speech=5, end_silence=25, max_utterance=1000, max_wait=100)
PATIENCE = Patience(
    {Phase.IDLE: DICTATING, Phase.LISTENING: DICTATING, Phase.CONFIRMING: CONFIRMING}, preroll_frames=PREROLL
)

QUIET, WORDS = "." * 60, "#" * 40


class Listener:
    """Ears with a scripted recogniser, in a running session; `posted` is what they posted."""

    def __init__(
        self, recognizer: ScriptedRecognizer, thread: RecognizerThread, activity: VoiceActivity
    ) -> None:
        self.recognizer = recognizer
        self.posted: list[ev.Event] = []
        self.ears = Ears(activity, thread, PATIENCE, self.posted.append)
        self.ears.enter(Phase.LISTENING)
        self._at = 0

    async def hear(self, sound: str) -> None:
        """Hear drawn sound, each frame where the last one ended."""
        await self.hear_frames(drawn(sound, self._at))

    async def hear_frames(self, frames: Iterable[AudioFrame]) -> None:
        for frame in frames:
            await self.ears.hear(frame)
            self._at = frame.end

    @property
    def heard(self) -> list[ev.Event]:
        """What was posted, without what was understood on the way."""
        return [event for event in self.posted if not isinstance(event, ev.PartialHeard)]


@asynccontextmanager
async def listening(
    recognizer: ScriptedRecognizer, activity: VoiceActivity | None = None
) -> AsyncGenerator[Listener]:
    thread = RecognizerThread(lambda: recognizer)
    try:
        yield Listener(recognizer, thread, activity or Loudness())
    finally:
        await thread.close()


def assert_contiguous(frames: Iterable[AudioFrame]) -> None:
    assert all(frame.end == following.start for frame, following in pairwise(frames)), (
        "a gap, or a frame twice"
    )


async def test_an_utterance_is_detected_and_then_heard() -> None:
    async with listening(ScriptedRecognizer(" 吃饭花了60 ")) as listener:
        await listener.hear(QUIET + WORDS)
        assert listener.heard == [ev.SpeechDetected()]
        await listener.hear(QUIET)
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("吃饭花了60")]


async def test_the_recogniser_is_given_the_preroll_the_words_and_the_silence_that_ended_them() -> None:
    async with listening(ScriptedRecognizer()) as listener:
        sound = drawn(QUIET + WORDS + QUIET)
        await listener.hear_frames(sound)
        first, last = 60 - PREROLL, 60 + 40 + DICTATING.end_silence
        assert listener.recognizer.utterances == [sound[first:last]]


async def test_an_utterance_right_after_the_beginning_has_as_much_preroll_as_there_is() -> None:
    async with listening(ScriptedRecognizer()) as listener:
        sound = drawn("..." + WORDS + QUIET)
        await listener.hear_frames(sound)
        assert listener.recognizer.utterances == [sound[: 3 + 40 + DICTATING.end_silence]]


async def test_a_hesitant_beginning_is_heard_from_its_first_sound() -> None:
    async with listening(ScriptedRecognizer()) as listener:
        sound = drawn(QUIET + "##..##..##.###" + WORDS + QUIET)
        await listener.hear_frames(sound)
        (utterance,) = listener.recognizer.utterances
        assert utterance[0] == sound[60 + 8 - PREROLL]
        assert_contiguous(utterance)


async def test_no_frame_is_heard_in_two_utterances() -> None:
    async with listening(ScriptedRecognizer("吃饭花了60", "确认")) as listener:
        await listener.hear(QUIET + WORDS + "." * DICTATING.end_silence + "######" + QUIET)
        one, other = listener.recognizer.utterances
        assert_contiguous(one)
        assert_contiguous(other)
        assert one[-1].end <= other[0].start
        assert listener.heard == [
            ev.SpeechDetected(),
            ev.Heard("吃饭花了60"),
            ev.SpeechDetected(),
            ev.Heard("确认"),
        ]


async def test_an_utterance_that_is_cut_goes_on_without_losing_a_frame() -> None:
    async with listening(ScriptedRecognizer("一", "二")) as listener:
        await listener.hear(QUIET + "#" * (DICTATING.max_utterance + 100) + QUIET)
        one, other = listener.recognizer.utterances
        assert len(one) == PREROLL + DICTATING.max_utterance
        assert_contiguous([*one, *other])


async def test_partial_text_is_told_only_when_it_changed() -> None:
    class SlowlyUnderstanding(ScriptedRecognizer):
        def partial(self) -> str:
            return "" if len(self.utterances[-1]) < 40 else "吃饭"

    async with listening(SlowlyUnderstanding("吃饭花了60")) as listener:
        await listener.hear(QUIET + WORDS + QUIET)
        assert listener.posted == [ev.SpeechDetected(), ev.PartialHeard("吃饭"), ev.Heard("吃饭花了60")]


async def test_sound_without_words_is_told_as_such() -> None:
    async with listening(ScriptedRecognizer("")) as listener:
        await listener.hear(WORDS + QUIET)
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("")]


async def test_noise_that_is_no_utterance_reaches_nobody() -> None:
    async with listening(ScriptedRecognizer()) as listener:
        await listener.hear(("." * 30 + "##") * 20)
        assert listener.posted == []
        assert listener.recognizer.utterances == []


async def test_nothing_is_heard_in_idle() -> None:
    async with listening(ScriptedRecognizer("吃饭花了60")) as listener:
        listener.ears.enter(Phase.IDLE)
        await listener.hear(QUIET + WORDS + QUIET)
        assert listener.posted == []
        assert listener.recognizer.utterances == []


async def test_a_session_that_ends_takes_the_running_utterance_with_it() -> None:
    activity = Loudness()
    async with listening(ScriptedRecognizer("确认"), activity) as listener:
        await listener.hear(QUIET + WORDS)
        resets = activity.resets
        listener.ears.enter(Phase.IDLE)
        assert activity.resets == resets + 1
        listener.ears.enter(Phase.LISTENING)
        await listener.hear(QUIET)
        await listener.ears.finish_utterance()
        assert listener.heard == [ev.SpeechDetected()]


async def test_a_new_session_hears_nothing_of_the_sound_before_it() -> None:
    async with listening(ScriptedRecognizer()) as listener:
        await listener.hear("####")
        listener.ears.enter(Phase.IDLE)
        await listener.hear(QUIET)
        listener.ears.enter(Phase.LISTENING)
        await listener.hear(WORDS + QUIET)
        (utterance,) = listener.recognizer.utterances
        assert utterance == drawn(WORDS + "." * DICTATING.end_silence, start=64 * FRAME_SAMPLES)


async def test_words_recognised_when_their_session_is_over_are_not_told_to_the_next() -> None:
    release = threading.Event()

    class Slow(ScriptedRecognizer):
        def finish(self) -> str:
            release.wait()
            return super().finish()

    async with listening(Slow("确认")) as listener:
        await listener.hear(WORDS)
        async with Tasks() as tasks:
            finishing = tasks.start(listener.ears.finish_utterance())
            await turns()
            listener.ears.enter(Phase.IDLE)
            listener.ears.enter(Phase.LISTENING)
            release.set()
            await finishing
        assert listener.heard == [ev.SpeechDetected()]


@pytest.mark.parametrize(
    ("phase", "listening_for", "silence"),
    [
        (Phase.LISTENING, ListeningFor.ENTRIES, DICTATING.end_silence),
        (Phase.CONFIRMING, ListeningFor.COMMANDS, CONFIRMING.end_silence),
    ],
)
async def test_each_phase_has_its_own_patience_and_expectation(
    phase: Phase, listening_for: ListeningFor, silence: int
) -> None:
    async with listening(ScriptedRecognizer("确认")) as listener:
        listener.ears.enter(phase)
        await listener.hear(WORDS + "." * (silence - 1))
        assert listener.heard == [ev.SpeechDetected()]
        await listener.hear(".")
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("确认")]
        assert listener.recognizer.listened_for == [listening_for]


async def test_an_utterance_is_heard_to_its_end_as_it_was_begun() -> None:
    async with listening(ScriptedRecognizer("吃饭花了60")) as listener:
        await listener.hear(WORDS)
        listener.ears.enter(Phase.CONFIRMING)
        await listener.hear("." * (DICTATING.end_silence - 1))
        assert listener.heard == [ev.SpeechDetected()]
        await listener.hear(".")
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("吃饭花了60")]


async def test_a_lost_utterance_is_told_and_the_next_one_is_heard() -> None:
    recognizer = ScriptedRecognizer(RecognizerFailure("the engine failed"), "确认")
    async with listening(recognizer) as listener:
        await listener.hear((QUIET + WORDS + QUIET) * 2)
        assert listener.heard == [
            ev.SpeechDetected(),
            ev.NotHeard("the engine failed"),
            ev.SpeechDetected(),
            ev.Heard("确认"),
        ]
        assert_contiguous(recognizer.utterances[1])


async def test_a_running_utterance_ends_with_the_sound() -> None:
    async with listening(ScriptedRecognizer("吃饭花了60")) as listener:
        sound = drawn(WORDS + "...")
        await listener.hear_frames(sound)
        await listener.ears.finish_utterance()
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("吃饭花了60")]
        assert listener.recognizer.utterances == [sound]
        await listener.ears.finish_utterance()
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("吃饭花了60")]


def test_there_are_recordings() -> None:
    assert len(RECORDINGS) > 30


def sustained(frames: list[AudioFrame], activity: VoiceActivity) -> list[AudioFrame]:
    """Frames in runs of speech that are long enough to begin an utterance."""
    runs = groupby(frames, key=activity.is_speech)
    found = [list(run) for is_speech, run in runs if is_speech]
    return [frame for run in found if len(run) >= DICTATING.start_speech for frame in run]


def heard_in_a_quiet_room(*recordings: Path) -> list[AudioFrame]:
    """The frames of recordings, silence after each, so that an utterance ends."""
    silence = bytes(samples(1.5) * BYTES_PER_SAMPLE)
    return list(frames_of(b"".join(read_wav(recording) + silence for recording in recordings)))


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
async def test_a_recording_is_heard_whole(recording: Path) -> None:
    """With the real voice activity: all speech reaches the recogniser, in one piece, with what came before it."""
    frames = heard_in_a_quiet_room(recording)
    speech = sustained(frames, WebrtcVad(2))
    async with listening(ScriptedRecognizer("确认"), WebrtcVad(2)) as listener:
        await listener.hear_frames(frames)
        await listener.ears.finish_utterance()
        (utterance,) = listener.recognizer.utterances
        assert_contiguous(utterance)
        assert utterance[0].start <= max(0, speech[0].start - PREROLL * FRAME_SAMPLES)
        assert utterance[-1].end >= speech[-1].end
        assert listener.heard == [ev.SpeechDetected(), ev.Heard("确认")]


async def test_the_same_sound_is_cut_the_same_whenever_it_is_heard() -> None:
    frames = heard_in_a_quiet_room(*RECORDINGS[:6])

    async def cuts() -> list[tuple[int, int]]:
        async with listening(ScriptedRecognizer(), WebrtcVad(2)) as listener:
            await listener.hear_frames(frames)
            return [(frames[0].start, frames[-1].end) for frames in listener.recognizer.utterances]

    assert await cuts() == await cuts()
