"""Questions about bills: how far they are settled, in numbers alone."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.script import LOCAL, Stage, in_session
from voiced.dialogue.sentences.reminders import BILL_CALLED
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.standing import BillStanding

ALIPAY = BillStanding(BillFormat.ALIPAY, date(2026, 10, 1), date(2026, 10, 31), 31, 3, 4)
WECHAT = BillStanding(BillFormat.WECHAT, date(2026, 9, 1), date(2026, 10, 31), 12, 0, 1)
OF_ALIPAY = "10月支付宝账单：31笔对上，4笔是新记的，还有3笔要看。"
OF_WECHAT = "9到10月微信账单：12笔对上，1笔是新记的，没有要看的。"


def told(words: str, *bills: BillStanding, answer: str = "好") -> list[str]:
    stage = Stage(LOCAL, in_session(LOCAL), bills=bills)
    stage.read(f"你: {words}")
    assert stage.lines[-1] == "查: 账单"
    stage.read(f"答账: {answer}")
    return [line.removeprefix("它: ") for line in stage.lines if line.startswith("它")]


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        ("支付宝账单对得怎么样", [OF_ALIPAY]),
        ("微信的账单对完了吗", [OF_WECHAT]),
        ("账单对得怎么样了", [OF_ALIPAY + OF_WECHAT]),
        ("还有几笔要看", [OF_ALIPAY + OF_WECHAT]),
        ("账单还有几笔没对上", [OF_ALIPAY + OF_WECHAT]),
        ("招行账单对得怎么样", ["还没有导入这样的账单。"]),
    ],
)
def test_the_bills_that_are_named_are_told(words: str, sentences: list[str]) -> None:
    assert told(words, ALIPAY, WECHAT) == sentences


@pytest.mark.parametrize("form", BillFormat)
def test_each_kind_of_bill_is_told_by_its_name(form: BillFormat) -> None:
    called = BILL_CALLED[form][0]
    bill = BillStanding(form, date(2026, 10, 1), date(2026, 10, 31), 31, 3, 4)
    assert told(f"{called}账单对得怎么样", bill) == [OF_ALIPAY.replace("支付宝", called)]


def test_without_a_bill_that_is_said() -> None:
    assert told("还有几笔要看") == ["还没有导入这样的账单。"]


def test_a_ledger_that_fails_is_told() -> None:
    assert told("还有几笔要看", answer="失败") == ["账本暂时读不出来，请稍后再试。"]


@pytest.mark.parametrize("words", ["还有几笔", "账单30块", "支付宝付了30", "看病30块"])
def test_other_words_ask_for_no_bill(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert "查: 账单" not in stage.lines
