"""恢复 brings back what was dropped or taken back last, as pending rows, for ten minutes."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TEN, TWO, after, draft, saved
from tests.support.script import LOCAL, ONLINE, card, play
from voiced.dialogue.values.policy import Policy

BACK = "它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"


def test_a_cancelled_draft_comes_back_and_is_read() -> None:
    play(
        f"""
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 恢复
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 找回了吃饭60元、打车30元。
        {BACK}
        你: 恢复
        它: 没有能找回的。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    "words",
    ["恢复", "恢复一下", "把刚才的恢复", "帮我恢复刚才取消的", "取消错了，恢复吧", "找回来", "恢复上一笔"],
)
def test_there_are_several_words_for_it(words: str) -> None:
    assert card(after(f"你: 取消\n你: {words}", draft(ONE)).batch) == "1 支出60元 餐饮 吃饭"


def test_a_models_cancel_can_be_taken_back_too() -> None:
    state = after("你: 这些我老婆已经记过了\n模型: cancel @0.9\n你: 恢复", draft(TWO))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"


def test_rows_that_were_moved_on_from_come_back() -> None:
    play(
        """
        你: 成，下一笔
        态: LISTENING
        卡: 空
        续:
        它: 2笔没有记。请说下一笔。
        你: 恢复
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 找回了吃饭60元、打车30元。
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        start=draft(TWO),
    )


def test_a_saved_row_is_not_restored_with_the_dropped_ones() -> None:
    state = after("你: 确认第一笔\n你: 再记一笔\n你: 恢复", draft(TWO))
    assert len(state.last_saved) == 1
    assert card(state.batch) == "1 支出30元 交通 打车"
    assert state.batch is not None
    assert draft(TWO).batch is not None
    assert state.batch.id != state.last_saved[0].batch_id


def test_a_draft_that_was_left_comes_back_in_the_next_session() -> None:
    state = after("你: 退出\n过: 300s\n按: 唤醒\n你: 恢复", draft(TWO))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"


def test_after_ten_minutes_it_is_gone() -> None:
    state = after("你: 退出\n过: 601s\n按: 唤醒\n你: 恢复", draft(TWO))
    assert state.batch is None
    assert state.said == "没有能找回的。"


def test_a_cancelled_row_comes_back_in_its_place() -> None:
    play(
        f"""
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        你: 恢复
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 找回了打车30元。
        {BACK}
    """,
        start=draft(TWO),
    )


def test_said_again_it_brings_back_what_was_dropped_before_that() -> None:
    play(
        """
        你: 第一笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 第二笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余2笔待确认。
        你: 恢复
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 找回了洗脚60元。
        它: 还剩3笔：第2笔，支出60元，洗浴；第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。
        你: 恢复
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 找回了吃饭60元。
        它: 识别到4笔交易：第1笔，支出60元，餐饮；第2笔，支出60元，洗浴；第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。
        你: 恢复
        它: 没有能找回的。
    """,
        start=draft(FOUR),
    )


def test_rows_that_were_cancelled_one_by_one_come_back_one_by_one_after_the_last_of_them_too() -> None:
    start = after("你: 第一笔不要\n你: 第二笔不要", draft(TWO))
    assert card(after("你: 恢复", start).batch) == "1 支出30元 交通 打车"
    assert card(after("你: 恢复\n你: 恢复", start).batch) == "1 支出30元 交通 打车 | 2 支出60元 餐饮 吃饭"
    assert after("你: 恢复\n过: 601s\n按: 唤醒\n你: 恢复\n你: 恢复", start).said == "没有能找回的。"


@pytest.mark.parametrize("back", ["恢复", "恢复第一笔", "错了，要删的是第三笔"])
def test_a_row_that_came_back_and_was_saved_does_not_come_back_again(back: str) -> None:
    state = after(f"你: 第一笔不要\n你: {back}\n你: 保存\n你: 恢复", draft(FOUR))
    assert len(state.last_saved) >= 3
    assert state.batch is None or "吃饭" not in card(state.batch)


def test_of_rows_dropped_together_one_that_came_back_by_its_number_does_not_come_back_again() -> None:
    state = after("你: 第一笔和第二笔不要\n你: 恢复第一笔\n你: 恢复", draft(FOUR))
    assert state.said.startswith("识别到4笔交易")
    assert state.dropped == ()


@pytest.mark.parametrize(
    "words", ["第二笔不要，其他的确认", "第二笔不要，其他的确认，退出", "第二笔不要，其他的确认，下一笔"]
)
def test_a_row_that_goes_while_the_others_are_saved_comes_back(words: str) -> None:
    state = after(f"你: {words}\n按: 唤醒\n你: 恢复", draft(TWO))
    assert len(state.last_saved) == 1
    assert card(state.batch) == "1 支出30元 交通 打车"


def test_where_there_was_no_room_it_can_be_had_later() -> None:
    state = after("你: 取消\n你: 奶茶15\n你: 恢复\n你: 确认\n你: 恢复", draft(TEN))
    assert state.batch is not None
    assert len(state.batch) == 10


def test_a_row_may_be_named() -> None:
    state = after("你: 删掉第一笔\n你: 删掉第三笔\n你: 把第一笔恢复", draft(FOUR))
    assert state.batch is not None
    assert [item.number for item in state.batch.pending_items] == [1, 2, 4]
    assert after("你: 恢复第二笔", draft(TWO)).said == "没有能找回的。"


def test_beside_an_open_draft_it_joins_as_far_as_there_is_room() -> None:
    state = after("你: 取消\n你: 奶茶15\n你: 恢复", draft(ONE))
    assert card(state.batch) == "1 支出15元 饮品 奶茶 | 2 支出60元 餐饮 吃饭"
    full = after("你: 取消\n你: 奶茶15\n你: 恢复", draft(TEN))
    assert full.said == "已达上限，请先确认当前交易"
    assert card(full.batch) == "1 支出15元 饮品 奶茶"


def test_rows_that_were_taken_back_from_the_ledger_come_back_as_pending_ones() -> None:
    state = after("你: 撤销刚才那笔\n你: 对\n答账: 好\n你: 恢复", saved(ONE))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭"


def test_a_save_that_failed_brought_the_rows_back_itself() -> None:
    state = after("账本: 手动\n你: 第二笔不要，其他的确认\n存: 失败 磁盘满\n你: 恢复", draft(TWO))
    assert state.said == "没有能找回的。"


def test_a_new_entry_before_a_draft_of_before_a_crash_says_so_and_that_can_be_had() -> None:
    play(
        """
        恢复: 支出60 餐饮 吃饭；支出30 交通 打车
        它: 上次有2笔还没处理完，要继续吗？
        你: 奶茶15
        态: CONFIRMING
        卡: 1 支出15元 饮品 奶茶
        它: 上次的2笔先放着，说恢复就能找回。
        它: 记录支出15元，饮品，确认吗？
        你: 恢复
        卡: 1 支出15元 饮品 奶茶 | 2 支出60元 餐饮 吃饭 | 3 支出30元 交通 打车
        它: 找回了吃饭60元、打车30元。
        它: 识别到3笔交易：第1笔，支出15元，饮品；第2笔，支出60元，餐饮；第3笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
    )


