"""The entries of a sentence by rules and by weights, where the two readers differ."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from voiced.domain.transaction import DoubtReason
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.two_readers import read_both
from voiced.language.readings.role import NumberRole
from voiced.language.readings.weights import shipped_weights

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


def test_an_amount_of_the_rules_alone_is_in_doubt_without_another_reading() -> None:
    shipped = shipped_weights()
    names = (NumberRole.NAME,) * len(shipped.roles.outcomes)
    every_number_is_a_name = replace(shipped, roles=replace(shipped.roles, outcomes=names))
    told = read_both("排名三十", DEFAULT_VOCABULARY, NOW, every_number_is_a_name)
    assert [str(item.amount) for item in told.items] == ["30"]
    assert (told.reason, told.rival) == (DoubtReason.AMOUNT, ())
