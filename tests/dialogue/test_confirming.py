"""Rows are confirmed: all at once, one by one, by word, by a bare yes, by a model."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import ONLINE, Stage, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase


@pytest.mark.scenario("1-03", "2-01", "3-07", "3-22", "4-E1")
def test_confirming_saves_every_row_at_once_and_asks_no_model() -> None:
    play("""
        你: 吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90
        问: 解析「吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90」
        模型: 支出60 餐饮 吃饭；支出60 洗浴 洗脚；收入30 红包 抢红包；收入90 工资 工资
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 识别到4笔交易：第1笔，支出60元，餐饮；第2笔，支出60元，洗浴；第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
        写: 支出60元 餐饮 吃饭 | 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资
        账: 支出60元 餐饮 吃饭 | 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资
        态: LISTENING
        卡: 空
        它: 已保存4笔交易。
    """)


@pytest.mark.scenario("3-07")
@pytest.mark.parametrize("words", ["全部确认", "两笔都确认"])
def test_all_may_be_said_explicitly_or_by_their_number(words: str) -> None:
    play(
        f"""
        你: {words}
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


def test_which_two_of_four_rows_is_asked() -> None:
    play(
        """
        你: 两笔都确认
        它: 不确定要修改哪笔，请说具体第几笔
    """,
        start=draft(FOUR),
    )


def test_a_number_of_rows_may_count_the_confirmed_ones_but_no_cancelled_one() -> None:
    play(
        """
        你: 第一笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 第二笔确认
        卡: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第2笔好了，还剩2笔。
        它: 全部处理完才会写进账本。
        你: 三笔都确认
        记完: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("0-01", "1-07", "3-02", "3-06")
def test_one_row_is_read_back_and_saved_in_the_words_of_one() -> None:
    play("""
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
        你: 确认
        卡: ✓1 支出35元 餐饮 午饭
        写: 支出35元 餐饮 午饭
        账: 支出35元 餐饮 午饭
        态: LISTENING
        卡: 空
        它: 记好了，还有吗？
    """)


@pytest.mark.scenario("2-03", "3-08")
def test_one_row_of_several_is_confirmed_and_the_others_stay() -> None:
    play(
        """
        你: 确认第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第2笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩2笔。
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("1-06", "3-09")
def test_rows_confirmed_and_cancelled_one_by_one_are_saved_with_the_last_decision() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 第三笔没问题
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第3笔好了，还剩2笔。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余1笔待确认。
        你: 取消第四笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资
        写: 支出60元 餐饮 吃饭 | 收入30元 红包 抢红包
        账: 支出60元 餐饮 吃饭 | 收入30元 红包 抢红包
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("3-09")
def test_confirming_the_last_open_row_saves_without_another_word() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        你: 确认第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    ("words", "confirmed"),
    [
        ("第一笔和第三笔确认", "✓1 ✓3"),
        ("确认前两笔", "✓1 ✓2"),
        ("最后一笔没问题", "✓4"),
        ("确认倒数第二笔", "✓3"),
        ("红包那笔没问题", "✓3"),
    ],
)
def test_rows_are_confirmed_however_they_are_named(words: str, confirmed: str) -> None:
    state = after(f"你: {words}", draft(FOUR))
    assert state.batch is not None
    assert " ".join(f"✓{item.number}" for item in state.batch.confirmed_items) == confirmed
    assert state.saving is None


def test_the_others_are_those_still_open() -> None:
    play(
        """
        你: 第一笔不要
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你: 剩下的确认
        记完: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_a_row_that_was_decided_is_not_decided_again() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 确认第一笔
        它: 第1笔已经处理过了。
        你: 确认第一笔和第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第2笔好了，还剩2笔。
    """,
        start=draft(FOUR),
    )


def test_a_row_that_is_not_on_the_card_is_named_in_the_answer() -> None:
    play(
        """
        你: 确认第五笔
        它: 没有第5笔。
        你: 删掉倒数第三笔
        它: 没有倒数第3笔。
    """,
        start=draft(TWO),
    )


def test_a_description_that_fits_two_rows_decides_none() -> None:
    play(
        """
        你: 打车那笔确认
        它: 没听出「打车」是哪笔，请说具体第几笔。
    """,
        start=draft("支出20 交通 打车；支出30 交通 打车"),
    )


@pytest.mark.parametrize("words", ["对", "嗯", "是的", "好的", "可以", "没问题"])
def test_a_yes_to_the_read_back_saves(words: str) -> None:
    stage = after(f"你: {words}", draft(ONE))
    assert [str(row.amount) for row in stage.last_saved] == ["60"]


@pytest.mark.scenario("R-03")
@pytest.mark.parametrize(
    "words",
    [
        "不确认",
        "好像不对",
        "对，不过第二笔改成50",
        "先别保存",
        "还没确认呢",
        "确认是60吗",
        "保存之前把第一笔改成50",
        "不要取消",
        "不对",
        "不",
        "等一下再确认",
        "对联50",
    ],
)
def test_nothing_negated_doubted_or_changed_saves(words: str) -> None:
    state = after(f"你: {words}", draft(TWO))
    assert state.saving is None
    assert not state.last_saved


