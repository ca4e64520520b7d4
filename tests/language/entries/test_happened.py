"""Whether the money of an entry moved: the rules tell it, unless the weights are very sure of something else."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.happened import listed_entry_happened, only_entry_happened
from voiced.language.entries.item import Item
from voiced.language.entries.sentence import read_told
from voiced.language.readings.occurrence import Occurrence

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")
HAPPENED, POSSIBLE, NONE = Occurrence.HAPPENED, Occurrence.POSSIBLE, Occurrence.NONE

LUNCH = "午饭三十"
OF_ANOTHER = "张三吃饭花了六十"
PLAN = "准备考研，资料买回来二百一"
QUESTION = "午饭三十贵不贵"
NOT_DONE = "没打车三十"


def entry(said: str) -> Item:
    (item,) = read_told(said, DEFAULT_VOCABULARY, NOW)
    return item


@pytest.mark.parametrize(
    ("said", "chance", "happened"),
    [
        (LUNCH, 0.9, HAPPENED),
        (LUNCH, 0.5, POSSIBLE),
        (LUNCH, 0.05, NONE),
        (OF_ANOTHER, 0.995, HAPPENED),
        (OF_ANOTHER, 0.98, POSSIBLE),
        (OF_ANOTHER, 0.05, NONE),
        (PLAN, 0.99, HAPPENED),
        (PLAN, 0.95, POSSIBLE),
        (PLAN, 0.5, NONE),
    ],
)
def test_very_sure_weights_outweigh_the_rules(said: str, chance: float, happened: Occurrence) -> None:
    assert only_entry_happened(entry(said), chance) is happened


@pytest.mark.parametrize("said", [QUESTION, NOT_DONE])
def test_no_chance_makes_an_entry_of_a_question_or_of_a_denial(said: str) -> None:
    assert only_entry_happened(entry(said), 0.999) is NONE


def test_in_a_list_an_amount_that_the_weights_read_as_paid_happened() -> None:
    mine = entry("老婆买菜六十")
    assert listed_entry_happened(mine, 0.95, is_paid=True) is HAPPENED
    assert listed_entry_happened(mine, 0.95, is_paid=False) is POSSIBLE
    assert listed_entry_happened(entry(OF_ANOTHER), 0.95, is_paid=True) is POSSIBLE


def test_in_a_list_nothing_is_dropped_for_what_the_other_words_say() -> None:
    assert listed_entry_happened(entry(LUNCH), 0.05, is_paid=True) is POSSIBLE
    assert listed_entry_happened(entry(PLAN), 0.99, is_paid=True) is NONE
