"""The file of what was chosen on the card."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest

from voiced.adapters.machine.paths import preferences_file
from voiced.adapters.machine.preferences_file import PreferencesFile
from voiced.app.configured import configuration
from voiced.ports.preferences import KeptChoice


@pytest.fixture(name="path")
def _path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return preferences_file()


def test_a_choice_is_kept_for_its_owner_alone_and_gone_with_the_last_one(path: Path):
    file = PreferencesFile(path)
    assert file.read() == KeptChoice()
    file.write(KeptChoice(rate=150))
    assert file.read() == KeptChoice(rate=150)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    file.write(KeptChoice())
    assert not path.exists()


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"rate": "fast"}', "[" * 5_000])
def test_a_broken_file_counts_as_empty(path: Path, text: str, caplog: pytest.LogCaptureFixture):
    path.parent.mkdir()
    path.write_text(text)
    assert PreferencesFile(path).read() == KeptChoice()
    assert "is broken; the configuration applies" in caplog.text


def test_a_file_that_cannot_be_read_counts_as_empty(path: Path, caplog: pytest.LogCaptureFixture):
    path.mkdir(parents=True)
    assert PreferencesFile(path).read() == KeptChoice()
    assert "Is a directory; the configuration applies" in caplog.text


def test_a_value_that_is_no_longer_allowed_is_passed_over(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    config = tmp_path / "voiced.toml"
    config.write_text("[voice]\nrate_words_per_minute = 200\n")
    PreferencesFile(path).write(KeptChoice(wake_phrase="管家管家", rate=9))
    with caplog.at_level(logging.WARNING):
        found = configuration(config)
    assert found.settings.voice.rate_words_per_minute == 200
    assert found.settings.session.wake_phrase == "管家管家"
    assert f"{path}: voice.rate_words_per_minute: 9 is not valid" in caplog.text


def test_a_voice_whose_model_is_gone_is_passed_over(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    config = tmp_path / "voiced.toml"
    config.write_text(f'[voice]\nengine = "none"\nmodel_dir = "{tmp_path}"\n')
    PreferencesFile(path).write(KeptChoice(voice="neural", rate=150))
    with caplog.at_level(logging.WARNING):
        found = configuration(config)
    assert (found.settings.voice.engine, found.settings.voice.rate_words_per_minute) == ("none", 150)
    assert f"{path}: voice: " in caplog.text
    assert "it is passed over" in caplog.text
