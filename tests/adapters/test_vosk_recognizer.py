"""Vosk's engine with real weights. They are Korean, as no package carries the Mandarin ones."""

from __future__ import annotations

import re
import subprocess
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest
import soxr

from tests.support.noises import fan, sound_of
from tests.support.recordings import Recording, frames, hear
from voiced.adapters.recognition.vosk_recognizer import VoskRecognizer
from voiced.errors import ModelMissing, RecognizerFailure
from voiced.hearing.frame import SAMPLE_RATE
from voiced.language.text.spelling import join_words
from voiced.ports.sound import ListeningFor

HANGUL = re.compile(r"[\uac00-\ud7a3]")
RSS_GROWTH_KB = 15_000
"""Over a hundred utterances. One utterance that is not given back costs several hundred."""


def spoken_korean(text: str) -> bytes:
    wav = subprocess.run(["espeak-ng", "-v", "ko", "--stdout", text], capture_output=True, check=True).stdout
    sound = np.frombuffer(wav[44:], dtype="<i2").astype(np.float32)
    pcm = soxr.resample(sound, 22_050, SAMPLE_RATE).astype("<i2").tobytes()
    return pcm + bytes(2 * SAMPLE_RATE)


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("打车 花 了 三十 块", "打车花了三十块"),
        (" 确认 ", "确认"),
        ("买 了 AA 电池 二十", "买了AA电池二十"),
        ("오늘 날씨", "오늘 날씨"),
        ("new york", "new york"),
        ("", ""),
    ],
)
def test_words_are_written_together_where_chinese_is(words: str, joined: str) -> None:
    assert join_words(words) == joined


@pytest.mark.speech
def test_speech_becomes_words_while_it_is_spoken(vosk: VoskRecognizer) -> None:
    vosk.start(ListeningFor.ENTRIES)
    partials: list[str] = []
    for frame in frames(spoken_korean("안녕하세요 오늘 날씨가 좋습니다")):
        vosk.accept(frame)
        if (partial := vosk.partial()) not in ["", *partials[-1:]]:
            partials.append(partial)
    final = vosk.finish()
    assert len(partials) > 2
    assert HANGUL.search(partials[0])
    assert HANGUL.search(final)
    assert len(final) >= len(partials[0])


@pytest.mark.speech
def test_pauses_that_vosk_takes_for_an_end_lose_nothing(vosk: VoskRecognizer) -> None:
    said = spoken_korean("안녕하세요 오늘 날씨가 좋습니다")
    once = hear(vosk, said, ListeningFor.ENTRIES)
    pause = bytes(2 * SAMPLE_RATE * 2)
    twice = hear(vosk, said + pause + said, ListeningFor.ENTRIES)
    assert len(twice) > 1.5 * len(once)


@pytest.mark.speech
def test_another_one_beside_it_hears_its_own_utterance_in_turns_with_it(vosk: VoskRecognizer) -> None:
    one, other = spoken_korean("안녕하세요 오늘 날씨가 좋습니다"), spoken_korean("감사합니다")
    alone = [hear(vosk, said, ListeningFor.ENTRIES) for said in (one, other)]
    beside = vosk.beside()
    for recognizer in (vosk, beside):
        recognizer.start(ListeningFor.ENTRIES)
    for mine, its in zip_longest(frames(one), frames(other)):
        if mine is not None:
            vosk.accept(mine)
        if its is not None:
            beside.accept(its)
    # A word may differ from one time to the next.
    heard = [vosk.finish(), beside.finish()]
    assert [get_close_matches(words, alone, 1) for words in heard] == [[words] for words in alone]
    beside.close()
    assert get_close_matches(hear(vosk, one, ListeningFor.ENTRIES), alone, 1) == alone[:1]


@pytest.mark.speech
def test_a_start_forgets_what_was_said_before(vosk: VoskRecognizer) -> None:
    vosk.start(ListeningFor.ENTRIES)
    for frame in frames(spoken_korean("안녕하세요 오늘 날씨가 좋습니다")):
        vosk.accept(frame)
    assert vosk.partial()
    vosk.start(ListeningFor.COMMANDS)
    assert vosk.partial() == ""
    assert vosk.finish() == ""


@pytest.mark.speech
def test_silence_is_no_words(vosk: VoskRecognizer) -> None:
    assert hear(vosk, bytes(2 * SAMPLE_RATE * 2), ListeningFor.COMMANDS) == ""
    assert hear(vosk, b"", ListeningFor.COMMANDS) == ""


@pytest.mark.speech
@pytest.mark.timeout(150)
def test_memory_does_not_grow_over_a_hundred_utterances(vosk: VoskRecognizer) -> None:
    utterances = [
        Recording("targeted_correction/3.wav", "").pcm,
        sound_of(fan, seed=1, level=500, seconds=0.5),
    ]

    def hear_some(count: int) -> None:
        for number in range(count):
            hear(vosk, utterances[number % 2], ListeningFor.COMMANDS)

    hear_some(20)
    before = resident_kb()
    hear_some(100)
    assert resident_kb() - before < RSS_GROWTH_KB


def resident_kb() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1])


def test_a_missing_and_a_broken_model_are_told(tmp_path: Path) -> None:
    with pytest.raises(
        ModelMissing, match="there is no Vosk model here; fetch one with: voiced models fetch"
    ):
        VoskRecognizer(tmp_path / "nowhere")
    for folder in ("am", "conf"):
        (tmp_path / folder).mkdir()
    with pytest.raises(ModelMissing, match="cannot be loaded; fetch one with: voiced models fetch"):
        VoskRecognizer(tmp_path)


@pytest.mark.speech
def test_a_closed_recogniser_says_so(models: Path) -> None:
    recognizer = VoskRecognizer(models / "vosk-ko")
    recognizer.close()
    with pytest.raises(RecognizerFailure, match="closed"):
        recognizer.finish()
