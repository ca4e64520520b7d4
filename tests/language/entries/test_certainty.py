"""How sure the weights have to be before a reading needs no question, by kind of sentence."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.entries.certainty import (
    are_amounts_plain,
    is_amount_plain_against_rules,
    is_certain,
    is_telling_plain,
    is_way_in_list_plain,
    is_way_plain,
)
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
