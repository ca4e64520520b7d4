"""Spoken money: what is an amount, what it says, and what only looks like one."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.domain.money import Money
from voiced.language.numbers.amounts import AmountMention, choose_amount, find_amounts, parse_amount
from voiced.language.numbers.numerals import spoken
from voiced.language.text.spelling import normalise


def yuan(amount: str) -> Money:
    money = Money.from_yuan(Decimal(amount))
    assert money is not None
    return money


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        # whole yuan, with and without a unit
        ("五块", "5"),
        ("十五块钱", "15"),
        ("一百二", "120"),
        ("两百五", "250"),
        ("一万二", "12000"),
        ("一千五百块", "1500"),
        ("三万二千五", "32500"),
        ("一百元整", "100"),
        ("贰佰元", "200"),
        ("俩块钱", "2"),
        # below a yuan
        ("两毛", "0.2"),
        ("三毛五", "0.35"),
        ("五分钱", "0.05"),
        ("半块", "0.5"),
        # yuan, jiao and fen
        ("三十五块五", "35.5"),
        ("三块八毛五", "3.85"),
        ("九块九毛九分", "9.99"),
        ("三元五角", "3.5"),
        ("一百块零五毛", "100.5"),
        ("一块零五", "1.05"),
        ("十块零五分", "10.05"),
        ("一块半", "1.5"),
        ("五块五毛钱", "5.5"),
        # figures
        ("12块5", "12.5"),
        ("9块95", "9.95"),
        ("5块05", "5.05"),
        ("28块8毛", "28.8"),
        ("￥35.50", "35.5"),
        ("RMB 200", "200"),
        ("人民币五百", "500"),
        ("1千5", "1500"),
        ("1.2万", "12000"),
        ("3k", "3000"),
        ("5,000.00元", "5000"),
        ("三十五点五", "35.5"),
        ("12点50元", "12.5"),
        # about so much is the stated number
        ("五十来块", "50"),
        ("一百来块钱", "100"),
        ("五十多万", "500000"),
        ("六十多", "60"),
        ("五十左右", "50"),
        ("三千块出头", "3000"),
        ("不到一百", "100"),
        # below 块 behind 钱, and without the zero
        ("两块钱八毛", "2.8"),
        ("六块钱零四分", "6.04"),
        ("点八元", "0.8"),
        ("要了瓶醋，点七块", "0.7"),
        # haggled down
        ("从九十讲到六十五", "65"),
        ("一百五砍价到一百一", "110"),
        # a recogniser's spaces and homophones
        ("三 块 八 毛 五", "3.85"),
        ("三十五快", "35"),
        ("五快钱", "5"),
        ("三十块前", "30"),
        ("五十园", "50"),
        # among other words and numbers
        ("买了3斤苹果花了25", "25"),
        ("住了两晚酒店六百四", "640"),
        ("三点半买了杯奶茶十八", "18"),
        ("坐301路公交两块", "2"),
        ("十五快递费", "15"),
        ("苹果三块五一斤", "3.5"),
        ("橘子十块三个", "10"),
        ("iphone15花了5999", "5999"),
        ("KTV200", "200"),
        ("2026年10月1号房租2500", "2500"),
        ("周五三十", "30"),
        ("午饭二十三明治十五", "15"),
        ("随礼五百二舅也知道", "500"),
        ("贴纸十块3M的", "10"),
        ("宽带费七十一并交了", "70"),
        ("买了二十一个鸡蛋三十", "30"),
        ("十一月三号加油两百八", "280"),
        # 平 is a measure word, but not in 平摊
        ("密室六个人一共七百八平摊", "780"),
        ("刷墙四十平一千八", "1800"),
    ],
)
def test_an_amount(said: str, amount: str) -> None:
    assert parse_amount(said) == yuan(amount)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "3斤苹果",
            "5号楼",
            "2个孩子",
            "三月份",
            "两点半",
            "301路",
            "92号汽油",
            "第二笔",
            "两晚",
            "G1234次高铁",
            "5G套餐",
        ),
        *(
            "一起",
            "一下",
            "万一",
            "千万",
            "一点点",
            "六神",
            "四季青",
            "百事可乐",
            "一块儿",
            "三明治",
            "统一",
            "一米八",
            "二手",
        ),
        *(
            "2026-11-21",
            "8:30",
            "11月3日",
            "星期三",
            "初八",
            "双十一",
            "大年三十",
            "百分之二十",
            "三分之一",
            "20%",
            "打八折",
        ),
        *(
            "半价",
            "一半",
            "半天",
            "三五",
            "一二三",
            "老三",
            "去301开会",
            "楼上1203的邻居",
            "13800138000",
            "五分熟",
            "五角场",
            "零钱",
            "元旦",
        ),
        "买五送一",
    ],
)
def test_no_amount_at_all(said: str) -> None:
    assert find_amounts(normalise(said)) == ()


@pytest.mark.parametrize(
    "said",
    [
        *(
            "几十",
            "几十块",
            "百八十",
            "三四十",
            "一两百",
            "七八块",
            "十几块",
            "几百",
            "上百块",
            "百来块",
            "百把块",
            "块八毛",
            "三五块",
            "醋点七块",
        ),
        *(
            "三十到四十块",
            "20-30",
            "三十四十块",
            "一百二三",
            "一百好几",
            "三点一二五块",
            "四十还是四十五",
            "八十或者九十",
        ),
    ],
)
def test_an_amount_that_is_not_stated(said: str) -> None:
    mentions = find_amounts(normalise(said))
    assert [mention.amount for mention in mentions] == [None]
    assert parse_amount(said) is None


@pytest.mark.parametrize("said", ["十亿零一块", "五千亿"])
def test_more_money_than_a_row_may_hold_is_not_stated(said: str) -> None:
    assert parse_amount(said) is None


def test_mentions_stand_in_the_text_with_the_words_that_belong_to_them() -> None:
    text = "吃饭花了六十块钱左右打车30"
    assert find_amounts(text) == (
        AmountMention(4, 10, yuan("60"), is_explicit=True),
        AmountMention(12, 14, yuan("30"), is_explicit=False),
    )


def test_a_range_is_one_mention_from_end_to_end() -> None:
    (mention,) = find_amounts("大概三十到四十块吧")
    assert (mention.start, mention.end, mention.is_explicit) == (2, 8, True)


@pytest.mark.parametrize(
    ("said", "amounts"),
    [
        ("打车二十一杯奶茶十五", ["20", "15"]),
        ("三块五六块", ["3.5", "6"]),
        ("早饭三块地铁三块", ["3", "3"]),
        ("打车十块一起吃饭五十", ["10", "50"]),
        ("吃饭六十一共一百", ["60", "100"]),
        ("打车三十快递十五", ["30", "15"]),
        ("一万一千", ["11000"]),
        ("三千万块", ["30000000"]),
        ("二十一点五", ["21.5"]),
        ("两块五花肉三十", ["2", "30"]),
    ],
)
def test_where_one_amount_ends(said: str, amounts: list[str]) -> None:
    assert [mention.amount for mention in find_amounts(said)] == [yuan(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("充话费一百送了十块", "100"),
        ("满三百减五十花了两百五", "250"),
        ("原价两百打折后一百六", "160"),
        ("优惠了二十实付八十", "80"),
        ("苹果三块五一斤花了七块", "7"),
        ("两杯每杯十五一共三十", "30"),
        ("吃饭一百五AA每人七十五", "75"),
        ("三个人花了90每人30", "90"),
        ("三十块一个", "30"),
        ("花了60会员2026", "60"),
    ],
)
def test_which_of_several_amounts_is_the_one(said: str, amount: str) -> None:
    assert parse_amount(said) == yuan(amount)


def test_no_mention_is_chosen_from_none() -> None:
    assert choose_amount("", ()) is None


def _spoken_count(number: int, *, with_two: bool) -> str:
    words = spoken(number)
    if with_two and words.startswith("二") and words[1:2] in ("", "百", "千", "万"):
        return "两" + words[1:]
    return words


def _shortened(words: str) -> str:
    """一百二十 as 一百二, 一万二千 as 一万二: the last place is left out where it follows the one before it."""
    for place, below in (("百", "十"), ("千", "百"), ("万", "千")):
        if len(words) >= 4 and words[-1] == below and words[-3] == place:
            return words[:-1]
    return words


@st.composite
def spoken_money(draw: st.DrawFn) -> tuple[Money, str]:
    """An amount and one of the ways to say it, among the words of an entry."""
    whole = draw(st.integers(0, 999_999) | st.integers(1, 300))
    jiao, fen = draw(st.tuples(st.integers(0, 9), st.integers(0, 9)) | st.just((0, 0)))
    words = _spoken_count(whole, with_two=draw(st.booleans())) if draw(st.booleans()) else str(whole)
    unit, below = draw(st.sampled_from([("块", "毛"), ("元", "角")]))
    if jiao and fen:
        ending = f"{unit}{spoken(jiao)}{below}{spoken(fen)}{draw(st.sampled_from(['', '分']))}"
    elif jiao:
        ending = f"{unit}{spoken(jiao)}{draw(st.sampled_from(['', below]))}"
    elif fen:
        ending = f"{unit}零{spoken(fen)}{draw(st.sampled_from(['', '分']))}"
    else:
        words = _shortened(words) if draw(st.booleans()) and not words.isascii() else words
        bare = [""] if whole >= 10 else []
        ending = draw(st.sampled_from([unit, f"{unit}钱", f"{unit}左右", f"{unit}整", *bare]))
    before = draw(st.sampled_from(["", "午饭", "打车花了", "交房租", "买菜用了", "工资到账"]))
    after = draw(st.sampled_from(["", "，就这一笔", "吧"]))
    return Money(whole * 100 + jiao * 10 + fen), f"{before}{words}{ending}{after}"


@given(spoken_money())
def test_every_amount_that_is_spoken_is_understood_to_the_fen(said: tuple[Money, str]) -> None:
    amount, words = said
    assert parse_amount(words) == amount
    assert parse_amount(" ".join(words)) == amount or any(character.isdigit() for character in words)


@given(
    st.text(
        alphabet="一二两三五十百千万零几半点块元毛角分快钱多到个斤号第周送每0123456789.-￥ k，吃", max_size=14
    )
)
def test_mentions_never_overlap_and_lie_within_the_text(said: str) -> None:
    text = normalise(said)
    mentions = find_amounts(text)
    edges = [edge for mention in mentions for edge in (mention.start, mention.end)]
    assert edges == sorted(edges)
    assert all(mention.start < mention.end <= len(text) for mention in mentions)


def test_a_count_behind_an_amount_is_not_its_small_change() -> None:
    """「三十块零五个苹果」 is thirty yuan, and five apples."""
    (amount, *_) = find_amounts("三十块零五个苹果")
    assert amount.amount == Money(3000)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("早点七块糕点十二块五", ["7", "12.5"]),
        ("茶几六百凳子四十", ["600", "40"]),
        ("鱼块九块肉片八块", ["9", "8"]),
        ("一笔寄件十二块一笔打印三块", ["12", "3"]),
        ("花生四块八一起给", ["4.8"]),
        ("卤料三块二八角四块", ["3.2", "4"]),
        ("盖浇饭十六夜晚烤串三十", ["16", "30"]),
    ],
)
def test_a_word_beside_an_amount_is_no_part_of_it(said: str, expected: list[str]) -> None:
    assert [str(mention.amount) for mention in find_amounts(normalise(said))] == expected
