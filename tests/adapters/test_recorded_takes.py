"""The recordings of a household's own voice outlive a session, and a session that ended in the middle of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sound import drawn
from voiced.adapters.voice.bank_recordings import recordings_in
from voiced.adapters.voice.recorded_takes import RecordedTakes
from voiced.errors import AudioWrong

TAKE = drawn("..####..")


def test_a_recording_is_there_in_the_next_session_and_can_be_built(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    RecordedTakes(folder).keep("四十六元", TAKE)
    takes = RecordedTakes(folder)
    takes.keep("确认吗", TAKE)
    assert takes.recorded == {"四十六元", "确认吗"}
    assert RecordedTakes(folder).take_of("四十六元") == TAKE
    assert takes.take_of("五元") == ()
    assert sorted(recording.unit for recording in recordings_in([folder])) == ["四十六元", "确认吗"]


def test_a_file_that_was_lost_is_recorded_again(tmp_path: Path) -> None:
    takes = RecordedTakes(tmp_path)
    takes.keep("四十六元", TAKE)
    takes.keep("确认吗", TAKE)
    (tmp_path / "0001.wav").unlink()
    takes = RecordedTakes(tmp_path)
    assert takes.recorded == {"确认吗"}
    takes.keep("四十六元", TAKE)
    again = RecordedTakes(tmp_path)
    assert again.recorded == {"确认吗", "四十六元"}
    assert len(recordings_in([tmp_path])) == 2
    assert {path.name for path in tmp_path.glob("*.wav")} == {"0002.wav", "0003.wav"}


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("")
    with pytest.raises(AudioWrong, match="name another folder"):
        RecordedTakes(tmp_path / "own")
