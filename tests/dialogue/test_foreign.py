"""A foreign amount is never written as yuan: what it comes to is asked."""

from __future__ import annotations

from tests.support.drafts import ONE, after, draft
from tests.support.script import LOCAL, ONLINE, card, play


def test_it_is_said_with_its_currency_and_asked_for() -> None:
    play(
        """
        你: 买书30美元
        态: CONFIRMING
        卡: 1 支出? 学习 买书
        它: 30美元折合多少元？
        它: 记录支出，学习，多少钱？
        你: 确认
        它: 记录支出，学习，多少钱？
        你: 两百一十五
        卡: 1 支出215元 学习 买书
        它: 记录支出215元，学习，确认吗？
    """,
        LOCAL,
    )


def test_a_model_cannot_make_yuan_of_it() -> None:
    for answer in ("append 支出30 学习 买书 @0.9", "replace 支出30 学习 买书 @0.9"):
        state = after(f"你: 还有买书30美元\n模型: {answer}", draft(ONE))
        assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出? 学习 买书"
    state = after("你: 是30美元\n模型: correction 0 amount=30 @0.9", draft(ONE))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭"
    assert state.said == "30美元折合多少元？"


def test_an_entry_in_its_place_is_asked_for_too() -> None:
    state = after("你: 买书30美元\n模型: replace 支出30 学习 买书 @0.9", draft(ONE))
    assert card(state.batch) == "1 支出? 学习 买书"
    assert ONLINE.model_configured


def test_said_again_it_is_asked_for_again_and_adds_no_row() -> None:
    play(
        """
        你: 午饭二十美元
        态: CONFIRMING
        卡: 1 支出? 餐饮 午饭
        它: 二十美元折合多少元？
        它: 记录支出，餐饮，多少钱？
        你: 二十美元
        它: 二十美元折合多少元？
        你: 确认
        它: 记录支出，餐饮，多少钱？
        你: 一百四
        卡: 1 支出140元 餐饮 午饭
        它: 记录支出140元，餐饮，确认吗？
    """,
        LOCAL,
    )


def test_yen_are_no_days() -> None:
    play(
        """
        你: 午饭两百日元
        态: CONFIRMING
        卡: 1 支出? 餐饮 午饭
        它: 两百日元折合多少元？
        它: 记录支出，餐饮，多少钱？
    """,
        LOCAL,
    )


def test_a_currency_is_no_purpose() -> None:
    play(
        """
        你: 二十美元
        态: CONFIRMING
        卡: 1 支出? 其他
        它: 二十美元折合多少元？
        它: 记录支出，其他，多少钱？
        你: 一百四
        卡: 1 支出140元 其他
        它: 记录支出140元，是做什么用的？
    """,
        LOCAL,
    )
