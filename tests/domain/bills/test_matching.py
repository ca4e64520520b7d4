"""What becomes of the lines of a bill beside what was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.domain.bills.households import a_line, a_row, at
from voiced.domain.bills.billed import Bill, BilledLine, LineKind, SaidRow
from voiced.domain.bills.fitting import amount_points
from voiced.domain.bills.matching import settle
from voiced.domain.bills.settled import LineOutcome, Settled, is_another_persons
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType

OWN: dict[str, Any] = {"kind": LineKind.OWN, "type": TransactionType.TRANSFER}
CARD: dict[str, Any] = {"account": "招行卡", "wallet": None, "through": "alipay", "has_time": False}
REFUND: dict[str, Any] = {"kind": LineKind.REFUND, "type": TransactionType.INCOME}


def told(lines: Sequence[BilledLine], said: Sequence[SaidRow], known: Sequence[Settled] = ()) -> list[str]:
    """Each line's outcome with the rows that it belongs to, or with those that it may belong to, the likeliest first."""
    return [
        " ".join((one.outcome, *one.rows, *("+".join(rows) for rows in one.options)))
        for one in settle(lines, said, known)
    ]


def kept(line: BilledLine, *rows: str, **other: Any) -> Settled:
    """A line of an earlier import."""
    return Settled(line, LineOutcome.NEW, rows, **other)


@pytest.mark.parametrize(
    ("said", "billed", "points"),
    [
        (5800, 5800, 4.0),
        (4000, 3980, 2.5),
        (61000, 61235, 2.5),
        (5800, 5880, 2.0),
        (13000, 12780, 1.0),
        (4500, 4610, 1.0),
        (5800, 5900, None),
        (3350, 3380, 2.5),
        (3351, 3380, None),
        (100000, 105000, None),
        (4240, 4235, 2.5),
        (12000, 12650, 1.0),
        (12000, 11350, None),
        (1000, 1650, None),
    ],
)
def test_a_said_amount_is_a_billed_one_or_its_rounding(said: int, billed: int, points: float | None) -> None:
    assert amount_points(Money(said), Money(billed)) == points


