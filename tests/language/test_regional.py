"""Yes, no and wait as they are said in other parts of the country, and what only begins or sounds like it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support.sentences import said
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.language.commands import (
    Assent,
    CancelAll,
    CancelRows,
    Command,
    ConfirmAll,
    ConfirmRows,
    Correct,
    NewInput,
    Rows,
    Wait,
)
from voiced.language.intents import classify

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def command_of(text: str) -> Command:
    return classify(text, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    "text", said("中|中啊|中咧|行嘞|对滴|全对全对|要得|要得嘛|嗯呐|嗯哪|对着|对着呢|对着的")
)
def test_a_yes(text: str) -> None:
    assert command_of(text) == Assent()


@pytest.mark.parametrize(
    "text",
    said(
        "冇问题|冇得问题|半点毛病没有|是这样子|冇错|没得问题|没得毛病|一点没错|一点都没问题|就这样子|就是这样子|就按这个存|照这样记|你存吧|好你记上"
    ),
)
def test_an_approval(text: str) -> None:
    assert command_of(text) == ConfirmAll()


@pytest.mark.parametrize("text", said("算求了|莫存了|甭记了|唔要|唔记了|勿保存|好莫记了"))
def test_a_cancel(text: str) -> None:
    assert command_of(text) == CancelAll()


@pytest.mark.parametrize(
    "text",
    said(
        "等哈|莫慌|莫退出|别慌|等我看一眼|嗯…|好吧...|等一哈|等一哈嘛|再等一哈|等我两分钟|另外还有一笔|另外还有两笔"
    ),
)
def test_waiting(text: str) -> None:
    assert command_of(text) == Wait()


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("二和三没问题", ConfirmRows(Rows((2, 3)))),
        ("1跟3确认", ConfirmRows(Rows((1, 3)))),
        ("把一和四删了", CancelRows(Rows((1, 4)))),
        ("第二笔说错了删掉", CancelRows(Rows((2,)))),
        ("第四笔重复了，去掉吧", CancelRows(Rows((4,)))),
        ("嗯第一笔不对不要了", CancelRows(Rows((1,)))),
        ("最后这笔没问题", ConfirmRows(Rows((-1,)))),
    ],
)
def test_rows(text: str, command: Command) -> None:
    assert command_of(text) == command


@pytest.mark.parametrize(
    "text",
    said(
        "唔对|唔系|唔好|唔确认|唔好的|嗯唔对|不中|中不中|要不得|对不着|那个嗯|那个，嗯|第二笔嗯|第二笔，嗯|第一笔和第三笔重复删掉|第二笔改成删掉|第二笔错了删掉第三笔|保存中|确认中|不算对|中了没|你存什么|一和三不对"
    ),
)
def test_what_says_no_or_goes_on_decides_nothing(text: str) -> None:
    assert not isinstance(command_of(text), ConfirmAll | ConfirmRows | CancelAll | CancelRows | Assent)


@pytest.mark.parametrize("text", said("中药六十|还有中午的面|中通快递十二|中国移动五十"))
def test_a_word_that_begins_with_a_yes_is_content(text: str) -> None:
    assert command_of(text) == NewInput()


@pytest.mark.parametrize("text", said("多扣了三块|少找了两块|四十还是四十五来着|价格少写了九块"))
def test_how_far_an_amount_is_off_is_no_entry(text: str) -> None:
    assert command_of(text) == Correct()


@pytest.mark.parametrize(
    "text",
    said("先莫存|先甭记|先唔好保存|莫忙存|莫取消|甭删第二笔|唔好取消|唔好删第二笔|勿取消|莫确认|甭改|取消中"),
)
def test_a_hold_loses_nothing(text: str) -> None:
    assert command_of(text) == Correct()
