"""No model is configured: rules are all there is, and nothing is called offline."""

from __future__ import annotations

from tests.support.drafts import ONE, TWO, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, play
from voiced.dialogue.values.policy import Policy, SplitLocally

NEVER = Policy(split_locally=SplitLocally.NEVER)


def test_rules_split_a_sentence_of_several_entries() -> None:
    play(
        """
        你: 吃饭花了60，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你: 第一笔改成50
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        你: 奶茶15，停车10块
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶 | 4 支出10元 汽车 停车
        它: 已追加第3笔，支出15元，饮品；第4笔，支出10元，汽车。现在共4笔，请确认或修改。
    """,
        LOCAL,
    )


def test_a_change_beyond_the_rules_is_refused_in_words() -> None:
    play(
        """
        你: 第一笔拆成两笔
        它: 这样的改法我还不会，请说第几笔改成什么。
        你: 嗯对就这样
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_where_it_is_switched_off_the_rest_is_named_and_nothing_is_called_offline() -> None:
    play(
        """
        你: 吃饭花了60，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 每句只留第一笔。
        它: 没有记的是：打车30。
        它: 记录支出60元，餐饮，确认吗？
    """,
        NEVER,
    )


def test_offline_is_no_local_mode() -> None:
    play(
        """
        你: 奶茶15，停车10块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 当前离线，仅支持单笔记账
        它: 没有记的是：停车10块。
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
    """,
        OFFLINE,
        start=draft(ONE),
    )


def test_a_model_that_is_there_but_does_not_answer_is_told_once_until_it_does() -> None:
    play(
        """
        你改: 改成50 [支出60元 餐饮 吃饭]
        模型: 失败 答非所问
        错: 答非所问
        卡: 1 支出50元 餐饮 吃饭
        它: 模型没有答上来，先按简单规则处理。
        它: 已修改为支出50元，餐饮，确认吗？
        你改: 改成51 [支出50元 餐饮 吃饭]
        模型: 失败 答非所问
        错: 答非所问
        卡: 1 支出51元 餐饮 吃饭
        它: 已修改为支出51元，餐饮，确认吗？
        你改: 改成52 [支出51元 餐饮 吃饭]
        模型: correction 0 amount=52 @0.9
        卡: 1 支出52元 餐饮 吃饭
        它: 已修改为支出52元，餐饮，确认吗？
        你改: 改成53 [支出52元 餐饮 吃饭]
        模型: 失败 答非所问
        错: 答非所问
        卡: 1 支出53元 餐饮 吃饭
        它: 模型没有答上来，先按简单规则处理。
        它: 已修改为支出53元，餐饮，确认吗？
    """,
        ONLINE,
        start=draft(ONE),
    )


def test_an_entry_that_the_model_is_late_with_is_read_by_rules_which_is_said() -> None:
    play(
        """
        你: 今儿个真高兴
        问: 解析「今儿个真高兴」
        模型: 失败 答非所问
        错: 答非所问
        原文: 今儿个真高兴
        它: 模型没有答上来，先按简单规则处理。
        它: 没听出要记什么，请说用途和金额。
    """
    )
