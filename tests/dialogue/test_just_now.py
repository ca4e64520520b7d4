"""「刚才那笔」 with a draft open after a save: the open row is the later one, and what is to go is asked for."""

from __future__ import annotations

import pytest

from tests.support.drafts import after
from tests.support.script import LOCAL, OFFLINE, ONLINE, card, in_session, play
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue

ASKS = "它: 是还没写进账本的打车20元，还是记过的午饭30元？"
OPEN = "它: 记录支出20元，交通，确认吗？"


def open_after_save(words: str = "打车20", policy: Policy = LOCAL) -> Dialogue:
    """午饭30 is saved, and what the words tell of is open."""
    return after(f"你: 午饭三十\n你: 确认\n你: {words}", in_session(policy), policy)


@pytest.mark.parametrize("words", ["刚才那笔不要了", "撤销刚才那笔", "刚刚那笔删掉"])
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE, ONLINE])
def test_an_undo_that_may_mean_the_open_or_the_saved_row_is_asked_back(words: str, policy: Policy) -> None:
    play(f"你: {words}\n{ASKS}", policy, start=open_after_save(policy=policy))


@pytest.mark.parametrize(
    "answer",
    ["打车", "打车那笔", "我说的是打车", "20的那个", "没记的那笔", "还没写进账本的", "现在这笔", "第一笔"],
)
def test_the_open_one_is_dropped(answer: str) -> None:
    play(
        f"""
        你: 刚才那笔不要了
        {ASKS}
        你: {answer}
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        LOCAL,
        start=open_after_save(),
    )


@pytest.mark.parametrize("answer", ["午饭", "是午饭那笔", "记过的", "已经记过的那笔", "30的那个"])
def test_the_saved_one_is_offered_for_taking_back(answer: str) -> None:
    play(
        f"""
        你: 刚才那笔不要了
        {ASKS}
        你: {answer}
        它: 刚才记的1笔（午饭30元）要收回吗？
        你: 要
        撤:
        答账: 好
        它: 已经收回了。
    """,
        LOCAL,
        start=open_after_save(),
    )


def test_a_yes_is_asked_again_and_a_no_or_a_confirm_reads_the_draft_back() -> None:
    play(f"你: 刚才那笔不要了\n{ASKS}\n你: 对\n{ASKS}", LOCAL, start=open_after_save())
    play(f"你: 刚才那笔不要了\n{ASKS}\n你: 不用\n{OPEN}", LOCAL, start=open_after_save())
    play(f"你: 刚才那笔不要了\n{ASKS}\n你: 确认\n{OPEN}", LOCAL, start=open_after_save())


def test_other_words_are_what_they_are() -> None:
    state = after("你: 刚才那笔不要了\n你: 奶茶15", open_after_save(), LOCAL)
    assert card(state.batch) == "1 支出20元 交通 打车 | 2 支出15元 饮品 奶茶"


def test_a_name_that_fits_both_is_asked_again() -> None:
    play(
        """
        你: 刚才那笔不要了
        它: 是还没写进账本的午饭20元，还是记过的午饭30元？
        你: 午饭
        它: 是还没写进账本的午饭20元，还是记过的午饭30元？
    """,
        LOCAL,
        start=open_after_save("午饭20"),
    )


def test_of_several_open_rows_the_named_one_goes() -> None:
    play(
        """
        你: 刚才那笔不要了
        它: 是还没写进账本的打车20元、奶茶15元，还是记过的午饭30元？
        你: 没记的
        它: 不确定要修改哪笔，请说具体第几笔
        你: 奶茶
        卡: 1 支出20元 交通 打车 | ✗2 支出15元 饮品 奶茶
        它: 已取消第2笔（奶茶15元）。剩余1笔待确认。
    """,
        LOCAL,
        start=open_after_save("打车20，奶茶15"),
    )


def test_more_than_five_rows_are_counted() -> None:
    start = open_after_save("打车20，奶茶15，买菜30，买书40，停车10，理发50")
    assert after("你: 刚才那笔不要了", start, LOCAL).said == "是还没写进账本的6笔，还是记过的午饭30元？"


def test_a_change_of_the_entry_of_just_now_is_that_of_the_open_row() -> None:
    play(
        """
        你: 刚才那笔改成50
        卡: 1 支出50元 交通 打车
        它: 已修改为支出50元，交通，确认吗？
    """,
        LOCAL,
        start=open_after_save(),
    )


@pytest.mark.parametrize(
    ("words", "offer"),
    [
        ("上一笔改成50", "刚才的午饭30元要改成支出50元，餐饮吗？"),
        ("刚才记的那笔改成50", "刚才的午饭30元要改成支出50元，餐饮吗？"),
        ("撤销上一笔", "刚才记的1笔（午饭30元）要收回吗？"),
        ("午饭不要了", "刚才记的1笔（午饭30元）要收回吗？"),
    ],
)
def test_words_that_can_only_mean_the_saved_row_are_offered_for_it(words: str, offer: str) -> None:
    play(f"你: {words}\n它: {offer}", LOCAL, start=open_after_save())


def test_the_present_value_of_a_row_is_read_back_without_a_change() -> None:
    play(f"你: 我说的是打车\n{OPEN}", LOCAL, start=open_after_save())
