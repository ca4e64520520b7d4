"""A model's reading of words about a draft, against the words and the draft."""

from datetime import date

import pytest

from tests.gateway.drafts import correction, money
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Interpretation,
    Unclear,
)
from voiced.domain.transaction import Correction, FieldChange, ParseResult, TransactionType
from voiced.gateway.corrections import UNCLEAR, certain_turn, checked_turn
from voiced.gateway.entries import IN_DOUBT
from voiced.gateway.extraction import ProposedEntries, ProposedEntry, ProposedTurn

MEAL, TAXI, PAY = "支60 餐饮 午饭", "支30 交通 打车", "收900 工资 工资"


def turn(*changes: tuple[int, FieldChange]) -> ProposedTurn:
    return ProposedTurn(Corrected(tuple(Correction(*change) for change in changes)), 0.9)


def entry(fields: FieldChange, confidence: float = 0.9) -> ProposedTurn:
    return ProposedTurn(ProposedEntries((ProposedEntry(fields, confidence),)), confidence)


def amount(yuan: str) -> FieldChange:
    return FieldChange(amount=money(yuan))


def corrections(read: Interpretation) -> tuple[Correction, ...]:
    assert isinstance(read.outcome, Corrected)
    return read.outcome.corrections


def changed(read: Interpretation) -> dict[int, FieldChange]:
    return {one.index: one.fields for one in corrections(read)}


def appended(read: Interpretation | None) -> tuple[ParseResult, ...]:
    assert read is not None
    assert isinstance(read.outcome, Appended)
    return read.outcome.results


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("第二笔改成二十五", {1: amount("25")}),
        ("都加五块", {0: amount("65"), 1: amount("35")}),
        ("打车那笔是收入", {1: FieldChange(type=TransactionType.INCOME)}),
        ("第二笔类别改成旅行", {1: FieldChange(category="旅行")}),
    ],
)
def test_a_certain_sentence_is_answered_without_a_model(said: str, right: dict[int, FieldChange]):
    read = certain_turn(correction(said, MEAL, TAXI))
    assert read is not None
    assert changed(read) == right
    assert read.confidence == 1


def test_an_entry_that_is_announced_is_appended_without_a_model():
    read = certain_turn(correction("还有一杯奶茶十五", MEAL))
    assert [(one.amount, one.category) for one in appended(read)] == [(money("15"), "饮品")]
    assert read == Interpretation(Appended(appended(read)), 1.0)


@pytest.mark.parametrize(
    "said", ["奶茶十五", "再加个饮料钱八块一起算进去", "老板发的那个是一百", "午饭有人请了一半"]
)
def test_a_model_is_asked_about_words_that_may_be_a_change_or_an_entry(said: str):
    assert certain_turn(correction(said, MEAL, TAXI)) is None


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("午饭花了50，不是60", (0, amount("50"))),
        ("午饭花了35不是30", (0, amount("35"))),
        ("打车30是昨天的", (1, FieldChange(date=date(2026, 11, 20)))),
        ("打车那30块是收入", (1, FieldChange(type=TransactionType.INCOME))),
    ],
)
def test_a_models_correction_is_not_outvoted_by_a_reading_as_an_entry(
    said: str, change: tuple[int, FieldChange]
):
    read = checked_turn(correction(said, MEAL, TAXI), turn(change))
    assert changed(read) == dict([change])
    assert read.confidence == 0.9
    assert corrections(read)[0].confidence is None


YESTERDAY = FieldChange(date=date(2026, 11, 20))
MEALS = ("支12 餐饮 早饭", "支28 餐饮 午饭", "支66 餐饮 晚饭")
SALARY = ("收800 工资 工资", "收500 奖金 奖金", "支2600 住房 房租")
PURSE = (MEAL, TAXI, "收200 红包 红包")


