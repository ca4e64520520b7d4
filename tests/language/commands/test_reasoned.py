"""A command beside clauses that only give its reason; other clauses keep it from counting."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.language.word_examples import decides
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import classify

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def command_of(text: str) -> cmd.Command:
    return classify(text, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(
    "text",
    [
        "取消吧，我老婆记过了",
        "作废吧，重复了",
        "公司报销的，删掉",
        "不存了，我改主意了",
        "莫记，我瞎说的",
        "没这回事，取消吧",
        "删了吧，是我家女儿乱说的",
    ],
)
def test_a_reason_to_drop_the_draft_leaves_the_cancel_as_it_is(text: str) -> None:
    assert command_of(text) == cmd.CancelAll()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("第二笔去掉，那是我同事付的", (2,)),
        ("最后一笔删除，重复了", (-1,)),
        ("第一笔没买成，删了吧", (1,)),
        ("三号不要，后来退货了", (3,)),
    ],
)
def test_a_reason_beside_a_numbered_row_drops_that_row(text: str, rows: tuple[int, ...]) -> None:
    assert command_of(text) == cmd.CancelRows(cmd.Rows(rows))


@pytest.mark.parametrize("text", ["我要去接孩子了，退出吧", "上班了，拜拜", "就到这里，有空再说"])
def test_a_reason_to_leave_lets_the_session_end(text: str) -> None:
    assert command_of(text) == cmd.Exit()


def test_a_reason_to_wait_keeps_the_draft_open() -> None:
    assert command_of("稍等一下，我找找手机账单") == cmd.Wait()


@pytest.mark.parametrize(
    "text",
    [
        # The cancel itself may be the joke or the slip.
        "取消，我开玩笑的",
        "删了，我瞎说的",
        "取消，说错了",
        # The reason names one row, so the whole draft is not meant.
        "不记了，打车是公司报销的",
        "取消吧，第二笔记重了",
        "第三笔是公司报销的，都不要",
        "第三笔是公司报销的，其他的不用记",
        "第一笔和第三笔没买，第二笔退了，删掉",
        # The words may tell what became of an order, or speak to a shop.
        "取消了，退货了",
        "不要了，退货了",
        "不要了，公司报销",
        # Doubt, question, condition.
        "取消吧，是不是记重了",
        "第二笔删掉，是不是重复了",
        "要是重复了，删掉",
        # The other clause asks for something else.
        "第二笔删掉，打车也退货了，改成三十",
        "第二笔不要，第三笔记重了",
        "第二笔去掉，公司的是三十",
        "保存，记重了",
        "要开会了，保存",
        "去掉打车，退出",
        "回到第一笔，退出",
        "等一下，我看错了",
        "不记了，我去开会",
        "取消，刚才开玩笑的",
        # Commands to others.
        "要睡了，关了",
        "我去银行，关掉",
        "要开会了，先别退出",
    ],
)
def test_other_words_beside_the_command_decide_nothing(text: str) -> None:
    assert not decides(command_of(text))
