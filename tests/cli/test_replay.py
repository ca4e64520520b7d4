"""`voiced replay` as scripts use it: the documented events, and one clear line for every kind of wrong input."""

from __future__ import annotations

import json
import sqlite3
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from voiced.cli.main import main

Run = Callable[..., "Ran"]


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def events(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str | Path) -> Ran:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run


def _wav(path: Path, *, rate: int = 16_000, channels: int = 1, width: int = 2, seconds: float = 0.5) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes(round(rate * seconds) * channels * width))
    return path


def test_typed_turns_end_in_the_ledger(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    ran = run(
        "replay",
        "text:午饭35块",
        "text:确认",
        "--offline",
        "--json",
        "--db",
        database,
        "--now",
        "2026-11-21T12:30",
    )
    assert ran.status == 0
    kinds = [event["event"] for event in ran.events]
    assert kinds == [
        "state", "final_text", "state", "draft_batch", "speak",
        "final_text", "draft_batch", "saved", "state", "draft_batch", "speak", "end",
    ]  # fmt: skip
    draft = ran.events[3]["items"]
    assert draft == [
        {
            "index": 0,
            "amount": "35",
            "type": "EXPENSE",
            "category": "餐饮",
            "description": "午饭",
            "date": "2026-11-21",
            "status": "pending",
        }
    ]
    assert [event["text"] for event in ran.events if event["event"] == "speak"] == [
        "记录支出35元，餐饮，确认吗？",
        "记好了，还有吗？",
    ]
    with sqlite3.connect(database) as connection:
        assert connection.execute("select count(*) from entries").fetchone() == (1,)
    connection.close()


def test_a_person_reads_a_dialogue(run: Run) -> None:
    ran = run("replay", "text:午饭35块", "text:确认", "--offline")
    assert ran.out.splitlines()[:3] == ["你：午饭35块", "它：记录支出35元，餐饮，确认吗？", "你：确认"]


def test_spoken_sentences_are_kept_as_numbered_wav_files(run: Run, tmp_path: Path) -> None:
    speech = tmp_path / "speech"
    assert run("replay", "text:午饭35块", "text:确认", "--offline", "--speech-dir", speech).status == 0
    assert sorted(path.name for path in speech.iterdir()) == ["001.wav", "002.wav"]
    with wave.open(str(speech / "001.wav")) as file:
        assert file.getnframes() / file.getframerate() > 1


def _missing(folder: Path) -> Path:
    return folder / "missing.wav"


def _no_wav(folder: Path) -> Path:
    return _written(folder / "text.wav", b"these are no samples")


def _eight_bit(folder: Path) -> Path:
    return _wav(folder / "eight.wav", width=1)


def _empty(folder: Path) -> Path:
    return _wav(folder / "empty.wav", seconds=0)


@pytest.mark.parametrize("make", [_missing, _no_wav, _eight_bit, _empty])
def test_a_bad_recording_is_one_line_and_nothing_is_written(
    run: Run, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    database, recording = tmp_path / "ledger.db", make(tmp_path)
    ran = run("replay", "text:午饭35块", recording, "--offline", "--json", "--db", database)
    _is_refused(ran, recording.name)
    assert not database.exists()


def test_a_missing_model_is_one_line_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    recording = _wav(tmp_path / "fine.wav")
    for engine in ("vosk", "whisper"):
        ran = run(
            "replay", recording, "--asr", engine, "--model", tmp_path / "none", "--offline", "--db", database
        )
        _is_refused(ran, "none")
        assert not database.exists()


def test_a_file_that_is_no_ledger_is_one_line_and_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    database = _written(tmp_path / "ledger.db", b"a diary, not a database" * 100)
    _is_refused(run("replay", "text:午饭35块", "--offline", "--db", database), "ledger.db")
    assert database.read_bytes() == b"a diary, not a database" * 100


def test_a_ledger_of_a_newer_version_is_one_line(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    assert run("replay", "text:午饭35块", "--offline", "--db", database).status == 0
    connection = sqlite3.connect(database)
    connection.execute("pragma user_version = 999")
    connection.close()
    _is_refused(run("replay", "text:午饭35块", "--offline", "--db", database), "ledger.db")


def test_a_wrong_configuration_is_one_line_that_names_the_key(run: Run, tmp_path: Path) -> None:
    config = _written(tmp_path / "voiced.toml", b"[llm]\nbase_ulr = 'http://127.0.0.1'\n")
    database = tmp_path / "ledger.db"
    _is_refused(run("replay", "text:午饭35块", "--config", config, "--db", database), "base_ulr")
    assert not database.exists()


@pytest.mark.parametrize("said", ["text:", "text:  \u3000"])
def test_a_turn_that_says_nothing_is_one_line_and_nothing_is_written(
    run: Run, tmp_path: Path, said: str
) -> None:
    database = tmp_path / "ledger.db"
    _is_refused(run("replay", "text:午饭35块", said, "--offline", "--db", database), "has no words")
    assert not database.exists()


def test_a_press_without_a_card_is_one_line(run: Run) -> None:
    _is_refused(run("replay", "text:午饭35块", "card:", "--offline"), "--card PORT")


def test_a_ledger_that_is_thrown_away_is_not_taken_for_the_one_that_has_backups(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who followed the advice to restore would put an old backup in place of the ledger."""
    monkeypatch.setenv("VOICED_LEDGER__BACKUP_DIR", str(tmp_path / "backups"))
    database = tmp_path / "ledger.db"
    assert run("replay", "text:午饭35块", "text:确认", "--offline", "--db", database).status == 0
    assert run("ledger", "backup", "--db", database).status == 0
    assert run("replay", "text:午饭35块", "--offline").status == 0
    assert caplog.messages == []


@pytest.mark.parametrize("now", ["yesterday", "2026-13-01"])
def test_a_wrong_time_gets_one_line(run: Run, now: str) -> None:
    _is_refused(run("replay", "text:午饭35块", "--offline", "--now", now), now)


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_card_at_no_port_is_one_line_and_nothing_is_written(run: Run, tmp_path: Path, port: str) -> None:
    database = tmp_path / "ledger.db"
    _is_refused(run("replay", "text:午饭35块", "--offline", "--db", database, f"--card={port}"), port)
    assert not database.exists()


@pytest.mark.speech
def test_a_recording_of_another_rate_in_stereo_is_heard(run: Run, tmp_path: Path) -> None:
    recording = _wav(tmp_path / "cd.wav", rate=44_100, channels=2, seconds=1)
    model = Path(".cache/models/whisper-base")
    ran = run("replay", recording, "--asr", "whisper", "--model", model, "--offline", "--json")
    assert ran.status == 0, ran.err
    assert ran.events[-1] == {"event": "end", "t": pytest.approx(3.0, abs=0.05)}


@pytest.mark.speech
def test_heard_utterances_are_kept_and_can_be_replayed(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    asked = ("--asr", "whisper", "--model", Path(".cache/models/whisper-base"), "--offline")
    said = Path("tests/audio/conversations/cancel_all/1.wav")
    heard = run("replay", said, *asked, "--now", "2026-11-21T10:30", "--debug-recording-dir", kept)
    assert heard.status == 0, heard.err
    (wav,) = kept.glob("20261121T1030*-ended.wav")
    assert '"phase": "LISTENING"' in wav.with_suffix(".json").read_text(encoding="utf-8")
    assert answers(run("replay", wav, *asked)) == answers(heard) != []


def answers(ran: Ran) -> list[str]:
    """What the daemon said. The words that it heard are left out: a recording is cut closer, and may be spelled otherwise."""
    return [line for line in ran.out.splitlines() if line.startswith("它：")]


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def _is_refused(ran: Ran, says: str) -> None:
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert says in ran.err
