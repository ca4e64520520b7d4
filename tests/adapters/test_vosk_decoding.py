"""How widely Vosk searches, by the board it runs on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.test_vosk_recognizer import HANGUL, spoken_korean
from tests.support.recordings import frames
from voiced.adapters.recognition.vosk_recognizer import Decoding, VoskRecognizer, board, decoded, decoding_on
from voiced.ports.sound import ListeningFor

KOREAN = Path(".cache/models/vosk-ko")


@pytest.mark.parametrize(
    ("name", "decoding"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", Decoding.LIGHT),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", Decoding.LIGHT),
        ("Raspberry Pi Zero 2 W Rev 1.0", Decoding.LIGHT),
        ("Raspberry Pi Compute Module 4 Rev 1.0", Decoding.LIGHT),
        ("Raspberry Pi 5 Model B Rev 1.0", Decoding.FULL),
        ("Raspberry Pi Compute Module 5 Rev 1.0", Decoding.FULL),
        ("", Decoding.FULL),
    ],
)
def test_a_slow_board_searches_less(name: str, decoding: Decoding) -> None:
    assert decoding_on(name) is decoding


def test_this_machine_has_a_name_or_none() -> None:
    assert decoding_on(board()) in Decoding


@pytest.mark.speech
def test_the_search_is_narrower_and_the_model_as_it_was(tmp_path: Path) -> None:
    before = (KOREAN / "conf" / "model.conf").read_text()
    with decoded(KOREAN, Decoding.LIGHT) as folder:
        settings = (folder / "conf" / "model.conf").read_text()
        assert {entry.name for entry in folder.iterdir()} == {entry.name for entry in KOREAN.iterdir()}
    assert "--beam=8\n--lattice-beam=2.0" in settings
    assert "--max-active=1500" in settings
    assert "--min-active=200" in settings
    assert (KOREAN / "conf" / "model.conf").read_text() == before
    assert not folder.exists()


def test_a_model_that_says_nothing_of_it_is_taken_as_it_is(tmp_path: Path) -> None:
    with decoded(tmp_path, Decoding.LIGHT) as folder:
        assert folder == tmp_path


@pytest.mark.speech
def test_with_a_narrow_search_speech_still_becomes_words() -> None:
    vosk = VoskRecognizer(KOREAN, decoding=Decoding.LIGHT)
    vosk.start(ListeningFor.ENTRIES)
    for frame in frames(spoken_korean("안녕하세요")):
        vosk.accept(frame)
    assert HANGUL.search(vosk.finish())
    vosk.close()
