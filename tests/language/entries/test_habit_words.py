"""The words by which habits know an entry."""

from __future__ import annotations

from tests.support.now import NOW
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.habit_words import recognised, words_in
from voiced.language.entries.sentence import parse_sentence


def test_an_entry_that_reached_the_dialogue_before_stays_as_it_is() -> None:
    said = "猫砂四十"
    (entry,) = parse_sentence(said, DEFAULT_VOCABULARY, NOW).results
    known = recognised(entry, said, EMPTY_MEMORY, DEFAULT_VOCABULARY, NOW)
    assert known.understood is not None
    assert known.understood.words == "猫砂"
    assert recognised(known, "猫砂四十记到日用", EMPTY_MEMORY, DEFAULT_VOCABULARY, NOW) == known


def test_the_present_month_is_none_of_them() -> None:
    for said in ("水费交了，这个月120", "水费交了，本月的120"):
        assert words_in(said, DEFAULT_VOCABULARY, NOW) == "水费交了"
