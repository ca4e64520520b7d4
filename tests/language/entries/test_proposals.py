"""Amounts that the words leave to be worked out."""

from __future__ import annotations

import pytest

from voiced.language.entries.proposals import proposed_amount
from voiced.language.readings.numbers import ProposedAmount, Reason
from voiced.language.text.spelling import normalise


def proposed(said: str) -> ProposedAmount | None:
    return proposed_amount(normalise(said))


@pytest.mark.parametrize(
    ("said", "amount", "reason"),
    [
        ("来回各二十三", "46", Reason.SEVERAL),
        ("打车来回各二十三", "46", Reason.SEVERAL),
        ("一人两百两个人", "400", Reason.SEVERAL),
        ("一人两百，两个人", "400", Reason.SEVERAL),
        ("四张门票每张40", "160", Reason.SEVERAL),
        ("鸡蛋三斤，每斤五块二", "15.6", Reason.SEVERAL),
        ("四瓶水两块五一瓶", "10", Reason.SEVERAL),
        ("给三个侄子发红包每人两百", "600", Reason.SEVERAL),
        ("三个孩子每人压岁钱两百", "600", Reason.SEVERAL),
        ("两杯奶茶各18", "36", Reason.SEVERAL),
        ("给爸妈各转了五百", "1000", Reason.SEVERAL),
        ("给了五十找了十二", "38", Reason.CHANGE_BACK),
        ("午饭给了二十，找了三块五", "16.5", Reason.CHANGE_BACK),
        ("原价三百的外套打八折", "240", Reason.DISCOUNT),
        ("三百打八五折的鞋", "255", Reason.DISCOUNT),
        ("满一百减二十", "80", Reason.DISCOUNT),
        ("大衣原价一千二，便宜了两百", "1000", Reason.DISCOUNT),
        ("鞋子两百打五折", "100", Reason.DISCOUNT),
        ("外卖满六十减十", "50", Reason.DISCOUNT),
        ("外卖六十满五十减十", "50", Reason.DISCOUNT),
        ("外卖三十八用了八块红包", "30", Reason.DISCOUNT),
        ("打车二十五，用了张五块的优惠券", "20", Reason.DISCOUNT),
        ("买菜六十用券抵了十块", "50", Reason.DISCOUNT),
        ("买菜给了张一百找了六十二", "38", Reason.CHANGE_BACK),
        ("奶茶二十第二杯半价", "30", Reason.SEVERAL),
        ("一打啤酒每瓶五块", "60", Reason.SEVERAL),
        ("房租每月两千交了半年", "12000", Reason.SEVERAL),
        ("健身房一个月两百办了一年", "2400", Reason.SEVERAL),
        ("苹果八块一斤买了一斤半", "12", Reason.SEVERAL),
        ("排骨三十五一斤买了半斤", "17.5", Reason.SEVERAL),
        ("四个人AA 320", "80", Reason.SHARE),
        ("晚饭三百二，四个人AA", "80", Reason.SHARE),
        ("跟两个同事AA吃饭一百五", "50", Reason.SHARE),
        ("晚饭两百我出一半", "100", Reason.SHARE),
        ("打车六十两个人一人一半", "30", Reason.SHARE),
        ("和室友对半分水电两百", "100", Reason.SHARE),
    ],
)
def test_amounts_that_words_come_to(said: str, amount: str, reason: Reason) -> None:
    found = proposed(said)
    assert found is not None
    assert (str(found.amount), found.reason) == (amount, reason)


@pytest.mark.parametrize(
    "said",
    [
        "午饭三十",
        "一斤苹果五块",
        "给三个侄子发红包每人两百一共六百",
        "我们AA每人三十，三个人",
        "三天酒店每间三百",
        "给五十找了六十",
        "给小王转五十找小李要十块",
        "两件衣服三条裤子每件一百每条五十一共三百五",
        "打八折花了一百六买的裤子",
        "早饭和午饭各三十",
        "苹果梨各十块",
        "两斤各种水果三十",
        "原价一分打一折",
        "AA八十",
        "AA下来我付了八十",
        "四个人AA每人八十",
        "三个人和两个人AA三百",
        "我出了一半一百",
        "三个人分摊一百",
        "买衣服打完折两百",
        "一打鸡蛋二十",
        "房租半年一万二",
        "三斤半苹果二十八",
        "用了八十八红包",
        "第二杯半价奶茶三十",
        "外卖三十满五十减十",
        "满一百减二十实付八十",
    ],
)
def test_a_stated_or_ambiguous_amount_is_not_worked_out(said: str) -> None:
    assert proposed(said) is None
