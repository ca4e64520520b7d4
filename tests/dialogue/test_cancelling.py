"""Rows are cancelled: the whole draft, one by one, by description, by a model."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, card, play
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Phase


@pytest.mark.scenario("0-03", "1-12", "2-02", "3-10")
def test_the_whole_draft_is_dropped_and_no_model_is_asked() -> None:
    play(
        """
        你: 不要了
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("3-10")
@pytest.mark.parametrize("words", ["取消", "不要了", "不保存", "算了", "全部取消", "都不要了", "不确认"])
def test_there_are_many_words_for_dropping_it(words: str) -> None:
    state = after(f"你: {words}", draft(TWO))
    assert (state.phase, state.batch, state.last_saved) == (Phase.LISTENING, None, ())


@pytest.mark.scenario("0-03", "1-12")
def test_the_button_drops_it_too() -> None:
    play(
        """
        按: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("1-05", "2-04", "3-11")
def test_one_row_is_cancelled_and_the_rest_is_counted() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余3笔待确认。
        你: 删掉第三笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✗3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第3笔（抢红包30元）。剩余2笔待确认。
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("3-12")
def test_cancelling_the_last_open_row_saves_those_confirmed() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭
        账: 支出60元 餐饮 吃饭
        态: LISTENING
        卡: 空
        它: 已保存1笔交易。
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("3-13")
def test_cancelling_the_last_row_of_all_saves_nothing() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        你: 第一笔也不要了
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


def test_the_one_row_of_a_batch_may_be_cancelled_by_its_number() -> None:
    play(
        """
        你: 删掉第一笔
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(ONE),
    )


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("前两笔不要", [3, 4]),
        ("删掉第一笔和第三笔", [2, 4]),
        ("最后一笔不要了", [1, 2, 3]),
        ("倒数第二笔删掉", [1, 2, 4]),
        ("红包那笔不要了", [1, 2, 4]),
        ("除了第三笔其他都不要", [3]),
    ],
)
def test_rows_are_cancelled_however_they_are_named(words: str, left: list[int]) -> None:
    state = after(f"你: {words}", draft(FOUR))
    assert state.batch is not None
    assert [item.number for item in state.batch.pending_items] == left


def test_several_rows_are_named_in_the_answer() -> None:
    play(
        """
        你: 前两笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）、第2笔（洗脚60元）。剩余2笔待确认。
    """,
        start=draft(FOUR),
    )


def test_a_row_confirmed_by_itself_may_still_be_taken_back() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 第一笔不要了
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 第一笔不要了
        它: 第1笔已经处理过了。
    """,
        start=draft(FOUR),
    )


def test_cancelling_drops_confirmed_rows_too_for_they_are_not_written_yet() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


def test_starting_over_drops_the_draft_and_listens() -> None:
    play(
        """
        你: 重来
        态: LISTENING
        卡: 空
        它: 已取消。请说。
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        start=draft(ONE),
    )


def test_a_models_cancel_drops_what_it_was_shown() -> None:
    play(
        """
        你改: 这些我老婆已经记过了 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: cancel @0.9
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


def test_a_models_cancel_drops_rows_confirmed_before_too_and_saves_nothing() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你改: 剩下的我老婆已经记过了 [支出30元 交通 打车]
        模型: cancel @0.95
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("answer", ["cancel", "cancel @0.6"])
def test_a_models_cancel_that_is_not_sure_of_itself_drops_nothing(answer: str) -> None:
    state = after(f"你: 这些我老婆已经记过了\n模型: {answer}", draft(TWO))
    assert state.batch == draft(TWO).batch


def test_with_nothing_open_there_is_nothing_to_cancel() -> None:
    play("""
        你: 取消
        它: 现在没有待处理的记录。
        你: 删掉第二笔
        它: 现在没有待处理的记录。
        你: 确认
        它: 现在没有待处理的记录。
    """)


@pytest.mark.parametrize("policy", [LOCAL, OFFLINE, ONLINE])
@pytest.mark.parametrize(
    "words", ["打车那笔别记，公司报的", "打车是同事付的，删掉", "第二笔先不存，我去问问"]
)
def test_a_row_goes_with_the_reason_for_it_and_comes_back(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        你: 恢复
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 找回了打车30元。
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        policy,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["打车不算，其他的保存", "打车不要，其他的都存", "打车不要，保存"])
def test_a_row_named_by_a_word_goes_and_the_others_are_saved(words: str) -> None:
    state = after(f"你: {words}", draft(TWO), LOCAL)
    assert (state.phase, [row.description for row in state.last_saved]) == (Phase.LISTENING, ["吃饭"])


def test_after_an_objection_the_row_goes_and_the_others_are_read_back() -> None:
    state = after("你: 上周五付的那个不对\n你: 打车不算，其他的保存", draft(TWO), LOCAL)
    assert (state.last_saved, card(state.batch)) == ((), "1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车")
