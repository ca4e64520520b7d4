"""Where one entry of a sentence ends and the next begins."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.items import read_items
from voiced.language.entries.pieces import Item
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))


def items(said: str) -> tuple[Item, ...]:
    return read_items(normalise(said), DEFAULT_VOCABULARY, NOW)


def amounts(said: str) -> list[str]:
    return [str(item.amount) for item in items(said)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # words lead to their amount
        ("吃饭六十打车三十", ["60", "30"]),
        ("吃饭花了60,打车30", ["60", "30"]),
        # or the amount leads
        ("三十五块五的午饭", ["35.5"]),
        ("三十的水果二十的蔬菜", ["30", "20"]),
        ("花了六十吃饭三十打车", ["60", "30"]),
        # more than one amount of the same entry
        ("吃饭一百五AA每人七十五我出七十五", ["75"]),
        ("充话费一百送了十块", ["100"]),
        ("原价三百的外套打折后一百八", ["180"]),
        ("买了两块蛋糕三十", ["30"]),
        ("买了两块蛋糕，打车三十", ["2", "30"]),
        ("三块五六块", ["6"]),
        # sums of what is listed
        ("今天一共花了一百，吃饭六十打车四十", ["60", "40"]),
        ("拢共六十五，猪肝四十五韭菜二十", ["45", "20"]),
        ("吃饭六十打车四十一共一百", ["60", "40"]),
        ("超市一共五十五，牛奶二十面包三十五", ["20", "35"]),
        ("今天花了一百，吃饭六十打车四十", ["60", "40"]),
        ("水电费两百三其中电费一百八水费五十", ["180", "50"]),
        ("两杯奶茶一共三十，打车二十", ["30", "20"]),
        ("一共花了一百", ["100"]),
        # second thoughts
        ("打车三十，不对，是三十五", ["35"]),
        ("奶茶十五打车二十不对奶茶是十八", ["18", "20"]),
        ("地铁四块，哦不公交两块，早饭八块", ["2", "8"]),
        ("不对打车三十", ["30"]),
        # the same for each
        ("早饭和午饭各二十", ["20", "20"]),
        ("早饭、午饭、晚饭各三十", ["30", "30", "30"]),
        ("奶茶咖啡都是十五", ["15", "15"]),
        ("打车都是三十", ["30"]),
        # not money
        ("主要是吃饭花了六十", ["60"]),
        ("打车三十还没报销", ["30"]),
        ("五一打车三十", ["30"]),
        ("今天吃饭了", []),
        ("花了几十块打车三十", ["None", "30"]),
        ("免费零元", ["None"]),
        ("今年三十五了", []),
        ("今年三十块买了本日历", ["30"]),
        ("初一十五香纸26", ["26"]),
        ("初一和十五烧香26", ["26"]),
        ("初一十五块香纸", ["15"]),
        ("香纸初一十五", ["15"]),
    ],
)
def test_the_amounts_of_the_entries(said: str, expected: list[str]) -> None:
    assert amounts(said) == expected


def test_an_entry_knows_its_words() -> None:
    first, second = items("昨天吃饭花了六十，打车三十用微信付的")
    assert first == Item(
        words="昨天吃饭花了六十",
        content="，，吃饭花了，，",
        lead="",
        context="昨天吃饭花了六十",
        amount=first.amount,
        day=date(2026, 11, 20),
        account=None,
        is_clear=True,
        doubtful=frozenset(),
    )
    assert (second.words, second.account) == ("打车三十用微信付的", "微信")


def test_the_words_around_the_only_entry_bear_on_it() -> None:
    (only,) = items("鸡蛋三斤，每斤五块二，是在超市买的")
    assert only.context == "鸡蛋三斤，每斤五块二，是在超市买的"


def test_a_day_holds_until_another_is_named() -> None:
    days = [item.day for item in items("前天房租两千五电费一百，昨天话费五十奶茶十五")]
    assert days == [date(2026, 11, 19), date(2026, 11, 19), date(2026, 11, 20), date(2026, 11, 20)]


def test_a_day_alone_begins_a_sentence() -> None:
    (item,) = items("昨天，打车三十")
    assert item.day == date(2026, 11, 20)


def test_a_remark_says_more_of_the_entry_before_it() -> None:
    first, second = items("吃饭六十，打车三十，昨天的，微信付的")
    assert (first.day, first.account) == (None, None)
    assert (second.day, second.account) == (date(2026, 11, 20), "微信")


def test_a_second_thought_about_the_day() -> None:
    assert [item.day for item in items("打车三十，不对，是昨天")] == [date(2026, 11, 20)]
    assert [item.day for item in items("打车三十，不对是昨天")] == [date(2026, 11, 20)]


def test_an_entry_that_was_mended_is_told_in_its_new_words() -> None:
    assert [item.words for item in items("奶茶十五打车二十不对奶茶是十八")] == ["奶茶是十八", "打车二十"]


def test_a_remark_on_all_entries() -> None:
    assert [item.account for item in items("吃饭六十，打车三十，都用微信付的")] == ["微信", "微信"]


def test_a_day_in_between_begins_the_next_entry() -> None:
    first, second = items("吃饭六十，昨天，打车三十")
    assert (first.day, second.day) == (None, date(2026, 11, 20))


def test_an_account_may_come_with_a_later_amount() -> None:
    (item,) = items("吃饭一百五AA用微信付了七十五")
    assert (str(item.amount), item.account) == ("75", "微信")


def test_a_clause_without_an_amount_leads_to_the_next() -> None:
    (item,) = items("中午和小王去吃火锅，花了一百二")
    assert (item.lead, str(item.amount)) == ("，，和小王去吃火锅", "120")


@pytest.mark.parametrize("said", ["打车三十", "昨天吃饭花了六十", "三十五块五的午饭"])
def test_one_amount_and_no_second_thought_is_clear(said: str) -> None:
    assert [item.is_clear for item in items(said)] == [True]


@pytest.mark.parametrize("said", ["打车三十不对三十五", "吃饭一百AA五十", "早饭午饭各二十", "打车三十吃饭"])
def test_anything_else_is_not(said: str) -> None:
    assert not any(item.is_clear for item in items(said))


def test_several_days_are_an_entry_each() -> None:
    first, second = items("昨天和前天午饭各三十微信付的")
    assert [first.day, second.day] == [date(2026, 11, 20), date(2026, 11, 19)]
    assert [item.words for item in (first, second)] == [
        "昨天，午饭，三十微信付的",
        "前天，午饭，三十微信付的",
    ]
    assert {item.account for item in (first, second)} == {"微信"}
    assert amounts("昨天前天各打车二十") == ["20", "20"]
    assert amounts("午饭各三十昨天前天") == ["30"]
    assert [item.words for item in items("不对，昨天前天各打车二十")] == ["昨天，打车二十", "前天，打车二十"]
    assert [item.words for item in items("不对昨天前天各打车二十")] == ["昨天，打车二十", "前天，打车二十"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("原价一百打八折八十买的鞋", ["80"]),
        ("原价一百，打八折，八十买的鞋", ["80"]),
        ("原价一百的鞋打八折八十", ["80"]),
        ("标价两百，午饭三十", ["30"]),
        ("原价一百打八折买的鞋", ["100"]),
        ("原价一百的鞋，午饭三十", ["100", "30"]),
        ("买鞋，原价一百，午饭三十", ["100", "30"]),
        ("原来一百八现在一百二买的外套", ["120"]),
        ("本来六十砍到四十五买了个锅", ["45"]),
        ("满两百减三十买衣服花了一百九", ["190"]),
        ("优惠十五买书四十二", ["42"]),
    ],
)
def test_a_price_before_it_was_lowered_is_no_entry(said: str, expected: list[str]) -> None:
    assert amounts(said) == expected


def test_words_behind_an_amount_do_not_share_it_among_the_things() -> None:
    assert amounts("雨伞三十九帽子二十五都是网上买的") == ["39", "25"]
