"""Only some rows are wanted: the others go, and no later confirm brings them back."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import play
from voiced.domain.batch import DraftStatus


@pytest.mark.parametrize("words", ["只要第二笔", "只要打车那笔", "就要第二笔", "只要第二笔，其他的不要"])
def test_a_row_that_was_not_wanted_is_not_saved_with_the_one_that_was(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        你: 没问题
        卡: ✗1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出30元 交通 打车
        账: 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存1笔交易。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["只保存第二笔", "只确认第二笔", "只记打车那笔"])
def test_an_explicit_word_saves_what_alone_is_wanted_at_once(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: ✗1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出30元 交通 打车
        账: 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存1笔交易。
    """,
        start=draft(TWO),
    )


def test_a_row_confirmed_before_goes_too_where_others_alone_are_wanted() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 只要第二笔和第四笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | ✗3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）、第3笔（抢红包30元）。剩余2笔待确认。
    """,
        start=draft(FOUR),
    )


@pytest.mark.parametrize("words", ["只要第二笔", "只保存第二笔"])
def test_rows_confirmed_before_are_saved_where_they_alone_are_wanted(words: str) -> None:
    state = after(f"你: 确认第二笔\n你: {words}", draft(TWO))
    assert [row.description for row in state.last_saved] == ["打车"]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("只要第三笔", "没有第3笔。"),
        ("只保存第三笔", "没有第3笔。"),
        ("只要奶茶那笔", "没听出「奶茶」是哪笔，请说具体第几笔。"),
    ],
)
def test_without_the_named_row_no_row_goes(words: str, answer: str) -> None:
    play(f"你: {words}\n它: {answer}", start=draft(TWO))


def test_a_row_that_is_gone_is_not_wanted_back_by_keeping_it() -> None:
    state = after("你: 删掉第二笔\n你: 只要第二笔", draft(TWO))
    assert state.batch is not None
    assert [item.status for item in state.batch.items] == [DraftStatus.PENDING, DraftStatus.CANCELLED]


@pytest.mark.parametrize("later", ["第一笔不要", "只要第二笔"])
def test_after_a_failed_save_nothing_said_meanwhile_saves_the_row_that_was_dropped_with_it(
    later: str,
) -> None:
    play(
        f"""
        账本: 手动
        你: 确认第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        它: 第2笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 第二笔不要，其他的确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        你: {later}
        存: 失败 磁盘满
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
    """,
        start=draft(TWO),
    )


def test_where_nothing_else_is_there_the_row_is_read_back() -> None:
    play("你: 只要第一笔\n它: 记录支出60元，餐饮，确认吗？", start=draft(ONE))


def test_a_row_without_an_amount_is_asked_for_and_the_others_are_gone() -> None:
    play(
        """
        你: 只保存第二笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出? 饮品 奶茶
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。第2笔还没有金额，请说是多少钱。
    """,
        start=draft(f"{ONE}；支出? 饮品 奶茶"),
    )
