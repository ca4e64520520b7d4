"""`voiced config check` judges as `voiced run` does when it starts, and lists every mistake."""

from __future__ import annotations

import logging
import socket
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from voiced.cli.main import main
from voiced.config import SECTIONS, sources


@pytest.fixture(autouse=True)
def _log_as_before() -> Generator[None]:
    """`voiced run` sets the level of the log for its process, which here is that of all tests."""
    logger = logging.getLogger("voiced")
    level = logger.level
    yield
    logger.setLevel(level)


@pytest.fixture(autouse=True)
def _a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(tmp_path))
    for folder in ("am", "conf"):
        (tmp_path / "vosk-model-cn" / folder).mkdir(parents=True)
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sources, "SYSTEM_FILE", tmp_path / "none.toml")


def settings_file(folder: Path, text: str) -> str:
    file = folder / "voiced.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def alien_ledger(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE contacts (name TEXT)")
        connection.commit()


CARD_OFF = '[card]\nenabled = false\nhost = "0.0.0.0"'
STARTS_REFUSED = {
    "wake_phrase": ('[session]\nwake_phrase = "龘龘"', "session.wake_phrase: '龘龘' is not allowed"),
    "card_password": (
        '[card]\nhost = "0.0.0.0"',
        "card.host: 0.0.0.0 is reachable from other machines and needs a password",
    ),
    "card_address": (
        '[card]\nhost = "192.0.2.1"\npassword = "sesame"',
        "card.host: the card cannot be served at 192.0.2.1 port 8377",
    ),
    "hook": ('[hooks]\non_state = "lamp \'on"', 'hooks.on_state: "lamp \'on" is not a valid command'),
    "no_model": ('[asr]\nmodel_dir = "FOLDER"', "FOLDER: holds no speech model; fetch one with"),
    "wyoming_port": (
        '[asr]\nengine = "wyoming"\nserver = "tcp://a:99999"',
        "tcp://a:99999: is not the address of",
    ),
    "wyoming_voice_port": (
        '[voice]\nengine = "wyoming"\nserver = "tcp://a:99999"',
        "tcp://a:99999: is not the address of",
    ),
    "neural_voice": ('[voice]\nengine = "neural"\nmodel_dir = "FOLDER"', "FOLDER: holds no model for"),
    "gateway_port": ('[llm]\nbase_url = "http://a:99999"', "the gateway's base URL is not a URL"),
    "upstream_port": ('[llm]\nupstream_url = "http://a:99999"', "base URL is not a URL"),
    "ledger_alien": (
        '[ledger]\npath = "FOLDER/alien.db"',
        "FOLDER/alien.db is a database of another program",
    ),
    "ledger_folder": (
        '[ledger]\npath = "FOLDER/alien.db/ledger.db"',
        "the ledger cannot be opened: FOLDER/alien.db/ledger.db",
    ),
    "ledger_home": (
        '[ledger]\npath = "~nobody-here/l.db"',
        "ledger.path: ~nobody-here/l.db: this user does not exist",
    ),
    "backup_home": (
        '[ledger]\nbackup_dir = "~nobody-here/b"',
        "ledger.backup_dir: ~nobody-here/b: this user does not",
    ),
    "mqtt_password": (
        '[mqtt]\nhost = "127.0.0.1"\npassword_file = "FOLDER/no-file"',
        "mqtt.password_file: FOLDER/no-file: No such file or directory",
    ),
    "mqtt_authority": (
        '[mqtt]\nhost = "127.0.0.1"\ntls = true\nca_file = "FOLDER/no-file"',
        "mqtt.ca_file: FOLDER/no-file: No such file or directory",
    ),
    "ledger_url": (
        '[ledger]\nurl = "postgresql://u:sesame@host/books?colour=red"',
        "ledger.url: is no address of a database",
    ),
}


