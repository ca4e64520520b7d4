"""Between two readings the daemon names both; the row waits until the speaker has chosen, and nothing is saved before."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, after, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values.policy import Policy

AMOUNT = "支出45 交通 打车 或 支出15 交通 打车"
TYPE = "支出200 人情 红包 或 收入200 红包 红包"
ROWS = "支出100 餐饮 吃饭 或 支出60 餐饮 吃饭 和 支出40 餐饮 奶茶"


def asked(entries: str) -> tuple[str, str]:
    """The card and the last sentence once entries in doubt were read back."""
    state = draft(entries)
    return card(state.batch), state.said


def test_the_question_names_both_values_and_the_row_has_neither() -> None:
    assert asked(AMOUNT) == ("1 支出? 交通 打车", "打车45元还是15元？")
    left_behind = after("恢复: 支出45 其他 或 支出15 其他\n你: 要", in_session(LOCAL), LOCAL)
    assert (card(left_behind.batch), left_behind.said) == ("1 支出? 其他", "45元还是15元？")


def test_the_question_names_both_types() -> None:
    assert asked(TYPE) == ("1 支出200元 人情 红包", "红包200元，是支出还是收入？")


def test_the_question_names_one_row_and_several() -> None:
    assert asked(ROWS) == ("1 支出? 餐饮 吃饭", "一共一笔100元，还是两笔60元和40元？")


def test_three_rows_are_named_with_their_number() -> None:
    three = "支出9 餐饮 吃饭 或 支出2 餐饮 茶 和 支出3 餐饮 面 和 支出4 餐饮 饼"
    assert asked(three)[1] == "一共一笔9元，还是三笔2元、3元和4元？"


def test_among_other_rows_it_comes_behind_the_read_back() -> None:
    state = draft(f"{ONE}；{TYPE}")
    assert state.said == "红包200元，是支出还是收入？"
    play(
        f"""
        恢复: {ONE}；{AMOUNT}
        它: 上次有2笔还没处理完，要继续吗？
        你: 要
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出? 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出金额没定，交通。请确认或修改。
        它: 打车45元还是15元？
        你: 后一个
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出15元，交通。请确认或修改。
    """,
        LOCAL,
    )


@pytest.mark.parametrize(
    "words",
    [
        "四十五",
        "四十五块",
        "对，四十五",
        "是四十五",
        "前一个",
        "第一个",
        "前面那个",
        "前者",
        "是四十五不是十五",
        "不是十五",
        "贵的那个",
        "多的",
        "实际是四十五",
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE, ONLINE])
def test_the_value_or_its_place_takes_the_first_and_the_row_is_read_back(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出45元 交通 打车
        它: 记录支出45元，交通，确认吗？
        你: 确认
        记完: ✓1 支出45元 交通 打车
    """,
        policy,
        start=draft(AMOUNT),
    )


@pytest.mark.parametrize(
    "words",
    [
        "十五",
        "后一个",
        "第二个",
        "后面那个",
        "后者",
        "不是四十五，是十五",
        "不对，不是四十五，是十五",
        "不是四十五",
        "便宜的那个",
        "少的",
    ],
)
def test_the_other_one_is_taken_as_well(words: str) -> None:
    state = after(f"你: {words}", draft(AMOUNT), LOCAL)
    assert (card(state.batch), state.said) == ("1 支出15元 交通 打车", "记录支出15元，交通，确认吗？")


@pytest.mark.parametrize("words", ["三十", "都不是，三十", "不对，是三十"])
def test_a_third_value_counts(words: str) -> None:
    state = after(f"你: {words}", draft(AMOUNT), LOCAL)
    assert (card(state.batch), state.said) == ("1 支出30元 交通 打车", "记录支出30元，交通，确认吗？")