@pytest.mark.parametrize(
    ("rows", "said", "changes"),
    [
        (PURSE, "红包不算收入", {2: FieldChange(type=TransactionType.EXPENSE)}),
        (MEALS, "中午那顿是五十", {1: amount("50")}),
        (SALARY, "工资后面加个零", {0: amount("8000")}),
        (PURSE, "车费少记了五块", {1: amount("35")}),
        (SALARY, "老板发的那个是一百", {1: amount("100")}),
        (SALARY, "收入那两笔都改成昨天", {0: YESTERDAY, 1: YESTERDAY}),
        (PURSE, "饭钱AA了，我只出了一半", {0: amount("30")}),
        (MEALS, "晚上吃了七十六，不是六十六", {2: amount("76")}),
        (SALARY, "年终奖是五千，少说一个零", {1: amount("5000")}),
        ((MEAL,), "跟小李一起吃的，他付了二十", {0: amount("40")}),
        ((MEAL,), "比这个多十块", {0: amount("70")}),
        (PURSE, "两个数字调个个儿，饭和车的", {0: amount("30"), 1: amount("60")}),
    ],
)
def test_everyday_words_arrive_as_a_right_model_understands_them(
    rows: tuple[str, ...], said: str, changes: dict[int, FieldChange]
):
    request = correction(said, *rows)
    read = certain_turn(request) or checked_turn(request, turn(*changes.items()))
    assert changed(read) == changes


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("工资后面加个零", (2, amount("9000"))),
        ("老板发的那个是一百", (2, amount("100"))),
        ("饭钱AA了，我只出了一半", (0, amount("30"))),
        ("打车是公司的事，报了", (1, FieldChange(type=TransactionType.INCOME))),
        ("午饭是老板付的，归我报销", (0, FieldChange(type=TransactionType.INCOME))),
        ("打车是开学那天的", (1, FieldChange(date=date(2026, 9, 1)))),
        ("打车那笔给了客户司机小费", (1, FieldChange(category="人情"))),
        ("午饭那顿来回各二十三", (0, amount("23"))),
        ("午饭一人两百两个人", (0, amount("400"))),
    ],
)
def test_a_value_that_words_leave_open_is_taken_and_marked(said: str, change: tuple[int, FieldChange]):
    read = checked_turn(correction(said, MEAL, TAXI, PAY), turn(change))
    assert changed(read) == dict([change])
    assert corrections(read)[0].confidence == IN_DOUBT


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("午饭花了50，不是60", (0, amount("500"))),
        ("午饭花了50，不是60", (1, amount("50"))),
        ("午饭花了五十，不是五十五", (0, amount("55"))),
        ("工资后面加个零", (2, amount("9500"))),
        ("除了打车都是昨天的", (1, FieldChange(date=date(2026, 11, 20)))),
        ("不是第二笔，是第一笔花了七十", (1, amount("70"))),
        ("不是打车那笔，是午饭那笔花了七十", (1, amount("70"))),
        ("工资不算收入", (2, FieldChange(type=TransactionType.INCOME))),
        ("午饭不算收入吧", (0, FieldChange(type=TransactionType.INCOME))),
        ("打车算到旅行里", (1, FieldChange(category="学习"))),
        ("打车不算旅行", (1, FieldChange(category="旅行"))),
        ("打车不是昨天的", (1, FieldChange(date=date(2026, 11, 20)))),
        ("还有一杯奶茶十五", (0, amount("15"))),
        ("打车跟午饭是昨天和前天的", (1, FieldChange(date=date(2026, 11, 1)))),
    ],
)
def test_an_answer_that_contradicts_the_words_is_refused_whole(said: str, change: tuple[int, FieldChange]):
    assert checked_turn(correction(said, MEAL, TAXI, PAY), turn(change)) == UNCLEAR


@pytest.mark.parametrize("said", ["别把打车改成五十", "打车不用改成五十", "先别改打车五十", "谁说打车五十了"])
def test_a_forbidden_change_is_not_made(said: str):
    assert certain_turn(correction(said, MEAL, TAXI)) is None
    assert checked_turn(correction(said, MEAL, TAXI), turn((1, amount("50")))) == UNCLEAR


@pytest.mark.parametrize("said", ["打车好像是五十", "打车是五十吗", "打车可能五十来着"])
def test_a_change_that_is_doubted_or_asked_is_marked_for_checking(said: str):
    read = checked_turn(correction(said, MEAL, TAXI), turn((1, amount("50"))))
    assert changed(read) == {1: amount("50")}
    assert corrections(read)[0].confidence == IN_DOUBT


def test_one_change_against_the_words_spoils_the_others():
    changes = ((0, amount("50")), (1, amount("999")))
    assert checked_turn(correction("午饭五十打车四十才对", MEAL, TAXI), turn(*changes)) == UNCLEAR


