"""`voiced asr try`: the same five sentences, heard by each recogniser that is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import WHISPER
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.sound.wav_files import write_wav
from voiced.cli.asr_try import SENTENCES, wrong_characters
from voiced.cli.main import main
from voiced.hearing.frame import SAMPLE_RATE
from voiced.ports.sound import Pcm


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        ("打车十八块五，午饭三十五", 0),
        ("打车18块5。午饭35", 0),
        ("打车十八块五", 5),
        ("打车十八块五五，五饭三十五", 2),
        ("", 11),
    ],
)
def test_figures_and_marks_are_no_errors(heard: str, wrong: int) -> None:
    assert wrong_characters("打车十八块五，午饭三十五", heard) == wrong


@pytest.mark.speech
def test_each_installed_recogniser_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    models = tmp_path / "models"
    shutil.copytree(TEST_EARS / "zipformer2-ctc", models / "small")
    (models / "whisper-base").symlink_to(WHISPER)
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(models))
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for number in range(1, len(SENTENCES)):
        shutil.copy(CONVERSATIONS / "cancel_one_item/3.wav", sounds / f"{number}.wav")
    write_wav(sounds / f"{len(SENTENCES)}.wav", Pcm(spoken("确认"), SAMPLE_RATE))
    assert main(["asr", "try", "--sound", str(sounds), "--keep", str(tmp_path / "kept")]) == 0
    told = capsys.readouterr().out
    assert "not tried: vosk" in told
    sherpa, whisper = told[told.index("sherpa with") :].split("whisper with")
    assert "确认 → 确认  =" in sherpa
    assert "processor time" in whisper
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [f"{n}.wav" for n in range(1, 6)]


@pytest.mark.parametrize("length", ["0", "31"])
def test_a_length_that_makes_no_sense_is_one_line(length: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["asr", "try", "--seconds", length]) == 2
    assert "between 1 and 30" in capsys.readouterr().err


def test_without_a_recogniser_it_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def folders(_: str) -> list[Path]:
        return [tmp_path]

    monkeypatch.setattr("voiced.app.build_ears.model_folders", folders)
    assert main(["asr", "try"]) == 2
    assert "voiced models suggest" in capsys.readouterr().err