@pytest.mark.parametrize("words", ["不对", "都不是", "不是", "都不对", "两个都不是", "错了"])
def test_a_no_asks_for_the_amount(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出? 交通 打车
        它: 记录支出，交通，多少钱？
        你: 二十五
        卡: 1 支出25元 交通 打车
        它: 记录支出25元，交通，确认吗？
    """,
        LOCAL,
        start=draft(AMOUNT),
    )


@pytest.mark.parametrize("words", ["确认", "嗯", "对", "好的", "没问题", "是的"])
@pytest.mark.parametrize("entries", [AMOUNT, TYPE, ROWS])
def test_a_bare_yes_chooses_no_reading_and_is_asked_again(words: str, entries: str) -> None:
    before = draft(entries)
    state = after(f"你: {words}\n你: {words}", before, LOCAL)
    assert (state.batch, state.said) == (before.batch, before.said)


@pytest.mark.parametrize(("words", "row"), [("支出", "支出200元 人情 红包"), ("收入", "收入200元 红包 红包")])
def test_the_type_is_chosen_by_its_name(words: str, row: str) -> None:
    for said in (words, f"是{words}", f"{words}的"):
        assert card(after(f"你: {said}", draft(TYPE), LOCAL).batch) == f"1 {row}"


def test_the_type_is_chosen_by_its_place_or_as_people_say_it() -> None:
    assert card(after("你: 收到的", draft(TYPE), LOCAL).batch) == "1 收入200元 红包 红包"
    assert card(after("你: 别人给我的", draft(TYPE), LOCAL).batch) == "1 收入200元 红包 红包"
    assert card(after("你: 我花的", draft(TYPE), LOCAL).batch) == "1 支出200元 人情 红包"
    assert card(after("你: 给别人的", draft(TYPE), LOCAL).batch) == "1 支出200元 人情 红包"
    assert card(after("你: 后一个", draft(TYPE), LOCAL).batch) == "1 收入200元 红包 红包"
    assert card(after("你: 不是收入", draft(TYPE), LOCAL).batch) == "1 支出200元 人情 红包"


def test_a_third_type_is_taken_and_a_no_asks_for_it() -> None:
    play(
        """
        你: 都不是
        它: 是支出、收入，还是转账？
        你: 转账
        卡: 1 转账200元 人情 红包
        它: 记录转账200元，人情，确认吗？
    """,
        LOCAL,
        start=draft(TYPE),
    )


@pytest.mark.parametrize("words", ["两笔", "分开记", "后一个", "六十和四十", "是两笔"])
def test_several_rows_take_the_place_of_the_one_in_doubt(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 餐饮 奶茶
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出40元，餐饮。请确认或修改。
    """,
        LOCAL,
        start=draft(ROWS),
    )


@pytest.mark.parametrize("words", ["一笔", "一百", "合起来", "前一个", "就一笔"])
def test_one_row_is_taken_as_well(words: str) -> None:
    assert card(after(f"你: {words}", draft(ROWS), LOCAL).batch) == "1 支出100元 餐饮 吃饭"


def test_another_entry_joins_the_draft_and_the_doubt_stays() -> None:
    play(
        """
        你: 还有一笔午饭30
        卡: 1 支出? 交通 打车 | 2 支出30元 餐饮 午饭
        它: 已追加第2笔，支出30元，餐饮。现在共2笔，请确认或修改。
        你: 确认
        卡: 1 支出? 交通 打车 | ✓2 支出30元 餐饮 午饭
        它: 第2笔好了，还剩1笔。
        它: 打车45元还是15元？
        你: 十五
        卡: 1 支出15元 交通 打车 | ✓2 支出30元 餐饮 午饭
        它: 还剩1笔：第1笔，支出15元，交通。请确认或修改。
        你: 确认
        记完: ✓1 支出15元 交通 打车 | ✓2 支出30元 餐饮 午饭
    """,
        LOCAL,
        start=draft(AMOUNT),
    )


def test_the_only_row_in_doubt_is_settled_even_after_another_question() -> None:
    state = after("你: 还有一笔午饭30\n你: 前一个", draft(AMOUNT), LOCAL)
    assert card(state.batch) == "1 支出45元 交通 打车 | 2 支出30元 餐饮 午饭"


def test_another_field_can_be_changed_meanwhile() -> None:
    state = after("你: 分类改成旅行", draft(AMOUNT), LOCAL)
    assert (card(state.batch), state.said) == ("1 支出? 旅行 打车", "打车45元还是15元？")
    assert card(after("你: 前一个", state, LOCAL).batch) == "1 支出45元 旅行 打车"


