"""Utterances kept for replaying: whole, bounded, and never in the way."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.support.now import NOW
from voiced.adapters.sound import utterance_recordings
from voiced.adapters.sound.utterance_recordings import MOST_WAITING, UtteranceRecordings
from voiced.adapters.sound.wav_files import read_wav, write_wav
from voiced.dialogue.values.state import Phase
from voiced.errors import AudioWrong
from voiced.hearing.segmenter import Ending, SpokenUtterance
from voiced.ports.sound import Pcm

PCM = bytes(range(256)) * 250
UTTERANCE = SpokenUtterance(
    start=16_000,
    end_of_speech=40_000,
    end=48_000,
    ending=Ending.TIMED_OUT,
    text="午饭三十",
    attempts=2,
    pcm=PCM,
)


def a_second_each() -> Iterator[datetime]:
    return (NOW + timedelta(seconds=number) for number in range(1000))


def test_an_utterance_is_kept_with_what_was_made_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "kept" / "utterances"
    recordings = UtteranceRecordings(folder, lambda: NOW + timedelta(milliseconds=123.9))
    recordings.keep(UTTERANCE, Phase.LISTENING)
    recordings.close()
    assert sorted(path.name for path in folder.iterdir()) == [
        "20261121T103000.123-timed-out.json",
        "20261121T103000.123-timed-out.wav",
    ]
    assert read_wav(folder / "20261121T103000.123-timed-out.wav") == PCM
    assert json.loads((folder / "20261121T103000.123-timed-out.json").read_bytes()) == {
        "text": "午饭三十",
        "phase": Phase.LISTENING.value,
        "ending": "timed out",
        "attempts": 2,
        "start": 1.0,
        "end_of_speech": 2.5,
        "end": 3.0,
    }


def test_only_their_owner_can_hear_and_read_them(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    recordings = UtteranceRecordings(folder, lambda: NOW)
    umask = os.umask(0o022)
    try:
        recordings.keep(UTTERANCE, Phase.LISTENING)
        recordings.close()
    finally:
        os.umask(umask)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()] == [0o600, 0o600]


def test_only_the_newest_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.wav").touch()
    times = a_second_each()
    recordings = UtteranceRecordings(tmp_path, lambda: next(times), most_kept=3)
    for _ in range(5):
        recordings.keep(UTTERANCE, Phase.CONFIRMING)
    recordings.close()
    names = sorted(path.stem.split("-")[0] for path in tmp_path.glob("*.wav"))
    assert names == ["20261121T103002.000", "20261121T103003.000", "20261121T103004.000", "mine"]
    assert len(list(tmp_path.glob("*.json"))) == 3


def test_a_folder_that_fails_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "kept"
    recordings = UtteranceRecordings(folder, lambda: NOW)
    folder.rmdir()
    folder.touch()
    for _ in range(3):
        recordings.keep(UTTERANCE, Phase.LISTENING)
    recordings.close()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "utterances are not kept" in caplog.text


def test_a_folder_that_cannot_be_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(
        AudioWrong, match="file: cannot keep utterances here: File exists; name another folder"
    ):
        UtteranceRecordings(tmp_path / "file", lambda: NOW)


def test_a_slow_disk_neither_blocks_nor_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    may_write = threading.Event()

    def slow(path: Path, sound: Pcm) -> None:
        may_write.wait()
        write_wav(path, sound)

    monkeypatch.setattr(utterance_recordings, "write_wav", slow)
    times = a_second_each()
    recordings = UtteranceRecordings(tmp_path, lambda: next(times))
    for _ in range(MOST_WAITING + 5):
        recordings.keep(UTTERANCE, Phase.LISTENING)
    may_write.set()
    recordings.close()
    assert len(list(tmp_path.glob("*.wav"))) == MOST_WAITING
    assert caplog.text.count("the disk is too slow") == 1