class TestIsLinked:
    def test_an_amount_of_the_same_day(self) -> None:
        assert told([a_line("1", 5800, 9)], [a_row("s1", 5800, 9)]) == ["linked s1"]

    def test_a_rounded_amount_with_the_words_of_the_shop(self) -> None:
        line = a_line("1", 3980, 9, merchant="晴日杂货铺", item="洗衣液4斤装", category="日用")
        assert told([line], [a_row("s1", 4000, 9, description="洗衣液", category="日用")]) == ["linked s1"]

    def test_a_payment_that_was_told_soon_after_it(self) -> None:
        line = a_line("1", 3980, 9, "12:00")
        assert told([line], [a_row("s1", 4000, 9, "12:30", account="支付宝")]) == ["linked s1"]

    def test_a_payment_that_was_told_the_day_after(self) -> None:
        row = replace(a_row("s1", 5800, 9), row=replace(a_row("s1", 5800, 9).row, created_at=at(10, "09:00")))
        assert told([a_line("1", 5800, 9)], [row]) == ["linked s1"]

    def test_a_payment_by_card_in_the_wallet_that_was_named(self) -> None:
        line = a_line("1", 3980, 9, account="信用卡", item="洗衣液")
        assert told([line], [a_row("s1", 4000, 9, account="支付宝", description="洗衣液")]) == ["linked s1"]

    def test_a_ride_that_was_paid_the_day_after(self) -> None:
        line = a_line("1", 3146, 10, item="快车-10月9日行程", category="交通")
        assert told([line], [a_row("s1", 3150, 9, category="交通")]) == ["linked s1"]

    def test_each_of_two_equal_payments_to_its_own_day(self) -> None:
        lines = [a_line("1", 850, 11), a_line("2", 850, 12)]
        assert told(lines, [a_row("s1", 850, 12), a_row("s2", 850, 11)]) == ["linked s2", "linked s1"]

    def test_the_earlier_of_two_equal_payments(self) -> None:
        lines = [a_line("2", 2200, 9, "12:34"), a_line("1", 2200, 9, "12:33")]
        assert told(lines, [a_row("s1", 2200, 9, "12:50")]) == ["new", "linked s1"]

    def test_one_of_two_equal_rows(self) -> None:
        assert told([a_line("1", 1800, 9)], [a_row("s1", 1800, 9), a_row("s2", 1800, 9)]) == ["linked s1"]

    def test_one_payment_with_a_whole_sentence(self) -> None:
        said = [a_row("s1", 6360, 8, batch_id="b"), a_row("s2", 3000, 8, batch_id="b")]
        assert told([a_line("1", 9360, 8)], said) == ["linked s1 s2"]

    def test_no_income_of_a_sentence_with_the_sum_of_its_expenses(self) -> None:
        income = a_row("s3", 20000, 8, batch_id="b", type=TransactionType.INCOME)
        said = [a_row("s1", 6360, 8, batch_id="b"), a_row("s2", 3000, 8, batch_id="b"), income]
        assert told([a_line("1", 9360, 8)], said) == ["linked s1 s2"]

    def test_two_payments_in_one_shop_with_one_row(self) -> None:
        lines = [a_line("1", 12000, 4, merchant="球馆"), a_line("2", 3600, 4, merchant="球馆")]
        assert told(lines, [a_row("s1", 15600, 4)]) == ["linked s1", "linked s1"]

    def test_a_payment_of_which_a_part_came_back(self) -> None:
        lines = [a_line("1", 4550, 17, trade="m"), a_line("2", 1200, 17, trade="m", **REFUND)]
        assert told(lines, [a_row("s1", 3350, 17)]) == ["linked s1", "refund"]

    def test_a_payment_of_which_one_of_two_equal_parts_was_told(self) -> None:
        parts = [a_line(ref, 1200, 17, trade="m", **REFUND) for ref in ("2", "3")]
        told_of = told([a_line("1", 4550, 17, trade="m"), *parts], [a_row("s1", 3350, 17)])
        assert told_of == ["linked s1", "refund", "refund"]

    def test_a_transfer_between_the_same_accounts(self) -> None:
        line = a_line("1", 61235, 20, to_account="花呗", **OWN)
        row = a_row("s1", 61000, 20, account="支付宝", to_account="花呗", type=TransactionType.TRANSFER)
        assert told([line], [row]) == ["linked s1"]

    def test_money_that_came_back_with_a_row_that_says_so(self) -> None:
        line = a_line("1", 12900, 25, category="退款", **REFUND)
        said = [
            a_row("s1", 12900, 25, category="转账", type=TransactionType.INCOME),
            a_row("s2", 12900, 25, category="退款", type=TransactionType.INCOME),
        ]
        assert told([line], said) == ["linked s2"]

    def test_what_was_told_in_the_next_morning_without_saying_so(self) -> None:
        line = a_line("1", 19600, 8, "18:40", merchant="木屋烧烤", category="餐饮")
        assert told([line], [a_row("s1", 19600, 9, "09:05", description="撸串", category="餐饮")]) == [
            "linked s1"
        ]
        assert told([line], [a_row("s1", 19600, 9, "20:05", description="撸串", category="餐饮")]) == [
            "ask s1"
        ]

    def test_some_tens_that_were_told_at_once(self) -> None:
        line = a_line("1", 12600, 2, "12:10", merchant="农家饭庄", category="餐饮")
        assert told([line], [a_row("s1", 12000, 2, "12:48", description="农家菜", category="餐饮")]) == [
            "linked s1"
        ]

    def test_each_of_two_equal_amounts_to_the_person_that_was_named(self) -> None:
        lines = [a_line("1", 5200, 20, merchant="发给妈"), a_line("2", 5200, 20, merchant="发给爸")]
        said = [a_row("s1", 5200, 20, description="爸红包"), a_row("s2", 5200, 20, description="妈红包")]
        assert told(lines, said) == ["linked s2", "linked s1"]
        names = {"1": "外甥", "2": "外甥女"}
        lines = [a_line(ref, 10000, 25, merchant=f"发给{name}") for ref, name in names.items()]
        said = [a_row(f"s{ref}", 10000, 25, description=f"{name}红包") for ref, name in names.items()]
        assert told(lines, said) == ["linked s1", "linked s2"]

    def test_two_rows_with_two_lines_that_differ_in_nothing(self) -> None:
        lines = [a_line(f"{n}", 5000, 9, f"16:0{n}", merchant="中国移动", category="通讯") for n in (0, 2)]
        said = [
            a_row("s1", 5000, 9, "16:19", description="妈话费", category="人情"),
            a_row("s2", 5000, 9, "16:49", description="爸话费", category="通讯"),
        ]
        assert sorted(told(lines, said)) == ["linked s1", "linked s2"]

    def test_two_payments_in_two_shops_of_which_the_words_name_one(self) -> None:
        lines = [
            a_line("1", 2800, 29, "18:10", merchant="永盛卤味"),
            a_line("2", 700, 29, "18:16", merchant="馒头铺"),
            a_line("3", 4000, 29, "18:20", merchant="药房", type=TransactionType.INCOME),
            a_line("4", 600, 29, "21:16", merchant="馒头铺"),
        ]
        assert told(lines, [a_row("s1", 3500, 29, description="卤菜馒头")]) == [
            "linked s1",
            "linked s1",
            "new",
            "new",
        ]
        assert "linked s1" not in told(lines, [a_row("s1", 3500, 29, description="打车")])

    def test_the_incomes_of_a_day_however_many_they_are(self) -> None:
        earned: dict[str, Any] = {"type": TransactionType.INCOME, "account": "微信"}
        lines = [a_line(f"wechat:{n}", 1100 + n, 8, merchant=f"客{n}", **earned) for n in range(8)]
        row = a_row("s1", sum(line.amount.fen for line in lines), 8, type=TransactionType.INCOME)
        assert told(lines, [row]) == ["linked s1"] * 8

    def test_a_rounded_amount_beside_which_nothing_else_fits(self) -> None:
        line, row = a_line("1", 3160, 9, "10:00"), a_row("s1", 3200, 9, description="葡萄", category="零食")
        assert told([line], [row]) == ["linked s1"]
        other = a_line("2", 3190, 9, "11:00")
        assert told([line, other], [row]) == ["ask s1", "ask s1"], "either may be it"
        assert told([replace(line, happened=at(11, "10:00"))], [row]) == ["new"], "two days after it was told"

    def test_what_shares_one_character_with_the_shop(self) -> None:
        line = a_line("1", 6500, 9, merchant="天堂伞业", item="晴雨两用", category="日用")
        assert told([line], [a_row("s1", 6500, 9, description="买伞")]) == ["linked s1"]
        assert told([line], [a_row("s1", 6500, 9, description="买票")]) == ["ask s1"]

    def test_what_a_market_sells_whatever_it_is(self) -> None:
        line = a_line("1", 4600, 9, merchant="旺旺超市", category="购物")
        assert told([line], [a_row("s1", 4600, 9, description="排骨", category="买菜")]) == ["linked s1"]
        assert told([line], [a_row("s1", 4600, 9, description="地铁", category="交通")]) == ["ask s1"]

    def test_food_of_another_category_that_was_told_at_once(self) -> None:
        line = a_line("1", 1400, 9, "18:00", merchant="西街档口", category="餐饮")
        assert told([line], [a_row("s1", 1400, 9, "18:20", description="烧饼", category="零食")]) == [
            "linked s1"
        ]

    def test_what_was_told_first_thing_in_the_morning(self) -> None:
        line = a_line("1", 3370, 8, "19:40", merchant="百果园", category="零食")
        assert told([line], [a_row("s1", 3350, 9, "07:55", description="水果", category="零食")]) == [
            "linked s1"
        ]
        assert told([line], [a_row("s1", 3350, 9, "15:55", description="水果", category="零食")]) == [
            "ask s1"
        ]

    def test_what_was_paid_in_the_night_after_the_day_that_was_said(self) -> None:
        line = a_line("1", 4230, 10, "01:20", merchant="小海龟", category="洗浴")
        told_of = replace(a_row("s1", 4250, 9).row, category="洗浴", created_at=at(10, "11:00"))
        assert told([line], [SaidRow(told_of, None)]) == ["linked s1"]

    def test_a_toll_whose_item_ends_with_the_day(self) -> None:
        line = a_line("1", 1195, 11, item="通行费-1009", category="汽车")
        assert told([line], [a_row("s1", 1200, 9, category="汽车")]) == ["linked s1"]

    def test_what_was_told_with_an_account_whose_bill_does_not_have_it(self) -> None:
        line = a_line("1", 12900, 9, "20:00", merchant="蓝月书店", category="学习")
        said = a_row("s1", 12900, 9, "20:30", account="微信", description="书店的书", category="学习")
        others: dict[str, Any] = {"account": "微信", "wallet": "微信"}
        billed = [a_line(f"wechat:{day}", 100 + day, day, **others) for day in (6, 12)]
        assert told([line, *billed], [said])[0] == "linked s1"
        assert told([line], [said]) == ["ask s1"], "that bill is not here"
        assert told([line, billed[0]], [said])[0] == "ask s1", "it ends before that day"
        assert told([line, *billed], [replace(said, account="现金")])[0] == "ask s1", "cash has no bill"
        near = replace(said, row=replace(said.row, amount=Money(13000)))
        assert told([line, *billed], [near])[0] == "ask s1", "it was rounded as well"

    def test_money_that_was_told_before_it_came_back(self) -> None:
        line = a_line("1", 8800, 12, item="退款-台灯", category="退款", **REFUND)
        income: dict[str, Any] = {"description": "台灯退款", "type": TransactionType.INCOME}
        for category in ("退款", "其他"):
            assert told([line], [a_row("s1", 8800, 10, category=category, **income)]) == ["linked s1"]
        assert told([line], [a_row("s1", 8800, 10, category="转账", **income)]) != ["linked s1"]

    def test_what_a_deposit_was_that_came_back_days_later(self) -> None:
        lines = [a_line("1", 50000, 4, trade="m"), a_line("2", 41500, 6, trade="m", **REFUND)]
        assert told(lines, [a_row("s1", 8500, 6, description="租车")]) == ["linked s1", "refund"]

    def test_two_things_that_were_told_apart_and_paid_at_once(self) -> None:
        line = a_line("1", 3100, 9, "17:00", category="买菜")
        said = [
            a_row("s1", 2200, 9, "17:10", category="买菜", description="排骨"),
            a_row("s2", 900, 9, "17:13", category="买菜", description="土豆"),
        ]
        assert told([line], said) == ["linked s1 s2"]
        later = replace(said[1], row=replace(said[1].row, created_at=at(9, "18:13")))
        assert told([line], [said[0], later]) == ["ask s1+s2"]

    def test_a_sentence_whose_sum_was_rounded_and_that_names_the_shop(self) -> None:
        line = a_line("1", 8830, 9, "17:00", merchant="绿叶果蔬", category="买菜")
        said = [
            a_row(f"s{fen}", fen, 9, "17:20", batch_id="b", category="买菜", description=f"绿叶的{thing}")
            for fen, thing in ((5000, "羊肉"), (3850, "萝卜"))
        ]
        assert told([line], said) == ["linked s3850 s5000"]

    def test_all_rides_of_a_day_that_were_told_as_one(self) -> None:
        lines = [
            a_line(f"{fen}", fen, 9, clock, merchant="曹操出行", category="交通")
            for fen, clock in ((2110, "08:00"), (1890, "18:00"), (1240, "22:00"))
        ]
        row = a_row("s1", 5250, 9, description="打车", category="交通")
        assert told(lines, [row]) == ["linked s1"] * 3
        assert "linked s1" not in told(lines, [replace(row, row=replace(row.row, amount=Money(5500)))])

    def test_a_meal_of_the_time_of_day_that_was_said(self) -> None:
        lines = [
            a_line("1", 3000, 9, "12:20", merchant="张记"),
            a_line("2", 3000, 9, "18:50", merchant="李记"),
        ]
        assert told(lines, [a_row("s1", 3000, 9, description="晚饭", category="餐饮")]) == [
            "new",
            "linked s1",
        ]

    def test_no_meal_of_another_time_of_day(self) -> None:
        noon = a_line("1", 3000, 9, "12:20", merchant="王婆豆花饭", category="餐饮")
        assert told([noon], [a_row("s1", 3000, 9, description="晚饭", category="餐饮")]) == ["ask s1"]
        breakfast = a_row("s1", 850, 10, "10:00", description="早饭", category="餐饮")
        assert told([a_line("1", 820, 9, "08:10", category="餐饮")], [breakfast]) == ["ask s1"], (
            "it was of today"
        )

    def test_one_of_two_payments_that_differ_in_a_number_alone(self) -> None:
        lines = [
            a_line(f"{n}", 5000, 9, f"09:0{n}", merchant="电力公司", item=f"户号{n}***77", category="水电")
            for n in (1, 2)
        ]
        assert told(lines, [a_row("s1", 5000, 9, "09:30", category="水电")]) == ["linked s1", "new"]

    def test_what_was_paid_before_it_was_told_and_not_after_it(self) -> None:
        lines = [
            a_line("1", 4500, 9, "10:10", merchant="老吴养护", category="汽车"),
            a_line("2", 4500, 9, "10:18"),
        ]
        row = a_row("s1", 4500, 9, "10:15", category="汽车", description="玻璃水")
        assert told(lines, [row]) == ["linked s1", "new"]

    def test_what_the_words_of_a_row_without_a_category_name(self) -> None:
        line = a_line("1", 2600, 9, category="通讯")
        row = a_row("s1", 2600, 9, description="寄包裹")
        assert told([line], [row]) == ["ask s1"]
        assert told([line], [replace(row, meaning="通讯")]) == ["linked s1"]