def test_once_that_entry_is_saved_it_comes_back_as_it_was() -> None:
    play(
        """
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        你: 奶茶15
        态: CONFIRMING
        卡: 1 支出15元 饮品 奶茶
        它: 上次的1笔先放着，说恢复就能找回。
        它: 记录支出15元，饮品，确认吗？
        你: 确认
        记完: ✓1 支出15元 饮品 奶茶
        你: 恢复
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
    )


def test_a_draft_of_before_a_crash_that_was_declined_comes_back_too() -> None:
    play(
        """
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        你: 不要了
        它: 已取消。
        你: 恢复
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 找回了吃饭60元。
        它: 记录支出60元，餐饮，确认吗？
    """
    )


@pytest.mark.parametrize(
    "words", ["错了，要删的是第二笔", "不对，删掉第二笔", "不是第一笔，是第二笔", "错了，是第二笔"]
)
def test_a_row_command_that_is_denied_is_undone_before_the_right_one_is_done(words: str) -> None:
    state = after(f"你: 第一笔不要\n你: {words}", draft(FOUR))
    assert state.batch is not None
    assert [item.number for item in state.batch.remaining_items] == [1, 3, 4]


def test_the_same_with_rows_that_were_confirmed() -> None:
    state = after("你: 确认第一笔\n你: 不是第一笔，是第二笔", draft(FOUR))
    assert state.batch is not None
    assert [item.number for item in state.batch.confirmed_items] == [2]


@pytest.mark.parametrize("words", ["错了，第二笔也不要", "第二笔不要"])
def test_a_row_that_goes_as_well_is_no_denial(words: str) -> None:
    state = after(f"你: 第一笔不要\n你: {words}", draft(FOUR))
    assert state.batch is not None
    assert [item.number for item in state.batch.remaining_items] == [3, 4]


@pytest.mark.parametrize("policy", [ONLINE, LOCAL])
def test_where_nothing_was_dropped_it_declines_the_offer_to_take_back(policy: Policy) -> None:
    play(
        """
        你: 取消
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 恢复
        它: 请说。
        你: 确认
        它: 现在没有待处理的记录。
    """,
        policy,
        start=saved(ONE),
    )


def test_a_denial_said_twice_confirms_nothing() -> None:
    """The second 「错了」 takes up the draft that the first one made, with nothing of what the first one undid."""
    play(
        """
        你: 吃饭60，洗脚70，工资90
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出70元 洗浴 洗脚 | 3 收入90元 工资 工资
        它: 识别到3笔交易：第1笔，支出60元，餐饮；第2笔，支出70元，洗浴；第3笔，收入90元，工资。请确认或修改。
        你: 除了第一笔其他都确认
        卡: 1 支出60元 餐饮 吃饭 | ✓2 支出70元 洗浴 洗脚 | ✓3 收入90元 工资 工资
        它: 第2、3笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 错了，要删的是第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出70元 洗浴 洗脚 | 3 收入90元 工资 工资
        它: 已取消第2笔（洗脚70元）。剩余2笔待确认。
        你: 错了，要删的是第二笔
        它: 已取消第2笔（洗脚70元）。剩余2笔待确认。
    """,
        LOCAL,
    )


def test_a_row_that_was_dropped_twice_comes_back_once() -> None:
    play(
        """
        你: 吃饭60，洗脚70，工资90
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出70元 洗浴 洗脚 | 3 收入90元 工资 工资
        它: 识别到3笔交易：第1笔，支出60元，餐饮；第2笔，支出70元，洗浴；第3笔，收入90元，工资。请确认或修改。
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出70元 洗浴 洗脚 | 3 收入90元 工资 工资
        它: 已取消第2笔（洗脚70元）。剩余2笔待确认。
        你: 错了，要删的是第二笔
        它: 已取消第2笔（洗脚70元）。剩余2笔待确认。
        你: 恢复
        卡: 1 支出60元 餐饮 吃饭 | 2 支出70元 洗浴 洗脚 | 3 收入90元 工资 工资
        它: 找回了洗脚70元。
        它: 识别到3笔交易：第1笔，支出60元，餐饮；第2笔，支出70元，洗浴；第3笔，收入90元，工资。请确认或修改。
        你: 恢复
        它: 没有能找回的。
    """,
        LOCAL,
    )


def test_a_row_that_is_named_instead_has_to_exist() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        你: 错了，要删的是第九笔
        它: 没有第9笔。
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["恢复第九笔", "恢复第一笔和第九笔"])
def test_a_row_that_is_not_there_cannot_come_back(words: str) -> None:
    state = after(f"你: 第一笔不要\n你: {words}", draft(TWO))
    assert state.said == "没有第9笔。"
    assert state.batch is not None
    assert len(state.batch.pending_items) == 1


def test_the_undo_that_was_offered_beside_a_draft_is_declined_and_the_draft_is_read() -> None:
    state = after("你: 打车30", saved(ONE), LOCAL)
    play(
        """
        你: 撤销上一笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 恢复
        它: 记录支出30元，交通，确认吗？
    """,
        LOCAL,
        start=state,
    )


def test_a_confirm_from_before_the_read_back_saves_no_restored_row_in_doubt() -> None:
    play(
        """
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        你: 恢复
        你: 确认
        答账: 1280 3笔
        它: 这个月一共花了1280元，3笔。
        态: CONFIRMING
        卡: 1 支出5元 饮品 茶
        它: 找回了茶5元。
        它: 记录支出5元，饮品，请核对，确认吗？
    """,
        start=draft("支出5 饮品 茶 ?0.3"),
    )
