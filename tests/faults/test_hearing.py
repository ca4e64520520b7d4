"""The recogniser hangs or crashes, the sound stalls, comes in bursts, clips or has an offset: the session goes on."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import sherpa_onnx

from tests.support.conversing import OFFLINE, wake, world
from tests.support.fakes import MemoryLedger, RecordingWatcher, ScriptedRecognizer
from tests.support.recordings import CONVERSATIONS, frames
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.recognition.sherpa_models import model_in
from voiced.adapters.recognition.sherpa_recognizer import load
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.wav_files import read_wav
from voiced.app.build_ears import patience_of, voice_activity_of
from voiced.config import Settings
from voiced.dialogue.sentences.phrases import NOT_HEARD
from voiced.errors import MicrophoneFailure, RecognizerFailure
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_BYTES, FRAME_SAMPLES, AudioFrame, samples
from voiced.ports.sound import Recognizer
from voiced.runtime.conversation import Conversation, running_conversation
from voiced.runtime.ears import Ears
from voiced.runtime.recognizer import RecognizerThread

Sound = npt.NDArray[np.float64]

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / ".cache/models/whisper-base"
READ_BACK = "记录支出35元，餐饮，确认吗？"
ENTRY = "午饭35块"
SPEECH = read_wav(CONVERSATIONS / "continue_recording" / "1.wav")
PAUSE = bytes(samples(2.0) * BYTES_PER_SAMPLE)
UTTERANCE = SPEECH + PAUSE


class Room:
    """Somebody speaks to a daemon with real voice activity detection; what it says is kept."""

    def __init__(self, conversation: Conversation, ears: Ears, watcher: RecordingWatcher) -> None:
        self._conversation = conversation
        self._ears = ears
        self._watcher = watcher
        self._at = 0

    async def hear(self, pcm: bytes, *, after_seconds: float = 0.0) -> list[str]:
        """Sound, so long after the last one; what is answered."""
        self._at += samples(after_seconds)
        for frame in frames(pcm):
            await self._ears.hear(AudioFrame(self._at, frame.pcm))
            self._at += FRAME_SAMPLES
        await self._conversation.settled()
        said = [line for line in self._watcher.reports if line.startswith("speaking ")]
        self._watcher.reports.clear()
        return [line.removeprefix("speaking ") for line in said]


@asynccontextmanager
async def room(load: Callable[[], Recognizer], *, deadline_seconds: float = 15.0) -> AsyncGenerator[Room]:
    """A session in a room, put together as the daemon does."""
    settings, watcher = Settings(), RecordingWatcher()
    recognizer = RecognizerThread(load, deadline_seconds)
    async with running_conversation(OFFLINE, world(MemoryLedger(), watcher)) as conversation:
        ears = Ears(voice_activity_of(settings), recognizer, patience_of(settings), conversation.post)
        conversation.watch_phase(ears.enter)
        await recognizer.load()
        await wake(conversation)
        watcher.reports.clear()
        yield Room(conversation, ears, watcher)
    await recognizer.close()


class TestARecogniser:
    async def test_that_hangs_is_replaced_and_it_is_said(self, caplog: pytest.LogCaptureFixture):
        released = threading.Event()

        class Hanging(ScriptedRecognizer):
            def accept(self, frame: AudioFrame) -> None:
                released.wait()

        recognizers: list[Recognizer] = [Hanging(), ScriptedRecognizer(ENTRY)]
        async with room(lambda: recognizers.pop(0), deadline_seconds=0.05) as speaker:
            assert await speaker.hear(UTTERANCE) == [NOT_HEARD]
            assert "the recogniser hangs; it is abandoned and loaded anew" in caplog.text
            assert await speaker.hear(UTTERANCE) == [READ_BACK]
        released.set()

    @pytest.mark.speech
    @pytest.mark.parametrize(
        ("kind", "engine"), [("zipformer2-ctc", "OnlineRecognizer"), ("zipformer-ctc", "OfflineRecognizer")]
    )
    async def test_of_sherpa_that_hangs_in_its_model_is_replaced_by_another_one(
        self, kind: str, engine: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ):
        released, at_work = threading.Event(), list[threading.Thread]()
        decode = getattr(sherpa_onnx, engine).decode_stream

        def hangs_once(model: object, stream: object) -> None:
            at_work.append(threading.current_thread())
            if len(at_work) == 1:
                released.wait()
            decode(model, stream)

        monkeypatch.setattr(getattr(sherpa_onnx, engine), "decode_stream", hangs_once)
        spoken_entry = spoken("打车十八块") + PAUSE
        async with room(lambda: load(model_in(TEST_EARS / kind)), deadline_seconds=2.0) as speaker:
            assert await speaker.hear(spoken_entry) == [NOT_HEARD]
            assert "the recogniser hangs; it is abandoned and loaded anew" in caplog.text
            assert await speaker.hear(spoken_entry) == ["记录支出18元，交通，确认吗？"]
            released.set()
            at_work[0].join()
            assert await speaker.hear(spoken("确认") + PAUSE) == ["记好了，还有吗？"]
        assert len(set(at_work)) == 2

    async def test_that_crashes_is_asked_again_and_it_is_said(self, caplog: pytest.LogCaptureFixture):
        crashing = ScriptedRecognizer(RecognizerFailure("out of memory"), ENTRY)
        async with room(lambda: crashing) as speaker:
            assert await speaker.hear(UTTERANCE) == [NOT_HEARD]
            assert "out of memory" in caplog.text
            assert await speaker.hear(UTTERANCE) == [READ_BACK]


class TestSound:
    async def test_that_stalls_in_the_middle_of_words_is_asked_for_again(self):
        """What came before the gap and what came after it are no sentence."""
        recognizer = ScriptedRecognizer(ENTRY)
        async with room(lambda: recognizer) as speaker:
            half = len(SPEECH) // 2 // 640 * 640
            assert await speaker.hear(SPEECH[:half]) == []
            assert (await speaker.hear(PAUSE, after_seconds=1.5)) == [NOT_HEARD]
            assert await speaker.hear(UTTERANCE) == [READ_BACK]

    async def test_that_stalls_in_silence_is_no_matter(self):
        async with room(lambda: ScriptedRecognizer(ENTRY)) as speaker:
            assert await speaker.hear(PAUSE) == []
            assert await speaker.hear(UTTERANCE, after_seconds=20) == [READ_BACK]

    @pytest.mark.parametrize("offset", [0, 8_000, -32_768])
    async def test_that_is_silent_is_nothing(self, offset: int):
        silence = np.full(samples(60), offset, dtype="<i2").tobytes()
        recognizer = ScriptedRecognizer(ENTRY)
        async with room(lambda: recognizer) as speaker:
            assert await speaker.hear(silence) == []
        assert recognizer.utterances == []


def clipped(sound: Sound) -> Sound:
    """Somebody turned the microphone up: a tenth of all loud samples are cut off."""
    return sound * 32_767 / np.percentile(np.abs(sound), 90)


def offset(sound: Sound) -> Sound:
    """A cheap sound card."""
    return sound + 6_000


def faint(sound: Sound) -> Sound:
    return sound * 0.1


def distorted(pcm: bytes, distortions: Iterable[Callable[[Sound], Sound]]) -> bytes:
    sound = np.frombuffer(pcm, dtype="<i2").astype(np.float64)
    for distortion in distortions:
        sound = distortion(sound)
    return np.clip(np.round(sound), -32_768, 32_767).astype("<i2").tobytes()


RECORDINGS = [
    CONVERSATIONS / name
    for name in ("continue_recording/1.wav", "single_type_correction/1.wav", "cancel_all/1.wav")
]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize(
    "distortions",
    [(clipped,), (offset,), (clipped, offset), (offset, clipped), (faint, offset)],
    ids=lambda distortions: "-".join(each.__name__ for each in distortions),
)
async def test_words_that_are_distorted_come_through_whole(
    distortions: Sequence[Callable[[Sound], Sound]], recording: Path
):
    """As one utterance that begins and ends where the clean one does, within less than the pre-roll."""
    pcm = read_wav(recording) + PAUSE
    clean, harmed = await cut(pcm), await cut(distorted(pcm, distortions))
    assert abs(clean[0] - harmed[0]) <= samples(0.3)
    assert abs(clean[1] - harmed[1]) <= samples(0.3)


IN_BURSTS = """
import os, random, sys, time
from pathlib import Path
from voiced.adapters.sound.portaudio_capture import CaptureRecord, HEAD
from voiced.adapters.sound.wav_files import read_wav

