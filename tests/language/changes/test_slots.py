"""Corrections with words that rules do not know: the row and the one new value are found, the rest explains."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from tests.gateway.drafts import draft
from tests.support.sentences import wording_of
from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.changes.change_rows import AlreadyResolved, NotUnderstood
from voiced.language.changes.correction import Changed, LocalCorrection, correct
from voiced.language.changes.slots import Restated
from voiced.language.rows import WhichRow

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
YESTERDAY = date(2026, 11, 20)

SHOES = draft("支300 服饰 球鞋")
EVENING = draft("支88 餐饮 烤肉", "支36 交通 出租车", "支20 零食 瓜子")
MARKET = draft("支12 买菜 芹菜", "支26 买菜 牛肉")
RIDES = draft("支18 交通 打车", "支25 交通 打车")
FAIR = draft("收200 二手 旧书")


def read(said: str, rows: tuple[DraftTransaction, ...]) -> LocalCorrection:
    return correct(wording_of(said), rows, DEFAULT_VOCABULARY, NOW)


def changes(said: str, rows: tuple[DraftTransaction, ...]) -> dict[int, FieldChange] | LocalCorrection:
    """The changes by row number, or the reason why there are none."""
    found = read(said, rows)
    return {one.index + 1: one.fields for one in found.corrections} if isinstance(found, Changed) else found


def yuan(amount: str) -> FieldChange:
    return FieldChange(amount=Money.from_text(amount))


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("烤肉不是八十八是八十老板抹了八块", EVENING, {1: yuan("80")}),
        ("出租车师傅收的是四十", EVENING, {2: yuan("40")}),
        ("三十六那笔应该是六十三师傅听岔了", EVENING, {2: yuan("63")}),
        ("最贵的那笔其实团购是七十九", EVENING, {1: yuan("79")}),
        ("不对球鞋二百八", SHOES, {1: yuan("280")}),
        ("改成两百啊不两百二", SHOES, {1: yuan("220")}),
        ("上面那个十五", MARKET, {1: yuan("15")}),
        ("下面那个三十", MARKET, {2: yuan("30")}),
    ],
)
def test_one_new_amount_is_found_beside_words_that_explain_it(
    said: str, rows: tuple[DraftTransaction, ...], expected: dict[int, FieldChange]
) -> None:
    assert changes(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "days"),
    [
        ("球鞋是昨天下午买的", SHOES, {1: YESTERDAY}),
        ("明明是昨天在店里买的", SHOES, {1: YESTERDAY}),
        ("是五号付的", SHOES, {1: date(2026, 11, 5)}),
        ("都是昨天赶集买的", MARKET, {1: YESTERDAY, 2: YESTERDAY}),
        ("三个都是昨天晚上吃喝的", EVENING, {1: YESTERDAY, 2: YESTERDAY, 3: YESTERDAY}),
        ("买菜那两笔改到昨天", (*MARKET, *EVENING[2:]), {1: YESTERDAY, 2: YESTERDAY}),
        ("后一笔不是今天买的，是昨天", MARKET, {2: YESTERDAY}),
    ],
)
def test_a_day_is_found_beside_a_verb(
    said: str, rows: tuple[DraftTransaction, ...], days: dict[int, date]
) -> None:
    rows = tuple(DraftTransaction(place, row.result) for place, row in enumerate(rows))
    assert changes(said, rows) == {number: FieldChange(date=day) for number, day in days.items()}


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("瓜子那种归到餐饮就行", EVENING, {3: FieldChange(category="餐饮")}),
        ("这俩都是做饭用的归日用", MARKET, dict.fromkeys((1, 2), FieldChange(category="日用"))),
        ("旧书当成兼职挣的归到兼职", FAIR, {1: FieldChange(category="兼职")}),
        ("旧书是我付的钱", FAIR, {1: FieldChange(type=TransactionType.EXPENSE)}),
        ("球鞋是别人给的钱", SHOES, {1: FieldChange(type=TransactionType.INCOME)}),
        ("球鞋记成支出了其实是收入", SHOES, {1: FieldChange(type=TransactionType.INCOME)}),
        ("球鞋后来用支付宝付的", SHOES, {1: FieldChange(account="支付宝")}),
        ("归到工资那类去", FAIR, {1: FieldChange(category="工资")}),
        ("归到工资那类去", SHOES, {1: FieldChange(category="工资", type=TransactionType.INCOME)}),
    ],
)
def test_type_category_and_account_are_found_the_same_way(
    said: str, rows: tuple[DraftTransaction, ...], expected: dict[int, FieldChange]
) -> None:
    assert changes(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("不是球鞋是皮鞋盒", SHOES, {1: "皮鞋盒"}),
        ("登山鞋，不是球鞋", SHOES, {1: "登山鞋"}),
        ("西芹写成芹菜了", MARKET, {1: "西芹"}),
        ("瓜子那个改成葵花瓜子", EVENING, {3: "葵花瓜子"}),
    ],
)
def test_a_row_gets_another_name(
    said: str, rows: tuple[DraftTransaction, ...], expected: dict[int, str]
) -> None:
    found = changes(said, rows)
    assert isinstance(found, dict)
    assert {number: change.description for number, change in found.items()} == expected


def test_each_clause_may_name_its_own_row() -> None:
    assert changes("前面那笔正确，后面那笔其实给了三十", MARKET) == {2: yuan("30")}
    assert changes("芹菜老板收了十块，牛肉他算的是三十", MARKET) == {1: yuan("10"), 2: yuan("30")}
    assert changes("芹菜是十块牛肉是三十", MARKET) == {1: yuan("10"), 2: yuan("30")}
    assert read("芹菜老板收了十块，牛肉不知道怎么算", MARKET) == NotUnderstood()


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("打车那趟师傅收的是三十", RIDES),
        ("第二个改成三十还是四十来着", MARKET),
        ("袜子是昨天在店里买的", SHOES),
        ("拖把是十五", SHOES),
        ("都是三十二块卖的", MARKET),
        ("三样都是昨天赶集买的", MARKET),
        ("芹菜都是昨天赶集买的", MARKET),
        ("都不是买菜归到日用那边", EVENING),
        ("中间那个老板说三十", MARKET),
        ("前一个店里说四十", EVENING),
        ("第九个改成店里说的四十", EVENING),
        ("球鞋两百六或者店里说的两百七", SHOES),
        ("球鞋没花三百，别人说两百", SHOES),
        ("烤肉不是火锅城是", EVENING),
        ("球鞋换成五百的那双了吗", SHOES),
        ("火锅写成芹菜了火锅", MARKET),
        ("第一笔那个不是瓜子是什么", EVENING),
        ("烤肉和袜子都归到日用那边", EVENING),
        ("烤肉和出租车那笔归到日用那边", EVENING),
        ("头一个十三尾一个十", EVENING),
        ("十二那个对的肉的改成三十", MARKET),
        ("芹菜那个没问题老板说三十", MARKET),
        ("十二和三十那两笔是牛肉", (*MARKET, *draft("支30 买菜 葱"))),
        ("除了第九个都是昨天在集上买的", MARKET),
        ("十二改成牛肉", MARKET),
        ("芹菜买贵了隔壁才两块五", MARKET),
        ("十二是对的牛肉不对", MARKET),
        ("芹菜算上运费三十八", MARKET),
        ("去的是三百回来的是二百六", SHOES),
        ("里面有十块是邻居的", SHOES),
        ("球鞋差不了多少老板收的是两百", SHOES),
    ],
)
def test_words_that_leave_something_open_change_nothing(
    said: str, rows: tuple[DraftTransaction, ...]
) -> None:
    assert not isinstance(read(said, rows), Changed)


def test_the_present_value_of_a_row_changes_nothing() -> None:
    assert read("球鞋就是三百块嘛老板收的", SHOES) == Restated()
    assert read("三百就三百吧", SHOES) == Restated()
    assert read("今儿个真高兴", SHOES) == NotUnderstood()
    assert read("是昨天赶集的时候买的", EVENING) == WhichRow()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("金额都加10块", {1: yuan("22"), 2: yuan("36")}),
        ("第二笔少算了两块", {2: yuan("28")}),
        ("芹菜多算了五块", {1: yuan("7")}),
        ("芹菜少写了五毛", {1: yuan("12.5")}),
        ("牛肉后面加个零", {2: yuan("260")}),
        ("芹菜少打了一个零", {1: yuan("120")}),
        ("牛肉多了一个零", {2: yuan("2.6")}),
        ("都打八折", {1: yuan("9.6"), 2: yuan("20.8")}),
        ("换一下", {1: yuan("26"), 2: yuan("12")}),
        ("第一笔和第二笔反了", {1: yuan("26"), 2: yuan("12")}),
        ("俩数整反了", {1: yuan("26"), 2: yuan("12")}),
        ("芹菜和牛肉的价钱说倒了", {1: yuan("26"), 2: yuan("12")}),
        ("牛肉六十二，数字说反了", {2: yuan("62")}),
    ],
)
def test_a_new_amount_may_be_computed(said: str, expected: dict[int, FieldChange]) -> None:
    assert changes(said, MARKET) == expected


def test_rows_that_are_decided_keep_their_numbers() -> None:
    done = replace(EVENING[0], status=DraftStatus.CONFIRMED)
    open_rows = (done, *EVENING[1:])
    assert changes("出租车师傅收的是四十", open_rows) == {2: yuan("40")}
    assert changes("第三笔少算了两块", open_rows) == {3: yuan("22")}
    assert changes("最贵的那笔其实师傅收了四十", open_rows) == {2: yuan("40")}
    assert changes("最贵的那笔改成四十", open_rows) == {2: yuan("40")}
    assert read("第一笔少算了两块", open_rows) == AlreadyResolved((1,))
    assert read("烤肉老板收的是四十", open_rows) == WhichRow()
