"""`voiced config check` and `voiced config show`, as a person runs them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from voiced.cli.command import finished
from voiced.cli.main import main, parser
from voiced.config import Settings, load_settings, sources
from voiced.errors import ConfigWrong


@pytest.fixture(autouse=True)
def _no_configuration_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setattr(sources, "SYSTEM_FILE", tmp_path / "none.toml")


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A speech model is there, as far as its folder tells."""
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(tmp_path))
    for folder in ("am", "conf"):
        (tmp_path / "vosk-model-cn" / folder).mkdir(parents=True)


def run(*arguments: str) -> int:
    options = parser().parse_args(["config", *arguments])
    return finished(options.run(options))


@pytest.mark.usefixtures("model")
def test_check_says_which_file_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "voiced.toml"
    file.write_text("[vad]\nmode = 1", encoding="utf-8")
    assert run("check", "--config", str(file)) == 0
    assert capsys.readouterr().out == f"{file}: ok\n"


@pytest.mark.usefixtures("model")
def test_check_warns_of_a_password_that_other_users_can_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    password, file = tmp_path / "password", tmp_path / "voiced.toml"
    password.write_text("secret")
    file.write_text(f'[mqtt]\nhost = "broker"\npassword_file = "{password}"', encoding="utf-8")
    password.chmod(0o640)
    assert run("check", "--config", str(file)) == 0
    assert capsys.readouterr().err == ""
    password.chmod(0o644)
    assert run("check", "--config", str(file)) == 0
    told = f"mqtt.password_file: other users can read {password}; run: chmod o= {password}"
    assert capsys.readouterr().err == f"warning: {told}\n"


@pytest.mark.usefixtures("model")
def test_check_says_that_there_is_no_file(capsys: pytest.CaptureFixture[str]):
    assert run("check") == 0
    assert capsys.readouterr().out == "no configuration file, so the defaults apply: ok\n"


@pytest.mark.parametrize("action", ["check", "show"])
def test_a_mistake_is_raised_for_the_one_line_on_stderr(tmp_path: Path, action: str):
    file = tmp_path / "voiced.toml"
    file.write_text("[vad]\nmood = 1", encoding="utf-8")
    with pytest.raises(ConfigWrong, match=r"unknown key vad\.mood; \[vad\] knows engine, mode"):
        run(action, "--config", str(file))


def test_show_prints_toml_that_reads_back(capsys: pytest.CaptureFixture[str]):
    assert run("show") == 0
    shown = capsys.readouterr().out
    assert tomllib.loads(shown) == msgspec.json.decode(msgspec.json.encode(Settings()))
    assert shown.startswith("# no configuration file\n")


def test_show_says_where_each_value_comes_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "voiced.toml"
    file.write_text('[ledger]\npath = "~/账本.db"', encoding="utf-8")
    monkeypatch.setenv("VOICED_DIALOGUE__QUESTIONS", "false")
    run("show", "--config", str(file))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"# {file}"
    assert f'path = "~/账本.db"  # {file}' in lines
    assert "questions = false  # $VOICED_DIALOGUE__QUESTIONS" in lines
    assert "mode = 2  # default" in lines


def test_show_masks_the_key(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("VOICED_LLM__API_KEY", "sk-very-secret")
    run("show")
    shown = capsys.readouterr().out
    assert 'api_key = "********"  # $VOICED_LLM__API_KEY' in shown
    assert "very-secret" not in shown


@pytest.mark.parametrize("text", ['a "b" \\ c', "tab\tand\x7fdelete", "账本 😀", ""])
def test_show_escapes_texts(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("VOICED_AUDIO__INPUT_DEVICE", text)
    run("show")
    assert tomllib.loads(capsys.readouterr().out)["audio"]["input_device"] == text


def test_the_documented_defaults_are_a_file_to_begin_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "default"]) == 0
    file = tmp_path / "voiced.toml"
    file.write_text(capsys.readouterr().out)
    assert "# How a session begins" in file.read_text()
    assert load_settings(file, {}) == Settings()