class TestIsAsked:
    def test_where_two_digits_were_swapped(self) -> None:
        line = a_line("1", 6180, 9, "18:30", merchant="饿了么", category="餐饮")
        row = a_row("s1", 1680, 9, "21:30", description="晚上的外卖", category="餐饮")
        assert told([line], [row]) == ["ask s1"]
        assert told([line], [replace(row, row=replace(row.row, amount=Money(1860)))]) == ["new"]

    def test_where_ten_was_heard_in_another_place(self) -> None:
        line = a_line("1", 1600, 9, "18:10", merchant="菜鸟菜摊", category="买菜")
        row = a_row("s1", 6000, 9, "20:10", description="买菜", category="买菜")
        assert told([line], [row]) == ["ask s1"]
        assert told([line], [replace(row, row=replace(row.row, amount=Money(7000)))]) == ["new"]

    def test_a_sum_of_two_whose_row_may_be_one_line_as_well(self) -> None:
        lines = [
            a_line("1", 4230, 9, "17:40", merchant="绿叶果蔬", category="买菜"),
            a_line("2", 3720, 9, "17:52", merchant="绿叶果蔬", category="买菜"),
        ]
        row = a_row("s1", 7950, 9, "18:10", description="买菜", category="买菜")
        ride = a_row("s2", 7950, 9, "18:10", description="打车", category="交通")
        assert told(lines, [row, ride]) == ["linked s1", "linked s1"]
        whole = a_line("3", 7950, 9, "08:00")
        assert told([*lines, whole], [row, ride]) == ["ask s1 s2"] * 3

    def test_where_a_meal_was_told_by_guess(self) -> None:
        line = a_line("1", 1700, 9, "12:05")
        assert told([line], [a_row("s1", 2000, 9, description="中饭", category="餐饮")]) == ["ask s1"]
        assert told([line], [a_row("s1", 2100, 9, description="中饭", category="餐饮")]) == ["new"]
        assert told([line], [a_row("s1", 2000, 9, description="晚饭", category="餐饮")]) == ["new"]

    def test_where_a_gift_of_the_same_amount_is_no_red_packet(self) -> None:
        line = a_line("1", 10000, 9, merchant="红十字会", category="人情", account="微信")
        row = a_row("s1", 10000, 9, account="微信", description="同学红包", category="红包")
        assert told([line], [row]) == ["ask s1"]

    def test_where_the_word_for_the_thing_stands_in_one_of_two_shops(self) -> None:
        lines = [
            a_line("1", 2480, 9, merchant="花小猪打车", category="交通"),
            a_line("2", 2510, 9, "18:00", merchant="如祺出行", category="交通"),
        ]
        row = a_row("s1", 2500, 9, description="打车", category="交通")
        assert told(lines, [replace(row, meaning="交通")]) == ["ask s1", "ask s1"]

    def test_where_each_side_names_another_thing(self) -> None:
        line = a_line("1", 3000, 8, merchant="滴滴出行", category="交通")
        assert told([line], [a_row("s1", 3000, 8, description="修鞋", category="服饰")]) == ["ask s1"]
        assert told([line], [a_row("s1", 3000, 8)]) == ["linked s1"], "nothing tells otherwise"
        odd = a_line("1", 3010, 8, merchant="滴滴出行", category="交通")
        assert told([odd], [a_row("s1", 3010, 8, description="修鞋", category="服饰")]) == ["linked s1"]

    def test_where_an_equal_payment_does_not_tell_what_it_was(self) -> None:
        lines = [a_line("1", 3500, 29, category="餐饮"), a_line("2", 3500, 29, "19:00", merchant="甲")]
        assert told(lines, [a_row("s1", 3500, 29, description="吃饭", category="餐饮")]) == [
            "ask s1",
            "ask s1",
        ]

    def test_where_a_payment_of_the_shop_that_was_named_has_another_amount(self) -> None:
        shop = a_line("1", 18640, 25, merchant="武商超市(武广店)")
        assert told([shop], [a_row("s1", 16840, 25, description="武商超市")]) == ["ask s1"]
        assert told([shop], [a_row("s1", 1840, 25, description="武商超市")]) == ["new"], "much less"
        assert told([shop], [a_row("s1", 17840, 25, description="买菜")]) == ["new"]
        ride = a_line("1", 4380, 24, "22:45", category="交通")
        assert told([ride], [a_row("s1", 3480, 24, "23:05", category="交通")]) == ["ask s1"]
        assert told([ride], [a_row("s1", 2480, 24, "22:05", category="交通")]) == ["new"]
        both = [shop, replace(shop, ref="alipay:2", amount=Money(17000))]
        assert sorted(told(both, [a_row("s1", 16840, 25, description="武商超市")])) == ["ask s1", "new"]
        income = a_row("s1", 16840, 25, description="武商超市", type=TransactionType.INCOME)
        assert told([shop], [income]) == ["new"]

    def test_where_all_incomes_of_a_day_were_rounded(self) -> None:
        earned: dict[str, Any] = {"type": TransactionType.INCOME, "account": "微信", "category": "转账"}
        lines = [
            a_line(f"wechat:{n}", fen, 30, merchant="扫码顾客", **earned)
            for n, fen in enumerate((3000, 5600, 5200))
        ]
        row = a_row("s1", 14000, 30, description="店里收款", type=TransactionType.INCOME)
        assert told(lines, [row]) == ["ask s1"] * 3

    def test_where_another_account_was_said(self) -> None:
        assert told([a_line("1", 1200, 1)], [a_row("s1", 1200, 1, account="现金")]) == ["ask s1"]
        line = a_line("1", 7980, 2, item="电影票")
        assert told([line], [a_row("s1", 8000, 2, account="微信", description="看电影")]) == ["ask s1"]

    def test_where_a_transfer_was_said_between_other_accounts(self) -> None:
        line = a_line("1", 50000, 3, to_account="招行卡", **OWN)
        for other in ({"to_account": "信用卡"}, {"account": "微信"}):
            assert told([line], [a_row("s1", 50000, 3, type=TransactionType.TRANSFER, **other)]) == ["ask s1"]

    def test_where_two_rows_fit_alike(self) -> None:
        said = [a_row("s1", 1800, 9, description="吃面"), a_row("s2", 1800, 9, description="打车")]
        assert told([a_line("1", 1800, 9)], said) == ["ask s1 s2"]

    def test_where_it_was_said_before_it_was_paid(self) -> None:
        assert told([a_line("1", 1800, 9, "12:00")], [a_row("s1", 1800, 9, "11:00")]) == ["ask s1"]

    def test_where_ten_rows_fit_alike_and_offers_five_of_them(self) -> None:
        said = [a_row(f"s{n}", 1800, 9, description=f"第{n}笔") for n in range(10)]
        assert told([a_line("1", 1800, 9)], said) == ["ask s0 s1 s2 s3 s4"]

    def test_beside_a_sum_that_has_too_few_points(self) -> None:
        said = [a_row("s1", 6000, 8, batch_id="b"), a_row("s2", 3000, 8, batch_id="b")]
        assert told([a_line("1", 9060, 11)], said) == ["new"]
        lines = [a_line("1", 12030, 7, merchant="球馆"), a_line("2", 3640, 7, merchant="球馆")]
        assert told(lines, [a_row("s1", 15600, 4)]) == ["new", "new"]

    def test_where_the_reader_does_not_know_the_line(self) -> None:
        assert told([a_line("1", 1800, 9, kind=LineKind.UNSURE)], [a_row("s1", 1800, 9)]) == ["ask"]

    def test_where_two_sentences_have_its_sum(self) -> None:
        said = [a_row(f"s{n}", 1000 + 50 * (n % 2), 8, batch_id=f"b{n // 2}") for n in range(4)]
        assert told([a_line("1", 2050, 8)], said) == ["ask s0+s1 s2+s3"]

    def test_where_its_sum_was_rounded(self) -> None:
        said = [a_row("s1", 6000, 8, batch_id="b"), a_row("s2", 3000, 8, batch_id="b")]
        assert told([a_line("1", 9060, 8)], said) == ["ask s1+s2"]

    def test_where_it_is_two_of_three_rows_of_a_sentence(self) -> None:
        said = [a_row(f"s{n}", fen, 8, batch_id="b") for n, fen in enumerate((6000, 3000, 1700))]
        assert told([a_line("1", 7700, 8)], said) == ["ask s0+s2"]

    @pytest.mark.parametrize("shares", [(8650, 8650), (8650, 4325, 4325)])
    def test_where_the_sum_of_several_incomes_was_rounded(self, shares: Sequence[int]) -> None:
        earned: dict[str, Any] = {"type": TransactionType.INCOME, "account": "微信"}
        lines = [a_line(f"wechat:{n}", fen, 8, merchant=f"友{n}", **earned) for n, fen in enumerate(shares)]
        row = a_row("s1", 17000, 8, account="微信", type=TransactionType.INCOME)
        assert told(lines, [row]) == ["ask s1"] * len(shares)
        beside = {line.ref: set(one.beside) for one in settle(lines, [row]) for line in (one.line,)}
        assert beside == {ref: set(beside) - {ref} for ref in beside}

    def test_where_the_sum_of_two_payments_in_one_shop_was_rounded(self) -> None:
        lines = [a_line("1", 12030, 4, merchant="球馆"), a_line("2", 3640, 4, merchant="球馆")]
        assert told(lines, [a_row("s1", 15600, 4)]) == ["ask s1", "ask s1"]

    def test_where_two_rows_have_the_sum_of_two_lines(self) -> None:
        lines = [a_line("1", 12000, 4, merchant="球馆"), a_line("2", 3600, 4, merchant="球馆")]
        said = [a_row("s1", 15600, 4), a_row("s2", 15600, 4)]
        assert told(lines, said) == ["ask s1 s2", "ask s1 s2"]

    def test_no_round_sum_of_another_wallet(self) -> None:
        lines = [
            a_line("1", 4230, 9, "07:40", merchant="城北农贸市场", category="买菜"),
            a_line("2", 3720, 9, "07:52", merchant="豆腐摊", category="买菜"),
        ]
        row = a_row("s1", 8000, 9, "09:30", description="买菜", category="买菜")
        assert told(lines, [row]) == ["ask s1", "ask s1"]
        paid_by_card = a_row("s1", 8000, 9, "09:30", account="信用卡", description="买菜", category="买菜")
        assert told(lines, [paid_by_card]) == ["new", "new"]

    def test_where_the_sum_of_two_stalls_was_rounded(self) -> None:
        lines = [
            a_line("1", 4230, 4, "07:40", merchant="北门菜市鱼档", category="买菜"),
            a_line("2", 3720, 4, "08:25", merchant="北门菜市豆腐摊", category="买菜"),
        ]
        row = a_row("s1", 8000, 4, "09:30", description="买菜", category="买菜")
        assert told(lines, [row]) == ["ask s1", "ask s1"]
        first, second = settle(lines, [row])
        assert (first.beside, second.beside) == (("alipay:2",), ("alipay:1",))
        untold = [replace(line, happened=at(4, f"08:1{n}"), category="") for n, line in enumerate(lines)]
        assert told(untold, [row]) == ["ask s1", "ask s1"], "minutes apart, and neither tells another kind"
        drink = [lines[0], replace(lines[1], merchant="茶百道", category="饮品")]
        assert told(drink, [row]).count("ask s1") < len(drink)
        evening = [lines[0], replace(lines[1], happened=at(4, "19:25"))]
        assert told(evening, [row]).count("ask s1") < len(evening), "two rounds"
        assert told(lines, [a_row("s1", 8000, 4, description="打车", category="交通")]) == ["new", "new"]

    def test_where_neither_word_nor_hour_settles_which_of_two_was_told(self) -> None:
        lines = [
            a_line("1", 3240, 6, "08:05", merchant="河西市场5号", category="买菜"),
            a_line("2", 3160, 6, "17:20", merchant="鲜果时光", category="零食"),
        ]
        row = a_row("s1", 3200, 6, "21:00", description="随便买的", category="买菜")
        assert told(lines, [row]) == ["ask s1", "ask s1"]
        equal = [replace(line, amount=Money(3200)) for line in lines]
        assert told(equal, [row]) == ["ask s1", "ask s1"]
        assert told([equal[0], lines[1]], [row]) == ["linked s1", "new"], "one of them has the amount"
        named = replace(row, meaning="买菜")
        assert told(lines, [named]) == ["linked s1", "new"], "its words name the kind"
        fruit = a_row("s1", 3200, 6, "21:00", description="鲜果", category="零食")
        assert told(lines, [fruit]) == ["new", "linked s1"], "its words name the shop"


