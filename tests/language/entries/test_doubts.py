"""What cannot be filed just as it was said is kept, and marked to be checked."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.transaction import CONFIDENCE_FLOOR
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.doubts import RULES_IN_DOUBT
from voiced.language.entries.sentence import parse_sentence, split_sentence

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


@pytest.mark.parametrize(
    "said",
    [
        # days that no calendar has
        "2月30号吃饭30",
        "11月31号打车20",
        "13月5号打车20",
        "上个月三十二号打车20",
        "打车20，二月三十号的",
        "2026-02-30打车20",
        # below zero
        "午饭负三十",
        "午饭-30",
        # about so much
        "水果差不多四十五",
        "理发大概花了五十多",
        "买鱼将近七十",
        "打车十八不到",
        "买米六十上下",
        "加油三百来块",
        "停车估计是十五",
        # several bare amounts
        "买菜 2 3 5",
        "买菜2、3、5",
        "买菜30，20",
        # no price
        "衣服便宜了三十",
        "打车省了八块",
        "菜钱给了一百找了二十六",
        # a part of the next word, 午饭
        "地铁四块五，饭三十",
        "停车4块5 饭30",
        # came in, or went out
        "借了500",
        "昨天借500",
        "借了小王500",
        "老王借了500",
        # the price of one, of several
        "买三瓶水两块一瓶",
        "买了两杯奶茶一杯十五",
        "买了3本书每本20",
        "酒店三晚一晚三百",
        "买二十瓶水两块一瓶",
        "买了十一杯奶茶一杯十五",
        "买了一百本书每本20",
    ],
)
def test_it_is_to_be_checked(said: str) -> None:
    reading = parse_sentence(said, DEFAULT_VOCABULARY, NOW)
    assert [result.confidence for result in reading.results] == [RULES_IN_DOUBT]
    assert not reading.is_certain


@pytest.mark.parametrize(
    "said",
    [
        "2月28号吃饭30",
        "11月30号吃饭30",
        "12月5号打车20",
        "11月31号楼物业费30",
        "一斤苹果八块五",
        "一瓶水两块",
        "买水一瓶两块",
        "3月5号买水一瓶两块",
        "两杯奶茶三十",
        "三个人吃饭AA每人七十五",
        "第二杯奶茶一杯十五",
        "二十一杯奶茶一百",
        "欧式沙发三千",
        "菜刀一百六",
        "7-11买水5块",
        "约车去机场九十",
        "大概五点打车四十",
        "找人修水管一百二",
        "小店买水三块",
        "差旅费三百",
        "跟小王借了500",
        "借给小王500",
        "借500给小王",
        "借充电宝3块",
        "买地毯三百一张",
        "打车 30 30",
        "地铁四块五，午饭三十",
        "地铁四块五，饭钱三十",
        "地铁五块，饭三十",
    ],
)
def test_it_is_not(said: str) -> None:
    (result, *_) = parse_sentence(said, DEFAULT_VOCABULARY, NOW).results
    assert result.confidence is None


@pytest.mark.parametrize(
    "said", ["30美元买书", "日本語 500円", "买书三十块美金", "买书$30", "买书30 USD", "午饭两百日元"]
)
def test_money_of_another_country_is_no_amount_in_yuan(said: str) -> None:
    (result,) = split_sentence(said, DEFAULT_VOCABULARY, NOW)
    assert (result.amount, result.confidence) == (None, None)


def test_an_impossible_day_may_be_meant_for_any_entry() -> None:
    results = split_sentence("昨天打车20，2月30号吃饭几十块，书30", DEFAULT_VOCABULARY, NOW)
    assert {result.confidence for result in results} == {RULES_IN_DOUBT}


def test_without_an_amount_there_is_nothing_to_check() -> None:
    assert split_sentence("吃饭几十块", DEFAULT_VOCABULARY, NOW) == ()


def test_a_doubt_is_enough_for_the_mark() -> None:
    assert RULES_IN_DOUBT < CONFIDENCE_FLOOR