def test_a_day_that_rules_read_counts_before_a_models_and_is_checked():
    last_week = FieldChange(date=date(2026, 11, 13))
    read = checked_turn(correction("打车30是昨天的", MEAL, TAXI), turn((1, last_week)))
    assert changed(read) == {1: FieldChange(date=date(2026, 11, 20))}
    assert corrections(read)[0].confidence == IN_DOUBT


@pytest.mark.parametrize(
    "said",
    [
        "午饭花了50，不是60",
        "打车30是昨天的",
        "打车那30块是收入",
        "老板给抹了零头，实付五十八",
        "乌拉拉的，一百",
        "今天天气不错",
        "一共三十",
    ],
)
def test_an_append_that_the_words_do_not_hold_is_refused(said: str):
    fields = FieldChange(amount=money("50"), category="餐饮", description="寿司")
    assert checked_turn(correction(said, MEAL, TAXI), entry(fields)) == UNCLEAR


@pytest.mark.parametrize(
    ("said", "stated", "account", "doubt"),
    [
        ("打车是微信付的", "微信", "微信", None),
        ("打车不是支付宝，是微信付的", "微信", "微信", None),
        ("打车是微信付的", "支付宝", "微信", IN_DOUBT),
        ("打车走的是花呗", "信用卡", "信用卡", None),
        ("打车那笔刷的招行信用卡", "招行信用卡", "招行信用卡", None),
    ],
)
def test_an_account_is_the_one_that_was_said(said: str, stated: str, account: str, doubt: float | None):
    change = (1, FieldChange(account=stated))
    read = checked_turn(correction(said, MEAL, TAXI), turn(change))
    assert changed(read) == {1: FieldChange(account=account)}
    assert corrections(read)[0].confidence == doubt


@pytest.mark.parametrize("said", ["打车不是支付宝，是微信付的", "打车没用支付宝"])
def test_a_denied_account_is_not_taken(said: str):
    change = (1, FieldChange(account="支付宝"))
    assert checked_turn(correction(said, MEAL, TAXI), turn(change)) == UNCLEAR


MOVED = "转500 转账 转账"


@pytest.mark.parametrize(
    ("row", "said", "stated", "fields"),
    [
        (MOVED, "那笔是转到支付宝的", FieldChange(to_account="支付宝"), FieldChange(to_account="支付宝")),
        (MOVED, "是转到了余额宝", FieldChange(to_account="余额宝"), FieldChange(to_account="余额宝")),
        (
            MOVED,
            "从微信转到支付宝的",
            FieldChange(account="微信", to_account="支付宝"),
            FieldChange(account="微信", to_account="支付宝"),
        ),
        (MOVED, "是转到了余额宝", FieldChange(to_account="零钱通"), None),
        (MOVED, "不是转到余额宝", FieldChange(to_account="余额宝"), None),
        (MEAL, "那笔是到了支付宝的", FieldChange(to_account="支付宝"), None),
    ],
)
def test_only_a_transfer_goes_to_an_account_and_only_to_the_one_that_was_said(
    row: str, said: str, stated: FieldChange, fields: FieldChange | None
):
    read = checked_turn(correction(said, row), turn((0, stated)))
    assert read == UNCLEAR if fields is None else changed(read) == {0: fields}


def test_an_append_of_an_open_rows_name_and_an_amount_goes_on_for_the_daemon_to_ask():
    fields = FieldChange(amount=money("45"), category="餐饮", description="午饭")
    read = checked_turn(correction("午饭四十五", MEAL, TAXI), entry(fields))
    assert len(appended(read)) == 1
    assert read.confidence == 0.9


def test_an_append_carries_the_models_confidence_with_each_row():
    fields = FieldChange(amount=money("15"), category="饮品", description="奶茶")
    read = checked_turn(correction("奶茶十五", MEAL), entry(fields, 0.8))
    assert [one.confidence for one in appended(read)] == [0.8]


FIFTY = Corrected((Correction(0, FieldChange(amount=money("50"))),))


