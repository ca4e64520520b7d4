"""The file of kept turns: bounded, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from voiced.adapters.machine.turn_file import TurnFile, kept_turns
from voiced.errors import WrongInput
from voiced.turn_times import TurnTrace

TURN = TurnTrace("ended", True, 1, 2.0, 0.5, 0.25, 0.01, 0.04, 0.8, 0.2, 0)


def test_turns_are_kept_in_order(tmp_path: Path) -> None:
    file = tmp_path / "state" / "turns.jsonl"
    turns = [replace(TURN, attempts=number) for number in range(5)]
    for turn in turns:
        TurnFile(file).record(turn)
    assert list(kept_turns(file)) == turns
    assert list(kept_turns(tmp_path / "none.jsonl")) == []


def test_it_does_not_grow_beyond_two_files(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    kept = TurnFile(file, most_bytes=1000)
    for number in range(100):
        kept.record(replace(TURN, attempts=number))
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2400
    numbers = [turn.attempts for turn in kept_turns(file)]
    assert numbers == list(range(100))[-len(numbers) :]
    assert len(numbers) >= 4


def test_lines_that_are_no_turns_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    TurnFile(file).record(TURN)
    with file.open("a") as more:
        more.write('{"ending": "ended", "had_wo\n{"from": "a later version"}\n')
    TurnFile(file).record(TURN)
    assert list(kept_turns(file)) == [TURN, TURN]


def test_a_disk_that_fails_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "state").touch()
    kept = TurnFile(tmp_path / "state" / "turns.jsonl")
    for _ in range(3):
        kept.record(TURN)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    (tmp_path / "state").unlink()
    kept.record(TURN)
    assert len(list(kept_turns(tmp_path / "state" / "turns.jsonl"))) == 1


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "turns.jsonl").mkdir()
    with pytest.raises(WrongInput, match="name a readable file"):
        list(kept_turns(tmp_path / "turns.jsonl"))
