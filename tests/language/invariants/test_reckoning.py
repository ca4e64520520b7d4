"""The amounts that words bear: said in them, or following from what they name, and no other."""

from __future__ import annotations

from datetime import date

import pytest

from voiced.domain.money import Money
from voiced.language.invariants.reckoning import (
    amounts_borne,
    leaves_open,
    names_arithmetic,
    numbers_in,
)
from voiced.language.text.spelling import normalise


def amount(yuan: str) -> Money:
    money = Money.from_text(yuan)
    assert money is not None
    return money


def bears(said: str, yuan: str, before: str | None = None, others: tuple[str, ...] = ()) -> bool:
    """Whether the words may give a row this amount, whose present amount is `before`."""
    present = None if before is None else amount(before)
    return amount(yuan) in amounts_borne(normalise(said), present, map(amount, others))


def test_words_bear_the_amounts_in_them_alone() -> None:
    assert amounts_borne(normalise("吃饭花了60，打车30")) == {amount("60"), amount("30")}


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("第二笔是打车三十", "2"),
        ("三个人吃饭花了六十", "3"),
        ("下午三点打车三十", "3"),
        ("星期三打车三十", "3"),
        ("买了四斤半苹果花了三十", "4"),
        ("高铁G31次三十块", "31"),
        ("住了二十五天花了一千", "25"),
        ("一起吃饭花了六十", "1"),
        ("一万个赞，吃饭六十", "10000"),
    ],
)
def test_a_number_that_counts_orders_or_tells_time_is_no_amount(said: str, number: str) -> None:
    assert not bears(said, number)


@pytest.mark.parametrize(
    ("said", "denied", "meant"),
    [
        ("不是六十是五十", "60", "50"),
        ("吃饭五十是错的，是六十", "50", "60"),
        ("六十啊不二百一十六", "60", "216"),
        ("我没说打车二十，是地铁六块", "20", "6"),
    ],
)
def test_an_amount_that_is_only_denied_is_not_borne(said: str, denied: str, meant: str) -> None:
    assert not bears(said, denied)
    assert bears(said, meant)


def test_an_amount_that_is_denied_once_and_meant_once_is_borne() -> None:
    assert bears("不是六十，打车才是六十", "60")


PRODUCTS = [
    ("三块五一斤，称了四斤", "14"),
    ("五个人吃串串人均四十我买的单", "200"),
    ("三个人每人两张，一张二十", "120"),
    ("来回每趟两块", "4"),
    ("两斤半苹果六块一斤", "15"),
    ("二十五一位，我们两位", "50"),
    ("每张票四十，两张成人三张小孩", "200"),
    ("发箍十块钱三把拿了六把", "20"),
    ("膏药买了三贴十二块一贴", "36"),
    ("新房子押一付三月租四千六", "18400"),
]


@pytest.mark.parametrize(("said", "product"), PRODUCTS)
def test_a_product_needs_a_price_of_one(said: str, product: str) -> None:
    assert bears(said, product)


@pytest.mark.parametrize(
    ("said", "product"), [("四十块，五个人", "200"), ("打车二十，三公里", "60"), ("6块，4瓶", "24")]
)
def test_without_one_nothing_is_multiplied(said: str, product: str) -> None:
    assert not bears(said, product)


def test_of_many_counts_no_two_are_taken_together() -> None:
    said = "每个两块，早上三个，中午五个，下午七个，晚上九个，夜里十二个"
    assert bears(said, "6")
    assert not bears(said, "8")


def test_a_sum_needs_a_word_of_arithmetic() -> None:
    assert bears("面二十，饮料十块，一共多少就记多少", "30")
    assert not bears("面二十，饮料十块", "30")


def test_of_very_many_amounts_only_the_whole_sum_and_the_sums_with_one_of_them_count() -> None:
    amounts = [100 + 7 * number for number in range(13)]
    said = "一共" + "，".join(f"菜{one}块" for one in amounts)
    assert bears(said, str(sum(amounts[:12])))
    assert bears(said, str(amounts[0] + amounts[1]))


def test_of_very_many_values_two_computed_ones_are_not_added() -> None:
    said = (
        "菜三块一斤，肉三十块一斤，鱼三百块一斤，称了四斤、五斤、六斤、七斤、八斤，油两千块，一共多少就记多少"
    )
    assert bears(said, "123")
    assert not bears(said, "132")


@pytest.mark.parametrize(
    ("said", "left"),
    [("原价三百二，减八十", "240"), ("原价三百二，减八十，又抵了十块", "230"), ("给了五十找了十二", "38")],
)
def test_a_difference_needs_a_word_of_it(said: str, left: str) -> None:
    assert bears(said, left)


def test_without_one_nothing_is_taken_off() -> None:
    assert not bears("衣服三百二，袜子八十", "240")


@pytest.mark.parametrize(
    ("said", "share"),
    [
        ("聚餐三百二，四个人AA", "80"),
        ("聚餐三百二，跟三个朋友平摊", "80"),
        ("房租三千，跟室友对半", "1500"),
        ("聚餐三百二，四个人AA，其他人的份转给我了", "240"),
        ("一百块三个人分摊", "33.33"),
        ("两百块三个人分摊", "66.67"),
    ],
)
def test_a_share_needs_a_word_of_it(said: str, share: str) -> None:
    assert bears(said, share)


