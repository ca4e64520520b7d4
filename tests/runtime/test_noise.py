"""Babble and a fan before the whole daemon, with real recognition. An hour of it is `benchmarks/noise_hour.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.noisy_room import NoisyRoom
from tests.support.noises import babble, crowd, fan, sound_of
from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import WHISPER
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, samples

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

QUIET = bytes(samples(1.5) * BYTES_PER_SAMPLE)
NOISE = b"".join(
    sound_of(noise, seed=1, level=level, seconds=4.0) + QUIET
    for noise, level in ((babble, 1000), (crowd, 1000), (fan, 3000))
)
WORDS = read_wav(CONVERSATIONS / "cancel_all/1.wav") + QUIET


@pytest.mark.parametrize("phase", [Phase.LISTENING, Phase.CONFIRMING])
async def test_noise_opens_no_draft_and_changes_none(tmp_path: Path, phase: Phase) -> None:
    room = NoisyRoom(tmp_path / "ledger.db", lambda: WhisperRecognizer(WHISPER))
    endured = await room.noise(NOISE, phase)
    assert endured.utterances >= 2, "what sounds like speech is listened to"
    assert (endured.drafts, endured.saved) == (0, 0), endured.understood


async def test_words_in_the_same_room_open_one(tmp_path: Path) -> None:
    room = NoisyRoom(tmp_path / "ledger.db", lambda: WhisperRecognizer(WHISPER))
    assert (await room.noise(WORDS, Phase.LISTENING)).drafts == 1
