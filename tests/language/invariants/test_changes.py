"""What keeps a model's changes of a draft from changing, dropping or keeping what nobody spoke of."""

from __future__ import annotations

import pytest

from tests.support.answers import change_of, entries_of
from tests.support.now import NOW
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.transaction import Correction, FieldChange
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.invariants.changes import (
    agrees,
    hold_corrections,
    hold_drops,
    hold_keeps,
    refuses,
    restates,
)
from voiced.language.text.spelling import normalise

TWO = "支出60 餐饮 吃饭；支出30 交通 打车"
NONE: frozenset[int] = frozenset()
TRIP = "支出300 旅行 住宿；支出50 交通 打车；支出20 餐饮 早饭"


def rows_of(entries: str) -> tuple[DraftTransaction, ...]:
    return DraftBatch.of(entries_of(entries, NOW.date()), batch_id="b", created_at=NOW).items


def held(said: str, *changes: str, rows: str = TWO) -> list[tuple[int, FieldChange]]:
    """What is left of a model's changes, each written as `0 amount=50`."""
    pairs = (change.split(" ", 1) for change in changes)
    corrections = [Correction(int(index), change_of(fields)) for index, fields in pairs]
    left = hold_corrections(normalise(said), rows_of(rows), corrections, DEFAULT_VOCABULARY, NOW)
    return [(one.index, one.fields) for one in left]


def changed(*changes: str) -> list[tuple[int, FieldChange]]:
    pairs = (change.split(" ", 1) for change in changes)
    return [(int(index), change_of(fields)) for index, fields in pairs]


def dropped(said: str, *rows: int, of: str = TRIP) -> set[int]:
    return set(hold_drops(normalise(said), rows_of(of), rows, DEFAULT_VOCABULARY))


def kept(said: str, *rows: int, of: str = TRIP) -> set[int]:
    return set(hold_keeps(normalise(said), rows_of(of), rows, DEFAULT_VOCABULARY))


def test_a_change_in_the_words_stands() -> None:
    assert held("吃饭改成五十", "0 amount=50") == changed("0 amount=50")
    assert held("打车那笔再加五块", "1 amount=35") == changed("1 amount=35")
    assert held("打车跟吃饭一样", "1 amount=60") == changed("1 amount=60")


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("吃饭改成五十", "0 amount=55"),
        ("吃饭不是五十是五十五", "0 amount=50"),
        ("吃饭不是收入", "0 type=INCOME"),
        ("吃饭是昨天的", "0 date=2026-11-19"),
        ("吃饭不是昨天的", "0 date=2026-11-20"),
        ("吃饭改成五十", "0 date=2026-11-20"),
    ],
)
def test_a_value_that_the_words_do_not_bear_makes_the_whole_correction_useless(
    said: str, change: str
) -> None:
    assert held(said, change) == []
    assert held(f"{said}，打车四十", "1 amount=40", change) == []


def test_a_day_in_words_that_rules_do_not_read_stands() -> None:
    assert held("吃饭是开学那天的", "0 date=2026-09-01") == changed("0 date=2026-09-01")


def test_an_ordinal_that_is_only_approved_names_no_row_to_change() -> None:
    assert held("前两笔没有问题，早饭应该是二十五", "2 amount=25", rows=TRIP) == changed("2 amount=25")
    assert held("头两条都啱，早饭应该是二十五", "2 amount=25", rows=TRIP) == changed("2 amount=25")
    assert held("第一笔没问题，应该是二十五", "2 amount=25", rows=TRIP) == changed("2 amount=25")
    assert held("前两笔改成二十五", "2 amount=25", rows=TRIP) == []


def test_the_rest_is_named_before_it_is_refused() -> None:
    assert dropped("早饭留着，剩下的是同事付的，都别记", 0, 1) == {0, 1}
    assert dropped("早饭留着，剩下的是同事付的，都别记", 2) == NONE