def test_in_a_long_list_the_amounts_that_were_said_are_shared() -> None:
    said = "我们四个人吃烤鱼一共三百二AA我先付的他们仨都转我了回家路上又买了盒草莓三十五"
    assert bears(said, "240")


def test_without_one_nothing_is_shared() -> None:
    assert not bears("聚餐三百二，四个人", "80")


def test_of_many_counts_a_share_is_one_of_the_counts_alone() -> None:
    said = "三百六AA，三个大人，五个小孩，七个老人，八个同学，九个同事"
    assert bears(said, "120")
    assert not bears(said, "36")


@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("一百块的衣服打八折", "80"),
        ("一百块的衣服打八五折", "85"),
        ("一杯十八，第二杯半价", "27"),
        ("一杯十八，半价", "9"),
        ("吃饭一百二，打了百分之十五的折", "102"),
        ("吃饭一百二，服务费百分之十五", "138"),
    ],
)
def test_a_discount_needs_a_word_of_it(said: str, paid: str) -> None:
    assert bears(said, paid)


def test_without_one_there_is_no_discount() -> None:
    assert not bears("一百块的衣服", "80")


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [
        ("再加五块", "60", "65"),
        ("多说了十块", "60", "50"),
        ("翻倍", "60", "120"),
        ("对半分", "60", "30"),
        ("少了个零", "60", "600"),
        ("少说了一位", "60", "600"),
        ("小数点点错了", "60", "0.6"),
        ("零头不要了", "63.5", "63"),
        ("零头不要了", "63", "60"),
    ],
)
def test_words_of_a_change_change_the_present_amount(said: str, before: str, after: str) -> None:
    assert bears(said, after, before)


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [("改成50", "60", "600"), ("改成一百零五", "60", "600"), ("改成五十", "60", "110"), ("五块", "60", "65")],
)
def test_without_them_the_present_amount_gives_no_other(said: str, before: str, after: str) -> None:
    assert not bears(said, after, before)


def test_rows_exchange_or_share_their_amounts_only_if_the_words_say_so() -> None:
    assert bears("跟第一笔一样", "20", "60", ("20",))
    assert not bears("改成五十", "20", "60", ("20",))


def test_no_amount_is_too_large_for_a_row() -> None:
    assert bears("每张三亿，五张", "300000000")
    assert Money.from_text("1500000000") not in amounts_borne(normalise("每张三亿，五张"))


def test_no_amount_without_a_number() -> None:
    assert amounts_borne(normalise("今天真高兴")) == frozenset()
    assert numbers_in(normalise("零个")).counts == frozenset()


@pytest.mark.parametrize(
    ("said", "of_yuan"),
    [
        ("火锅底料拿了四包，二十五块两包", "50"),
        ("茶叶四百八一斤，称了二两", "96"),
        ("油漆四桶，三百一一桶，第四桶半价", "1085"),
        ("家教四十块一小时，上了六小时", "240"),
        ("挂号加药二百一十三个半", "213.5"),
        ("水管卖了八根一根二十二，零头那六块没要他的", "170"),
        ("跟对象看电影，两张九十，她那张她自己掏的", "45"),
        ("面粉一百零八一袋，要了三袋，每袋给便宜了三块", "315"),
        ("合计九十二块七，运费六块，券抵二十", "78.7"),
        ("物业费一口气交了半年的一个月一百四十二", "852"),
        ("六百四的票退了手续费两成剩下的已经到账", "512"),
        ("一千八 十次课", "1800"),
        ("问我借八百周转", "800"),
        ("车险四千一人家还搭了一张油卡", "4100"),
    ],
)
def test_what_was_paid_is_worked_out(said: str, of_yuan: str) -> None:
    assert bears(said, of_yuan)


def test_a_price_of_one_beside_a_count_may_have_to_be_worked_out() -> None:
    assert names_arithmetic(normalise("租镜头四天，一天八十"))
    assert not names_arithmetic(normalise("打车改成八十"))


@pytest.mark.parametrize(
    ("said", "yuan"),
    [
        ("喝羊肉汤花了四百一五个人平摊", "82"),
        ("卖了个苹果十二一千一百五", "1150"),
        ("鞋七十九一对两对", "158"),
        ("场地费八十四个人AA", "20"),
    ],
)
def test_numerals_that_run_together_may_be_two_numbers(said: str, yuan: str) -> None:
    assert bears(said, yuan)


def test_a_range_is_not_taken_apart() -> None:
    assert not bears("打车大概三四十", "40")


@pytest.mark.parametrize(
    "said",
    [
        "跑一趟来一趟过路费一趟五块",
        "聚餐人均六十二全是导师掏的",
        "小面二两八块",
        "开学那天交了书本费三百",
        "你猜老王中了多少五千",
    ],
)
def test_what_certain_rules_pass_over_is_left_open(said: str) -> None:
    assert leaves_open(normalise(said), None)


@pytest.mark.parametrize("said", ["午饭三十五", "打车二十我付的", "早饭八块", "买菜四十二块五"])
def test_a_plain_entry_leaves_nothing_open(said: str) -> None:
    assert not leaves_open(normalise(said), None)


def test_a_day_that_rules_read_is_not_left_open() -> None:
    assert not leaves_open(normalise("昨天打车二十"), date(2026, 11, 20))