@pytest.mark.speech
@pytest.mark.parametrize("name", STARTS_REFUSED)
def test_the_check_refuses_the_same_settings_as_a_start_in_the_same_words(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VOICED_ASR__MODELS_DIR")  # the card comes after the recogniser, which is loaded here
    text, told = (part.replace("FOLDER", str(tmp_path)) for part in STARTS_REFUSED[name])
    alien_ledger(tmp_path / "alien.db")
    file = settings_file(tmp_path, text)
    assert main(["run", "--config", file]) == 2
    assert told in capsys.readouterr().err
    assert main(["config", "check", "--config", file]) == 2
    (mistake,) = capsys.readouterr().err.splitlines()
    assert mistake.startswith(f"voiced: {file}: ")
    assert told in mistake
    assert "sesame" not in mistake


def test_every_mistake_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = settings_file(
        tmp_path,
        """
        [card]
        host = "0.0.0.0"
        [hooks]
        on_state = "lamp 'on"
        [llm]
        base_url = "http://a:99999"
        """,
    )
    assert main(["config", "check", "--config", file]) == 2
    mistakes = capsys.readouterr().err.splitlines()
    assert [line.removeprefix(f"voiced: {file}: ").partition(":")[0] for line in mistakes] == [
        "llm.base_url",
        "card.host",
        "hooks.on_state",
    ]


def test_every_wrong_key_and_value_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = settings_file(tmp_path, "vad = 3\n[sound]\na = 1\n[card]\nport = -1\ncolour = 1\nenabled = true\n")
    assert main(["config", "check", "--config", file]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"voiced: {file}: vad is a section; write [vad] and its keys below it",
        f"voiced: {file}: unknown section sound; known are {', '.join(SECTIONS)}",
        f"voiced: {file}: unknown key card.colour; [card] knows enabled, host, port, password, metrics",
        f"voiced: {file}: card.port: -1 is not valid; use a whole number from 0 to 65535",
    ]


def test_a_card_for_other_machines_is_right_with_a_password_from_any_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = settings_file(tmp_path, '[card]\nhost = "0.0.0.0"\nport = 0')
    monkeypatch.setenv("VOICED_CARD__PASSWORD", "sesame")
    assert main(["config", "check", "--config", file]) == 0
    monkeypatch.delenv("VOICED_CARD__PASSWORD")
    (tmp_path / "card.password").write_text("sesame\n", encoding="utf-8")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert main(["config", "check", "--config", file]) == 0
    assert capsys.readouterr().out == f"{file}: ok\n" * 2


@pytest.mark.parametrize("section", ["asr", "voice"])
def test_a_server_that_is_no_address_is_told_by_its_own_key(
    section: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"VOICED_{section.upper()}__ENGINE", "wyoming")
    monkeypatch.setenv(f"VOICED_{section.upper()}__SERVER", "tcp://a:99999")
    assert main(["config", "check"]) == 2
    assert capsys.readouterr().err.startswith(
        f"voiced: $VOICED_{section.upper()}__SERVER: {section}.server: tcp://a"
    )


def test_a_mistake_of_a_variable_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICED_CARD__HOST", "0.0.0.0")  # noqa: S104 - refused
    assert main(["config", "check"]) == 2
    assert capsys.readouterr().err.startswith("voiced: $VOICED_CARD__HOST: card.host: 0.0.0.0 is reachable")


def test_a_card_that_is_switched_off_is_not_judged(tmp_path: Path) -> None:
    assert main(["config", "check", "--config", settings_file(tmp_path, CARD_OFF)]) == 0


def test_a_port_that_another_daemon_has_is_no_mistake(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["config", "check", "--config", settings_file(tmp_path, f"[card]\nport = {port}")]) == 0


def test_a_check_makes_nothing(tmp_path: Path) -> None:
    file = settings_file(tmp_path, f'[ledger]\npath = "{tmp_path}/new/ledger.db"\n[card]\nport = 0')
    before = sorted(tmp_path.rglob("*"))
    assert main(["config", "check", "--config", file]) == 0
    assert sorted(tmp_path.rglob("*")) == before


def test_an_engine_that_was_removed_is_told_with_its_replacement_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    file = settings_file(tmp_path, '[card]\nport = 0\n[voice]\nengine = "espeak"\n')
    assert main(["config", "check", "--config", file]) == 0
    assert capsys.readouterr().out == f"{file}: ok\n"
    assert f'{file}: voice.engine: espeak is now written "pyttsx3"' in caplog.text