sound, chance, at = read_wav(Path(sys.argv[1])), random.Random(1), 0
while at < len(sound):
    burst = sound[at : at + 2 * chance.choice((1, 16, 319, 321, 4_000, 16_000))]
    os.write(1, HEAD.pack(CaptureRecord.SOUND, len(burst), time.monotonic()) + burst)
    at += len(burst)
"""


async def test_words_that_come_in_bursts_come_through_whole():
    """As a radio link gives them: nothing for a while, then much at once, in pieces of any length."""
    wav = CONVERSATIONS / "continue_recording" / "1.wav"
    microphone, heard = (
        PortAudioMicrophone(device=str(wav), child=(sys.executable, "-c", IN_BURSTS)),
        bytearray(),
    )

    async def hear() -> None:
        async for frame in microphone.frames():
            assert frame.start * BYTES_PER_SAMPLE == len(heard), "a gap that is none"
            heard.extend(frame.pcm)

    with pytest.raises(MicrophoneFailure, match="the capture process ended"):
        await hear()
    assert heard == SPEECH[: len(heard)]
    assert len(SPEECH) - len(heard) < FRAME_BYTES


async def cut(pcm: bytes) -> tuple[int, int]:
    """Where the only utterance in a sound begins and ends."""
    recognizer = ScriptedRecognizer(ENTRY)
    async with room(lambda: recognizer) as speaker:
        assert await speaker.hear(pcm) == [READ_BACK]
    (utterance,) = recognizer.utterances
    return utterance[0].start, utterance[-1].end


ENDS_WHILE_IT_IS_HEARD = """
import sys, threading
from pathlib import Path
from tests.support.recordings import CONVERSATIONS, frames
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.cli.main import main
from voiced.ports.sound import ListeningFor
from voiced.runtime.native_thread import NativeThread

recognizer, is_loaded = WhisperRecognizer(Path(sys.argv.pop())), threading.Event()
sound = list(frames(read_wav(CONVERSATIONS / "continue_recording" / "1.wav")))

def hear():
    while True:
        recognizer.start(ListeningFor.ENTRIES)
        for frame in sound:
            recognizer.accept(frame)
        is_loaded.set()
        recognizer.finish()

NativeThread("given up").give(hear)
is_loaded.wait()
sys.exit(main())
"""


@pytest.mark.speech
def test_a_process_that_ends_while_a_recogniser_works_does_not_crash():
    """Python would end the thread in the middle of CTranslate2's code, and that ends us: 134 instead of 0."""
    ending = subprocess.run(
        [sys.executable, "-c", ENDS_WHILE_IT_IS_HEARD, "config", "default", str(WEIGHTS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ending.returncode, ending.stderr) == (0, "")
    assert "[ledger]" in ending.stdout
