"""「复制上一笔」 and 「老样子」 record an earlier row once more, as of today; 「再来一笔」 moves on to another entry."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs
from msgspec.structs import replace

from tests.support.drafts import ONE, TWO, draft, saved
from tests.support.now import NOW
from tests.support.saved_rows import saved as saved_row
from tests.support.script import LOCAL, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import Money


@pytest.mark.parametrize("policy", [LOCAL, ONLINE])
def test_the_row_saved_last_is_read_back_and_saved_after_a_confirm(policy: Policy) -> None:
    play(
        """
        你: 复制上一笔
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        policy,
        start=saved(ONE),
    )


def test_nothing_is_saved_where_the_copy_is_not_confirmed() -> None:
    play(
        """
        你: 再来一笔一样的
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        LOCAL,
        start=saved(ONE),
    )


def test_another_entry_without_a_word_of_copying_moves_on() -> None:
    play(
        """
        你: 再来一笔
        续:
        它: 请说。
    """,
        LOCAL,
        start=saved(ONE),
    )


def test_of_several_rows_saved_together_the_last_is_copied() -> None:
    play(
        """
        你: 复制刚才那笔
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        LOCAL,
        start=saved(TWO),
    )


def test_a_copy_joins_an_open_draft() -> None:
    play(
        """
        你: 奶茶15块
        态: CONFIRMING
        卡: 1 支出15元 饮品 奶茶
        它: 记录支出15元，饮品，确认吗？
        你: 复制上一笔
        卡: 1 支出15元 饮品 奶茶 | 2 支出60元 餐饮 吃饭
        它: 已追加第2笔，支出60元，餐饮。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=saved(ONE),
    )


@pytest.mark.parametrize("start", [in_session(LOCAL), draft(ONE)])
def test_without_a_saved_row_one_sentence_says_so(start: Dialogue) -> None:
    stage = Stage(LOCAL, start)
    stage.read("你: 复制上一笔")
    assert stage.lines[-1] == "它: 这次还没有记过。"
    assert stage.state.batch == start.batch


def test_the_copy_is_of_today_with_the_account_that_was_used() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    for line in ("你: 昨天打车三十用微信", "你: 确认"):
        stage.read(line)
    (row,) = stage.state.last_saved
    assert (row.date, row.account) == (NOW.date() - timedelta(days=1), "微信")
    stage.read("你: 复制上一笔")
    assert stage.lines[-2] == f"卡: {card(stage.state.batch)}"
    assert stage.state.batch is not None
    (item,) = stage.state.batch.items
    assert (item.result.date, item.result.account, item.result.amount) == (NOW.date(), "微信", row.amount)


BREAKFAST = "支出12 餐饮 早饭"


def remembering(*rows: tuple[str, int], policy: Policy = LOCAL) -> Dialogue:
    """A session of a ledger with these rows, each confirmed so many days ago and dated then; the latest first."""
    recent = tuple(
        replace(saved_row(entry, days * 24 * 60), date=NOW.date() - timedelta(days=days))
        for entry, days in rows
    )
    return structs.replace(in_session(policy), memory=LedgerMemory(recent=recent))


@pytest.mark.parametrize(
    "words", ["早饭老样子", "老样子，早饭", "早饭还是老样子吧", "和昨天一样的早饭", "早饭和昨天一样"]
)
def test_a_thing_is_filled_in_from_the_last_row_like_it_and_waits_for_a_confirm(words: str) -> None:
    play(
        f"""
        你: {words}
        态: CONFIRMING
        卡: 1 支出12元 餐饮 早饭
        它: 记录支出12元，餐饮，确认吗？
        你: 确认
        记完: ✓1 支出12元 餐饮 早饭
    """,
        LOCAL,
        remembering(("支出30 交通 打车", 1), (BREAKFAST, 1)),
    )


def test_the_row_of_the_named_day_comes_before_a_later_one() -> None:
    rows = ("支出15 餐饮 早饭", 0), (BREAKFAST, 1), ("支出18 餐饮 早饭", 2)
    for words, amount in (("和昨天一样的早饭", "12"), ("和前天一样的早饭", "18"), ("早饭老样子", "15")):
        stage = Stage(LOCAL, remembering(*rows))
        stage.read(f"你: {words}")
        assert stage.state.batch is not None
        assert str(stage.state.batch.items[0].result.amount) == amount


def test_a_thing_that_names_a_category_is_filled_in_from_its_last_row() -> None:
    stage = Stage(LOCAL, remembering(("支出30 交通 地铁", 3)))
    stage.read("你: 交通老样子")
    assert stage.lines[-1] == "它: 记录支出30元，交通，确认吗？"


def test_without_a_row_like_it_the_daemon_asks() -> None:
    play(
        """
        你: 和昨天一样的早饭
        它: 没有找到以前的「早饭」，请说用途和金额。
    """,
        LOCAL,
        remembering(("支出30 交通 打车", 1)),
    )


def test_the_row_saved_last_is_what_always_is_said_alone() -> None:
    play(
        """
        你: 老样子
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        saved(ONE),
    )


@pytest.mark.parametrize("words", ["和昨天一样的早饭八块", "样子不错的衣服两百", "买了个样板间模型三百"])
def test_an_amount_makes_an_entry_of_the_words(words: str) -> None:
    stage = Stage(LOCAL, remembering((BREAKFAST, 1)))
    stage.read(f"你: {words}")
    assert stage.state.batch is not None
    assert stage.state.batch.items[0].result.amount != Money(1200)
