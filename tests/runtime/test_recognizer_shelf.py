"""A recogniser goes from one daemon to the next, as long as both want the same."""

from __future__ import annotations

from tests.support.fakes import ScriptedRecognizer
from tests.support.sound import drawn
from voiced.ports.sound import ListeningFor
from voiced.runtime.recognizer_shelf import RecognizerShelf


class Factory:
    """Makes recognisers and keeps them in order."""

    def __init__(self) -> None:
        self.made: list[ScriptedRecognizer] = []

    def load(self) -> ScriptedRecognizer:
        self.made.append(ScriptedRecognizer("午饭35块", "确认"))
        return self.made[-1]


def test_a_returned_recogniser_is_lent_again() -> None:
    shelf, factory = RecognizerShelf(), Factory()
    texts: list[str] = []
    for _ in range(2):
        recognizer = shelf.loader(("vosk", "cn"), factory.load)()
        recognizer.start(ListeningFor.ENTRIES)
        for frame in drawn("##"):
            recognizer.accept(frame)
        assert recognizer.streams
        assert recognizer.partial() == "2 frames"
        assert recognizer.attempt() == ""
        texts.append(recognizer.finish())
        recognizer.close()
    (made,) = factory.made
    assert texts == ["午饭35块", "确认"]
    assert not made.closed
    shelf.close()
    assert made.closed


def test_a_product_of_other_sources_is_made_anew() -> None:
    shelf, factory = RecognizerShelf(), Factory()
    shelf.loader(("vosk", "cn"), factory.load)().close()
    shelf.loader(("whisper", "base"), factory.load)()
    first, second = factory.made
    assert (first.closed, second.closed) == (True, False)


def test_one_that_hangs_is_not_given_back_and_another_is_made() -> None:
    shelf, factory = RecognizerShelf(), Factory()
    load = shelf.loader(("vosk", "cn"), factory.load)
    load()
    load()
    assert len(factory.made) == 2


def test_of_two_that_come_back_one_is_kept() -> None:
    shelf, factory = RecognizerShelf(), Factory()
    load = shelf.loader(("vosk", "cn"), factory.load)
    for recognizer in (load(), load()):
        recognizer.close()
    assert [made.closed for made in factory.made] == [True, False]
