"""Prices that are told with what was taken off or added: the words tell what the sums come to."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from voiced.domain.transaction import DoubtReason
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.reckoning import reckon_price
from voiced.language.entries.sentence import parse_sentence, split_sentence
from voiced.language.entries.weighing import best_rows, doubt_of, weigh_or_name
from voiced.language.text.spelling import normalise

NOW = datetime.fromisoformat("2026-11-21T10:30:00")


def comes_to(said: str) -> str | None:
    found = reckon_price(normalise(said))
    if found is None:
        return None
    amount = found.mention.amount if found.amount is None else found.amount.amount
    return str(amount)


def rows_and_doubt(said: str) -> tuple[list[tuple[Decimal, str]], DoubtReason | None]:
    said = normalise(said)
    reading = parse_sentence(said, DEFAULT_VOCABULARY, NOW)
    results = split_sentence(said, DEFAULT_VOCABULARY, NOW) if reading.left_out else reading.results
    weighed = weigh_or_name(said, results, DEFAULT_VOCABULARY, NOW, reading.doubt)
    doubt = doubt_of(weighed)
    rows = [(row.amount.yuan, row.type.value) for row in best_rows(weighed) if row.amount]
    return rows, None if doubt is None else doubt.reason


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("雪地靴四百二打五折", "210"),
        ("吊牌价八百的西装，员工价七折", "560"),
        ("自助餐两百四，会员打八五折", "204"),
        ("打九折一百二的维生素", "108"),
        ("原价六百的机票打六五折买的", "390"),
        ("空调三千，国家补贴百分之十五", "2550"),
        ("公园门票八十学生证半价", "40"),
        ("一箱酸奶七十二，满七十减十五", "57"),
        ("奶粉满两百减三十，买了二百六的", "230"),
        ("柠檬茶十六叠了张四块的券", "12"),
        ("打车四十三优惠券抵了十五", "28"),
        ("烤鸭一百零八用了二十块红包", "88"),
        ("外卖二十八加配送费三块再减五块会员红包", "26"),
        ("盖饭三十二，红包减六块，再加两块打包费", "28"),
        ("健身卡原价两千四，券减五百，积分又抵了二十", "1880"),
        ("师傅要两百，砍掉三十付的", "170"),
        ("电动车三千二，旧车抵八百", "2400"),
        ("拿药九十二医保报了六十", "32"),
        ("三条毛巾十五一条满四十减五块", "40"),
        ("给了老板五十找我十七块五", "32.5"),
        ("买葱给了张二十，他找了十六", "4"),
        ("一百块给出去，找回来二十二块四", "77.6"),
    ],
)
def test_prices_that_sums_come_to(said: str, amount: str) -> None:
    assert comes_to(said) == amount


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("配眼镜六百八，医保刷了三百，自己掏三百八", "380"),
        ("酒店五百二，积分抵掉一百，付了四百二", "420"),
        ("给了五十找二十一，香蕉二十九", "29"),
    ],
)
def test_a_sum_that_was_said_and_comes_out_right_is_the_amount(said: str, amount: str) -> None:
    found = reckon_price(normalise(said))
    assert found is not None
    assert found.amount is None
    assert str(found.mention.amount) == amount


@pytest.mark.parametrize(
    "said",
    [
        "打完七折一百四",
        "打八折花了两百",
        "火锅三百二，抹零三百",
        "买鞋用了五十优惠券，两百四",
        "外卖三十五加配送费四块",
        "外套一百八便宜了二十",
        "外卖三十满五十减十",
        "饭盒二十四，奶茶十六，用了五块的券",
        "打车三十，退了五块，又给了小费十块",
        "原价一分打一折",
        "话费充一百返二十",
        "拼团省了三十",
        "给了五十找六十",
        "满三百减五十实付二百六",
        "面二十，加煎蛋两块，优惠一块，券抵三块，返五块，红包减两块",
    ],
)
def test_words_that_do_not_tell_are_left_to_the_readers(said: str) -> None:
    assert comes_to(said) is None


def test_the_result_is_asked_about_and_the_only_row() -> None:
    assert rows_and_doubt("登山鞋五百六，打五折") == ([(Decimal(280), "EXPENSE")], DoubtReason.WORKED_OUT)


def test_a_sum_confirmed_by_the_others_is_one_plain_row() -> None:
    rows, doubt = rows_and_doubt("拔牙四百二，医保刷了三百，自己掏一百二")
    assert (rows, doubt) == ([(Decimal(120), "EXPENSE")], None)


@pytest.mark.parametrize(
    ("said", "amount", "of_type"),
    [
        ("电影今天我请同事两个人票一共九十拿券减了二十", 70, "EXPENSE"),
        ("客人给了张五十，面钱十六，找了三十四，收十六。", 16, "INCOME"),
        ("跟室友合拼的大桶洗发水总价一百五我们三个平摊", 50, "EXPENSE"),
        ("跟两个同事AA火锅三百", 100, "EXPENSE"),
    ],
)
def test_one_of_several_sums_is_what_was_paid(said: str, amount: int, of_type: str) -> None:
    rows, _ = rows_and_doubt(said)
    assert rows == [(Decimal(amount), of_type)]
