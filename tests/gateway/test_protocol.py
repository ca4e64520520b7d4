"""The exact JSON of every question, and what is JSON enough to be read."""

from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import msgspec
import pytest

from voiced.dialogue.values.requests import (
    CorrectionRequest,
    Entries,
    Message,
    ParseRequest,
    RequestContext,
    Role,
)
from voiced.domain.money import Money
from voiced.domain.transaction import EntryField, FieldChange, ParseResult, TransactionType
from voiced.errors import InterpreterFailure
from voiced.gateway.protocol.answers import read_parse_answer, write_parse_answer
from voiced.gateway.protocol.fields import FieldsAnswer, read_change, write_change
from voiced.gateway.protocol.requests import (
    write_correction_request,
    write_dialogue_request,
    write_parse_request,
)

NOW = datetime(2026, 11, 21, 9, 30, 15, 123456, tzinfo=ZoneInfo("Asia/Shanghai"))
CONTEXT = RequestContext(NOW, recent_categories=("餐饮", "交通"), custom_categories=("养猫",))
ROWS = (
    ParseResult(Money(3510), TransactionType.EXPENSE, "餐饮", date(2026, 11, 20), "吃饭", confidence=0.5),
    ParseResult(None, TransactionType.INCOME, "红包", date(2026, 11, 21), account="微信"),
)
ROWS_JSON = (
    '"currentBatch":['
    '{"index":0,"amount":35.1,"category":"餐饮","type":"EXPENSE","description":"吃饭","date":"2026-11-20"},'
    '{"index":1,"amount":null,"category":"红包","type":"INCOME","description":"","date":"2026-11-21"}]'
)
ASKED = ParseRequest("午饭三十五", CONTEXT)
CONTEXT_JSON = '"context":{"recentCategories":["餐饮","交通"],"customCategories":["养猫"],"now":"2026-11-21T09:30:15+08:00"}'


def test_a_parse_request():
    assert (
        write_parse_request(ParseRequest("午饭三十五", CONTEXT)).decode()
        == f'{{"text":"午饭三十五",{CONTEXT_JSON}}}'
    )


def test_a_correction_request_leaves_the_history_at_home():
    request = CorrectionRequest(ROWS, "第一笔改成50", CONTEXT, (Message(Role.USER, "第一笔改成50"),))
    expected = f'{{{ROWS_JSON},"correctionText":"第一笔改成50",{CONTEXT_JSON}}}'
    assert write_correction_request(request).decode() == expected


def test_a_dialogue_request_ends_with_the_utterance_in_its_own_numbering():
    history = (
        Message(Role.USER, "第一笔改成收入"),
        Message(Role.ASSISTANT, "已将第1笔修改为收入35.1元，餐饮。还需要修改吗？"),
        Message(Role.USER, "第三笔改成50"),
    )
    expected = (
        '{"messages":[{"role":"user","content":"第一笔改成收入"},'
        '{"role":"assistant","content":"已将第1笔修改为收入35.1元，餐饮。还需要修改吗？"},'
        '{"role":"user","content":"第2笔改成50"}],'
        f"{ROWS_JSON},{CONTEXT_JSON}}}"
    )
    assert (
        write_dialogue_request(CorrectionRequest(ROWS, "第2笔改成50", CONTEXT, history)).decode() == expected
    )


@pytest.mark.parametrize("history", [(), (Message(Role.ASSISTANT, "确认吗？"),)])
def test_a_dialogue_request_has_the_utterance_where_the_history_lacks_it(history: tuple[Message, ...]):
    body = write_dialogue_request(CorrectionRequest(ROWS, "改成50", CONTEXT, history)).decode()
    assert '{"role":"user","content":"改成50"}],"currentBatch"' in body


@pytest.mark.parametrize("fen", [1, 10, 3510, 3333, 100, 10_000_000, 99_999_999_999, 100_000_000_000])
def test_an_amount_is_written_as_the_decimal_it_is(fen: int):
    row = ParseResult(Money(fen), TransactionType.EXPENSE, "其他", NOW.date())
    body = write_correction_request(CorrectionRequest((row,), "", CONTEXT)).decode()
    number = body.partition('"amount":')[2].partition(",")[0]
    assert Decimal(number) * 100 == fen
    assert "E" not in number


@pytest.mark.parametrize(
    ("number", "exact"),
    [
        ("35.1", "35.1"),
        ("0.1", "0.1"),
        ("50", "50"),
        ('"50"', "50"),
        ("123456789.01", "123456789.01"),
        ("0.30000000000000000000000000000000001", "0.30000000000000000000000000000000001"),
    ],
)
def test_an_amount_is_read_digit_for_digit(number: str, exact: str):
    fields = msgspec.json.decode(f'{{"amount":{number}}}', type=FieldsAnswer)
    assert str(fields.amount) == exact


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"transactions":',
        b'{"transactions":[]} and more',
        b'{"transactions":null}',
        b'{"transactions":{}}',
        b'{"unknown":' + b"[" * 200_000 + b"]" * 200_000 + b',"transactions":[]}',
        b"Sure! Here is the JSON you asked for.",
    ],
)
def test_an_answer_of_another_form_is_a_failure(body: bytes):
    with pytest.raises(InterpreterFailure, match="answer"):
        read_parse_answer(body, ASKED)


@pytest.mark.parametrize(
    "row",
    [
        b'"text"',
        b'{"category":5}',
        b'{"category":"\xff"}',
        b'{"category":"\\ud800"}',
        b'{"amount":true}',
        b'{"amount":"fifty"}',
        b'{"amount":NaN}',
        b'{"confidence":1.5}',
        b'{"confidence":"high"}',
    ],
)
def test_an_entry_of_another_form_is_a_failure(row: bytes):
    with pytest.raises(InterpreterFailure, match="answer"):
        read_parse_answer(b'{"transactions":[' + row + b"]}", ASKED)


def test_fields_that_nobody_knows_are_passed_over():
    body = '{"model":"m","cost":3,"transactions":[{"amount":1,"payee":"店"}]}'.encode()
    (row,) = read_parse_answer(body, ASKED).results
    assert row.amount == Money(100)


CHANGE = FieldChange(
    Money(3510), TransactionType.TRANSFER, "转账", "转到支付宝", date(2026, 11, 20), "银行卡", "支付宝"
)


def test_every_field_of_a_change_arrives_as_it_was_sent():
    assert CHANGE.names == set(EntryField)
    assert read_change(write_change(CHANGE)) == CHANGE


@pytest.mark.parametrize("doubtful", [*EntryField])
def test_an_entry_arrives_as_it_was_sent_with_each_of_its_fields_in_doubt(doubtful: EntryField):
    entry = ROWS[0].amended(CHANGE).doubted(frozenset({doubtful}), 0.5)
    sent = Entries((entry,))
    assert read_parse_answer(write_parse_answer(sent, "m"), ASKED) == sent


def test_the_second_account_is_called_as_the_other_fields_are():
    entry = ROWS[0].amended(CHANGE).doubted(frozenset({EntryField.TO_ACCOUNT}), 0.5)
    body = write_parse_answer(Entries((entry,)), "m").decode()
    assert '"account":"银行卡","toAccount":"支付宝","confidence":0.5,"doubtful":["toAccount"]' in body


def test_only_a_transfer_goes_to_a_second_account():
    (row,) = read_parse_answer('{"transactions":[{"amount":1,"toAccount":"支付宝"}]}'.encode(), ASKED).results
    assert row.to_account is None