class TestWhatIsLeft:
    def test_is_no_question_where_much_fits_by_chance(self) -> None:
        line = a_line("1", 4100, 9, "22:40", category="交通")
        rows = [a_row(f"s{n}", 3000 + n, 9, "12:00", description="打车", category="交通") for n in range(4)]
        assert told([line], rows[:1]) == ["ask s0"]
        assert told([line], rows) == ["new"]

    def test_is_a_sum_that_was_told_after_its_payments(self) -> None:
        lines = [a_line("1", 15000, 8, merchant="蜀大侠"), a_line("2", 9830, 8, "20:00", merchant="海底捞")]
        assert told(lines, [a_row("s1", 24830, 9)]) == ["ask s1", "ask s1"]
        assert told(lines, [a_row("s1", 24830, 7)]) == ["new", "new"]


class TestAFee:
    LINE = a_line("1", 100000, 8, "21:00", account="微信", to_account="招行卡", fee=Money(100), **OWN)

    def test_has_the_row_that_was_said_about_it(self) -> None:
        said = [
            a_row("s1", 200, 8, description="别的手续费"),
            a_row("s2", 100, 8, description="提现手续费"),
            a_row("s3", 100, 8, description="提现手续费"),
        ]
        (one,) = settle([self.LINE], said)
        assert one.fee_row == "s2"

    def test_has_a_row_of_its_own_where_none_was_said(self) -> None:
        said = [a_row("s1", 100, 8, description="矿泉水"), a_row("s2", 200, 8, description="手续费")]
        (one,) = settle([self.LINE], said)
        assert one.fee_row == ""


