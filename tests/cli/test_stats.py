"""`voiced stats`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voiced.adapters.machine.turn_file import TurnFile
from voiced.cli.main import main
from voiced.turn_times import TurnTrace, sent_trace

TURN = TurnTrace("ended", True, 1, 2.0, 0.5, 0.25, 0.01, 0.04, 0.8, 0.2, 3)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where `voiced run` keeps its turns."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "voiced" / "turns.jsonl"


def test_stages_are_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(4):
        TurnFile(file).record(TURN)
    assert main(["stats"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("4 turns: 4 ended; 0 without words; 12 frames lost\n")
    assert "answer           4   0.800   0.800   0.800  last word to first sample in all\n" in shown


def test_words_sent_as_text_are_shown_by_their_source_and_not_among_the_stages(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kitchen = "wyoming/192.168.1.20/厨房"
    for trace in (
        TURN,
        sent_trace(kitchen, 0.003),
        sent_trace(kitchen, None),
        sent_trace("say/\x1b[2J/", 0.1),
    ):
        TurnFile(file).record(trace)
    assert main(["stats"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("1 turns: 1 ended;")
    assert "decision         1   0.010" in shown
    assert f"1   0.003   0.003   0.003  {kitchen}\n" in shown
    assert "\x1b" not in shown


def test_stages_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TurnFile(file).record(TURN)
    assert main(["stats", "--json", "--file", str(file)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["stages"]["decision"] == {"count": 1, "p50": 0.01, "p90": 0.01, "p99": 0.01}
    assert shown["endings"] == {"ended": 1}


def test_without_turns_it_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    assert capsys.readouterr().out == f"{file}: holds no turns; talk to `voiced run` first\n"
