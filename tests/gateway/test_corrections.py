"""A model's reading of words about a draft, against the words and the draft."""

import pytest

from tests.gateway.drafts import correction, money
from voiced.domain.transaction import FieldChange, TransactionType
from voiced.gateway.corrections import UNCLEAR, Verdict, checked_turn
from voiced.gateway.extraction import Intent, ProposedChange, ProposedTurn

MEAL, TAXI, PAY = "支60 餐饮 午饭", "支30 交通 打车", "收900 工资 工资"
CHANGE = Intent.CORRECTION


def turn(intent: Intent, *changes: tuple[int, FieldChange], confidence: float | None = 0.9) -> ProposedTurn:
    return ProposedTurn(intent, tuple(ProposedChange(*change) for change in changes), confidence)


def amount(yuan: str) -> FieldChange:
    return FieldChange(amount=money(yuan))


def changed(verdict: Verdict) -> dict[int, FieldChange]:
    assert verdict.intent is CHANGE
    return {one.index: one.fields for one in verdict.corrections}


def test_rules_that_are_sure_overrule_the_model():
    verdict = checked_turn(correction("第二笔改成二十五", MEAL, TAXI), turn(CHANGE, (0, amount("250"))))
    assert changed(verdict) == {1: amount("25")}


def test_what_is_computed_is_computed_by_rule():
    verdict = checked_turn(correction("都加五块", MEAL, TAXI), turn(CHANGE, (0, amount("5"))))
    assert changed(verdict) == {0: amount("65"), 1: amount("35")}


def test_an_amount_with_content_is_appended_whatever_the_model_takes_it_for():
    verdict = checked_turn(correction("还有一杯奶茶十五", MEAL), turn(CHANGE, (0, amount("15"))))
    assert verdict.intent is Intent.APPEND
    assert [(one.amount, one.category) for one in verdict.entries] == [(money("15"), "饮品")]


def test_where_rules_do_not_know_the_row_the_models_counts_if_the_words_can_mean_it():
    request = correction("吃的那笔应该记五十八", MEAL, TAXI)
    assert changed(checked_turn(request, turn(CHANGE, (0, amount("58"))))) == {0: amount("58")}
    assert checked_turn(request, turn(CHANGE, (1, amount("58")))) == UNCLEAR
    assert checked_turn(request, turn(CHANGE, (0, amount("58")), (1, amount("58")))) == UNCLEAR


def test_of_the_models_change_only_what_was_said_is_kept():
    made_up = FieldChange(amount=money("58"), type=TransactionType.INCOME, category="旅行", account="银行")
    verdict = checked_turn(correction("吃的那笔应该记五十八", MEAL, TAXI), turn(CHANGE, (0, made_up)))
    assert changed(verdict) == {0: amount("58")}


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
    assert checked_turn(correction(said, MEAL, TAXI), turn(CHANGE, change)) == UNCLEAR


@pytest.mark.parametrize(
    "said", ["不确认", "好像不对", "对，不过第二笔改成50", "先别记", "改成五十", "天气不错", "打车对吗"]
)
def test_a_confirm_needs_words_that_agree_and_hold_nothing_else(said: str):
    verdict = checked_turn(correction(said, MEAL), turn(Intent.CONFIRM))
    assert verdict.intent is not Intent.CONFIRM


def test_a_confirm_that_the_words_agree_to_stands_with_the_models_confidence():
    assert checked_turn(correction("嗯对就这样", MEAL), turn(Intent.CONFIRM)) == Verdict(
        Intent.CONFIRM, confidence=0.9
    )


@pytest.mark.parametrize("said", ["第二笔不要了", "奶茶不要了三十", "天气不错", "改成五十"])
def test_a_cancel_needs_words_that_drop_the_whole_draft(said: str):
    verdict = checked_turn(correction(said, MEAL, TAXI), turn(Intent.CANCEL))
    assert verdict.intent is not Intent.CANCEL


def test_a_question_of_the_models_goes_out_as_it_is():
    asked = ProposedTurn(Intent.CLARIFY, message="请问是第几笔？")
    assert checked_turn(correction("有一笔不太对劲", MEAL, TAXI), asked).message == "请问是第几笔？"
