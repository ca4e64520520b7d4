"""Speech while an answer is awaited or a save runs is not lost; cancel and exit act at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import ONLINE, card, in_session, play
from voiced.dialogue.values.state import Phase


def test_words_during_a_request_to_the_model_are_handled_after_it() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        你: 第一笔改成50
        你: 还有一笔奶茶15
        模型: 支出60 餐饮 吃饭；支出30 交通 打车
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        它: 好的，正在修改...
        问: 修改「第一笔改成50」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        它: 好的，正在修改...
        问: 修改「还有一笔奶茶15」[支出50元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: append 支出15 饮品 奶茶
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
    """)


def test_cancel_acts_at_once_while_the_model_reads_an_entry() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        你: 还有一笔奶茶15
        你: 取消
        弃: 1
        它: 已取消。
        模型#1: 支出60 餐饮 吃饭
    """)


def test_starting_over_acts_at_once_too() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 重来
        弃: 1
        态: LISTENING
        卡: 空
        它: 已取消。请说。
    """,
        start=draft(TWO),
    )


def test_exit_acts_at_once_while_the_model_reads_an_entry() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        你: 退出
        弃: 1
        它: 下次再记。
        态: IDLE
        模型#1: 支出60 餐饮 吃饭
    """)


def test_cancel_acts_at_once_while_the_model_works_on_a_correction() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 取消
        弃: 1
        态: LISTENING
        卡: 空
        它: 已取消。
        模型#1: correction 0 amount=50 @0.9
    """,
        start=draft(TWO),
    )


def test_exit_acts_at_once_while_the_model_works_on_a_correction() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 退出
        弃: 1
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
        模型#1: correction 0 amount=50 @0.9
    """,
        start=draft(TWO),
    )


def test_a_confirm_said_while_the_model_works_saves_the_corrected_draft() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 确认
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        记完: ✓1 支出50元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


FAILED = {
    "unclear": "模型: unclear @0.3",
    "unsure": "模型: correction 0 amount=50 @0.5",
    "a row that was not sent": "模型: correction 7 amount=50 @0.9",
    "asked back": "模型: clarify 请问是哪一笔？",
    "a question": "模型: query",
    "no model and no rule": "过: 3s",
}


@pytest.mark.parametrize("outcome", FAILED.values(), ids=FAILED.keys())
@pytest.mark.parametrize("words", ["确认", "确认第一笔", "再记一笔", "确认并退出", "没问题", "嗯对就这样"])
def test_a_confirm_said_while_a_correction_fails_saves_nothing(words: str, outcome: str) -> None:
    state = after(f"你: 改成50\n你: {words}\n{outcome}", draft(TWO))
    assert state.batch == draft(TWO).batch
    assert not state.last_saved
    assert state.deferred == ()


def test_a_confirm_that_reads_the_rows_back_drops_the_confirms_behind_it() -> None:
    objected = replace(draft(TWO), objected=True)
    state = after("你: 这个月花了多少\n你: 确认\n你: 确认并退出\n答账: 300 3笔", objected)
    assert state.batch == objected.batch
    assert not state.last_saved
    assert not state.objected


def test_a_failed_correction_drops_only_deferred_confirms() -> None:
    play(
        """
        你改: 改成50 [支出60元 餐饮 吃饭 | 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资]
        你: 确认
        你: 删掉第二笔
        模型: unclear @0.3
        它: 不确定要修改哪笔，请说具体第几笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余3笔待确认。
    """,
        start=draft(FOUR),
    )


def test_a_confirm_after_a_command_that_was_refused_saves_nothing() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 删掉第五笔
        你: 确认
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        它: 没有第5笔。
    """,
        start=draft(TWO),
    )


def test_a_confirm_after_a_correction_of_a_decided_row_saves_nothing() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余3笔待确认。
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 收入30元 红包 抢红包 | 收入90元 工资 工资]
        你: 第二笔和第三笔都改成50
        你: 确认
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        它: 第2笔已经处理过了。
    """,
        start=draft(FOUR),
    )


def test_a_confirm_said_before_an_entry_was_cut_short_saves_nothing() -> None:
    play("""
        你: 吃饭花了60，押金30
        问: 解析「吃饭花了60，押金30」
        你: 确认
        过: 3s
        错: 超时
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 模型没有答上来，先按简单规则处理。
        它: 没有记的是：押金30。
        它: 记录支出60元，餐饮，请核对，确认吗？
    """)


@pytest.mark.parametrize("words", ["对", "嗯", "好的"])
def test_a_bare_yes_before_the_question_is_no_answer_to_it(words: str) -> None:
    state = after(f"你: 吃饭花了60，打车30\n你: {words}\n模型: {TWO}", after("你: 取消", draft(ONE)))
    assert state.batch is not None
    assert state.batch.pending_count == 2


@pytest.mark.parametrize("words", ["不用", "没有了"])
def test_a_bare_no_during_a_save_does_not_end_the_session(words: str) -> None:
    state = after(f"账本: 手动\n你: 确认\n你: {words}\n存: 好", draft(ONE))
    assert state.phase is Phase.LISTENING


def test_a_yes_to_the_filler_is_no_yes_to_the_changed_row() -> None:
    play(
        """
        你改: 改成收入 [支出60元 餐饮 吃饭]
        你: 嗯
        模型: correction 0 type=INCOME @0.9
        卡: 1 收入60元 餐饮 吃饭
        它: 已修改为收入60元，餐饮，确认吗？
    """,
        start=draft(ONE),
    )


def test_words_during_a_save_are_handled_after_it() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 打车30
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        start=draft(TWO),
    )


def test_words_during_a_failed_save_meet_the_draft_before_it() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 第一笔改成50
        存: 失败 磁盘满
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        它: 好的，正在修改...
        问: 修改「第一笔改成50」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["确认", "下一笔", "确认第一笔", "对"])
def test_deferred_confirms_are_dropped_with_a_failed_save(words: str) -> None:
    state = after(f"账本: 手动\n你: 确认\n你: {words}\n存: 失败 磁盘满", draft(TWO))
    assert state.batch == draft(TWO).batch
    assert state.saving is None


def test_a_save_cannot_be_called_off() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 取消
        它: 这一批正在写进账本。
        你: 重来
        它: 这一批正在写进账本。
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


def test_saying_confirm_twice_saves_once() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 确认
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


def test_words_during_a_question_to_the_ledger_are_handled_after_it() -> None:
    play(
        """
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        你: 确认
        答账: 1280 3笔
        它: 这个月一共花了1280元，3笔。
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


def test_noise_while_an_answer_is_awaited_changes_nothing() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        声: 开始
        声: 空
        声: 开始
        声: 没听清
        错: a gap in the sound
        它: 没听清，请再说一次。
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_cancel_forgets_what_was_said_before_it() -> None:
    state = after("你: 第一笔改成50\n你: 还有一笔奶茶15\n你: 取消", draft(TWO))
    assert (state.batch, state.deferred, state.in_flight) == (None, (), None)


def test_drafts_that_come_of_one_event_are_different_drafts() -> None:
    said = "你: 吃饭花了60，打车30\n你: 再记一笔\n你: 奶茶15\n模型: 支出60 餐饮 吃饭；支出30 交通 打车"
    state = after(said, in_session(ONLINE))
    assert card(state.batch) == "1 支出15元 饮品 奶茶"
    restored = after("你: 恢复", state)
    assert card(restored.batch) == "1 支出15元 饮品 奶茶 | 2 支出60元 餐饮 吃饭 | 3 支出30元 交通 打车"