def test_the_last_two_are_named_in_short() -> None:
    assert held("后俩是昨天的", "0 date=2026-11-20", rows=TRIP) == []
    both = ("1 date=2026-11-20", "2 date=2026-11-20")
    assert held("后俩是昨天的", *both, rows=TRIP) == changed(*both)


@pytest.mark.parametrize("index", [-1, 2, 9])
def test_a_row_that_was_not_sent_makes_it_useless(index: int) -> None:
    assert held("吃饭改成五十", "0 amount=50", f"{index} amount=50") == []


def test_a_value_that_the_row_has_already_is_no_change() -> None:
    assert held("吃饭是六十，支出", "0 amount=60 type=EXPENSE") == []


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        (["0 amount=60"], True),
        (["0 amount=60", "1 category=交通"], True),
        (["0 amount=60", "1 amount=31"], False),
        (["9 amount=60"], False),
        ([], False),
    ],
)
def test_an_answer_restates_the_draft_if_all_its_values_are_there(changes: list[str], is_same: bool) -> None:
    corrections = [Correction(index, fields) for index, fields in changed(*changes)]
    assert restates(rows_of(TWO), corrections) == is_same
    assert not restates(rows_of(TWO), [Correction(0, FieldChange())])


@pytest.mark.parametrize(
    ("said", "changes", "stands"),
    [
        ("第一笔改成五十", ["0 amount=50"], True),
        ("第一笔改成五十", ["1 amount=50"], False),
        ("第一笔改成五十", ["0 amount=50", "1 amount=50"], False),
        ("第一笔和打车都改成五十", ["0 amount=50", "1 amount=50"], True),
        ("不是第一笔，改成五十", ["1 amount=50"], True),
        ("第九笔改成五十", ["1 amount=50"], True),
        ("第一笔对的，二改五十", ["1 amount=50"], True),
        ("改成五十", ["1 amount=50"], True),
    ],
)
def test_no_other_row_is_changed_than_the_one_that_an_ordinal_names(
    said: str, changes: list[str], stands: bool
) -> None:
    assert held(said, *changes) == (changed(*changes) if stands else [])


def test_a_number_of_a_decided_row_names_none() -> None:
    batch = DraftBatch.of(entries_of(TWO, NOW.date()), batch_id="b", created_at=NOW).confirm_item(0)
    one = [Correction(1, change_of("amount=50"))]
    assert hold_corrections(normalise("第一笔改成五十"), batch.items, one, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    ("said", "stated", "category"),
    [
        ("吃饭算娱乐", "娱乐", "娱乐"),
        ("吃饭是应酬", "打滴滴", "交通"),
        ("吃饭算星际穿越", "星际穿越", None),
        ("吃饭算其他", "其他", "其他"),
        ("吃饭不算娱乐", "娱乐", None),
    ],
)
def test_a_category_stands_under_the_ledgers_name_unless_denied(
    said: str, stated: str, category: str | None
) -> None:
    assert held(said, f"0 category={stated}") == ([(0, FieldChange(category=category))] if category else [])


def test_of_a_new_type_the_category_is_one_of_it() -> None:
    assert held("吃饭是收入，算红包", "0 type=INCOME category=红包") == changed("0 type=INCOME category=红包")


def test_an_account_or_a_description_that_nobody_said_is_left_out() -> None:
    said, change = "吃饭改成五十", "0 amount=50 account=微信 description=海鲜"
    assert held(said, change) == changed("0 amount=50")
    assert held("吃饭用微信付的", "0 account=微信") == changed("0 account=微信")
    assert held("是吃海鲜", "0 description=海鲜") == changed("0 description=海鲜")


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        ("住宿那笔公司出的", {0}, {0}),
        ("住宿那笔公司出的", {0, 1}, {0}),
        ("住宿那笔公司出的", {1}, NONE),
        ("住宿那笔改成两百", {0}, NONE),
        ("除了打车，其他的都别记", {0, 2}, {0, 2}),
        ("第一笔不要", {0}, {0}),
        ("第一笔不要", {2}, NONE),
        ("住宿那笔公司出的", {9, -1}, NONE),
        ("住宿那笔公司出的", NONE, NONE),
        ("我老婆已经记过打车了", {1}, {1}),
    ],
)
def test_a_row_is_dropped_if_the_words_refuse_it_and_name_it(
    said: str, asked: set[int] | frozenset[int], left: set[int] | frozenset[int]
) -> None:
    assert dropped(said, *asked) == left


