"""`voiced models` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.adapters.test_model_install import CONTENT, Shelf, model_at, serving
from voiced.adapters.recognition.model_manifest import Model
from voiced.cli.main import main


def manifest_of(model: Model, folder: Path) -> Path:
    """A register with this one model."""
    (file,) = model.file
    path = folder / "manifest.toml"
    path.write_text(
        f"""
        [[model]]
        name = "{model.name}"
        engine = "vosk"
        language = "zh"
        licence = "MIT"
        origin = ""
        about = "For tests."
        [[model.file]]
        url = "{file.url}"
        path = "{file.path}"
        size = {file.size}
        sha256 = "{file.sha256}"
        """
    )
    return path


def test_fetch_list_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Shelf()) as url:
        manifest = manifest_of(model_at(url), tmp_path)
        where = ["--models-dir", str(tmp_path / "models"), "--manifest", str(manifest)]
        assert main(["models", "fetch", "a-model", *where]) == 0
    assert "a-model: ready in" in capsys.readouterr().err
    assert main(["models", "list", *where]) == 0
    assert capsys.readouterr().out.startswith("here  a-model")
    assert main(["models", "verify", *where]) == 0
    assert capsys.readouterr().out == "a-model: ok\n"
    (tmp_path / "models" / "a-model" / "model.bin").write_bytes(CONTENT[1:])
    assert main(["models", "verify", *where]) == 1
    assert "fetch it again with: voiced models fetch a-model" in capsys.readouterr().out


def test_where_there_is_nothing_to_verify_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "verify", "--models-dir", str(tmp_path)]) == 0
    assert (
        capsys.readouterr().out
        == f"{tmp_path}: no listed model is here; fetch one with: voiced models fetch\n"
    )


def test_a_model_nobody_knows_is_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "fetch", "whisper-enormous", "--models-dir", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(
        "voiced: whisper-enormous: no model of this name is known; there are vosk-model-small-cn-0.22"
    )


def test_a_download_that_fails_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = manifest_of(model_at("http://127.0.0.1:9"), tmp_path)
    where = ["--models-dir", str(tmp_path / "models"), "--manifest", str(manifest)]
    assert main(["models", "fetch", "a-model", *where]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_mirror_and_manifest_can_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the origin cannot be reached, `voiced models fetch` needs no options each time."""
    monkeypatch.setenv(
        "VOICED_ASR__MODELS_MANIFEST", str(manifest_of(model_at("http://127.0.0.1:9"), tmp_path))
    )
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(tmp_path / "models"))
    with serving(Shelf()) as url:
        monkeypatch.setenv("VOICED_ASR__MODELS_MIRROR", url)
        assert main(["models", "fetch", "a-model"]) == 0
    assert (tmp_path / "models/a-model/model.bin").read_bytes() == CONTENT


def test_a_mirror_that_is_named_goes_before_the_configured_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICED_ASR__MODELS_MIRROR", "http://127.0.0.1:9/configured")
    where = [
        "--models-dir",
        str(tmp_path),
        "--manifest",
        str(manifest_of(model_at("http://127.0.0.1:9"), tmp_path)),
    ]
    with serving(Shelf()) as url:
        assert main(["models", "fetch", "a-model", *where, "--mirror", url]) == 0


def test_a_digest_that_a_person_names_counts_in_place_of_the_listed_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(Shelf()) as url:
        listed = model_at(url)
        (file,) = listed.file
        wrong = replace(listed, file=(replace(file, sha256="0" * 64),))
        where = ["--models-dir", str(tmp_path / "models"), "--manifest", str(manifest_of(wrong, tmp_path))]
        assert main(["models", "fetch", "a-model", *where]) == 1
        assert main(["models", "fetch", "a-model", "--expect", file.sha256, *where]) == 0
        capsys.readouterr()
        assert main(["models", "fetch", "a-model", "--expect", "abc", *where]) == 2
        assert "not a SHA-256" in capsys.readouterr().err
        assert main(["models", "fetch", "a-model", "a-model", "--expect", file.sha256, *where]) == 2
        assert "one model that is one archive" in capsys.readouterr().err


def test_a_machine_gets_a_suggestion_and_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "suggest"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("this machine: ")
    assert "voiced models fetch" in told.splitlines()[-1]
