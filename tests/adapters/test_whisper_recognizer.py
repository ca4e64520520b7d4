"""Whisper with real weights on the recorded conversations, and on sounds that are no speech.

Every sound goes to the recogniser whole: no voice activity detection spares it anything.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.adapters.understood import changes_something, entries_in, understood
from tests.support.noises import PITCHED, STATIONARY, SUDDEN, babble, sound_of
from tests.support.recordings import Recording, character_errors, hear, recordings
from voiced.adapters.recognition.whisper_decoder import LONGEST_SECONDS
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.errors import ModelMissing
from voiced.hearing.frame import SAMPLE_RATE
from voiced.ports.sound import ListeningFor

RECORDINGS = recordings()
ENTRIES = [one for one in RECORDINGS if one.listening_for is ListeningFor.ENTRIES]
QUESTION = next(one for one in RECORDINGS if one.name == "query_month/1.wav")
COMMANDS = [one for one in RECORDINGS if one.listening_for is ListeningFor.COMMANDS]
MOST_CHARACTER_ERRORS = {ListeningFor.ENTRIES: 0.06, ListeningFor.COMMANDS: 0.08}
"""Measured are 0.027 to 0.043 and 0.047: processors round differently."""
MOST_MISUNDERSTOOD = {ListeningFor.ENTRIES: 2, ListeningFor.COMMANDS: 1}
"""Of 34 entries and 27 commands. Missed was one entry at most, without AVX2: 「四块，午饭」 was 「四块五，饭」."""


class Listener:
    """Remembers what was understood, as the same recordings are asked about more than once."""

    def __init__(self, whisper: WhisperRecognizer) -> None:
        self.understood = cache(self._understood)
        self._whisper = whisper

    def _understood(self, recording: Recording) -> str:
        return hear(self._whisper, recording.pcm, recording.listening_for)


@pytest.fixture(scope="module")
def listener(whisper: WhisperRecognizer) -> Listener:
    return Listener(whisper)


@pytest.mark.speech
@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda one: one.name)
def test_nothing_that_is_said_is_swallowed(listener: Listener, recording: Recording) -> None:
    """Misheard is bearable: the speaker gets an answer and says it again."""
    assert listener.understood(recording)


@pytest.mark.speech
def test_entries_are_understood(listener: Listener) -> None:
    """As the daemon reads them from what was heard, which mends much."""
    missed = {
        one.name: misses
        for one in ENTRIES
        if (misses := Counter(entries_in(one.text)) - Counter(entries_in(listener.understood(one))))
    }
    assert sum(each.total() for each in missed.values()) <= MOST_MISUNDERSTOOD[ListeningFor.ENTRIES], missed


@pytest.mark.speech
def test_commands_are_understood(listener: Listener) -> None:
    """As the daemon takes them: what is asked of a draft, and what is changed in it."""
    heard = {one: listener.understood(one) for one in [*COMMANDS, QUESTION]}
    missed = [(one.text, words) for one, words in heard.items() if understood(words) != understood(one.text)]
    assert len(missed) <= MOST_MISUNDERSTOOD[ListeningFor.COMMANDS], missed
    assert not any(changes_something(words) for _, words in missed), "another command than was said"


@pytest.mark.speech
@pytest.mark.timeout(900)
@pytest.mark.parametrize("wanted", [ENTRIES, COMMANDS], ids=["entries", "commands"])
def test_few_characters_are_wrong(listener: Listener, wanted: list[Recording]) -> None:
    counts = [character_errors(one.text, listener.understood(one)) for one in wanted]
    wrong, characters = (sum(count[field] for count in counts) for field in (0, 1))
    print(f"{wrong} of {characters} characters are wrong: {wrong / characters:.3f}")
    assert wrong / characters <= MOST_CHARACTER_ERRORS[wanted[0].listening_for]


@pytest.mark.speech
@pytest.mark.parametrize("listening_for", ListeningFor)
@pytest.mark.parametrize("name", [*STATIONARY, *SUDDEN, *PITCHED])
def test_noise_becomes_no_words(whisper: WhisperRecognizer, name: str, listening_for: ListeningFor) -> None:
    noise = {**STATIONARY, **SUDDEN, **PITCHED}[name]
    for seed, level, seconds in ((1, 300, 1.5), (2, 3_000, 1.5), (3, 3_000, 4.0)):
        sound = sound_of(noise, seed=seed, level=level, seconds=seconds)
        assert hear(whisper, sound, listening_for) == "", (seed, level, seconds)


@pytest.mark.speech
@pytest.mark.timeout(900)
@pytest.mark.parametrize("level", [300, 1_500, 5_000])
def test_babble_becomes_no_command(whisper: WhisperRecognizer, level: float) -> None:
    for seed in range(2):
        for listening_for in ListeningFor:
            heard = hear(whisper, sound_of(babble, seed=seed, level=level, seconds=2.5), listening_for)
            assert not changes_something(heard), (seed, listening_for)


@pytest.mark.speech
def test_nothing_and_less_than_a_window_are_no_words(whisper: WhisperRecognizer) -> None:
    assert hear(whisper, b"", ListeningFor.COMMANDS) == ""
    assert hear(whisper, bytes(640), ListeningFor.COMMANDS) == ""


@pytest.mark.speech
def test_noise_around_speech_does_not_hide_it(whisper: WhisperRecognizer) -> None:
    recording = Recording("targeted_correction/2.wav", "第一笔改成五十")
    spoken = np.frombuffer(recording.pcm, "<i2").astype(np.float64)
    seconds = len(spoken) / SAMPLE_RATE
    noise = sound_of(STATIONARY["fan"], seed=5, level=400, seconds=seconds)
    noisy = spoken + np.frombuffer(noise, "<i2")[: len(spoken)]
    pcm = noisy.clip(-32_768, 32_767).astype("<i2").tobytes()
    assert understood(hear(whisper, pcm, ListeningFor.COMMANDS)) == understood(recording.text)


@pytest.mark.speech
def test_a_long_utterance_is_heard_in_windows(whisper: WhisperRecognizer) -> None:
    eight, one = (
        next(each for each in ENTRIES if each.name == name)
        for name in ("eight_items/1.wav", "offline_single/1.wav")
    )
    whole = eight.pcm + eight.pcm + one.pcm
    assert len(whole) / 2 / SAMPLE_RATE > LONGEST_SECONDS
    said, heard = f"{eight.text}，{eight.text}，{one.text}", hear(whisper, whole, ListeningFor.ENTRIES)
    wrong, characters = character_errors(said, heard)
    print(f"{wrong} of {characters} characters are wrong; {len(entries_in(heard))} entries")
    # What straddles two windows may be heard twice; nothing may be lost.
    assert wrong / characters <= 0.1, heard
    assert len(entries_in(said)) <= len(entries_in(heard)) <= len(entries_in(said)) + 2, heard


@pytest.mark.speech
def test_a_start_forgets_what_was_said_before(whisper: WhisperRecognizer) -> None:
    spoken = Recording("targeted_correction/3.wav", "确认")
    whisper.start(ListeningFor.COMMANDS)
    hear(whisper, spoken.pcm, ListeningFor.COMMANDS)
    whisper.start(ListeningFor.COMMANDS)
    assert whisper.partial() == ""
    assert whisper.finish() == ""


def test_missing_and_broken_weights_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="no Whisper weights here; fetch them with: voiced models fetch"):
        WhisperRecognizer(tmp_path)
    for name in ("model.bin", "config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(ModelMissing, match=r"cannot be loaded .*voiced models fetch"):
        WhisperRecognizer(tmp_path)


def test_a_missing_engine_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(ModelMissing, match=r"scripts/install --with whisper"):
        WhisperRecognizer(tmp_path)
