"""`voiced nlu explain`: the clues that decided, in words."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.readings.explaining import CLUE_WORDS, Explanation, explain
from voiced.language.readings.weights import shipped_weights
from voiced.packaged import packaged_lines

NOW = datetime.fromisoformat("2026-11-21T10:30:00")


def explained(text: str) -> Explanation:
    return explain(text, DEFAULT_VOCABULARY, NOW, shipped_weights())


def test_each_number_has_its_role_and_the_clues_for_it() -> None:
    found = explained("外套原价399打完折199")
    assert [(number.about, number.answer) for number in found.numbers] == [
        ("399", "other_money"),
        ("199", "paid"),
    ]
    (price, paid) = found.numbers
    assert "before it stands a word of a price of the kind O" in [one.clue for one in price.because]
    assert all(0 < one.share <= 1 for number in (price, paid) for one in number.because)


def test_the_kind_of_a_sentence_and_the_way_of_its_money_are_explained() -> None:
    assert explained("孩子考了98分").sentence.answer == "talk"
    found = explained("发工资8000")
    assert (found.sentence.answer, [way.answer for way in found.ways]) == ("entry", ["in"])


def test_words_without_a_number_are_explained_too() -> None:
    assert explained("今天真热").numbers == ()


@pytest.mark.parametrize("name", ["roles", "tellings", "ways"])
def test_every_clue_of_the_weights_can_be_put_into_words(name: str) -> None:
    _, *lines = packaged_lines("voiced.language", f"weights/{name}.txt")
    kinds = {clue.partition(":")[0] for clue in lines}
    assert kinds <= CLUE_WORDS[name].keys()
