"""The dialogue-history protocol: what a request carries, what each action does, when the history is cleared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import ONLINE, Stage, card, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.policy import HISTORY_MESSAGES


def requests(stage: Stage) -> list[list[str]]:
    """The messages of each request, as 「user: …」."""
    return [
        [f"{message.role}: {message.content}" for message in effect.request.history]
        for effect in stage.trace
        if isinstance(effect, fx.AskCorrection)
    ]


@pytest.mark.scenario("0-05", "0-06", "0-08")
def test_a_request_carries_all_that_was_said_about_the_draft() -> None:
    stage = Stage(ONLINE, draft("支出60 红包 红包"))
    for line in (
        "你: 不对，应该是收入",
        "模型: correction 0 type=INCOME category=红包 @0.9",
        "你: 还有个地方要改",
        "模型: clarify 请问您想修改哪个部分？",
        "你: 金额改成100",
    ):
        stage.read(line)
    assert requests(stage)[-1] == [
        "user: 不对，应该是收入",
        "assistant: 已修改为收入60元，红包，确认吗？",
        "user: 还有个地方要改",
        "assistant: 请问您想修改哪个部分？",
        "user: 金额改成100",
    ]


def test_a_request_carries_the_row_that_we_asked_about() -> None:
    stage = Stage(ONLINE, draft(TWO))
    for line in ("你: 最后一笔不对", "模型: unclear @0.3", "你: 是15"):
        stage.read(line)
    assert requests(stage)[-1] == [
        "user: 最后一笔不对",
        "assistant: 第2笔，支出30元，交通，要改成什么？",
        "user: 第2笔是15",
    ]


@pytest.mark.scenario("0-05", "0-06")
def test_a_correct_action_changes_the_row_and_tells_the_card() -> None:
    play(
        """
        你改: 不对，应该是收入 [支出60元 餐饮 红包]
        模型: correction 0 amount=60 type=INCOME category=红包
        卡: 1 收入60元 红包 红包
        它: 已修改为收入60元，红包，确认吗？
    """,
        start=draft("支出60 餐饮 红包"),
    )


@pytest.mark.scenario("0-07")
def test_a_parse_action_replaces_the_sole_row_and_clears_the_history() -> None:
    state = play(
        """
        你改: 不对，我说的是奶茶15 [支出60元 餐饮 吃饭]
        模型: replace 支出15 饮品 奶茶
        卡: 1 支出15元 饮品 奶茶
        它: 记录支出15元，饮品，确认吗？
    """,
        start=draft(ONE),
    )
    assert state.history == ()


@pytest.mark.scenario("0-07")
def test_a_parse_action_adds_where_several_rows_are_open_and_clears_the_history() -> None:
    state = play(
        """
        你改: 不对，我说的是奶茶15 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: replace 支出15 饮品 奶茶
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
    """,
        start=draft(TWO),
    )
    assert state.history == ()


@pytest.mark.scenario("0-07")
def test_a_parse_action_of_several_entries_is_read_back_whole() -> None:
    play(
        """
        你改: 不对，我说的是奶茶15和停车10块 [支出60元 餐饮 吃饭]
        模型: replace 支出15 饮品 奶茶；支出10 汽车 停车
        卡: 1 支出15元 饮品 奶茶 | 2 支出10元 汽车 停车
        它: 识别到2笔交易：第1笔，支出15元，饮品；第2笔，支出10元，汽车。请确认或修改。
    """,
        start=draft(ONE),
    )


def test_a_parse_action_of_more_than_fits_keeps_ten_and_says_so() -> None:
    nine_done = "\n".join(f"你: 确认第{number}笔" for number in "一二三四五六七八九")
    ten = "；".join(f"支出{number} 餐饮" for number in range(1, 11))
    state = after(
        f"{nine_done}\n你: 不对，我说的是奶茶15\n模型: replace 支出15 饮品 奶茶；支出10 汽车 停车", draft(ten)
    )
    assert state.batch is not None
    assert len(state.batch) == 10
    assert state.batch.items[9].result.description == "奶茶"


@pytest.mark.scenario("0-08")
def test_a_clarify_action_is_spoken_and_the_draft_waits() -> None:
    play(
        """
        你改: 还有个地方要改 [支出60元 餐饮 吃饭]
        模型: clarify 请问您想修改哪个部分？
        它: 请问您想修改哪个部分？
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("0-09")
def test_a_query_action_is_answered_with_what_is_to_come() -> None:
    play(
        """
        你改: 我是不是花太多了呀 [支出60元 餐饮 吃饭]
        模型: query
        它: 查询功能即将上线
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("0-01", "0-02", "0-03", "0-04", "0-07")
@pytest.mark.parametrize(
    "words", ["确认", "再记一笔", "取消", "退出", "不对，我说的是奶茶15\n模型: replace 支出15 饮品 奶茶"]
)
def test_the_history_is_cleared_on_save_cancel_continue_exit_and_parse(words: str) -> None:
    start = after("你: 金额改成100\n模型: correction 0 amount=100 @0.9", draft(ONE))
    assert start.history
    assert after(f"你: {words}", start).history == ()


def test_the_history_ends_with_the_session() -> None:
    start = after("你: 金额改成100\n模型: correction 0 amount=100 @0.9", draft(ONE))
    assert after("过: 60s", start).history == ()


def test_a_long_history_keeps_its_end() -> None:
    stage = Stage(ONLINE, draft(ONE))
    for amount in range(1, 10):
        stage.read(f"你: 金额改成{amount}")
        stage.read(f"模型: correction 0 amount={amount} @0.9")
    last = requests(stage)[-1]
    assert len(last) == HISTORY_MESSAGES
    assert last[-1] == "user: 金额改成9"


def test_row_numbers_in_the_history_are_those_of_the_request() -> None:
    stage = Stage(ONLINE, draft(TWO))
    for line in ("你: 删掉第一笔", "你: 第二笔改成50"):
        stage.read(line)
    assert requests(stage) == [["user: 第一笔改成50"]]


@pytest.mark.scenario("0-08")
def test_a_yes_or_no_to_the_models_own_question_is_for_the_model() -> None:
    stage = Stage(ONLINE, draft(TWO))
    for line in (
        "你: 那个改成50",
        "模型: clarify 您是说打车那笔吗？",
        "你: 不是",
        "模型: clarify 那是吃饭那笔吗？",
        "你: 对",
        "模型: correction 0 amount=50 @0.9",
    ):
        stage.read(line)
    assert requests(stage)[-1] == [
        "user: 那个改成50",
        "assistant: 您是说打车那笔吗？",
        "user: 不是",
        "assistant: 那是吃饭那笔吗？",
        "user: 对",
    ]
    assert stage.lines[-1] == "它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？"


def test_with_the_model_gone_a_yes_to_its_question_saves_nothing() -> None:
    start = after("你: 那个改成50\n模型: clarify 您是说打车那笔吗？", draft(TWO))
    play(
        """
        你: 对
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        start=replace(start, model_paused=True),
    )


def test_an_explicit_confirm_is_no_answer_to_the_model_and_counts_once_the_rows_were_read_back() -> None:
    play(
        """
        你: 确认
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=after("你: 那个改成50\n模型: clarify 您是说打车那笔吗？", draft(TWO)),
    )


def test_an_entry_that_is_announced_as_another_replaces_no_open_row() -> None:
    state = after("你: 还有一笔奶茶15\n模型: replace 支出15 饮品 奶茶 @0.9", draft(ONE))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶"


def test_an_open_row_that_is_entered_again_with_another_amount_is_asked_about() -> None:
    play(
        """
        你改: 房租两千八 [支出2600元 住房 房租]
        模型: replace 支出2800 住房 房租
        它: 房租改成2800元，还是另记一笔？
    """,
        start=draft("支出2600 住房 房租"),
    )