def test_the_only_row_needs_no_name() -> None:
    assert dropped("公司出的", 0, of="支出300 旅行 住宿") == {0}
    assert dropped("改成两百", 0, of="支出300 旅行 住宿") == set()


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        ("住宿和打车对的，早饭我再看看", {0, 1}, {0, 1}),
        ("住宿和打车我再看看", {0, 1}, NONE),
        ("住宿对的", {0, 1}, {0}),
        ("其他的都对", {1, 2}, {1, 2}),
        ("住宿对的", {9}, NONE),
    ],
)
def test_a_row_is_kept_if_the_words_approve_and_name_it(
    said: str, asked: set[int], left: set[int] | frozenset[int]
) -> None:
    assert kept(said, *asked) == left


def test_a_row_in_doubt_is_never_kept() -> None:
    assert kept("住宿对的", 0, of="支出300 旅行 住宿 ?0.5；支出50 交通 打车") == set()


def test_a_decided_row_is_neither_dropped_nor_kept() -> None:
    batch = DraftBatch.of(entries_of(TRIP, NOW.date()), batch_id="b", created_at=NOW).cancel_item(0)
    assert not hold_drops(normalise("住宿公司出的"), batch.items, [0], DEFAULT_VOCABULARY)
    assert not hold_keeps(normalise("住宿对的"), batch.items, [0], DEFAULT_VOCABULARY)


def test_a_confidence_travels_with_a_change() -> None:
    one = Correction(0, change_of("amount=50"), 0.4)
    (left,) = hold_corrections(normalise("改成五十"), rows_of(TWO), [one], DEFAULT_VOCABULARY, NOW)
    assert left.confidence == 0.4


def test_a_cancel_needs_words_that_refuse() -> None:
    assert refuses(normalise("这些我老婆已经记过了"))
    assert not refuses(normalise("今天真高兴"))


def agreed(said: str, rows: str = TWO) -> bool:
    return agrees(normalise(said), rows_of(rows), DEFAULT_VOCABULARY)


@pytest.mark.parametrize(
    "said",
    ["确认", "核对无误，保存", "对，就吃饭和打车这俩，记吧", "一共九十，没错，存起", "嗯就是恁个，记上"],
)
def test_words_agree_to_all_rows_in_other_words_than_the_closed_ones(said: str) -> None:
    assert agreed(said)


@pytest.mark.parametrize(
    "said",
    [
        "今天天气真不错",  # nothing agrees
        "记吧，不过打车是三十五",  # another amount
        "对是对，先别存",  # holds back
        "打车没问题",  # one row of two
        "第一笔没问题",  # one row by number
        "嗯，八十，记吧",  # no row and not the sum
        "可能对吧",  # a doubt
        "吃饭是对的，打车我再瞅瞅",  # one row waits
    ],
)
def test_words_that_deny_doubt_or_name_a_part_do_not_agree_to_all_rows(said: str) -> None:
    assert not agreed(said)


def test_rows_are_refused_in_dialect_and_by_what_alone_stays() -> None:
    assert dropped("只留住宿，另外两个室友交的", 1, 2) == {1, 2}
    assert dropped("除了住宿都不要", 1, 2) == {1, 2}
    assert dropped("打车是我堂客付的，莫算我头上", 1) == {1}
    assert dropped("早饭唔使记", 2) == {2}
