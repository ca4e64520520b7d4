"""What keeps a model's entries from becoming rows that nobody said, and what stands as the model said it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.answers import entries_of, entry_words
from tests.support.now import NOW
from voiced.domain.transaction import EntryField, ParseResult
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Account, Vocabulary, default_vocabulary_with
from voiced.language.entries.weighing import Weighed
from voiced.language.invariants.entries import HeldEntries, hold_entries, weigh_believed
from voiced.language.text.spelling import normalise

TODAY = NOW.date()


def held(said: str, answer: str, vocabulary: Vocabulary = DEFAULT_VOCABULARY) -> HeldEntries:
    """What is left of a model's entries for the words."""
    return hold_entries(normalise(said), entries_of(answer, TODAY), vocabulary, NOW)


def kept(said: str, answer: str, vocabulary: Vocabulary = DEFAULT_VOCABULARY) -> str:
    """The entries that are left, as tests write them."""
    return "；".join(entry_words(row, TODAY) for row in held(said, answer, vocabulary).rows)


def weighed(said: str, answer: str) -> Weighed:
    """The rows of a believed model's entries."""
    rows = held(said, answer).rows
    return weigh_believed(normalise(said), rows, DEFAULT_VOCABULARY, NOW)


def test_entries_in_the_words_stand_as_the_model_said_them() -> None:
    answer = "收入800 住房 房客；支出30 交通 打车 @-1"
    assert kept("房客昨天给了八百，打车三十", answer) == "收入800元 住房 房客；支出30元 交通 打车 @-1"


def test_an_amount_that_is_not_in_the_words_costs_its_row_alone() -> None:
    found = held("吃饭花了60，打车30", "支出60 餐饮 吃饭；支出35 交通 打车")
    assert [entry_words(row, TODAY) for row in found.rows] == ["支出60元 餐饮 吃饭"]
    assert found.refused == 1


def test_an_entry_without_an_amount_needs_a_thing_that_was_said() -> None:
    assert kept("奶茶，吃饭60", "支出? 饮品 奶茶；支出60 餐饮 吃饭") == "支出? 饮品 奶茶；支出60元 餐饮 吃饭"
    assert held("奶茶，吃饭60", "支出? 饮品 咖啡；支出? 饮品；支出60 餐饮 吃饭").refused == 2


def test_a_further_entry_may_belong_to_the_day_of_an_open_row() -> None:
    (entry,) = entries_of("支出30 交通 打车 @-3", TODAY)
    said = normalise("还有打车三十")
    assert hold_entries(said, [entry], DEFAULT_VOCABULARY, NOW, {entry.date}).rows
    assert not hold_entries(said, [entry], DEFAULT_VOCABULARY, NOW, {TODAY}).rows


@pytest.mark.parametrize("said", ["打车三十不要了，地铁四块", "打车三十，打车不算"])
def test_an_entry_that_the_words_take_back_is_refused(said: str) -> None:
    assert held(said, "支出30 交通 打车") == HeldEntries((), 1)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("不是打车三十", "支出30 交通 打车"),
        ("打车三十不是收入是支出", "收入30 交通 打车"),
        ("工资八千不算支出", "支出8000 工资 工资"),
        ("还你的一百不是转账", "转账100 转账 还你"),
        ("不是昨天，前天打车三十", "支出30 交通 打车 @-1"),
    ],
)
def test_what_the_words_deny_is_refused(said: str, answer: str) -> None:
    assert held(said, answer) == HeldEntries((), 1)


def test_a_type_that_is_denied_once_and_named_once_is_not_denied() -> None:
    assert held("不是收入，是收入退回来三十", "收入30 退款 退回来").refused == 0


