from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.machine.installed_parts import find_vosk, find_whisper


def vosk_model(folder: Path) -> Path:
    for name in ("am", "conf", "graph"):
        (folder / name).mkdir(parents=True)
    return folder


def whisper_weights(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in ("model.bin", "config.json", "tokenizer.json"):
        (folder / name).touch()
    return folder


def test_nothing_is_found_where_nothing_is(tmp_path: Path) -> None:
    assert find_vosk(tmp_path) is None
    assert find_whisper(tmp_path) is None
    assert find_vosk(tmp_path / "nowhere") is None
    assert find_whisper(tmp_path / "nowhere") is None


@pytest.mark.parametrize("name", ["vosk-model-small-cn-0.22", "vosk-model-cn-0.22", "vosk-zh"])
def test_a_mandarin_model_of_vosk_is_found(tmp_path: Path, name: str) -> None:
    model = vosk_model(tmp_path / name)
    assert find_vosk(tmp_path) == model


@pytest.mark.parametrize("name", ["vosk-ko", "vosk-model-small-en-us-0.15", "vosk-model-de-0.21"])
def test_a_model_of_another_language_is_not_taken_for_it(tmp_path: Path, name: str) -> None:
    vosk_model(tmp_path / name)
    assert find_vosk(tmp_path) is None


def test_of_two_the_smaller_is_taken(tmp_path: Path) -> None:
    vosk_model(tmp_path / "vosk-model-cn-0.22")
    small = vosk_model(tmp_path / "vosk-model-small-cn-0.22")
    whisper_weights(tmp_path / "faster-whisper-tiny")
    base = whisper_weights(tmp_path / "faster-whisper-base")
    assert find_vosk(tmp_path) == small
    assert find_whisper(tmp_path) == base


def test_half_a_model_is_none(tmp_path: Path) -> None:
    (tmp_path / "vosk-model-small-cn-0.22" / "am").mkdir(parents=True)
    weights = whisper_weights(tmp_path / "whisper-base")
    (weights / "model.bin").unlink()
    assert find_vosk(tmp_path) is None
    assert find_whisper(tmp_path) is None


def test_an_unfinished_download_is_no_model_yet(tmp_path: Path) -> None:
    vosk_model(tmp_path / ".fetching-vosk-model-small-cn-0.22")
    whisper_weights(tmp_path / ".fetching-faster-whisper-base")
    assert find_vosk(tmp_path) is None
    assert find_whisper(tmp_path) is None
