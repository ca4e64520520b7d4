"""Speech about a draft is never met by silence: real sound and real voice activity, and Whisper as the second look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from tests.runtime.noisy_room import Endured, NoisyRoom
from tests.support.fakes import ScriptedRecognizer
from tests.support.noises import babble, crowd, fan, key_clicks, melody, sound_of
from tests.support.recordings import CONVERSATIONS, Recording, frames, recordings
from tests.support.spoken_daemon import WHISPER
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.dialogue.sentences.phrases import NOT_HEARD
from voiced.dialogue.unclear import MOST_TIMES, SHORT_COMMANDS
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, FULL_SCALE, SAMPLE_RATE, samples
from voiced.ports.sound import ListeningFor

SHORT = {
    "确认": CONVERSATIONS / "cancel_one_item/3.wav",
    "退出": CONVERSATIONS / "exit_session/2.wav",
    "不要了": CONVERSATIONS / "cancel_all/2.wav",
}
SYLLABLES = CONVERSATIONS.parent / "syllables"
GAP = bytes(samples(2.0) * BYTES_PER_SAMPLE)
SECONDS_APART = 4
"""Between the beginnings of two sounds in the long noise."""


class Muffled(WhisperRecognizer):
    """Whisper whose guard takes each sound for a noise, so that only the second look is left."""

    def attempt(self) -> str:
        return ""


class Forgetting(Muffled):
    """The same, but each fifth utterance is understood, so that we never grow silent."""

    def __init__(self, weights: Path) -> None:
        super().__init__(weights)
        self._count = 0

    def start(self, listening_for: ListeningFor) -> None:
        super().start(listening_for)
        self._count += 1

    def attempt(self) -> str:
        return "" if self._count % 5 else "等一下"

    def closest(self, words: Sequence[str]) -> str:
        self._count -= 1  # it was started once more for the same utterance
        return super().closest(words)


async def told(folder: Path, *sounds: bytes, mute: ScriptedRecognizer | None = None) -> Endured:
    room = NoisyRoom(folder / "ledger.db", lambda: mute or Muffled(WHISPER))
    return await room.noise(b"".join(GAP + sound for sound in sounds) + GAP, Phase.CONFIRMING)


@pytest.mark.parametrize("path", SHORT.values(), ids=SHORT)
async def test_speech_without_words_is_asked_for_again(path: Path, tmp_path: Path) -> None:
    """For every recogniser, also one that has no scores."""
    endured = await told(tmp_path, *[read_wav(path)] * 4, mute=ScriptedRecognizer())
    assert endured.said == (NOT_HEARD,) * MOST_TIMES


@pytest.mark.parametrize("noise", [fan, key_clicks], ids=["fan", "keys"])
async def test_a_noise_is_met_by_silence(noise: object, tmp_path: Path) -> None:
    sound = sound_of(fan if noise is fan else key_clicks, seed=3, level=3000, seconds=2.0)
    endured = await told(tmp_path, sound, mute=ScriptedRecognizer())
    assert endured.said == ()


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
def test_the_second_look_finds_the_word_that_was_said_or_none(recording: Recording) -> None:
    whisper = WhisperRecognizer(WHISPER)
    whisper.start(ListeningFor.COMMANDS)
    for frame in frames(recording.pcm):
        whisper.accept(frame)
    found = whisper.closest(SHORT_COMMANDS)
    assert found == (recording.text if recording.text in SHORT_COMMANDS else "")


@pytest.mark.speech
@pytest.mark.timeout(1500)
async def test_forty_minutes_of_noise_and_talk_save_nothing(tmp_path: Path) -> None:
    """Each sound comes to the second look, twice in a row, as if the recogniser had found no words in it."""
    sounds = list(talk_and_noise(minutes=40))
    endured = await NoisyRoom(tmp_path / "ledger.db", lambda: Forgetting(WHISPER)).noise(
        b"".join(sounds), Phase.CONFIRMING
    )
    found = sum(said != NOT_HEARD and "支出35元" in said for said in endured.said)
    print(f"{len(sounds)} sounds, {endured.utterances} utterances, {found} read-backs, {endured.saved} saves")
    assert (endured.saved, endured.drafts) == (0, 0)
    assert endured.utterances > len(sounds) // 2


def talk_and_noise(minutes: int, seed: int = 34) -> Iterator[bytes]:
    """Sounds of four seconds: pieces of talk, two syllables of no meaning, and noises, each twice."""
    random = np.random.default_rng(seed)
    # A piece of 「确认第一笔」 is the command that was said.
    talk = [one.pcm for one in recordings() if not any(word in one.text for word in SHORT_COMMANDS)]
    syllables = [syllable(path) for path in sorted(SYLLABLES.glob("*.mp3"))]
    for number in range(minutes * 60 // SECONDS_APART // 2):
        match number % 4:
            case 0:
                noise = (babble, crowd, melody, fan, key_clicks)[number // 4 % 5]
                sound = sound_of(noise, seed=number, level=1500, seconds=1.0)
            case 1:
                sound = b"".join(syllables[int(random.integers(len(syllables)))] for _ in range(2))
            case _:
                whole = talk[int(random.integers(len(talk)))]
                length = int(random.integers(samples(0.5), samples(1.3))) * BYTES_PER_SAMPLE
                start = int(random.integers(max(1, (len(whole) - length) // BYTES_PER_SAMPLE)))
                sound = whole[start * BYTES_PER_SAMPLE :][:length]
        padded = sound.ljust(samples(SECONDS_APART) * BYTES_PER_SAMPLE, b"\0")
        yield from (padded, padded)


def syllable(path: Path) -> bytes:
    """A recorded syllable as 16-bit samples at 16 kHz."""
    sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return (soxr.resample(sound[:, 0], rate, SAMPLE_RATE) * FULL_SCALE * 0.5).astype("<i2").tobytes()
