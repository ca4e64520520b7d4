"""The voice as configured, and what it is heard by."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.support.now import NOW
from tests.support.recorded_units import bank_in
from voiced.adapters.absent import SilentPlayer, SilentVoice
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.sound.night_player import NightPlayer
from voiced.adapters.sound.wav_files import WavFolderPlayer
from voiced.app.build_voice import (
    engine_of,
    mouth_of,
    quieter_at_night,
    tell_missing_bank,
    tones_of,
    voice_of,
)
from voiced.config import Settings, load_settings
from voiced.errors import ModelMissing

SENTENCE = "记录支出三十五块五，餐饮，确认吗？"


def settings(**voice: str) -> Settings:
    environment = {f"VOICED_VOICE__{key.upper()}": value for key, value in voice.items()}
    return load_settings(environment=environment | {"XDG_CONFIG_HOME": "/nowhere"})


def model_in(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in ("model.onnx", "voices.npz", "vocab.json"):
        (folder / name).touch()
    return folder


def test_without_a_listener_no_sentence_is_said() -> None:
    mouth = mouth_of(settings(), None, None, None)
    assert isinstance(mouth.voice, SilentVoice)
    assert isinstance(mouth.player, SilentPlayer)


def test_without_a_voice_the_loudspeaker_still_has_tones() -> None:
    mute, loudspeaker = settings(engine="none"), SilentPlayer()
    assert mouth_of(mute, loudspeaker, None, tones_of(mute)).player is loudspeaker
    assert mouth_of(mute, loudspeaker, None, None).player is not loudspeaker


def test_tones_can_be_turned_off() -> None:
    assert tones_of(settings()) is not None
    assert tones_of(settings(earcons="false")) is None


def test_at_night_the_loudspeaker_is_turned_down() -> None:
    loudspeaker, clock = SilentPlayer(), SampleClock(NOW)
    assert quieter_at_night(settings().voice, loudspeaker, clock) is loudspeaker
    night = settings(night="22:30-07:00", night_volume="0.25").voice
    assert isinstance(quieter_at_night(night, loudspeaker, clock), NightPlayer)


def test_a_neural_voice_needs_its_model(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"kokoro: holds no model .* docs/voices\.md"):
        voice_of(settings(engine="neural", model_dir=str(tmp_path / "kokoro")))


async def test_the_bank_speaks_by_itself_where_one_is_installed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    auto = settings(model_dir=str(tmp_path / "bank"))
    with caplog.at_level(logging.INFO):
        tell_missing_bank(auto)
    assert "easier to understand: voiced models fetch voice-bank" in caplog.text
    assert engine_of(auto) == "pyttsx3"
    bank_in(tmp_path / "bank")
    assert engine_of(auto) == "bank"
    caplog.clear()
    tell_missing_bank(auto)
    assert caplog.text == ""
    mouth = mouth_of(auto, SilentPlayer(), None, None)
    await mouth.voice.check()
    assert (await mouth.voice.synthesize(SENTENCE)).sample_rate == mouth.sample_rate
    await mouth.voice.close()


def test_a_bank_that_is_asked_for_by_name_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(
        ModelMissing, match=r"bank: holds no recorded units .* voiced models fetch voice-bank"
    ):
        voice_of(settings(engine="bank", model_dir=str(tmp_path / "bank")))


async def test_a_neural_voice_is_cut_for_a_loudspeaker_and_whole_in_a_file(tmp_path: Path) -> None:
    neural = settings(engine="neural", model_dir=str(model_in(tmp_path / "kokoro")))
    heard, kept = (
        mouth_of(neural, SilentPlayer(), None, None),
        mouth_of(neural, SilentPlayer(), tmp_path / "speech", None),
    )
    assert heard.cut(SENTENCE) == ("记录支出三十五块五，", "餐饮，确认吗？")
    assert kept.cut(SENTENCE) == (SENTENCE,)
    assert isinstance(kept.player, WavFolderPlayer)
    assert heard.sample_rate == 24_000
    await heard.voice.close()
    await kept.voice.close()


async def test_its_model_is_found_in_the_models_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_in(tmp_path / "models" / "kokoro-82m")
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("VOICED_VOICE__ENGINE", "neural")
    await voice_of(load_settings()).close()
