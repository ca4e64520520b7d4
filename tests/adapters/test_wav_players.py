"""Sentences without a loudspeaker: numbered files in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fakes import sound_of, text_of
from voiced.adapters.sound.wav_files import WavFolderPlayer, read_wav
from voiced.errors import AudioWrong, VoiceFailure
from voiced.ports.sound import Pcm


def kept_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def test_sentences_are_kept_in_the_order_they_were_said(tmp_path: Path) -> None:
    folder = tmp_path / "kept" / "speech"
    player = WavFolderPlayer(folder)
    for sentence in ("确认吗？", "记好了，还有吗？"):
        await player.play(sound_of(sentence), lambda: None)
    files = kept_in(folder)
    assert [file.name for file in files] == ["001.wav", "002.wav"]
    assert [text_of(Pcm(read_wav(file), 16_000)) for file in files] == ["确认吗？", "记好了，还有吗？"]


async def test_stopping_loses_nothing_that_was_said(tmp_path: Path) -> None:
    player = WavFolderPlayer(tmp_path)
    await player.play(sound_of("好"), lambda: None)
    player.stop()
    await player.play(sound_of("再见"), lambda: None)
    assert len(kept_in(tmp_path)) == 2


def test_a_folder_that_cannot_be_made_is_told_at_the_start(tmp_path: Path) -> None:
    in_the_way = tmp_path / "speech"
    in_the_way.write_text("a file")
    with pytest.raises(AudioWrong, match="speech: cannot keep speech here"):
        WavFolderPlayer(in_the_way)


async def test_a_file_that_cannot_be_written_is_a_sentence_not_said(tmp_path: Path) -> None:
    player = WavFolderPlayer(tmp_path / "speech")
    (tmp_path / "speech").rmdir()
    with pytest.raises(VoiceFailure, match="speech was not kept"):
        await player.play(sound_of("好"), lambda: None)
