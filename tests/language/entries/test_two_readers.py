"""The entries of a sentence by rules and by weights, where the two readers differ."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from voiced.domain.transaction import DoubtReason, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.sentence import split_sentence
from voiced.language.entries.two_readers import read_both
from voiced.language.readings.numbers import NumberRole
from voiced.language.readings.weights import shipped_weights

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


def test_an_amount_of_the_rules_alone_is_in_doubt_without_another_reading() -> None:
    shipped = shipped_weights()
    names = (NumberRole.NAME,) * len(shipped.roles.outcomes)
    every_number_is_a_name = replace(shipped, roles=replace(shipped.roles, outcomes=names))
    told = read_both("排名三十", DEFAULT_VOCABULARY, NOW, every_number_is_a_name)
    assert [str(item.amount) for item in told.items] == ["30"]
    assert (told.reason, told.rival) == (DoubtReason.AMOUNT, ())


def test_a_row_of_a_list_counts_whoever_of_the_family_bought_the_thing() -> None:
    rows = split_sentence("婆婆买枕套四十二，我买拖把二十六", DEFAULT_VOCABULARY, NOW)
    assert [str(row.amount) for row in rows] == ["42", "26"]


@pytest.mark.parametrize(
    ("said", "amounts"),
    [
        ("坐船来回各四十，门票七十", ["80", "70"]),
        ("三碗馄饨一碗十二，卤蛋六块", ["36", "6"]),
        ("台灯原价两百减了五十，灯泡十五", ["150", "15"]),
        ("扳手卖了四把一把二十，胶带卖了三十", ["80", "30"]),
        ("租船六百，划船的俩人一人三百", ["600", "600"]),
        ("租船六百，桨四把一把三十一共一百二", ["600", "120"]),
    ],
)
def test_a_price_in_a_list_is_worked_out(said: str, amounts: list[str]) -> None:
    items = read_both(said, DEFAULT_VOCABULARY, NOW).items
    assert [str(item.proposal.amount if item.proposal else item.amount) for item in items] == amounts


def test_talk_beside_a_list_leaves_the_list_as_it_is() -> None:
    rows = split_sentence("钢琴课八百，舞鞋七十，教练说还有个夏令营四千我没报", DEFAULT_VOCABULARY, NOW)
    assert [str(row.amount) for row in rows] == ["800", "70"]


def test_a_payment_by_a_stranger_stays_an_offer_in_a_list() -> None:
    rows = split_sentence("午饭二十六，李四打车花了四十", DEFAULT_VOCABULARY, NOW)
    assert [str(row.amount) for row in rows] == ["26"]


def test_each_row_of_a_list_has_a_way_of_its_own() -> None:
    rows = split_sentence("修了辆电瓶车收了九十，买刹车线花了十二", DEFAULT_VOCABULARY, NOW)
    assert [row.type for row in rows] == [TransactionType.INCOME, TransactionType.EXPENSE]
