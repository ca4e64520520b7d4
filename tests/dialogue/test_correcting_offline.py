"""Corrections without a model: local rules, told once that they are simple."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import FOUR, ONE, TWO, draft
from tests.support.script import OFFLINE, play
from voiced.dialogue.values.policy import Policy

LONG_SESSIONS = Policy(model_configured=True, inactivity_seconds=600)

THREE_FAILURES = """
    # The model fails three times in a row; from the fourth correction on it is left alone.
    你改: 改成50 [支出60元 餐饮 吃饭]
    模型: 连不上 拒绝连接
    错: 拒绝连接
    卡: 1 支出50元 餐饮 吃饭
    它: 当前离线，仅支持简单修改。
    它: 已修改为支出50元，餐饮，确认吗？
    你改: 改成51 [支出50元 餐饮 吃饭]
    模型: 连不上 拒绝连接
    错: 拒绝连接
    卡: 1 支出51元 餐饮 吃饭
    它: 已修改为支出51元，餐饮，确认吗？
    你改: 改成52 [支出51元 餐饮 吃饭]
    模型: 连不上 拒绝连接
    错: 拒绝连接
    卡: 1 支出52元 餐饮 吃饭
    它: 已修改为支出52元，餐饮，确认吗？
    你: 改成53
    卡: 1 支出53元 餐饮 吃饭
    它: 已修改为支出53元，餐饮，确认吗？
"""

FAILURE_AND_CANCEL = """
    你: 午饭35块
    问: 解析「午饭35块」
    模型: 连不上 拒绝连接
    错: 拒绝连接
    态: CONFIRMING
    卡: 1 支出35元 餐饮 午饭
    它: 记录支出35元，餐饮，确认吗？
    你: 取消
    态: LISTENING
    卡: 空
    它: 已取消。
"""


@pytest.mark.scenario("0-10", "2-16", "R-06")
def test_a_type_is_corrected_by_rule_and_the_speaker_is_told_once() -> None:
    play(
        """
        你: 改成收入
        卡: 1 收入60元 红包 红包
        它: 当前离线，仅支持简单修改。
        它: 已修改为收入60元，红包，确认吗？
        你: 金额改成100
        卡: 1 收入100元 红包 红包
        它: 已修改为收入100元，红包，确认吗？
    """,
        OFFLINE,
        start=draft("支出60 红包 红包"),
    )


@pytest.mark.scenario("2-17")
def test_the_type_that_is_not_denied_counts() -> None:
    play(
        """
        你: 那个应该是收入不是支出
        卡: 1 收入60元 红包 红包
        它: 当前离线，仅支持简单修改。
        它: 已修改为收入60元，红包，确认吗？
        你: 那个应该是支出不是收入
        卡: 1 支出60元 红包 红包
        它: 已修改为支出60元，红包，确认吗？
    """,
        OFFLINE,
        start=draft("支出60 红包 红包"),
    )


def test_two_rows_that_are_named_together_are_both_changed() -> None:
    play(
        """
        你: 红包和工资都改成支出
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 支出30元 红包 抢红包 | 4 支出90元 工资 工资
        它: 当前离线，仅支持简单修改。
        它: 已将第3笔修改为支出30元，红包；第4笔修改为支出90元，工资。还需要修改吗？
    """,
        OFFLINE,
        start=draft(FOUR),
    )


def test_a_row_is_corrected_by_the_number_on_the_card() -> None:
    play(
        """
        你: 第一笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 第三笔改成50
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入50元 红包 抢红包 | 4 收入90元 工资 工资
        它: 当前离线，仅支持简单修改。
        它: 已将第3笔修改为收入50元，红包。还需要修改吗？
    """,
        OFFLINE,
        start=draft(FOUR),
    )


def test_a_category_is_corrected_by_rule() -> None:
    play(
        """
        你: 第二笔分类改成餐饮
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 餐饮 打车
        它: 当前离线，仅支持简单修改。
        它: 已将第2笔修改为支出30元，餐饮。还需要修改吗？
    """,
        OFFLINE,
        start=draft(TWO),
    )


def test_the_real_cost_of_a_row_changes_it_though_it_sounds_like_an_entry() -> None:
    play(
        """
        你: 打车是拼的二十六
        卡: 1 支出60元 餐饮 吃饭 | 2 支出26元 交通 打车
        它: 已将第2笔修改为支出26元，交通。还需要修改吗？
    """,
        OFFLINE,
        start=draft(TWO),
    )


@pytest.mark.scenario("3-17")
def test_a_change_that_could_mean_several_rows_is_asked_back() -> None:
    play(
        """
        你: 改成50
        它: 当前离线，仅支持简单修改。
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔改成50
        卡: 1 支出60元 餐饮 吃饭 | 2 支出50元 交通 打车
        它: 已将第2笔修改为支出50元，交通。还需要修改吗？
    """,
        OFFLINE,
        start=draft(TWO),
    )


def test_a_change_of_a_row_that_there_is_not_is_told_as_such() -> None:
    play(
        """
        你: 第五笔改成3
        它: 当前离线，仅支持简单修改。
        它: 没有第5笔。
    """,
        OFFLINE,
        start=draft(TWO),
    )


@pytest.mark.scenario("2-19")
def test_words_that_no_rule_understands_are_shown_and_asked_for_again() -> None:
    play(
        """
        你: 哈哈哈
        它: 当前离线，仅支持简单修改。
        原文: 哈哈哈
        它: 没听清要改什么，请再说一次
    """,
        OFFLINE,
        start=draft(TWO),
    )


def test_a_row_that_was_decided_is_not_changed() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余3笔待确认。
        你: 第二笔改成100
        它: 当前离线，仅支持简单修改。
        它: 第2笔已经处理过了。
    """,
        OFFLINE,
        start=draft(FOUR),
    )