@pytest.mark.parametrize(
    ("said", "days", "stands"),
    [
        ("前天打车三十", -2, True),
        ("前天打车三十", 0, True),
        ("前天打车三十", -1, False),
        ("打车三十", 0, True),
        ("打车三十", -1, False),
        ("开学那天打车三十", -60, True),
        ("开学那天打车三十", 1, False),
        ("开学那天打车三十", -500, False),
    ],
)
def test_a_day_stands_in_the_words_or_is_in_words_of_time_that_rules_do_not_read(
    said: str, days: int, stands: bool
) -> None:
    assert bool(held(said, f"支出30 交通 打车 @{days}").rows) == stands


def test_an_amount_of_the_words_is_in_one_row() -> None:
    found = held("吃饭60，打车30", "支出60 餐饮 吃饭；支出60 餐饮 饭；支出30 交通 打车")
    assert [entry_words(row, TODAY) for row in found.rows] == ["支出60元 餐饮 吃饭", "支出30元 交通 打车"]


def test_an_amount_that_is_computed_is_in_one_row_as_well() -> None:
    answer = "支出240 购物 衣服；支出240 购物 衣服"
    assert kept("衣服原价三百二减八十", answer) == "支出240元 购物 衣服"


def test_an_amount_said_twice_is_in_two_rows_and_no_third() -> None:
    answer = "支出30 餐饮 午饭；支出30 饮品 奶茶；支出30 饮品 奶茶"
    assert kept("午饭三十，奶茶三十", answer) == "支出30元 餐饮 午饭；支出30元 饮品 奶茶"


def test_a_refund_may_have_the_amount_of_the_payment_that_is_said_once() -> None:
    answer = "支出129 购物 卷发棒；收入129 退款 卷发棒；收入129 退款 卷发棒"
    assert (
        kept("卷发棒一百二十九，商家把钱全退我了", answer) == "支出129元 购物 卷发棒；收入129元 退款 卷发棒"
    )


@pytest.mark.parametrize("shared", ["AA", "aa", "一人一半"])
def test_a_half_may_be_as_much_as_another_thing(shared: str) -> None:
    answer = "支出150 餐饮 火锅；支出150 购物 书；支出150 购物 书"
    assert kept(f"火锅三百{shared}，书一百五", answer) == "支出150元 餐饮 火锅；支出150元 购物 书"


def test_tenths_behind_an_amount_may_belong_to_it_or_to_the_next_thing() -> None:
    assert (
        kept("卡纸十二块八双面胶六块", "支出12.8 学习 卡纸；支出6 学习 双面胶")
        == "支出12.8元 学习 卡纸；支出6元 学习 双面胶"
    )


def test_words_that_give_one_amount_to_each_make_several_rows() -> None:
    answer = "支出20 餐饮 早饭；支出20 餐饮 午饭"
    assert kept("早饭午饭各二十", answer) == "支出20元 餐饮 早饭；支出20元 餐饮 午饭"


def test_the_whole_beside_its_parts_is_no_row() -> None:
    answer = "支出20 餐饮 面；支出10 饮品 饮料；支出30 餐饮 面"
    assert kept("面二十，饮料十块，一共三十", answer) == "支出20元 餐饮 面；支出10元 饮品 饮料"


def test_a_sum_that_no_word_names_may_be_a_row_of_its_own() -> None:
    answer = "支出20 餐饮 面；支出10 饮品 饮料；支出30 交通 打车"
    assert len(held("面二十，饮料十块，打车三十", answer).rows) == 3


def test_the_whole_alone_is_a_row() -> None:
    assert kept("面和饮料一共三十", "支出30 餐饮 面") == "支出30元 餐饮 面"


def test_a_description_in_other_words_gives_way_to_the_one_by_rule() -> None:
    assert kept("打车三十", "支出30 交通 出租车") == "支出30元 交通 打车"
    assert kept("面二十加饮料十块一共多少就记多少", "支出30 餐饮 快餐") == "支出30元 餐饮"


def test_a_category_stands_under_the_name_of_the_ledger() -> None:
    assert kept("那玩意三十", "支出30 打滴滴 那玩意") == "支出30元 交通 那玩意"


