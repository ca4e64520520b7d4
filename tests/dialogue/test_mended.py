"""With no draft open, an amount and what it was for are an entry, also where the words mend themselves."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, saved
from tests.support.script import OFFLINE, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("停车交了十五不对十八", "支出18元 汽车 停车"),
        ("停车十五，不对，十八", "支出18元 汽车 停车"),
        ("午饭三十，说错了，三十五", "支出35元 餐饮 午饭"),
        ("奶茶十五不是十八", "支出15元 饮品 奶茶"),
        ("打车应该是四十", "支出40元 交通 打车"),
        ("昨天打车三十，不对，前天", "支出30元 交通 打车 @-2"),
        ("电影票一百，两张一张五十", "支出100元 娱乐 电影票"),
        ("自助餐四百，两个人每人两百", "支出400元 餐饮 自助餐"),
    ],
)
@pytest.mark.parametrize("start", [in_session(OFFLINE), saved(ONE)])
def test_an_entry_that_is_mended_is_an_entry(words: str, row: str, start: Dialogue) -> None:
    stage = Stage(OFFLINE, start)
    stage.read(f"你: {words}")
    assert card(stage.state.batch) == f"1 {row}"


@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_an_entry_that_is_held_back_is_not_recorded(policy: Policy) -> None:
    play("你: 先别记打车30\n它: 这次没有记账。", policy)


def test_a_row_that_no_card_shows_is_told_as_such() -> None:
    play("你: 第二笔打车改成40\n它: 没有第2笔。", OFFLINE)


def test_a_model_reads_it_where_it_is_there() -> None:
    play(
        """
        你: 停车交了十五不对十八
        问: 解析「停车交了十五不对十八」
        模型: 支出18 汽车 停车
        态: CONFIRMING
        卡: 1 支出18元 汽车 停车
        它: 记录支出18元，汽车，确认吗？
    """
    )


def test_words_without_a_thing_still_mean_a_draft_that_is_not_there() -> None:
    play("你: 改成50\n它: 现在没有待处理的记录。", OFFLINE)