class TestATransferBetweenOwnBanks:
    OUT = a_line(
        "cmb:1", 300000, 12, "00:00", account="招行卡", wallet=None, merchant="林某某", item="转账汇款"
    )
    END = replace(OUT, ref="ccb:1", account="建行卡", type=TransactionType.INCOME)

    def test_is_one_transfer_where_both_banks_name_one_person(self) -> None:
        first, second = settle([self.OUT, self.END], [])
        assert (first.line.type, first.line.account, first.line.to_account) == (
            TransactionType.TRANSFER,
            "招行卡",
            "建行卡",
        )
        assert (second.outcome, second.doubles) == (LineOutcome.IGNORED, "cmb:1")

    def test_is_one_transfer_beside_a_side_that_stays_as_it_is(self) -> None:
        assert told([self.END], [], known=[kept(self.OUT, "r1")]) == ["ignored"]
        assert told([self.OUT], [], known=[kept(self.END, "r1")]) == ["ignored"]
        assert told([], [], known=[kept(self.OUT, "r1"), kept(self.END, "r2")]) == []

    def test_is_asked_about_where_they_name_two(self) -> None:
        other = replace(self.END, merchant="周某某")
        assert told([self.OUT, other], []) == ["new", "ask"]
        assert told([self.OUT], [], known=[kept(other, "r1")]) == ["new"]

    def test_is_none_of_one_bank_nor_of_two_days_later(self) -> None:
        assert told([self.OUT, replace(self.END, ref="cmb:2")], []) == ["new", "new"]
        assert told([self.OUT, replace(self.END, happened=at(15, "09:00"))], []) == ["new", "new"]


