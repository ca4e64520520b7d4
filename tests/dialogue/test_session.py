"""A session begins, is left, runs out of time, and forgets what it held."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import ONLINE, Stage, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue, Phase


@pytest.mark.scenario("0-04")
def test_leaving_drops_the_draft_and_says_what_was_not_written() -> None:
    state = play(
        """
        你: 退出
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )
    assert state.history == ()


@pytest.mark.scenario("0-04")
def test_leaving_forgets_what_was_said_to_the_model() -> None:
    start = after("你: 第一笔改成50\n模型: correction 0 amount=50 @0.9", draft(TWO))
    assert start.history
    state = after("你: 退出", start)
    assert (state.phase, state.batch, state.history) == (Phase.IDLE, None, ())


def test_cancelled_rows_are_not_counted_as_lost() -> None:
    play(
        """
        你: 删掉第一笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 确认第二笔
        卡: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第2笔好了，还剩2笔。
        它: 全部处理完才会写进账本。
        你: 退出
        卡: 空
        它: 3笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("1-17", "3-26")
def test_a_minute_without_a_word_ends_the_session_and_drops_the_draft() -> None:
    play(
        """
        过: 59s
        过: 1s
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_the_time_is_configurable() -> None:
    play(
        """
        过: 5s
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        Policy(inactivity_seconds=5),
        start=draft(TWO),
    )


def test_a_word_or_a_press_starts_the_time_anew() -> None:
    play(
        """
        过: 59s
        你: 等一下
        它: 我在听。吃饭60元、打车30元还没写进账本。
        过: 59s
        按: 唤醒
        过: 59s
        过: 1s
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_inactivity_counts_from_the_end_of_our_own_voice() -> None:
    play("""
        声音: 手动
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
        过: 600s
        说完:
        过: 59s
        过: 1s
        卡: 空
        它: 1笔没有记，下次再记。
        态: IDLE
        说完:
    """)


def test_no_time_runs_while_an_answer_is_awaited() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        过: 600s
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
        过: 60s
        它: 下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_words_that_are_just_being_spoken_are_waited_for() -> None:
    play(
        """
        声: 开始
        过: 60s
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_noise_is_no_sign_of_life() -> None:
    play(
        """
        声: 开始
        过: 60s
        声: 空
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_noise_before_the_time_is_up_changes_nothing() -> None:
    play(
        """
        过: 59s
        声: 开始
        声: 空
        过: 1s
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_an_utterance_that_was_lost_is_asked_for_again_and_given_time() -> None:
    play(
        """
        声: 开始
        过: 60s
        声: 没听清
        错: a gap in the sound
        它: 没听清，请再说一次。
        过: 59s
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_a_timer_that_was_replaced_changes_nothing() -> None:
    stage = Stage(ONLINE, draft(TWO))
    old = stage.state.timer
    assert old is not None
    stage.read("你: 等一下")
    before = stage.state
    stage.happen(ev.TimedOut(old))
    assert stage.state == before


def test_waking_a_running_session_only_counts_as_a_sign_of_life() -> None:
    stage = Stage(ONLINE, draft(TWO))
    stage.happen(ev.Woken())
    assert [type(effect) for effect in stage.trace] == [fx.SetTimer]
    assert stage.state.batch == draft(TWO).batch


def test_a_session_begins_with_a_wake_and_without_a_word() -> None:
    play(
        """
        按: 唤醒
        态: LISTENING
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        start=Dialogue(),
    )


@pytest.mark.scenario("1-01")
def test_an_outcome_after_the_end_of_a_session_is_dropped() -> None:
    asked = after("你: 第一笔改成50", draft(TWO))
    assert asked.in_flight is not None
    number = asked.in_flight.number
    stage = Stage(ONLINE, after("你: 退出", asked))
    before = stage.state
    late: list[ev.Event] = [
        ev.SpeechDetected(),
        ev.PartialHeard("确"),
        ev.Heard("确认"),
        ev.NotHeard("a gap in the sound"),
        ev.BargedIn(),
        ev.Heard(""),
        ev.ModelFailed(number, "超时"),
        ev.TimedOut(number),
    ]
    for event in late:
        stage.happen(event)
    assert stage.state == before
    assert stage.trace == []


def test_leaving_silences_what_is_being_said() -> None:
    play("""
        声音: 手动
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
        按: 退出
        卡: 空
        静:
        它: 1笔没有记，下次再记。
        态: IDLE
        说完:
        说完:
    """)


def test_an_orderly_stop_drops_the_draft_and_says_nothing() -> None:
    play(
        """
        停:
        卡: 空
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_an_orderly_stop_lets_a_save_finish() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        停:
        卡: 空
        态: IDLE
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_nothing_is_left_of_an_utterance_when_saving_and_leaving_in_one() -> None:
    play(
        """
        账本: 手动
        你: 确认并退出
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        声: 开始
        你: 打车30
        声: 开始
        存: 好
        账: 支出60元 餐饮 吃饭
        卡: 空
        它: 已保存1笔交易。下次再记。
        态: IDLE
        按: 唤醒
        态: LISTENING
        过: 60s
        它: 下次再记。
        态: IDLE
    """,
        start=draft(ONE),
    )


CLOSED = {
    "saved": "你: 确认",
    "cancelled": "你: 取消",
    "the last row decided": "你: 删掉第一笔\n你: 确认第二笔",
    "left": "你: 退出",
    "out of time": "过: 60s",
    "stopped": "停:",
    "moved on": "你: 下一笔",
}


@pytest.mark.scenario("R-04")
@pytest.mark.parametrize("script", CLOSED.values(), ids=CLOSED.keys())
def test_a_draft_is_closed_in_the_documented_cases(script: str) -> None:
    assert after(script, draft(TWO)).batch is None


KEPT = {
    "corrected": "你: 第一笔改成50\n模型: correction 0 amount=50 @0.9",
    "not understood": "你: 今儿个真高兴\n模型: unclear @0.3",
    "out of time": "你: 第一笔改成50\n过: 3s",
    "added to": "你: 还有一笔奶茶15\n模型: append 支出15 饮品 奶茶",
    "replaced": "你: 不对，是奶茶15\n模型: replace 支出15 饮品 奶茶",
    "asked about": "你: 今儿个真高兴\n模型: clarify 请问您想修改哪个部分？",
    "waited with": "你: 等一下",
    "read out": "你: 念一遍",
    "a row decided": "你: 删掉第一笔",
    "a question": "你: 这个月花了多少\n答账: 1280 3笔",
    "not heard": "声: 开始\n声: 没听清",
    "a failed save": "账本: 手动\n你: 确认\n存: 失败 磁盘满",
}


@pytest.mark.scenario("R-04")
@pytest.mark.parametrize("script", KEPT.values(), ids=KEPT.keys())
def test_a_draft_stays_open_in_every_other_case(script: str) -> None:
    state = after(script, draft(TWO))
    assert state.batch is not None
    assert state.phase is Phase.CONFIRMING


def test_a_row_is_written_after_a_long_session_as_after_a_short_one() -> None:
    play(
        """
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 没有了
        它: 请说。
    """,
        start=draft(ONE),
    )
