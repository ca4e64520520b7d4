"""Speech is never met by silence: real sound and real voice activity, and Whisper as the second look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runtime.muffled import Muffled, noise_and_talk
from tests.runtime.noisy_room import Endured, NoisyRoom
from tests.support.fakes import ScriptedRecognizer
from tests.support.noises import crowd, fan, key_clicks, sound_of
from tests.support.recordings import CONVERSATIONS, Recording, frames, recordings
from tests.support.spoken_daemon import WHISPER
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.dialogue.sentences.phrases import NOT_HEARD
from voiced.dialogue.unclear import MOST_TIMES, SHORT_COMMANDS
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, samples
from voiced.ports.sound import ListeningFor

SHORT = {
    "确认": CONVERSATIONS / "cancel_one_item/3.wav",
    "退出": CONVERSATIONS / "exit_session/2.wav",
    "不要了": CONVERSATIONS / "cancel_all/2.wav",
}
GAP = bytes(samples(2.0) * BYTES_PER_SAMPLE)


@pytest.fixture(scope="module")
def whisper() -> Iterator[WhisperRecognizer]:
    recognizer = WhisperRecognizer(WHISPER)
    yield recognizer
    recognizer.close()


async def told(
    folder: Path,
    *sounds: bytes,
    mute: ScriptedRecognizer | None = None,
    phase: Phase = Phase.CONFIRMING,
) -> Endured:
    room = NoisyRoom(folder / "ledger.db", lambda: mute or Muffled(WHISPER))
    return await room.noise(b"".join(GAP + sound for sound in sounds) + GAP, phase)


@pytest.mark.parametrize("phase", [Phase.LISTENING, Phase.CONFIRMING])
@pytest.mark.parametrize("path", SHORT.values(), ids=SHORT)
async def test_speech_without_words_is_asked_for_again(path: Path, phase: Phase, tmp_path: Path) -> None:
    """For every recogniser, also one that has no scores, and also where no draft is open."""
    endured = await told(tmp_path, *[read_wav(path)] * 4, mute=ScriptedRecognizer(), phase=phase)
    assert endured.said == (NOT_HEARD,) * MOST_TIMES


@pytest.mark.parametrize("phase", [Phase.LISTENING, Phase.CONFIRMING])
@pytest.mark.parametrize("noise", [fan, key_clicks], ids=["fan", "keys"])
async def test_a_noise_is_met_by_silence(noise: object, phase: Phase, tmp_path: Path) -> None:
    sound = sound_of(fan if noise is fan else key_clicks, seed=3, level=3000, seconds=2.0)
    endured = await told(tmp_path, sound, mute=ScriptedRecognizer(), phase=phase)
    assert endured.said == ()


async def test_a_crowd_that_never_pauses_is_met_by_silence(tmp_path: Path) -> None:
    talk = sound_of(crowd, seed=4, level=1500, seconds=30.2)
    endured = await told(tmp_path, talk, mute=ScriptedRecognizer(), phase=Phase.LISTENING)
    assert (endured.utterances > 0, endured.said) == (True, ())


@pytest.mark.speech
async def test_a_command_that_only_the_second_look_finds_saves_at_the_second_time(tmp_path: Path) -> None:
    word = read_wav(SHORT["确认"])
    once = await told(tmp_path, word)
    assert once.saved == 0
    assert once.said[0] == NOT_HEARD
    assert "支出35元" in once.said[1]
    assert (await told(tmp_path, word, word)).saved == 1


@pytest.mark.speech
@pytest.mark.parametrize("recording", [r for r in recordings() if len(r.text) <= 4], ids=lambda one: one.name)
def test_the_second_look_finds_the_word_that_was_said_or_none(
    recording: Recording, whisper: WhisperRecognizer
) -> None:
    whisper.start(ListeningFor.COMMANDS)
    for frame in frames(recording.pcm):
        whisper.accept(frame)
    found = whisper.closest(SHORT_COMMANDS)
    assert found == (recording.text if recording.text in SHORT_COMMANDS else "")


@pytest.mark.speech
async def test_noise_and_talk_save_nothing(tmp_path: Path) -> None:
    """Three minutes hold every kind of sound. Forty are `benchmarks/second_look.py`."""
    sounds, endured = await noise_and_talk(tmp_path / "ledger.db", minutes=3)
    assert (endured.saved, endured.drafts) == (0, 0)
    assert endured.utterances > sounds // 2
