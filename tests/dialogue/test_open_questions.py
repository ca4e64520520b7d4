"""A bare yes or no is an answer to our last sentence, and means nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import FOUR, ONE, TWO, after, draft, saved
from tests.support.script import LOCAL, OFFLINE, play
from voiced.dialogue.values.state import Phase

CHANGED = "你: 第一笔改成50\n模型: correction 0 amount=50 @0.9"


@pytest.mark.parametrize("words", ["嗯", "对", "是的", "要"])
def test_a_yes_to_further_changes_is_no_confirm(words: str) -> None:
    start = after(CHANGED, draft(TWO))
    play(
        f"""
        你: {words}
        它: 请说要改哪一笔、改成什么。
    """,
        start=start,
    )


@pytest.mark.parametrize(
    "words",
    ["不用", "没有", "不用了", "没有了", "不用改", "不改了", "不需要修改", "没什么要改的", "嗯，不用改了"],
)
def test_a_no_to_further_changes_reads_the_draft_back_with_its_question(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 识别到2笔交易：第1笔，支出50元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你: 对
        记完: ✓1 支出50元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=after(CHANGED, draft(TWO)),
    )


@pytest.mark.parametrize("words", ["好", "好的", "好了", "行了", "嗯好了"])
def test_a_speaker_who_finds_a_change_right_saves(words: str) -> None:
    play(
        f"""
        你: {words}
        记完: ✓1 支出50元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=after(CHANGED, draft(TWO)),
    )


SAID_IN_THE_ROOM = ["你说贵不贵", "媳妇几点了，别误了车", "宝宝别闹，爸爸说话呢", "真舍不得啊"]


@pytest.mark.parametrize("words", SAID_IN_THE_ROOM)
def test_words_to_somebody_else_are_no_objection(words: str) -> None:
    play(
        f"""
        你: {words}
        原文: {words}
        它: 没听清要改什么，请再说一次
        你: 确认
        记完: ✓1 支出650元 服饰 羽绒服
    """,
        LOCAL,
        draft("支出650 服饰 羽绒服"),
    )


def test_the_amount_as_it_stands_and_a_confirm_settle_an_objection() -> None:
    state = play(
        """
        你: 64不对吧，我再想想
        原文: 64不对吧，我再想想
        它: 没听清要改什么，请再说一次
    """,
        LOCAL,
        draft("支出64 购物 尼龙线"),
    )
    play(
        """
        你: 就是64，确认
        记完: ✓1 支出64元 购物 尼龙线
    """,
        LOCAL,
        state,
    )


def test_another_amount_before_a_confirm_is_a_change() -> None:
    play(
        """
        你: 22也对，存吧
        卡: 1 支出22元 饮品 咖啡
        它: 已修改为支出22元，饮品，确认吗？
    """,
        LOCAL,
        draft("支出15 饮品 咖啡"),
    )


@pytest.mark.parametrize("words", ["没问题", "就这样", "可以了", "确认", "不用改了，确认"])
def test_an_approval_after_the_question_for_further_changes_saves(words: str) -> None:
    assert len(after(f"{CHANGED}\n你: {words}", draft(TWO)).last_saved) == 2


@pytest.mark.parametrize("words", ["不用改", "不改了"])
def test_a_denied_change_confirms_where_it_was_asked_whether_the_draft_is_right(words: str) -> None:
    assert len(after(f"你: {words}", draft(TWO)).last_saved) == 2


def test_an_explicit_confirm_counts_after_any_sentence() -> None:
    assert len(after(f"{CHANGED}\n你: 确认", draft(TWO)).last_saved) == 2


def test_after_the_change_of_one_row_a_yes_saves_for_it_was_asked() -> None:
    play(
        """
        你改: 改成50 [支出60元 餐饮 吃饭]
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭
        它: 已修改为支出50元，餐饮，确认吗？
        你: 对
        记完: ✓1 支出50元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


@pytest.mark.parametrize("words", ["不", "不是", "没有"])
def test_a_bare_no_to_the_read_back_asks_what_to_change(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 请说要改哪一笔、改成什么。
    """,
        start=draft(TWO),
    )