@pytest.mark.scenario("1-09", "2-09")
def test_a_chatty_yes_is_left_to_the_model_whose_confirm_saves() -> None:
    play(
        """
        你改: 嗯对就这样 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: confirm @0.85
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    "words", ["不太对吧", "应该没记错", "好像可以", "行是行但是第二笔贵了", "那个不用了吧"]
)
def test_a_models_confirm_does_not_outweigh_the_words_themselves(words: str) -> None:
    state = after(f"你: {words}\n模型: confirm @0.95", draft(TWO))
    assert not state.last_saved


def test_a_models_confirm_that_is_not_sure_of_itself_is_asked_back() -> None:
    play(
        """
        你改: 嗯对就这样 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: confirm
        原文: 嗯对就这样
        它: 没听清要改什么，请再说一次
    """,
        start=draft(TWO),
    )


def test_a_models_confirm_at_the_floor_of_confidence_counts() -> None:
    assert len(after("你: 嗯对就这样\n模型: confirm @0.7", draft(TWO)).last_saved) == 2


def test_a_models_confirm_is_for_the_rows_it_was_shown() -> None:
    play(
        """
        你: 删掉第一笔
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第1笔（吃饭60元）。剩余3笔待确认。
        你改: 嗯对就这样 [支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资]
        模型: confirm @0.9
        记完: ✗1 支出60元 餐饮 吃饭 | ✓2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | ✓4 收入90元 工资 工资
    """,
        start=draft(FOUR),
    )


def test_a_row_without_an_amount_stays_open_and_is_asked_for() -> None:
    play(
        """
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出? 饮品 奶茶
        它: 第1笔好了，还剩1笔。第2笔还没有金额，请说是多少钱。
        你: 确认
        它: 第2笔还没有金额，请说是多少钱。
        你: 第二笔是15块
        它: 好的，正在修改...
        问: 修改「第一笔是15块」[支出? 饮品 奶茶]
        模型: correction 0 amount=15 @0.9
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 已将第2笔修改为支出15元，饮品。还需要修改吗？
    """,
        start=draft("支出60 餐饮 吃饭；支出? 饮品 奶茶"),
    )


def test_a_sole_row_without_an_amount_is_asked_for_until_it_has_one() -> None:
    play("""
        你: 奶茶
        问: 解析「奶茶」
        模型: 支出? 饮品 奶茶
        态: CONFIRMING
        卡: 1 支出? 饮品 奶茶
        它: 记录支出，饮品，多少钱？
        你: 确认
        它: 记录支出，饮品，多少钱？
        你: 15块
        卡: 1 支出15元 饮品 奶茶
        它: 记录支出15元，饮品，确认吗？
        你: 对
        记完: ✓1 支出15元 饮品 奶茶
    """)


def test_a_row_without_an_amount_is_not_confirmed_by_its_number_either() -> None:
    play(
        """
        你: 确认第二笔
        它: 第2笔还没有金额，请说是多少钱。
    """,
        start=draft("支出60 餐饮 吃饭；支出? 饮品 奶茶"),
    )


def test_a_row_confirmed_before_does_not_keep_others_from_being_confirmed() -> None:
    play(
        """
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第1笔好了，还剩3笔。
        它: 全部处理完才会写进账本。
        你: 确认第一笔和第三笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 第3笔好了，还剩2笔。
        你: 删掉第二笔
        卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出60元 洗浴 洗脚 | ✓3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已取消第2笔（洗脚60元）。剩余1笔待确认。
        你: 确认第二笔和第四笔
        它: 第2笔已经处理过了。
    """,
        start=draft(FOUR),
    )


def test_where_no_other_row_is_open_the_others_are_none() -> None:
    play(
        """
        你: 删掉第二笔
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
        你: 除了第一笔其他都确认
        它: 还剩1笔：第1笔，支出60元，餐饮。请确认或修改。
        你: 第一笔不要，其他的确认
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


COMMANDS = {
    "确认": Phase.LISTENING,
    "取消": Phase.LISTENING,
    "退出": Phase.IDLE,
    "继续记账": Phase.LISTENING,
    "重来": Phase.LISTENING,
    "确认第二笔": Phase.CONFIRMING,
    "删掉第二笔": Phase.CONFIRMING,
    "等一下": Phase.CONFIRMING,
    "念一遍": Phase.CONFIRMING,
}


@pytest.mark.scenario("R-03")
@pytest.mark.parametrize(("words", "phase"), COMMANDS.items())
def test_a_command_is_obeyed_without_a_model(words: str, phase: Phase) -> None:
    stage = Stage(ONLINE, draft(FOUR))
    stage.read(f"你: {words}")
    assert stage.state.phase is phase
    assert not [effect for effect in stage.trace if isinstance(effect, fx.AskCorrection | fx.AskParse)]


@pytest.mark.scenario("R-03")
@pytest.mark.parametrize(
    ("words", "phase", "saved"),
    [
        ("好的取消", Phase.LISTENING, 0),
        ("确认取消", Phase.LISTENING, 0),
        ("不用了退出", Phase.IDLE, 0),
        ("可以了退出", Phase.IDLE, 0),
        ("好的下一笔", Phase.LISTENING, 1),
    ],
)
def test_cancel_goes_before_exit_before_continue_before_confirm(words: str, phase: Phase, saved: int) -> None:
    state = after(f"你: {words}", draft(ONE))
    assert state.phase is phase
    assert len(state.last_saved) == saved
