"""A model's entries against what was said: it can neither invent an entry nor lose one."""

from datetime import date

import pytest

from tests.gateway.drafts import money, utterance
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.gateway.entries import AGREED, IN_DOUBT, checked_entries
from voiced.gateway.extraction import ProposedEntry

EXPENSE, INCOME = TransactionType.EXPENSE, TransactionType.INCOME


def entry(yuan: str, of_type: TransactionType | None = None, category: str | None = None) -> ProposedEntry:
    return ProposedEntry(FieldChange(amount=money(yuan), type=of_type, category=category))


def said(text: str, *proposed: ProposedEntry) -> list[tuple[str, TransactionType]]:
    return [(str(one.amount), one.type) for one in checked_entries(utterance(text), proposed)]


def test_an_entry_needs_words_of_its_own():
    assert said("面条二十二", entry("22"), entry("500", INCOME)) == [("22", EXPENSE)]
    assert said("今天天气不错", entry("22")) == []
    assert said("水果花了几十块", entry("50")) == []


@pytest.mark.parametrize(
    ("text", "of_type", "stated", "to_account"),
    [
        ("从银行卡转到支付宝一千", TransactionType.TRANSFER, "支付宝", "支付宝"),
        ("从银行卡转到支付宝一千", TransactionType.TRANSFER, "余额宝", "支付宝"),
        ("转账一千", TransactionType.TRANSFER, "支付宝", None),
        ("微信买菜一千", EXPENSE, "微信", None),
    ],
)
def test_a_transfer_goes_to_the_account_that_was_said(
    text: str, of_type: TransactionType, stated: str, to_account: str | None
):
    fields = FieldChange(amount=money("1000"), type=of_type, to_account=stated)
    (row,) = checked_entries(utterance(text), [ProposedEntry(fields)])
    assert (row.type, row.to_account) == (of_type, to_account)


def test_a_said_value_that_the_model_left_out_is_kept_and_marked():
    first, second = checked_entries(utterance("面条二十二，打车三十"), [entry("30")])
    assert (first.amount, first.confidence) == (money("22"), IN_DOUBT)
    assert (second.amount, second.confidence) == (money("30"), AGREED)


def test_the_order_is_that_of_the_words():
    assert said("面条二十二，打车三十", entry("30"), entry("22")) == [("22", EXPENSE), ("30", EXPENSE)]


@pytest.mark.parametrize(
    ("text", "proposed", "amounts"),
    [
        ("午饭二十，不对午饭二十六，地铁三块", ["20", "3"], ["26", "3"]),
        ("一共九十，面条六十打车三十", ["90", "60", "30"], ["60", "30"]),
        ("果汁面包各十二", ["12"], ["12", "12"]),
    ],
)
def test_second_thoughts_totals_and_each_are_counted_by_rule(
    text: str, proposed: list[str], amounts: list[str]
):
    assert [amount for amount, _ in said(text, *(entry(yuan) for yuan in proposed))] == amounts


def test_words_that_name_the_type_overrule_the_model():
    read = said("退货退了六十，买鞋两百", entry("60", EXPENSE), entry("200", INCOME))
    assert read == [("60", INCOME), ("200", EXPENSE)]


def test_where_no_word_names_the_type_the_models_counts_and_is_checked():
    (read,) = checked_entries(utterance("老王三百"), [entry("300", INCOME, "转账")])
    assert (read.type, read.category, read.confidence) == (INCOME, "转账", IN_DOUBT)


def category(text: str, stated: str, *own: str) -> str:
    (read,) = checked_entries(utterance(text, *own), [entry("30", EXPENSE, stated)])
    return read.category


def test_the_category_is_the_models_if_the_ledger_has_it():
    assert category("打车三十", "旅行") == "旅行"
    assert category("牛奶三十", "买菜") == "买菜"
    assert category("猫爬架三十", "宠物") == "宠物"
    assert category("雕塑三十", "艺术品") == "其他"
    assert category("雕塑三十", "艺术", "艺术") == "艺术"
    assert category("打车三十", "乘坐飞船") == "交通"


