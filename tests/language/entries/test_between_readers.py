"""The single decisions between both readers."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.entries.between_readers import (
    are_amounts_plain,
    is_amount_plain_against_rules,
    is_certain,
    is_telling_plain,
    is_way_in_list_plain,
    is_way_plain,
    listed_entry_happened,
    only_entry_happened,
)
from voiced.language.entries.pieces import Item
from voiced.language.entries.sentence import read_told
from voiced.language.readings.occurrence import Occurrence
from voiced.language.readings.reading import RoleReading, WeighedSentence, weigh_sentence
from voiced.language.readings.weights import shipped_weights

NOW = datetime.fromisoformat("2026-11-21T10:30:00")


def read(said: str, chance: float) -> WeighedSentence:
    """The sentence as the weights read it, with this chance for all of it."""
    weighed = weigh_sentence(said, find_days(said, NOW), DEFAULT_VOCABULARY, shipped_weights())
    paid = tuple(replace(one, way_chance=chance) for one in weighed.paid)
    best = RoleReading(weighed.best.roles, chance)
    return replace(weighed, best=best, paid=paid, entry_chance=chance)


@pytest.mark.parametrize(
    ("said", "least"),
    [
        ("午饭三十", 0.6),
        ("三杯豆浆十二", 0.8),
        ("外套原价三百，一百九买的", 0.93),
        ("午饭三十，打车二十", 0.75),
    ],
)
def test_the_more_numbers_a_sentence_has_the_surer_its_amounts_must_be(said: str, least: float) -> None:
    assert are_amounts_plain(read(said, least + 0.01))
    assert not are_amounts_plain(read(said, least - 0.01))


def test_one_amount_is_plain_against_the_rules_only_at_a_high_chance() -> None:
    assert is_amount_plain_against_rules(read("外套原价三百，一百九买的", 0.96))
    assert not is_amount_plain_against_rules(read("外套原价三百，一百九买的", 0.94))


def test_a_value_that_was_mended_needs_a_lower_chance() -> None:
    assert is_amount_plain_against_rules(read("打车二十，不对，二十六", 0.92))


@pytest.mark.parametrize("said", ["午饭三十，打车二十", "四张门票每张四十"])
def test_a_list_and_what_was_worked_out_are_never_plain_against_the_rules(said: str) -> None:
    assert not is_amount_plain_against_rules(read(said, 1.0))


def test_a_way_needs_a_higher_chance_alone_than_in_a_list() -> None:
    (paid,) = read("午饭三十", 0.7).paid
    assert not is_way_plain(paid)
    assert is_way_in_list_plain(paid)


def test_a_sentence_is_certain_if_all_of_it_is() -> None:
    assert is_certain(read("午饭三十", 0.99))
    assert not is_certain(read("午饭三十", 0.94))
    assert not is_certain(replace(read("午饭三十", 0.99), entry_chance=0.9))


def test_words_are_plainly_an_entry_from_a_bound_on() -> None:
    assert is_telling_plain(read("午饭三十", 0.81))
    assert not is_telling_plain(read("午饭三十", 0.79))


NOW_IN_CHINA = datetime.fromisoformat("2026-11-21T10:30:00+08:00")
HAPPENED, POSSIBLE, NONE = Occurrence.HAPPENED, Occurrence.POSSIBLE, Occurrence.NONE

LUNCH = "午饭三十"
OF_ANOTHER = "张三吃饭花了六十"
PLAN = "准备考研，资料买回来二百一"
QUESTION = "午饭三十贵不贵"
NOT_DONE = "没打车三十"


def entry(said: str) -> Item:
    (item,) = read_told(said, DEFAULT_VOCABULARY, NOW_IN_CHINA)
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


def test_other_words_drop_no_row_of_a_list() -> None:
    assert listed_entry_happened(entry(LUNCH), 0.05, is_paid=True) is POSSIBLE
    assert listed_entry_happened(entry(PLAN), 0.99, is_paid=True) is NONE
