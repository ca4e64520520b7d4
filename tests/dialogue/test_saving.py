"""Rows are written once, whole or not at all; a failure brings the draft back as it was."""

from __future__ import annotations

from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.now import NOW
from tests.support.script import ONLINE, Stage, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.memory import EMPTY_MEMORY
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY


def saves(stage: Stage) -> list[fx.Save]:
    return [effect for effect in stage.trace if isinstance(effect, fx.Save)]


@pytest.mark.scenario("0-02")
def test_moving_on_saves_the_one_row_of_a_batch_of_one() -> None:
    play(
        """
        你: 再记一笔
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        续:
        它: 记好了，还有吗？
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("0-02", "1-13")
def test_moving_on_saves_the_confirmed_rows_and_says_how_many_are_not_written() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 确认第三笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第3笔好了，还剩2笔。
        你: 继续记账
        写: 支出60元 餐饮 吃饭 | 收入30元 红包 抢红包
        账: 支出60元 餐饮 吃饭 | 收入30元 红包 抢红包
        态: LISTENING
        卡: 空
        续:
        它: 已保存2笔交易。2笔没有记。请说下一笔。
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("1-13")
def test_moving_on_from_several_rows_that_nobody_confirmed_saves_none() -> None:
    play(
        """
        你: 下一笔
        态: LISTENING
        卡: 空
        续:
        它: 2笔没有记。请说下一笔。
    """,
        start=draft(TWO),
    )


def test_moving_on_from_a_row_without_an_amount_asks_for_it() -> None:
    play(
        """
        你: 再记一笔
        它: 记录支出，饮品，多少钱？
    """,
        start=draft("支出? 饮品 奶茶"),
    )


def test_moving_on_with_nothing_open_listens() -> None:
    play("""
        你: 再记一笔
        续:
        它: 请说。
    """)


@pytest.mark.scenario("0-01", "R-09")
def test_rows_get_an_id_a_category_of_the_ledger_and_the_default_account() -> None:
    stage = Stage(ONLINE, draft("支出60 打滴滴 吃饭；收入90 工资 工资"))
    stage.read("你: 第二笔到支付宝了")
    stage.read("模型: correction 1 account=余额宝 @0.9")
    stage.read("你: 确认")
    (save,) = saves(stage)
    assert [row.category for row in save.rows] == ["交通", "工资"]
    assert [row.account for row in save.rows] == ["现金", "支付宝"]
    assert [row.type for row in save.rows] == [TransactionType.EXPENSE, TransactionType.INCOME]
    assert {row.batch_id for row in save.rows} == {save.batch_id}
    assert {row.created_at for row in save.rows} == {NOW}
    assert {row.currency for row in save.rows} == {"CNY"}
    assert len({UUID(row.id) for row in save.rows}) == 2


@pytest.mark.scenario("R-09")
def test_an_account_that_the_ledger_does_not_know_is_the_default_one_once_the_user_says_so() -> None:
    stage = Stage(ONLINE, draft(ONE))
    for line in ("你: 记到火星银行卡账户", "模型: correction 0 account=火星 @0.9", "你: 确认"):
        stage.read(line)
    assert saves(stage) == []
    for line in ("你: 默认账户", "你: 确认"):
        stage.read(line)
    assert saves(stage)[0].rows[0].account == "现金"


@pytest.mark.scenario("R-09")
def test_the_ledgers_own_default_account_counts() -> None:
    stage = Stage(ONLINE, draft(ONE))
    stage.happen(ev.LedgerKnown(replace(DEFAULT_VOCABULARY, default_account="微信"), EMPTY_MEMORY))
    stage.read("你: 确认")
    assert saves(stage)[0].rows[0].account == "微信"


@pytest.mark.scenario("3-24")
def test_a_failed_save_leaves_the_draft_as_it_was_and_the_command_may_be_repeated() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        存: 失败 磁盘满
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("3-24")
def test_a_failed_save_brings_back_what_was_decided_one_by_one() -> None:
    play(
        """
        账本: 手动
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        存: 失败 磁盘满
        错: 磁盘满
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        存: 好
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        它: 已保存1笔交易。
    """,
        start=draft(TWO),
    )


def test_a_bare_yes_may_be_repeated_after_a_failure() -> None:
    play(
        """
        账本: 手动
        你: 对
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        存: 失败 磁盘满
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭
        它: 账本没有写成，记录都还在，请再说一次。
        你: 对
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        存: 好
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        它: 记好了，还有吗？
    """,
        start=draft(ONE),
    )


def test_after_a_failure_a_bare_yes_confirms_no_row_that_nobody_confirmed() -> None:
    play(
        """
        账本: 手动
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        存: 失败 磁盘满
        错: 磁盘满
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        你: 好
        它: 还剩1笔：第2笔，支出30元，交通。请确认或修改。
    """,
        start=draft(TWO),
    )


def test_a_failure_while_moving_on_loses_no_row() -> None:
    play(
        """
        账本: 手动
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 继续记账
        写: 支出60元 餐饮 吃饭
        存: 失败 磁盘满
        错: 磁盘满
        它: 账本没有写成，记录都还在，请再说一次。
        你: 继续记账
        写: 支出60元 餐饮 吃饭
        存: 好
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        续:
        它: 已保存1笔交易。1笔没有记。请说下一笔。
    """,
        start=draft(TWO),
    )


def test_the_same_draft_is_written_under_the_same_ids_however_often_it_is_tried() -> None:
    stage = Stage(ONLINE, draft(TWO))
    for line in (
        "账本: 手动",
        "你: 确认",
        "存: 失败 磁盘满",
        "你: 确认",
        "存: 失败 磁盘满",
        "你: 确认",
        "存: 好",
    ):
        stage.read(line)
    first, second, third = saves(stage)
    assert first.batch_id == second.batch_id == third.batch_id
    assert [row.id for row in first.rows] == [row.id for row in second.rows] == [row.id for row in third.rows]


def test_a_draft_changed_after_a_failure_keeps_the_ids_of_its_rows() -> None:
    stage = Stage(ONLINE, draft(TWO))
    for line in ("账本: 手动", "你: 确认", "存: 失败 磁盘满", "你: 删掉第一笔", "你: 确认"):
        stage.read(line)
    first, second = saves(stage)
    assert [row.id for row in second.rows] == [first.rows[1].id]


def test_a_press_cannot_save_twice() -> None:
    play(
        """
        账本: 手动
        按: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        按: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        按旧: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        你: 确认
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


def test_an_outcome_of_another_save_changes_nothing() -> None:
    stage = Stage(ONLINE, draft(TWO))
    stage.read("账本: 手动")
    stage.read("你: 确认")
    before = stage.state
    stage.happen(ev.Saved(1, ()))
    stage.happen(ev.SaveFailed(1, "磁盘满"))
    assert stage.state == before


def test_a_row_without_an_amount_cannot_slip_into_a_save() -> None:
    state = after("你: 确认", draft("支出60 餐饮 吃饭；支出? 饮品 奶茶"))
    assert state.saving is None
    assert not state.last_saved


def test_the_journal_is_cleared_by_the_save_itself() -> None:
    stage = Stage(ONLINE, draft(TWO))
    stage.read("你: 确认")
    assert not [effect for effect in stage.trace if isinstance(effect, fx.KeepDraft | fx.DropDraft)]


def test_leaving_during_a_save_lets_it_finish() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 退出
        卡: 空
        它: 下次再记。
        态: IDLE
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_leaving_during_a_save_that_fails_brings_the_draft_back() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 退出
        卡: 空
        它: 下次再记。
        态: IDLE
        存: 失败 磁盘满
        态: CONFIRMING
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


def test_a_session_begun_while_the_last_one_is_still_being_saved_waits_for_it() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        你: 退出
        卡: 空
        它: 下次再记。
        态: IDLE
        按: 唤醒
        态: LISTENING
        你: 打车30
        存: 好
        账: 支出60元 餐饮 吃饭
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        start=draft(ONE),
    )