class TestIsNew:
    def test_what_a_wallet_paid_on_a_day_after_it_was_told(self) -> None:
        row = a_row("s1", 2500, 7, description="草莓", category="零食")
        assert told([a_line("1", 2500, 8, merchant="阿三炒饭", category="餐饮")], [row]) == ["new"]
        bank: dict[str, Any] = {**CARD, "category": "零食", "merchant": "草莓园"}
        assert told([a_line("icbc:1", 2500, 8, "00:00", **bank)], [row]) == ["linked s1"]
        assert told([a_line("1", 2500, 12, merchant="草莓园")], [row]) == ["new"], "days after it was told"
        stall: dict[str, Any] = {"merchant": "草莓大棚", "category": "零食"}
        assert told([a_line("1", 2500, 8, **stall)], [row]) == ["ask s1"], "it is much alike"

    def test_what_has_the_sum_of_some_other_thing_by_chance(self) -> None:
        lines = [a_line(f"{day}", 200, day, merchant="地铁", category="交通") for day in (6, 8)]
        assert told(lines, [a_row("s1", 400, 9, description="香菜", account="现金")]) == ["new", "new"]

    def test_without_a_row_of_its_days_and_amount(self) -> None:
        assert told([a_line("1", 1800, 9)], [a_row("s1", 1800, 4), a_row("s2", 2100, 9)]) == ["new"]

    def test_a_refund_that_is_all_of_it_or_came_late(self) -> None:
        lines = [
            a_line("1", 4550, 7, trade="m"),
            a_line("2", 4550, 7, trade="m", **REFUND),
            a_line("3", 1200, 17, trade="m", **REFUND),
        ]
        assert told(lines, [a_row("s1", 3350, 7)]) == ["new", "refund", "refund"]

    def test_money_in_beside_a_sentence_of_expenses(self) -> None:
        said = [a_row("s1", 6360, 8, batch_id="b"), a_row("s2", 3000, 8, batch_id="b")]
        assert told([a_line("1", 9360, 8, type=TransactionType.INCOME)], said) == ["new"]


