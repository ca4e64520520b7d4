from __future__ import annotations

import pytest

from tests.support.noises import STATIONARY, breath, key_clicks, sound_of
from tests.support.recordings import Recording, recordings
from voiced.hearing.speech_guard import (
    LEAST_VOICE_SECONDS,
    Hypothesis,
    can_have_been_said,
    clearest,
    echoes,
    voiced_seconds,
    without_loop,
)


@pytest.mark.parametrize("recording", recordings(), ids=lambda one: one.name)
def test_every_recording_has_a_voice_and_time_for_its_words(recording: Recording) -> None:
    voice = voiced_seconds(recording.pcm)
    assert voice > 3 * LEAST_VOICE_SECONDS
    assert can_have_been_said(recording.text, voice)
    assert without_loop(recording.text, voice) == recording.text


@pytest.mark.parametrize("level", [30, 300, 3_000, 12_000])
@pytest.mark.parametrize("name", [*STATIONARY, "breath", "key clicks"])
def test_noise_has_no_voice(name: str, level: float) -> None:
    noise = {**STATIONARY, "breath": breath, "key clicks": key_clicks}[name]
    for seed in range(5):
        assert voiced_seconds(sound_of(noise, seed=seed, level=level, seconds=3)) < LEAST_VOICE_SECONDS


def test_less_than_a_period_has_no_voice() -> None:
    assert voiced_seconds(b"") == 0
    assert voiced_seconds(b"\x10\x00" * 511) == 0


@pytest.mark.parametrize(
    ("text", "voice", "said"),
    [
        ("昨天晚饭花了一百五。昨天晚饭花了一百五。", 0.87, "昨天晚饭花了一百五。"),
        ("吃饭60、打车30、吃饭60、打车30、吃饭60", 0.8, "吃饭60、打车30、吃饭60"),
        ("打车三十，打车三十", 1.2, "打车三十，打车三十"),
        ("确认确认", 0.8, "确认确认"),
        ("试试试试试试试试试试", 0.3, "试试"),
        ("", 0.0, ""),
    ],
)
def test_words_repeated_faster_than_speech_count_once(text: str, voice: float, said: str) -> None:
    assert without_loop(text, voice) == said


@pytest.mark.parametrize(
    ("text", "voice", "possible"),
    [
        ("确认", 0.4, True),
        ("嗯", 0.12, True),
        ("第二笔改成二十五，删掉第三笔", 0.3, False),
        ("删掉了，删掉了，删掉了", 2.0, False),
        ("对对对对", 0.6, True),
        ("", 0.0, True),
    ],
)
def test_more_than_there_was_voice_for_was_not_said(text: str, voice: float, *, possible: bool) -> None:
    assert can_have_been_said(text, voice) == possible


@pytest.mark.parametrize(
    ("expected", "unexpected", "no_speech", "heard"),
    [
        (-0.11, -1.02, 0.10, True),
        (-0.61, -1.85, 0.00, True),
        (-0.54, -4.88, 0.09, False),
        (-1.42, -4.72, 0.04, False),
        (-0.11, -1.02, 0.60, False),
        (-0.16, -2.74, 0.00, True),  # one voice before a fan, 10 dB above it
        (-0.22, -2.30, 0.11, False),  # eight voices over each other
        (-0.26, -1.79, 0.26, False),
    ],
)
def test_words_have_to_be_likely_without_being_expected(
    expected: float, unexpected: float, no_speech: float, *, heard: bool
) -> None:
    hypothesis = Hypothesis("删掉第五笔", expected, unexpected, no_speech, is_echo=False)
    assert hypothesis.is_heard == heard


def test_a_literal_match_has_to_be_likelier() -> None:
    assert Hypothesis("确认", -0.11, -1.02, 0.1, is_echo=True).is_heard
    assert not Hypothesis("改成二十五", -0.7, -1.8, 0.02, is_echo=True).is_heard
    assert Hypothesis("改成三十五", -0.7, -1.8, 0.02, is_echo=False).is_heard


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("确认", True),
        ("取消，确认。", True),
        ("第一笔改成二十五", True),
        ("第一笔改成三十五", False),
        ("确认，第三笔不要", False),
        ("确", False),
    ],
)
def test_an_echo_is_made_of_expected_clauses(text: str, *, echo: bool) -> None:
    assert echoes(text, "确认、取消、第一笔改成二十五。") == echo


@pytest.mark.parametrize(
    ("likelihoods", "word"),
    [
        ({"确认": -2.8, "取消": -19.6, "退出": -17.7}, "确认"),
        ({"确认": -9.3, "取消": -13.5, "退出": -19.2}, ""),
        ({"确认": -7.0, "取消": -6.0, "退出": -14.1}, ""),
        ({"确认": -2.8}, "确认"),
    ],
    ids=["said", "unlikely", "two alike", "alone"],
)
def test_a_word_among_a_few_is_likely_and_clearly_likelier_than_the_others(
    likelihoods: dict[str, float], word: str
) -> None:
    assert clearest(likelihoods) == word
