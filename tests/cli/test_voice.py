"""`voiced voice` on the command line."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from tests.support.recorded_units import SYLLABLES
from voiced.cli.main import main


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty models folder, and no other one."""
    folder = tmp_path / "models"
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return folder


def seconds(path: Path) -> float:
    with wave.open(str(path)) as wav:
        return wav.getnframes() / wav.getframerate()


def test_a_voice_is_built_and_tried(models: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["voice", "build", str(SYLLABLES)]) == 0
    assert capsys.readouterr().out.startswith(f"{models}/voice-own: 241 units; try it with: voiced voice try")
    wav = tmp_path / "said.wav"
    assert main(["voice", "try", "支出46元，餐饮。饕", "--wav", str(wav)]) == 0
    assert capsys.readouterr().out == (
        "支:zhi1 出:chu1 四:si4 十:shi2 六:liu4 元:yuan2 ｜ 餐:can1 饮:yin3 ｜ 饕:?\n"
        f"{wav}: {seconds(wav):.1f} s\n"
    )
    assert seconds(wav) > 2
    assert main(["voice", "try", "饕", "--wav", str(wav)]) == 2
    assert "holds nothing that the voice can say" in capsys.readouterr().err


def test_a_voice_in_another_folder_is_tried_by_its_name(
    models: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = tmp_path / "elsewhere"
    assert main(["voice", "build", str(SYLLABLES), "--to", str(place)]) == 0
    assert main(["voice", "try", "确认", "--bank", str(place), "--wav", str(tmp_path / "said.wav")]) == 0
    assert "que4" in capsys.readouterr().out
    assert not models.exists()


def test_without_recordings_the_configured_voice_is_tried(
    models: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wav = tmp_path / "said.wav"
    assert main(["voice", "try", "确认", "--wav", str(wav)]) == 0
    assert capsys.readouterr().out == f"{wav}: {seconds(wav):.1f} s\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "nowhere"], "nowhere: there is no such folder of recordings"),
        (["try", "确认", "--bank", "nowhere"], "nowhere: holds no units.json"),
        (["try", "确认", "--wav", "nowhere/said.wav"], "nowhere/said.wav: cannot be written"),
    ],
)
def test_a_mistake_is_one_line(
    models: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    del models
    assert main(["voice", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