class TestABankLineIsTheProofOfAWallets:
    def test_in_one_import_and_in_two(self) -> None:
        wallet, bank = a_line("1", 3980, 9, account="招行卡"), a_line("cmb:1", 3980, 10, "00:00", **CARD)
        assert told([bank, wallet], []) == ["ignored", "new"]
        assert told([bank], [], known=[kept(wallet, "r1")]) == ["ignored"]

    def test_the_wallets_line_takes_the_row_of_a_banks_line_that_came_first(self) -> None:
        wallet, bank = a_line("1", 3980, 9, account="招行卡"), a_line("cmb:1", 3980, 10, "00:00", **CARD)
        assert told([wallet], [], known=[kept(bank, "r1")]) == ["linked r1"]
        assert told([wallet], [], known=[kept(bank)]) == ["new"], "a line without a row has nothing to give"
        assert told([wallet], [], known=[kept(bank, "r1", doubles="alipay:0")]) == ["new"]

    def test_a_payment_that_was_proved_before_is_proved_once(self) -> None:
        wallet, bank = a_line("1", 3980, 9, account="招行卡"), a_line("cmb:1", 3980, 10, "00:00", **CARD)
        known = [kept(wallet, "r1"), kept(bank, doubles="alipay:1")]
        assert told([a_line("cmb:2", 3980, 10, "00:00", **CARD)], [], known=known) == ["new"]

    def test_a_line_of_no_money_proves_nothing(self) -> None:
        bank = a_line("cmb:1", 3980, 10, "00:00", **CARD, kind=LineKind.NOTHING)
        settled = settle([bank], [], [kept(a_line("1", 3980, 9, account="招行卡"), "r1")])
        assert [one.doubles for one in settled] == [""]

    def test_of_a_transfer_and_of_a_refund(self) -> None:
        moved = a_line("1", 50000, 3, to_account="招行卡", **OWN)
        back = a_line("2", 1590, 3, account="招行卡", **REFUND)
        earned: dict[str, Any] = {"type": TransactionType.INCOME, **CARD}
        banks = [a_line("cmb:1", 50000, 3, **earned), a_line("cmb:2", 1590, 4, **earned)]
        assert told(banks, [], known=[kept(moved, "r1"), kept(back, "r2")]) == ["ignored", "ignored"]

    def test_of_one_repayment_in_two_banks(self) -> None:
        wallet = a_line("1", 138600, 9, account="招行卡", to_account="信用卡", **OWN)
        paid = a_line("cmb:1", 138600, 9, to_account="信用卡", **{**CARD, **OWN})
        came = replace(paid, ref="icbc:1", account=None)
        assert told([paid, came], [], known=[kept(wallet, "r1")]) == ["ignored", "ignored"]

    def test_on_another_day_without_naming_the_wallet(self) -> None:
        wallet = a_line("1", 3980, 9, account="招行卡")
        bank = a_line("cmb:1", 3980, 10, "00:00", **{**CARD, "through": None})
        assert told([wallet, bank], []) == ["new", "ask"]
        assert told([wallet, replace(bank, happened=at(9, "00:00"))], []) == ["new", "ignored"]

    def test_for_each_payment_once(self) -> None:
        wallet = a_line("1", 3980, 9, account="招行卡")
        banks = [a_line(f"cmb:{n}", 3980, 9, **CARD) for n in range(2)]
        assert told(banks, [], known=[kept(wallet, "r1")]) == ["ignored", "ask"]

    @pytest.mark.parametrize(
        "wallet",
        [
            a_line("1", 3980, 9, account="信用卡"),
            a_line("wechat:1", 3980, 9, account="招行卡"),
            a_line("1", 3980, 11, account="招行卡"),
        ],
    )
    def test_of_no_other_payment(self, wallet: BilledLine) -> None:
        assert told([a_line("cmb:1", 3980, 10, **CARD)], [], known=[kept(wallet, "r1")]) == ["new"]