def test_a_chatty_yes_counts_where_no_model_can_be_asked() -> None:
    play(
        """
        你: 嗯对就这样
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        OFFLINE,
        start=draft(TWO),
    )


def test_an_outage_is_told_with_the_first_correction_that_rules_make() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: 连不上 拒绝连接
        错: 拒绝连接
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 当前离线，仅支持简单修改。
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_each_offline_period_is_told_anew() -> None:
    play(
        THREE_FAILURES
        + """
        你: 改成54
        卡: 1 支出54元 餐饮 吃饭
        它: 已修改为支出54元，餐饮，确认吗？
        # It answered a question that nobody waits for, so it is asked again, and fails at once.
        过: 60s
        卡: 1 支出54元 餐饮 吃饭
        它: 网络恢复了。
        你改: 改成55 [支出54元 餐饮 吃饭]
        模型: 连不上 拒绝连接
        错: 拒绝连接
        卡: 1 支出55元 餐饮 吃饭
        它: 当前离线，仅支持简单修改。
        它: 已修改为支出55元，餐饮，确认吗？
        你: 改成56
        卡: 1 支出56元 餐饮 吃饭
        它: 已修改为支出56元，餐饮，确认吗？
        # The next time it answers: all is well.
        过: 60s
        卡: 1 支出56元 餐饮 吃饭
        它: 网络恢复了。
        你改: 改成57 [支出56元 餐饮 吃饭]
        模型: correction 0 amount=57 @0.9
        卡: 1 支出57元 餐饮 吃饭
        它: 已修改为支出57元，餐饮，确认吗？
        你改: 改成58 [支出57元 餐饮 吃饭]
    """,
        LONG_SESSIONS,
        start=draft(ONE),
    )


def test_a_speaker_is_not_interrupted_with_news() -> None:
    play(
        THREE_FAILURES
        + """
        声: 开始
        过: 60s
        卡: 1 支出53元 餐饮 吃饭
        你改: 改成54 [支出53元 餐饮 吃饭]
    """,
        LONG_SESSIONS,
        start=draft(ONE),
    )


def test_the_return_of_the_model_is_told_only_after_its_absence_was() -> None:
    play(
        FAILURE_AND_CANCEL * 3
        + """
        # Left alone: not asked any more.
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        过: 60s
        你: 午饭35块
        问: 解析「午饭35块」
        模型: 支出35 餐饮 午饭
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        replace(LONG_SESSIONS, local_first=False),
    )
