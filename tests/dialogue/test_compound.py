"""Two things in one utterance are done in the order that loses nothing."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft, saved
from tests.support.script import LOCAL, card, play
from voiced.dialogue.values.state import Phase


def test_confirm_and_exit_saves_and_then_leaves() -> None:
    play(
        """
        你: 确认并退出
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        卡: 空
        它: 已保存2笔交易。下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_confirm_and_exit_of_one_row() -> None:
    play(
        """
        你: 保存然后退出
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        卡: 空
        它: 已保存1笔交易。下次再记。
        态: IDLE
    """,
        start=draft(ONE),
    )


def test_a_row_is_cancelled_before_the_rest_is_confirmed() -> None:
    play(
        """
        你: 第二笔不要，其他的确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_all_but_one_row_are_confirmed_and_that_one_stays_open() -> None:
    play(
        """
        你: 除了第三笔其他都确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
        它: 第1、2、4笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 第三笔不要
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✗3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_a_polite_leave_saves_nothing() -> None:
    play(
        """
        你: 可以了退出
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_one_row_is_confirmed_the_rest_given_up_with_the_session() -> None:
    play(
        """
        你: 确认第一笔，然后退出
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        卡: 空
        它: 已保存1笔交易。1笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_a_cancelled_row_alone_saves_nothing_on_the_way_out() -> None:
    play(
        """
        你: 第二笔不要，退出
        卡: 空
        它: 2笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_the_last_open_row_cancelled_on_the_way_out_saves_what_was_confirmed_before() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 第二笔不要，退出
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        卡: 空
        它: 已保存1笔交易。下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


def test_rows_are_dropped_and_the_others_saved_before_the_session_ends() -> None:
    play(
        """
        你: 第一笔不要，其他的确认，退出
        卡: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
        写: 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资
        账: 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资
        卡: 空
        它: 已保存3笔交易。下次再记。
        态: IDLE
    """,
        start=draft(FOUR),
    )


def test_every_row_cancelled_on_the_way_out_saves_nothing() -> None:
    play(
        """
        你: 第一笔不要，退出
        卡: 空
        它: 1笔没有记，下次再记。
        态: IDLE
    """,
        start=draft(ONE),
    )


def test_confirm_and_next_saves_and_listens() -> None:
    play(
        """
        你: 确认，再记一笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        续:
        它: 已保存2笔交易。请说下一笔。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["确认并退出", "确认，再记一笔"])
def test_a_row_without_an_amount_is_asked_for_before_anything_is_left(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出? 饮品 奶茶
        它: 第1笔好了，还剩1笔。第2笔还没有金额，请说是多少钱。
    """,
        start=draft("支出60 餐饮 吃饭；支出? 饮品 奶茶"),
    )


@pytest.mark.parametrize(
    "words", ["除了第五笔其他都确认", "第五笔不要，其他的确认", "确认第五笔然后退出", "确认第五笔，下一笔"]
)
def test_one_impossible_step_stops_all_steps(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 没有第5笔。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["第二笔不要，其他的确认", "第二笔不要，退出", "第二笔不要，再记一笔"])
def test_a_drop_of_a_row_that_is_saved_already_is_not_passed_over_for_the_rest(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 刚才记的2笔只能一起收回（吃饭60元、打车30元），要收回吗？
    """,
        start=saved(TWO),
    )


def test_two_things_with_nothing_open_are_not_done_by_halves() -> None:
    play("""
        你: 确认并退出
        它: 下次再记。
        态: IDLE
    """)


def test_a_save_that_fails_on_the_way_out_stays() -> None:
    play(
        """
        账本: 手动
        你: 确认并退出
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        存: 失败 磁盘满
        错: 磁盘满
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 账本没有写成，记录都还在，请再说一次。
        你: 确认并退出
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        卡: 空
        它: 已保存2笔交易。下次再记。
        态: IDLE
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["取消退出", "不要了退出", "算了，退出吧"])
def test_cancelling_and_leaving_keeps_nothing(words: str) -> None:
    state = after(f"你: {words}", draft(TWO))
    assert state.batch is None
    assert not state.last_saved
    assert state.phase is not Phase.CONFIRMING


def test_how_many_rows_are_left_is_said_once() -> None:
    play(
        """
        你: 第一笔和第二笔没问题，第三笔删掉
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✗3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1、2笔好了。已取消第3笔（抢红包30元）。剩余1笔待确认。
        它: 全部处理完才会写进账本。
    """,
        start=draft(FOUR),
    )


@pytest.mark.parametrize(
    "words",
    [
        "第一笔不要，第二笔改成25",
        "第一笔不要第二笔改成25",
        "第二笔改成25，第一笔不要",
        "不对，第一笔不要，第二笔改成25",
        "吃饭不要了，打车改成25",
        "第一笔不要，第二笔改成25，确认",
    ],
)
def test_a_row_that_goes_and_another_one_that_changes_are_both_done_and_read_back(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出25元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        它: 已将第2笔修改为支出25元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_the_model_is_asked_for_the_change_alone_and_with_the_rows_that_are_left() -> None:
    play(
        """
        你: 第一笔不要，第二笔改成25
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        它: 好的，正在修改...
        问: 修改「第一笔改成25」[支出30元 交通 打车]
        模型: correction 0 amount=25 @0.9
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出25元 交通 打车
        它: 已将第2笔修改为支出25元，交通。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_unclear_words_about_another_row_are_asked_back_before_a_save() -> None:
    play(
        """
        你: 第一笔不要，第二笔不对
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        它: 第2笔，支出30元，交通，要改成什么？
        你: 确认
        它: 还剩1笔：第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    "words",
    [
        "第一笔不要，第一笔改成25",
        "要是第一笔不要，第二笔改成25",
        "第一笔和第二笔不要，打车改成25",
        "第五笔不要，第二笔先别删",
    ],
)
def test_contradictions_and_conditions_drop_no_row(words: str) -> None:
    state = after(f"你: {words}", draft(TWO), LOCAL)
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
    assert state.objected
