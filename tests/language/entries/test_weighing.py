"""The rows of a sentence in doubt: a row has two readings only where they differ."""

from __future__ import annotations

import pytest

from tests.support.answers import entries_of
from tests.support.now import NOW
from voiced.domain.transaction import Doubt, DoubtReason, ParseResult
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.weighing import Weighed, best_rows, doubt_of, weigh

LUNCH = "支出30 餐饮 午饭"
TAXI = "支出45 交通 打车"
OTHER_TAXI = "支出15 交通 打车"


def rows(words: str) -> tuple[ParseResult, ...]:
    return entries_of(words, NOW.date())


def weighed(reason: DoubtReason, *readings: str, said: str = "午饭打车") -> Weighed:
    """The rows of a sentence after its reader doubted it."""
    doubt = Doubt(reason, tuple(map(rows, readings)))
    return weigh(said, rows(readings[0]), DEFAULT_VOCABULARY, NOW, doubt)


def amounts(found: tuple[ParseResult, ...]) -> list[str]:
    return [str(row.amount) for row in found]


def test_only_the_row_that_differs_is_in_doubt() -> None:
    found = weighed(DoubtReason.AMOUNT, f"{LUNCH}；{TAXI}", f"{LUNCH}；{OTHER_TAXI}")
    lunch, taxi = found.told
    assert lunch == rows(LUNCH)[0]
    assert taxi.amount is None
    assert taxi.doubt == Doubt(DoubtReason.AMOUNT, (rows(TAXI), rows(OTHER_TAXI)))


def test_the_doubt_of_the_sentence_has_all_rows_of_each_reading() -> None:
    found = weighed(DoubtReason.AMOUNT, f"{LUNCH}；{TAXI}", f"{LUNCH}；{OTHER_TAXI}")
    doubt = doubt_of(found)
    assert doubt is not None
    assert doubt.reason is DoubtReason.AMOUNT
    assert [amounts(reading) for reading in doubt.readings] == [["30", "45"], ["30", "15"]]
    assert amounts(best_rows(found)) == ["30", "45"]


def test_a_row_whose_type_differs_keeps_its_amount() -> None:
    (row,) = weighed(DoubtReason.TYPE, "支出200 人情 红包", "收入200 红包 红包").told
    assert (str(row.amount), row.doubt and row.doubt.reason) == ("200", DoubtReason.TYPE)


def test_rows_of_both_readings_stay_apart_from_the_one_in_doubt() -> None:
    found = weighed(DoubtReason.ROWS, f"{LUNCH}；{TAXI}", f"{LUNCH}；支出40 交通 打车；支出5 饮品 水")
    lunch, other = found.told
    assert lunch.doubt is None
    assert other.doubt is not None
    assert [amounts(reading) for reading in other.doubt.readings] == [["45"], ["40", "5"]]


def test_rows_keep_the_order_in_which_they_were_said() -> None:
    found = weighed(DoubtReason.ROWS, f"支出9 饮品 茶；{TAXI}", f"支出4 饮品 茶；支出5 饮品 茶；{TAXI}")
    assert amounts(found.told) == ["None", "45"]


def test_one_row_or_two_is_one_row_in_doubt() -> None:
    (row,) = weighed(DoubtReason.ROWS, LUNCH, f"{LUNCH}；{TAXI}").told
    assert row.doubt is not None
    assert [amounts(reading) for reading in row.doubt.readings] == [["30"], ["30", "45"]]


def test_a_repeated_row_stays_apart_too() -> None:
    found = weighed(DoubtReason.ROWS, f"{LUNCH}；{LUNCH}；{TAXI}", f"{LUNCH}；{OTHER_TAXI}")
    *lunches, taxi = found.told
    assert lunches == [*rows(LUNCH), *rows(LUNCH)]
    assert taxi.doubt == Doubt(DoubtReason.AMOUNT, (rows(TAXI), rows(OTHER_TAXI)))


def test_a_sentence_that_keeps_its_first_entry_alone_is_only_marked() -> None:
    doubt = Doubt(DoubtReason.ROWS, (rows(f"{LUNCH}；{TAXI}"), rows("支出75 餐饮 午饭")))
    (row,) = weigh("午饭打车", rows(LUNCH), DEFAULT_VOCABULARY, NOW, doubt).told
    assert (row.doubt, row.is_doubtful) == (None, True)


@pytest.mark.parametrize("readings", [(LUNCH,), (LUNCH, "")])
def test_a_doubt_without_another_amount_marks_the_row(readings: tuple[str, ...]) -> None:
    found = weighed(DoubtReason.UNSURE, *readings)
    assert found.told[0].is_doubtful
    assert doubt_of(found) == Doubt(DoubtReason.UNSURE, (found.told,))


def test_a_row_that_may_not_have_happened_is_offered_elsewhere() -> None:
    assert weighed(DoubtReason.HAPPENED, LUNCH, "").told == rows(LUNCH)


def test_equal_readings_are_no_doubt() -> None:
    found = weighed(DoubtReason.AMOUNT, LUNCH, LUNCH)
    assert found.told == rows(LUNCH)
    assert doubt_of(found) is None