def test_a_category_that_the_ledger_lacks_gives_way_to_the_one_by_rule() -> None:
    assert kept("打车三十", "支出30 不知道的 打车") == "支出30元 交通 打车"
    assert kept("那玩意三十", "支出30 不知道的 那玩意") == "支出30元 其他 那玩意"
    assert kept("打车三十", "收入30 不知道的 打车") == "收入30元 其他 打车"


def test_a_category_that_the_words_deny_gives_way_as_well() -> None:
    assert kept("打车三十不算餐饮", "支出30 餐饮 打车") == "支出30元 交通 打车"


def test_the_households_own_category_counts_before_the_models() -> None:
    own = default_vocabulary_with(("遛狗",), ())
    assert kept("遛狗三十", "支出30 娱乐 遛狗", own) == "支出30元 遛狗 遛狗"
    assert kept("遛狗三十，打车二十", "支出30 娱乐 遛狗；支出20 交通 打车", own).startswith(
        "支出30元 娱乐 遛狗"
    )


def test_an_account_stands_only_if_the_words_name_it() -> None:
    wechat = Account("微信", keywords=("微信", "零钱"))
    vocabulary = Vocabulary(DEFAULT_VOCABULARY.categories, (wechat,))
    cases = (
        ("用微信打车三十", "微信", "微信"),
        ("零钱付的打车三十", "微信", "微信"),
        ("打车三十", "微信", None),
        ("打车三十不是微信付的", "微信", None),
        ("黑卡刷的打车三十", "黑卡", "黑卡"),
        ("打车三十", "黑卡", None),
        ("打车三十", None, None),
    )
    (entry,) = entries_of("支出30 交通 打车", TODAY)
    for said, stated, account in cases:
        rows = hold_entries(normalise(said), [replace(entry, account=stated)], vocabulary, NOW).rows
        assert [row.account for row in rows] == [account], said


def test_a_believed_row_has_no_mark_where_rules_agree_or_are_unsure() -> None:
    for said, answer in (
        ("午饭35块", "支出35 餐饮 午饭"),
        ("房客搬家，押金八百退给她了", "支出800 住房 押金"),
    ):
        (row,) = weighed(said, answer).told
        assert row.confidence is None


@pytest.mark.parametrize(
    ("answer", "field"),
    [("收入35 餐饮 午饭", EntryField.TYPE), ("支出? 餐饮 午饭", EntryField.AMOUNT)],
)
def test_a_row_is_marked_where_rules_are_certain_of_another_amount_or_type(
    answer: str, field: EntryField
) -> None:
    (row,) = weighed("午饭35块", answer).told
    assert field in row.doubtful
    assert row.is_doubtful


def test_of_several_rows_none_is_marked() -> None:
    rows = weighed("吃饭60，打车30", "收入60 餐饮 吃饭；收入30 交通 打车").told
    assert [row.is_doubtful for row in rows] == [False, False]


def amounts(rows: tuple[ParseResult, ...]) -> list[str]:
    return [str(row.amount) for row in rows]


def test_an_empty_answer_is_no_entry() -> None:
    assert weighed("以前馒头五毛一个", "") == Weighed(())


def test_an_empty_answer_where_rules_are_certain_of_an_entry_is_an_offer() -> None:
    found = weighed("午饭35块", "")
    assert (found.told, amounts(found.possible)) == ((), ["35"])


def test_an_empty_answer_to_a_thing_without_an_amount_leaves_the_thing() -> None:
    found = weighed("坐地铁上班", "")
    assert found.thing is not None
    assert found.thing.amount is None


def test_where_rules_are_certain_of_no_entry_the_models_row_is_an_offer() -> None:
    found = weighed("明年打算给孙儿报个游泳班，大概三千", "支出3000 孩子 游泳班")
    assert (found.told, amounts(found.possible)) == ((), ["3000"])


def test_a_foreign_amount_is_never_yuan() -> None:
    found = weighed("酒店花了三百美元", "支出300 旅行 酒店")
    assert [row.amount for row in found.told] == [None]
    assert found.foreign == ("三百美元",)