@pytest.mark.parametrize(
    ("proposal", "said", "stated", "confidence"),
    [
        (FIFTY, "午饭花了50，不是60", None, 0.75),
        (FIFTY, "午饭花了50，不是60", 0.4, 0.4),
        (Confirmed(), "嗯对就这样", None, 0.3),
        (Cancelled(), "哎算了都不要了", 0.95, 0.95),
        (Unclear(), "那个好像有点怪怪的", 0.2, 0.2),
        (Unclear(), "那个好像有点怪怪的", None, 0.3),
    ],
)
def test_every_answer_says_how_sure_it_is(
    proposal: Corrected | Confirmed | Cancelled | Unclear, said: str, stated: float | None, confidence: float
):
    read = checked_turn(correction(said, MEAL, TAXI), ProposedTurn(proposal, stated))
    assert read == Interpretation(proposal, confidence)


def test_where_rules_do_not_know_the_row_the_models_counts_if_the_words_can_mean_it():
    request = correction("吃的那笔应该记五十八", MEAL, TAXI)
    assert changed(checked_turn(request, turn((0, amount("58"))))) == {0: amount("58")}
    assert checked_turn(request, turn((1, amount("58")))) == UNCLEAR
    assert checked_turn(request, turn((0, amount("58")), (1, amount("58")))) == UNCLEAR


def test_of_the_models_change_only_what_was_said_is_kept():
    made_up = FieldChange(amount=money("58"), type=TransactionType.INCOME, category="旅行", account="银行")
    read = checked_turn(correction("吃的那笔应该记五十八", MEAL, TAXI), turn((0, made_up)))
    assert changed(read) == {0: amount("58")}


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("改成五十", (0, amount("50"))),  # which?
        ("第五笔改成五十", (1, amount("50"))),
        ("好像哪里不对", (0, amount("50"))),
        ("金额不对", (0, amount("50"))),
        ("第二笔不对", (1, FieldChange(category="餐饮"))),
        ("第一笔拆成两笔", (0, amount("30"))),
        ("前两笔合并", (0, amount("90"))),
        ("第二笔怎么说呢", (1, FieldChange(type=TransactionType.INCOME))),
        ("第二笔怎么说呢", (7, amount("50"))),
        ("第二笔怎么说呢", (-1, amount("50"))),
    ],
)
def test_a_change_that_nobody_asked_for_is_unclear(said: str, change: tuple[int, FieldChange]):
    assert checked_turn(correction(said, MEAL, TAXI), turn(change)) == UNCLEAR


@pytest.mark.parametrize(
    "said",
    [
        "不确认",
        "好像不对",
        "对，不过第二笔改成50",
        "先别记",
        "改成五十",
        "天气不错",
        "打车对吗",
        "谢谢你啊",
        "那对酒测扬",
        "补对",
    ],
)
def test_a_confirm_needs_words_that_agree_and_hold_nothing_else(said: str):
    read = checked_turn(correction(said, MEAL), ProposedTurn(Confirmed(), 0.9))
    assert read.outcome != Confirmed()


def test_a_confirm_that_the_words_agree_to_stands_with_the_models_confidence():
    read = checked_turn(correction("嗯对就这样", MEAL), ProposedTurn(Confirmed(), 0.9))
    assert read == Interpretation(Confirmed(), 0.9)


@pytest.mark.parametrize(
    "said",
    [
        "第二笔不要了",
        "奶茶不要了三十",
        "天气不错",
        "改成五十",
        "打车那个不要了",
        "车费那笔不要了",
        "这单作废",
        "工资不算收入",
        "别取消",
        "去掉优惠的话",
    ],
)
def test_a_cancel_needs_words_that_drop_the_whole_draft(said: str):
    read = checked_turn(correction(said, MEAL, TAXI), ProposedTurn(Cancelled(), 0.9))
    assert read.outcome != Cancelled()


@pytest.mark.parametrize(
    "said", ["哎算了都不要了", "我不想记了", "前面说的都不算，清空", "当我没说", "都删掉吧"]
)
def test_a_cancel_that_the_words_hold_stands_with_the_models_confidence(said: str):
    read = checked_turn(correction(said, MEAL, TAXI), ProposedTurn(Cancelled(), 0.9))
    assert read == Interpretation(Cancelled(), 0.9)


def test_a_question_of_the_models_goes_out_as_it_is():
    asked = Clarify("请问是第几笔？")
    assert checked_turn(correction("有一笔不太对劲", MEAL, TAXI), ProposedTurn(asked)).outcome == asked