def test_a_correction_of_the_value_settles_it_by_rule_and_by_model() -> None:
    assert card(after("你: 改成20", draft(AMOUNT), LOCAL).batch) == "1 支出20元 交通 打车"
    by_model = after("你: 其实是二十来着\n模型: correction 0 amount=20 @0.9", draft(AMOUNT))
    assert (card(by_model.batch), by_model.said) == (
        "1 支出20元 交通 打车",
        "已修改为支出20元，交通，确认吗？",
    )
    by_type = after("你: 应该算进账\n模型: correction 0 type=INCOME @0.9", draft(TYPE))
    assert by_type.said == "已修改为收入200元，红包，确认吗？"


def test_a_model_cannot_save_it() -> None:
    state = after("你: 嗯对就这样\n模型: confirm @0.99", draft(AMOUNT))
    assert (card(state.batch), state.said) == ("1 支出? 交通 打车", "打车45元还是15元？")


@pytest.mark.parametrize("words", ["再记一笔", "确认并退出", "确认第一笔"])
def test_no_way_to_save_passes_it_over(words: str) -> None:
    state = after(f"你: {words}", draft(AMOUNT), LOCAL)
    assert (card(state.batch), state.said) == ("1 支出? 交通 打车", "打车45元还是15元？")


def test_with_all_rows_in_doubt_a_confirm_asks_for_the_first() -> None:
    state = after("你: 确认", draft(f"{TYPE}；{AMOUNT}"), LOCAL)
    assert state.said == "红包200元，是支出还是收入？"
    state = after("你: 收入\n你: 确认", state, LOCAL)
    assert (card(state.batch), state.said) == (
        "✓1 收入200元 红包 红包 | 2 支出? 交通 打车",
        "打车45元还是15元？",
    )


def test_after_an_edit_on_the_card_a_yes_reads_the_row_back() -> None:
    state = after("按: 改 1 amount=50\n你: 嗯", draft(AMOUNT), LOCAL)
    assert (card(state.batch), state.said) == ("1 支出50元 交通 打车", "记录支出50元，交通，确认吗？")


def test_a_row_without_an_amount_takes_the_doubt_of_an_entry_of_its_name() -> None:
    words = "你: 门票每张四十，买了四张\n模型: append 支出40 娱乐 门票 @0.9"
    state = after(words, draft("支出? 娱乐 门票"))
    assert (card(state.batch), state.said) == ("1 支出? 娱乐 门票", "一共160元吗？")


def test_cancelled_it_comes_back_with_its_question() -> None:
    play(
        """
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 恢复
        态: CONFIRMING
        卡: 1 支出? 交通 打车
        它: 找回了打车。
        它: 打车45元还是15元？
        你: 前一个
        卡: 1 支出45元 交通 打车
        它: 记录支出45元，交通，确认吗？
    """,
        LOCAL,
        start=draft(AMOUNT),
    )


def test_after_a_crash_it_is_asked_again() -> None:
    play(
        f"""
        恢复: {TYPE}
        它: 上次有1笔还没处理完，要继续吗？
        你: 要
        态: CONFIRMING
        卡: 1 支出200元 人情 红包
        它: 红包200元，是支出还是收入？
    """,
        LOCAL,
    )


def test_silence_writes_nothing() -> None:
    stage = Stage(LOCAL, draft(AMOUNT))
    stage.read("过: 60s")
    assert stage.state.batch is None
    assert not [line for line in stage.lines if line.startswith("写")]
    assert in_session(LOCAL).batch is None


def test_a_press_on_the_card_chooses_too() -> None:
    play(
        """
        按: 选 1 2
        卡: 1 支出15元 交通 打车
        它: 记录支出15元，交通，确认吗？
        按: 选 1 1
        卡: 1 支出15元 交通 打车
        按旧: 选 1 1
        卡: 1 支出15元 交通 打车
    """,
        LOCAL,
        start=draft(AMOUNT),
    )


def test_a_reading_that_is_missing_is_not_chosen() -> None:
    state = after("按: 选 1 3", draft(AMOUNT), LOCAL)
    assert card(state.batch) == "1 支出? 交通 打车"


def test_more_rows_than_fit_are_left_out_and_it_is_said() -> None:
    full = "；".join([ROWS, *(f"支出{number} 餐饮 第{number}顿" for number in range(1, 10))])
    stage = Stage(LOCAL, draft(full))
    stage.read("你: 两笔")
    assert stage.lines[-1] == "它: 已达上限，请先确认当前交易"
    assert stage.state.batch is not None
    assert len(stage.state.batch) == 10
