"""The card and the buttons: they do what words do, on the card that was seen, and at any time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.answers import entries_of
from tests.support.drafts import FOUR, ONE, TEN, TWO, draft
from tests.support.now import NOW
from tests.support.script import LOCAL, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Dialogue, Phase


def test_everything_is_confirmed_with_one_press() -> None:
    play(
        """
        按: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("1-06")
def test_rows_are_confirmed_and_cancelled_one_by_one() -> None:
    play(
        """
        按: 确认 1
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        按: 取消 2
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余2笔待确认。
        按: 确认 3
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第3笔好了，还剩1笔。
        按: 取消 4
        记完: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_the_next_entry_is_a_press_too() -> None:
    play(
        """
        按: 继续
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        续:
        它: 记好了，还有吗？
    """,
        start=draft(ONE),
    )


def test_a_row_is_edited_on_the_card_without_a_word() -> None:
    play(
        """
        按: 改 2 amount=35 category=打车
        卡: 1 支出60元 餐饮 吃饭 | 2 支出35元 交通 打车
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出35元 交通 打车
    """,
        start=draft(TWO),
    )


def test_a_confirmed_row_may_be_edited_a_cancelled_one_not() -> None:
    play(
        """
        按: 确认 1
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        按: 改 1 amount=61
        卡: ✓1 支出61元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        按: 取消 2
        卡: ✓1 支出61元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余2笔待确认。
        按: 改 2 amount=31
        卡: ✓1 支出61元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_a_press_on_an_older_card_is_refused_by_showing_the_card_as_it_is() -> None:
    play(
        """
        你: 删掉第一笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        按旧: 确认 2
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        按旧: 取消
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        按旧: 继续
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        按旧: 改 2 amount=1
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_a_press_on_a_row_that_is_not_there_is_refused() -> None:
    play(
        """
        按: 确认 3
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        按: 取消 0
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_a_press_with_nothing_open_is_refused() -> None:
    play("""
        按: 确认
        卡: 空
        按: 取消
        卡: 空
        按: 继续
        卡: 空
    """)


@pytest.mark.scenario("1-01")
def test_a_press_on_the_card_of_a_session_that_ended_saves_nothing() -> None:
    stage = Stage(ONLINE, draft(TWO))
    revision = stage.state.revision
    stage.read("你: 退出")
    before = stage.state
    stage.trace.clear()
    stage.happen(ev.ConfirmPressed(revision))
    assert stage.trace == [fx.ShowDraft(None, before.revision)]
    assert stage.state == before


def test_presses_work_while_the_model_is_asked() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        按: 取消 2
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_cancelling_by_press_ends_a_question_to_the_model() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        你: 还有一笔奶茶15
        按: 取消
        弃: 1
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


def test_during_a_save_the_card_is_only_shown_again() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        按: 取消
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        按: 取消 1
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        按: 改 1 amount=1
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        按: 继续
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


def test_leaving_by_button_works_at_any_time() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        按: 退出
        弃: 1
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
        按: 退出
    """,
        start=draft(TWO),
    )


def test_quiet_stops_our_voice_and_nothing_else() -> None:
    play(
        """
        声音: 手动
        你: 念一遍
        它: 记录支出60元，餐饮，确认吗？
        按: 安静
        静:
        说完:
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
        说完:
    """,
        start=draft(ONE),
    )


def test_quiet_in_silence_is_a_sign_of_life() -> None:
    play(
        """
        过: 59s
        按: 安静
        过: 59s
    """,
        start=draft(ONE),
    )


def test_speaking_over_our_voice_stops_it() -> None:
    play(
        """
        声音: 手动
        你: 念一遍
        它: 记录支出60元，餐饮，确认吗？
        声: 打断
        静:
        说完:
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
        说完:
    """,
        start=draft(ONE),
    )


def test_the_wake_button_begins_a_session() -> None:
    play(
        """
        按: 唤醒
        态: LISTENING
    """,
        start=Dialogue(),
    )


def test_exit_without_a_session_says_nothing() -> None:
    play(
        """
        按: 退出
        按: 安静
    """,
        start=Dialogue(),
    )


FILLED_IN = entries_of("支出40 餐饮 咖啡", NOW.date())[0]


def test_an_entry_filled_in_by_hand_opens_a_draft_also_without_a_session() -> None:
    stage = Stage(LOCAL, Dialogue())
    stage.happen(ev.EntryFilledIn(FILLED_IN))
    assert stage.state.phase is Phase.CONFIRMING
    assert card(stage.state.batch) == "1 支出40元 餐饮 咖啡"
    assert stage.state.said == "记录支出40元，餐饮，确认吗？"


def test_an_entry_filled_in_by_hand_joins_the_open_draft() -> None:
    stage = Stage(LOCAL, draft(TWO))
    stage.happen(ev.EntryFilledIn(FILLED_IN))
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出40元 餐饮 咖啡"


def test_without_a_category_it_is_filed_by_its_description() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.happen(ev.EntryFilledIn(replace(FILLED_IN, category="", description="打车")))
    assert card(stage.state.batch) == "1 支出40元 交通 打车"


def test_where_no_draft_can_take_it_an_entry_filled_in_by_hand_waits_to_be_restored() -> None:
    stage = Stage(LOCAL, draft(TEN))
    stage.happen(ev.EntryFilledIn(FILLED_IN))
    assert stage.state.said == "这笔先放着，说恢复就能找回。"
    stage.read("你: 全部确认")
    stage.read("你: 恢复")
    assert card(stage.state.batch) == "1 支出40元 餐饮 咖啡"