def test_a_withdrawn_wish_to_change_leads_to_the_read_back() -> None:
    play(
        """
        你: 不
        它: 请说要改哪一笔、改成什么。
        你: 没有
        它: 记录支出60元，餐饮，确认吗？
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "你: 等一下",
        "你: 今儿个真高兴\n模型: unclear @0.3",
        "你: 改成50\n模型: unclear @0.3",
        "你: 第三笔是什么",
        "你: 这个月花了多少\n答账: 1280 3笔",
        "你: 确认第一笔",
    ],
)
@pytest.mark.parametrize("words", ["对", "嗯", "好的"])
def test_a_bare_yes_to_a_sentence_that_asked_nothing_saves_nothing(sentence: str, words: str) -> None:
    start = after(sentence, draft(FOUR))
    state = after(f"你: {words}", start)
    assert state.batch == start.batch
    assert not state.last_saved


def test_a_bare_yes_that_answers_nothing_gets_the_read_back_and_then_counts() -> None:
    play(
        """
        你: 等一下
        它: 我在听。吃饭60元还没写进账本。
        你: 好的
        它: 记录支出60元，餐饮，确认吗？
        你: 好的
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


def test_an_aside_leaves_the_question_open() -> None:
    play(
        """
        声: 开始
        声: 没听清
        错: a gap in the sound
        它: 没听清，请再说一次。
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


def test_after_saving_a_yes_means_more_is_to_come() -> None:
    play(
        """
        你: 嗯
        它: 请说。
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize("words", ["没有了", "就这些", "谢谢", "就这样", "好了", "行了"])
def test_after_saving_a_no_ends_the_session(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 下次再记。
        态: IDLE
    """,
        start=saved(ONE),
    )


def test_words_without_an_entry_leave_the_question_open() -> None:
    play(
        """
        你: 今儿个真高兴
        问: 解析「今儿个真高兴」
        模型:
        原文: 今儿个真高兴
        它: 没听出要记什么，请说用途和金额。
        你: 没有了
        它: 下次再记。
        态: IDLE
    """,
        start=saved(ONE),
    )


def test_the_second_misunderstanding_gets_another_sentence() -> None:
    play(
        """
        你: 今儿个真高兴
        原文: 今儿个真高兴
        它: 没听出要记什么，请说用途和金额。
        你: 真高兴
        原文: 真高兴
        它: 还是没听懂。先说买了什么，再说多少钱。
        你: 再说一遍
        它: 还是没听懂。先说买了什么，再说多少钱。
        你: 真高兴
        原文: 真高兴
        它: 没听出要记什么，请说用途和金额。
    """,
        OFFLINE,
    )


def test_the_second_misunderstanding_in_a_draft_gets_the_read_back() -> None:
    play(
        """
        你: 今儿个真高兴
        原文: 今儿个真高兴
        它: 没听清要改什么，请再说一次
        你: 真高兴
        原文: 真高兴
        它: 没听清要改什么，请再说一次
        它: 记录支出60元，餐饮，确认吗？
    """,
        OFFLINE,
        start=replace(draft(ONE), offline_told=True),
    )


@pytest.mark.parametrize("words", ["先别保存", "先不要存", "等一下先别保存", "别取消", "第二笔先别确认"])
def test_a_speaker_who_holds_a_save_back_hears_that_no_row_is_written(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 我在听。吃饭60元、打车30元还没写进账本。
        你: 对
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        start=draft(TWO),
    )


def test_where_nothing_was_asked_a_yes_means_nothing_and_a_no_neither() -> None:
    play("""
        你: 对
        它: 现在没有待处理的记录。
        你: 不
        它: 请说。
    """)


def test_a_yes_to_the_question_about_the_amount_saves_no_row_without_one() -> None:
    state = after("你: 对", draft("支出? 饮品 奶茶"))
    assert not state.last_saved
    assert state.phase is Phase.CONFIRMING


@pytest.mark.parametrize("words", ["对", "好", "好的"])
def test_a_bare_yes_to_what_is_left_after_a_drop_saves_it(words: str) -> None:
    """「剩余3笔待确认。」 asks; of nine strangers five answer it so in a conversation."""
    state = after(f"你: {words}", after("你: 删掉第一笔", draft(FOUR)))
    assert state.batch is None
    assert state.said == "已保存3笔交易。"