class TestARefundNamesItsPayment:
    def named(self, *lines: BilledLine, known: Sequence[Settled] = ()) -> str:
        """What the last line is a refund of."""
        return settle(lines, [], known)[-1].refunds

    def test_by_the_number_that_both_share(self) -> None:
        back = a_line("2", 1200, 17, trade="m", **REFUND)
        payment, other = a_line("1", 4550, 7, trade="m"), a_line("3", 1200, 8, trade="n")
        assert self.named(payment, other, back) == "alipay:1"
        assert self.named(back, known=[kept(payment, "r1")]) == "alipay:1"

    def test_by_a_number_that_begins_with_the_payments(self) -> None:
        payment = a_line("2026101722000001", 4550, 7)
        assert self.named(payment, a_line("2026101722000001_9", 1200, 17, **REFUND)) == payment.ref

    def test_by_merchant_and_amount(self) -> None:
        lines = [a_line(f"{n}", 4550, n, merchant="书店") for n in (3, 5, 19)]
        assert self.named(*lines, a_line("9", 4550, 17, merchant="书店", **REFUND)) == "alipay:5"

    def test_and_no_other_one(self) -> None:
        payment = a_line("1", 4550, 7, merchant="书店", trade="m")
        assert self.named(payment, a_line("2", 5000, 17, trade="m", **REFUND)) == "", "more came back"
        assert self.named(payment, a_line("3", 4550, 17, merchant="别家", **REFUND)) == ""
        assert self.named(replace(payment, merchant=""), a_line("3", 4550, 17, **REFUND)) == ""


class TestABillOfAnotherPerson:
    ROWS = tuple(a_row(f"s{n}", 1000 + n, 9) for n in range(50))

    def told(self, *lines: BilledLine, said: Sequence[SaidRow] = ROWS) -> bool:
        bill = Bill("alipay", lines, date(2026, 10, 8), date(2026, 10, 10))
        return is_another_persons(bill, settle(lines, said), said)

    def test_has_no_line_for_much_that_was_said_in_its_days(self) -> None:
        assert self.told(a_line("1", 990000, 9))
        assert not self.told(a_line("1", 990000, 9), a_line("2", 1003, 9))
        assert not self.told(a_line("1", 990000, 9), said=self.ROWS[1:])

    def test_covers_some_days(self) -> None:
        assert not is_another_persons(Bill("alipay", (), None, None), (), self.ROWS)


def test_a_line_of_no_money_is_left_out() -> None:
    assert told([a_line("1", 8200, 21, kind=LineKind.NOTHING)], [a_row("s1", 8200, 21)]) == ["ignored"]


AMOUNTS = st.sampled_from([850, 1200, 1800, 2200, 3980, 4000])
DAYS = st.integers(5, 9)


@given(
    st.lists(st.tuples(AMOUNTS, DAYS), max_size=12),
    st.lists(st.tuples(AMOUNTS, DAYS), max_size=12),
    st.randoms(),
)
def test_order_does_not_matter_and_nothing_is_linked_twice(
    billed: list[tuple[int, int]], told_of: list[tuple[int, int]], random: Random
) -> None:
    lines = [a_line(str(n), fen, day) for n, (fen, day) in enumerate(billed)]
    rows = [a_row(f"s{n}", fen, day) for n, (fen, day) in enumerate(told_of)]
    settled = settle(lines, rows)
    assert [one.line for one in settled] == lines
    linked = [row for one in settled if one.outcome is LineOutcome.LINKED for row in one.rows]
    assert len(set(linked)) == len(linked)
    shuffled = settle(random.sample(lines, len(lines)), random.sample(rows, len(rows)))
    assert {one.line.ref: one for one in shuffled} == {one.line.ref: one for one in settled}
