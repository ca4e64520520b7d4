"""`voiced doctor` tells what is well and what to do where it is not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.busy_doctor import Ended, busy_machine, doctor
from tests.support.mosquitto_rig import USER, mosquitto
from tests.support.processes import free_port
from voiced.cli.main import main


def findings(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    """What was found, by what was looked at."""
    told = json.loads(capsys.readouterr().out)
    return {finding["subject"]: finding for finding in told["findings"]}


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without sound, models and network."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "no-such-file"))
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/no-such-server")
    monkeypatch.setenv("VOICED_ASR__MODEL_DIR", str(tmp_path / "no-model"))
    monkeypatch.setenv("VOICED_LLM__BASE_URL", "http://127.0.0.1:9/")
    return tmp_path


def test_a_machine_without_anything_is_told_what_to_do(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--json", "--db", str(nowhere / "ledger.db")]) == 1
    found = findings(capsys)
    for subject in ("microphone", "loudspeaker", "recogniser", "language model"):
        assert found[subject]["verdict"] == "bad", subject
        assert found[subject]["remedy"], subject
    assert "voiced models fetch" in found["recogniser"]["remedy"]
    for subject in ("clock", "disk", "ledger", "voice"):
        assert found[subject]["verdict"] == "good", found[subject]
    assert not (nowhere / "ledger.db").exists(), "it only looks"


def test_a_machine_that_nobody_speaks_to_needs_no_sound(
    nowhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("ASR__ENGINE", "VOICE__ENGINE"):
        monkeypatch.setenv(f"VOICED_{key}", "none")
    monkeypatch.setenv("VOICED_VOICE__EARCONS", "false")
    monkeypatch.delenv("VOICED_LLM__BASE_URL")
    assert main(["doctor", "--json", "--db", str(nowhere / "ledger.db")]) == 0
    found = findings(capsys)
    assert {found[subject]["verdict"] for subject in ("microphone", "loudspeaker", "recogniser")} == {"good"}


def test_the_broker_of_the_house_is_tried(
    nowhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> dict[str, Any]:
        main(["doctor", "--json", "--db", str(nowhere / "ledger.db")])
        return findings(capsys)["house"]

    with mosquitto(nowhere, asks_password=True) as broker:
        for key, value in {"HOST": "127.0.0.1", "PORT": broker.port, "NODE": "kitchen", "USER": USER}.items():
            monkeypatch.setenv(f"VOICED_MQTT__{key}", str(value))
        refused = found()
        assert (refused["verdict"], "uthori" in refused["told"]) == ("doubtful", True)
        monkeypatch.setenv("VOICED_MQTT__PASSWORD_FILE", str(broker.password_file))
        assert found() == {
            "subject": "house",
            "verdict": "good",
            "told": f"mqtt://127.0.0.1:{broker.port} takes kitchen",
            "remedy": "",
        }
        broker.password_file.chmod(0o644)
        main(["doctor", "--json", "--db", str(nowhere / "ledger.db")])
        assert f"other users can read {broker.password_file}" in capsys.readouterr().out
    gone = found()
    assert gone["verdict"] == "doubtful"
    assert "Connect" in gone["told"]


def test_the_address_for_satellites_is_looked_at(
    nowhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(address: str) -> tuple[str, str]:
        monkeypatch.setenv("VOICED_WYOMING__LISTEN", address)
        main(["doctor", "--json", "--db", str(nowhere / "ledger.db")])
        finding = findings(capsys)["satellites"]
        return finding["verdict"], finding["told"]

    port = free_port()
    verdict, told = found(f"tcp://127.0.0.1:{port}")
    assert (verdict, "is free for satellites" in told) == ("good", True)
    verdict, told = found(f"tcp://0.0.0.0:{port}")
    assert (verdict, "other machines can reach 0.0.0.0" in told) == ("bad", True)


def test_the_recogniser_of_the_options_is_looked_at(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--asr", "whisper", "--model", str(nowhere / "other")]
    assert main(["doctor", "--json", "--db", str(nowhere / "ledger.db"), *options]) == 1
    assert f"{nowhere}/other: holds no model of whisper" in findings(capsys)["recogniser"]["told"]


@pytest.mark.speech
def test_engine_and_model_are_named(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = Path(".cache/models/whisper-base").absolute()
    options = ["--asr", "whisper", "--model", str(model), "--offline"]
    main(["doctor", "--json", "--db", str(nowhere / "ledger.db"), *options])
    found = findings(capsys)
    assert found["recogniser"]["told"].startswith(f"whisper with {model}: loaded in ")
    assert found["voice"]["told"].startswith("pyttsx3: ")


def test_no_outbox_is_made_for_a_server_that_is_looked_for(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICED_LEDGER__PATH", str(nowhere / "ledger.db"))
    monkeypatch.setenv("VOICED_LEDGER__URL", "postgresql://me@127.0.0.1:9/ledger")
    assert main(["doctor", "--json"]) == 1
    assert findings(capsys)["ledger"]["verdict"] == "doubtful"
    assert list(nowhere.glob("*.db")) == [], "it only looks"


def test_a_damaged_ledger_is_told_in_words(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = nowhere / "ledger.db"
    assert main(["replay", "text:午饭35块", "text:确认", "--offline", "--db", str(ledger)]) == 0
    capsys.readouterr()
    content = bytearray(ledger.read_bytes())
    content[4096 + 8 : 4096 + 400] = b"\xff" * 392
    ledger.write_bytes(content)
    assert main(["doctor", "--db", str(ledger)]) == 1
    told = capsys.readouterr().out
    assert "NO  ledger" in told
    assert "voiced ledger restore" in told


def test_a_place_that_cannot_be_looked_at_is_a_finding(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = nowhere / ("x" * 300) / "ledger.db"
    assert main(["doctor", "--json", "--offline", "--db", str(ledger)]) == 1
    found = findings(capsys)
    for subject in ("disk", "ledger"):
        assert found[subject]["told"] == f"{ledger}: File name too long"
        assert "name another place" in found[subject]["remedy"]
    assert "language model" in found, "it goes on"


@pytest.mark.speech
@pytest.mark.timeout(300)
def test_on_a_busy_machine_it_ends_as_it_should(tmp_path: Path) -> None:
    """One run in twelve was aborted, when a model was still being released. `scripts/doctor-test` makes fifty runs."""
    with busy_machine(os.cpu_count() or 1):
        assert [doctor(tmp_path) for _ in range(3)] == 3 * [Ended(1, "")]
