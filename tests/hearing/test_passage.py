"""Which words stand when speech goes on after a pause, and which guesses speak against another one."""

from __future__ import annotations

import pytest

from voiced.hearing.passage import LEAST_PAUSE, LONG_FRAMES, Passage

NOTHING = Passage()


def kept(words: str) -> Passage:
    return Passage(kept=words, begins=LONG_FRAMES)


@pytest.mark.parametrize(
    "words", ["打车十八", "早餐十块，地铁四块", "午饭三十五块吧。", "昨天买菜花了二十八块五"]
)
def test_an_entry_that_was_said_to_its_amount_stands(words: str) -> None:
    assert NOTHING.gone_on(words, LONG_FRAMES, LEAST_PAUSE) == kept(words)


@pytest.mark.parametrize("words", ["", "打车花了", "打车十八，午饭", "打车花了几十块", "三十", "昨天三号"])
def test_the_guess_at_an_unfinished_utterance_is_discarded(words: str) -> None:
    assert NOTHING.gone_on(words, LONG_FRAMES, LEAST_PAUSE) == Passage(for_nothing=1)


def test_a_short_pause_does_not_part_two_entries() -> None:
    assert NOTHING.gone_on("打车十八", LONG_FRAMES, LEAST_PAUSE - 1) == Passage(for_nothing=1)


@pytest.mark.parametrize(
    "following", ["", "午饭三十五", "还有一杯奶茶十五", "不对，打车二十", "退出", "昨天买书八十八"]
)
def test_kept_words_stand_before_something_else(following: str) -> None:
    assert kept("早餐十块，打车十八。").stands_before(following)


@pytest.mark.parametrize(
    ("words", "following"),
    [
        ("吃饭花了一百", "二十块"),
        ("吃饭花了三百", "多块"),
        ("打车十八", "块五"),
        ("打车十八块", "五"),
        ("买了三十", "斤苹果花了五十"),
        ("打车三十", "左右"),
    ],
)
def test_they_do_not_before_more_of_the_amount(words: str, following: str) -> None:
    passage = NOTHING.gone_on(words, LONG_FRAMES, LEAST_PAUSE)
    assert not passage.stands_before(following)
    assert passage.heard_again() == NOTHING


def test_where_nothing_is_kept_anything_may_follow() -> None:
    assert NOTHING.stands_before("三十")


def test_all_words_are_one_text_of_clauses() -> None:
    assert kept("早餐十块").with_words("打车十八") == "早餐十块，打车十八"
    assert kept("早餐十块").with_words("") == "早餐十块"
    assert NOTHING.with_words("打车十八") == "打车十八"


def test_a_guess_at_little_speaks_against_another_one_until_there_is_much() -> None:
    passage = NOTHING.gone_on("打车十八", 100, LEAST_PAUSE)
    assert passage == Passage("打车十八", begins=100, for_little=1)
    assert [passage.in_vain(100 + frames) for frames in (LONG_FRAMES - 1, LONG_FRAMES)] == [1, 0]


def test_a_guess_for_nothing_always_does() -> None:
    assert Passage(for_nothing=2).in_vain(LONG_FRAMES) == 2