def test_a_category_of_the_households_own_that_was_said_counts_before_the_models():
    assert category("拜佛三十", "旅行", "拜佛") == "拜佛"


@pytest.mark.parametrize(
    ("text", "proposed", "amount"),
    [
        ("四张门票每张40", "160", "160"),
        ("来回各二十三", "46", "46"),
        ("一人两百两个人", "400", "400"),
        ("给了五十找了十二", "38", "38"),
        ("四张门票每张40", "40", "40"),
        ("来回各二十三", "23", "23"),
        ("一人两百两个人", "200", "200"),
        ("给了五十找了十二", "50", "38"),
        ("四张门票每张40", "170", "160"),
        ("看电影两个人八十", "160", "80"),
    ],
)
def test_a_right_computed_amount_passes_and_every_one_that_has_to_be_computed_is_checked(
    text: str, proposed: str, amount: str
):
    (read,) = checked_entries(utterance(text), [entry(proposed)])
    assert (read.amount, read.confidence) == (money(amount), IN_DOUBT)


def test_a_model_makes_no_entry_of_what_did_not_happen():
    assert checked_entries(utterance("午饭三十贵不贵"), [entry("30")]) == ()


def test_an_amount_that_the_words_leave_open_is_taken_from_the_model_and_checked():
    first, second = checked_entries(
        utterance("早点六七块，公交两块"),
        [
            ProposedEntry(FieldChange(amount=money("6"), description="早点")),
            ProposedEntry(FieldChange(amount=money("2"), description="公交")),
        ],
    )
    assert (first.amount, first.confidence) == (money("6"), IN_DOUBT)
    assert (second.amount, second.confidence) == (money("2"), AGREED)


def test_a_type_that_words_tell_stands_and_is_checked_where_the_model_knows_another():
    (told,) = checked_entries(utterance("退货退了六十"), [entry("60", EXPENSE, "购物")])
    assert (told.type, told.confidence) == (INCOME, IN_DOUBT)
    (babble,) = checked_entries(utterance("视频会员二十五"), [entry("25", INCOME, "娱乐")])
    assert (babble.type, babble.confidence) == (EXPENSE, AGREED)


def test_a_type_is_only_taken_with_a_category_of_that_type():
    (read,) = checked_entries(utterance("乌拉拉三十"), [entry("30", INCOME, "服饰")])
    assert (read.type, read.confidence) == (EXPENSE, IN_DOUBT)


@pytest.mark.parametrize(("stated", "carried"), [(None, AGREED), (0.95, 0.95), (0.6, 0.6)])
def test_a_row_that_both_read_the_same_is_as_sure_as_the_model_says(stated: float | None, carried: float):
    (read,) = checked_entries(utterance("打车三十"), [ProposedEntry(FieldChange(amount=money("30")), stated)])
    assert read.confidence == carried


def one_with(text: str, change: FieldChange) -> ParseResult:
    (read,) = checked_entries(utterance(text), [ProposedEntry(change)])
    return read


def test_a_day_is_the_words_and_never_made_up():
    stated = FieldChange(amount=money("30"), date=date(2026, 3, 5))
    assert one_with("打车三十", stated).date == date(2026, 11, 21)
    assert one_with("昨天打车三十", stated).date == date(2026, 11, 20)
    ahead = FieldChange(amount=money("30"), date=date(2027, 3, 5))
    assert one_with("开学那天打车三十", ahead).date == date(2026, 11, 21)
    assert one_with("开学那天打车三十", FieldChange(amount=money("30"), date=date(2026, 9, 1))).date == date(
        2026, 9, 1
    )


def test_a_description_and_an_account_are_made_of_what_was_said():
    made_up = FieldChange(amount=money("30"), description="高级专车", account="我的银行")
    read = one_with("打车三十", made_up)
    assert (read.description, read.account) == ("打车", None)
