"""The entries of a sentence whose amounts the weights have chosen, with the words around each amount."""

from __future__ import annotations

from datetime import datetime

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.entries.pieces import Item
from voiced.language.entries.weighed_items import weighed_items
from voiced.language.readings.reading import weigh_sentence
from voiced.language.readings.weights import shipped_weights
from voiced.language.text.spelling import normalise

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


def items(said: str) -> tuple[Item, ...]:
    text = normalise(said)
    days = find_days(text, NOW)
    weighed = weigh_sentence(text, days, DEFAULT_VOCABULARY, shipped_weights())
    return weighed_items(text, weighed.paid, weighed.numbers, weighed.best.roles, days, DEFAULT_VOCABULARY)


def test_a_remark_names_the_account_of_the_entry_before_it() -> None:
    (taxi,) = items("打车三十，刷的信用卡")
    assert taxi.account == "信用卡"


def test_a_remark_behind_an_amount_names_its_thing() -> None:
    (taxi,) = items("花了三十，打车")
    assert (str(taxi.amount), taxi.lead) == ("30", "打车")


def test_a_second_thought_belongs_to_no_entry() -> None:
    taxi, tea = items("打车三十，等等，奶茶十二")
    assert (taxi.words, tea.words, tea.lead) == ("打车三十", "奶茶十二", "")
