"""The ledger's answers in sentences: exact as they are shown, rounded as they are heard."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.drafts import ONE
from tests.support.now import NOW
from tests.support.questions import question
from tests.support.saved_rows import saved
from voiced.dialogue.sentences import figures
from voiced.dialogue.sentences.detail import Detail
from voiced.dialogue.values import effects as fx
from voiced.domain.money import Money
from voiced.domain.question import LedgerAnswer, Measure, Period
from voiced.domain.transaction import Transaction, TransactionType

EXPENSE, INCOME, TRANSFER = TransactionType
THIS_MONTH = Period("这个月", date(2026, 11, 1), date(2026, 11, 30))
LAST_WEEK = Period("上周", date(2026, 11, 9), date(2026, 11, 15))


def answer(
    measure: Measure,
    category: str | None,
    *rows: Transaction,
    count: int = 3,
    period: Period = THIS_MONTH,
    of_type: TransactionType = EXPENSE,
) -> str:
    asked = question(measure, period, category, of_type)
    return figures.answer(LedgerAnswer(asked, Money(128000), count, rows), NOW.date(), figures.exact)


def test_the_ledgers_answer_is_one_sentence() -> None:
    assert answer(Measure.TOTAL, None) == "这个月一共花了1280元，3笔。"
    assert answer(Measure.TOTAL, "工资", of_type=INCOME) == "这个月工资一共收入1280元，3笔。"
    assert answer(Measure.LARGEST, "餐饮", saved(ONE, 0)) == "这个月餐饮最大的一笔是今天的吃饭，60元。"
    assert (
        answer(Measure.LARGEST, None, saved("支出60 餐饮 @-1", 0)) == "这个月最大的一笔是昨天的餐饮，60元。"
    )


def test_what_was_spent_on_is_named_latest_at_the_end_and_not_all_of_many() -> None:
    rows = [saved(f"支出{number} 餐饮 第{number}顿", 0) for number in range(3, 0, -1)]
    assert answer(Measure.LISTED, None, *rows) == "这个月花了1280元，3笔：第1顿1元、第2顿2元、第3顿3元。"
    many = [saved("支出9 餐饮", 0)] * 6
    assert answer(Measure.LISTED, "餐饮", *many, count=7) == (
        "这个月餐饮花了1280元，7笔：餐饮9元、餐饮9元、餐饮9元、餐饮9元、餐饮9元等。"
    )


@pytest.mark.parametrize(
    ("measure", "category", "period", "sentence"),
    [
        (Measure.TOTAL, None, THIS_MONTH, "这个月还没有记支出。"),
        (Measure.LISTED, None, LAST_WEEK, "上周没有记支出。"),
        (Measure.LARGEST, "餐饮", THIS_MONTH, "这个月还没有记餐饮。"),
        (Measure.LISTED, "工资", LAST_WEEK, "上周没有记工资。"),
    ],
)
def test_where_nothing_was_found_there_is_no_sum_of_nothing(
    measure: Measure, category: str | None, period: Period, sentence: str
) -> None:
    assert answer(measure, category, count=0, period=period) == sentence


def test_an_amount_is_rounded_where_it_is_heard_and_exact_where_it_is_shown() -> None:
    found = LedgerAnswer(question(Measure.TOTAL, THIS_MONTH), Money(128055), 3)
    shown, said = (figures.answer(found, NOW.date(), amounts) for amounts in (figures.exact, figures.heard))
    assert (shown, said) == ("这个月一共花了1280.55元，3笔。", "这个月一共花了约1281元，3笔。")
    assert Detail.FULL.spoken(fx.Speak(1, shown, heard=said), card_is_seen=False) == said
    assert figures.heard(Money(9955)) == "99.55元"
    assert figures.heard(Money(-128055)) == "约-1281元"
