"""An account that was said is read back; one that the ledger does not have is said and asked for."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, draft
from tests.support.script import LOCAL, Stage, in_session, play


def test_the_first_read_back_names_the_account_that_was_said() -> None:
    play(
        """
        你: 吃饭花了60用微信付的，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮，微信；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
    )


def test_an_account_that_is_not_known_is_said_and_asked_for() -> None:
    play(
        """
        你: 吃饭两百刷的招行信用卡
        态: CONFIRMING
        卡: 1 支出200元 餐饮 吃饭
        它: 没有「招行信用卡」这个账户，请说用的是哪个。
        它: 记录支出200元，餐饮，信用卡，请核对，确认吗？
        你: 支付宝
        卡: 1 支出200元 餐饮 吃饭
        它: 已修改为支出200元，餐饮，支付宝，确认吗？
    """,
        LOCAL,
    )


def test_said_of_an_open_row_it_is_asked_for_as_well_and_a_confirm_waits() -> None:
    play(
        """
        你: 刷的建行卡
        它: 没有「建行卡」这个账户，请说用的是哪个。
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_with_an_appended_row_it_is_said_too() -> None:
    play(
        """
        你: 还有奶茶15饭卡刷的，用饭卡付的
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 没有「饭卡」这个账户，请说用的是哪个。
        它: 已追加第2笔，支出15元，饮品，请核对。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


@pytest.mark.parametrize("words", ["从招行转了两千到支付宝", "转了两千到支付宝"])
def test_a_transfer_is_not_filed_under_the_account_it_goes_to(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert stage.state.batch is not None
    assert stage.state.batch.items[0].result.account is None
