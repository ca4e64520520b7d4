"""An objection that changed nothing is remembered: the next spoken confirm reads the rows back first."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, play
from voiced.dialogue.values.policy import Policy

READ_BACK = "它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"
NOT_UNDERSTOOD = "你: 上周五付的\n模型: unclear @0.4"


def test_a_confirm_after_it_reads_back_and_the_next_one_saves() -> None:
    play(
        f"""
        你: 确认
        {READ_BACK}
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=after(NOT_UNDERSTOOD, draft(TWO)),
    )


def test_the_question_why_a_row_cost_so_much_is_one() -> None:
    play(
        """
        你: 不对，打车怎么花了这么多
        它: 账本里只有花了多少，没有原因。可以问钱都花哪儿去了。
        你: 确认
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        """,
        LOCAL,
        start=draft(TWO),
    )


def test_it_is_the_same_without_a_model() -> None:
    play(
        """
        你: 好像不对
        它: 当前离线，仅支持简单修改。
        原文: 好像不对
        它: 没听清要改什么，请再说一次
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        OFFLINE,
        start=draft(ONE),
    )


@pytest.mark.parametrize(
    "words", ["确认", "确认第一笔", "继续记账", "确认并退出", "没问题", "只保存第二笔", "确认，再记一笔"]
)
def test_any_spoken_confirm_reads_back_first(words: str) -> None:
    play(f"你: {words}\n{READ_BACK}", start=after(NOT_UNDERSTOOD, draft(TWO)))


def test_a_models_confirm_reads_back_first_too() -> None:
    play(
        f"""
        你改: 嗯对就这样 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: confirm @0.95
        {READ_BACK}
    """,
        start=after(NOT_UNDERSTOOD, draft(TWO)),
    )


def test_a_press_on_the_card_saves_at_once() -> None:
    assert len(after(f"{NOT_UNDERSTOOD}\n按: 确认", draft(TWO)).last_saved) == 2


@pytest.mark.parametrize(
    "settled",
    [
        "你: 第一笔改成50\n模型: correction 0 amount=50 @0.9",
        "你: 念一遍",
        "你: 等一下\n你: 嗯",
    ],
)
def test_a_change_and_a_full_read_back_end_it(settled: str) -> None:
    assert len(after(f"{NOT_UNDERSTOOD}\n{settled}\n你: 确认", draft(TWO)).last_saved) == 2


def test_a_change_to_what_a_row_is_already_reads_the_draft_back() -> None:
    play(
        f"""
        你: 第一笔不对
        它: 第1笔，支出60元，餐饮，要改成什么？
        你: 第二笔改成30
        {READ_BACK}
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_a_row_that_goes_ends_it_too() -> None:
    assert len(after(f"{NOT_UNDERSTOOD}\n你: 删掉第一笔\n你: 确认", draft(TWO)).last_saved) == 1


@pytest.mark.parametrize("words", ["哈哈哈", "今儿个真高兴", "谢谢你啊", "今天天气真不错", "吃饭了吗"])
def test_noise_thanks_and_a_question_are_no_objection(words: str) -> None:
    assert len(after(f"你: {words}\n模型: unclear @0.3\n你: 确认", draft(TWO)).last_saved) == 2


@pytest.mark.parametrize("words", ["不", "不是", "不是我的"])
def test_a_no_to_the_read_back_that_is_asked_back_is_an_objection(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 请说要改哪一笔、改成什么。
        你: 确认
        {READ_BACK}
    """,
        start=draft(TWO),
    )


def test_a_no_that_wants_nothing_changed_is_none() -> None:
    assert len(after("你: 没有\n你: 确认", draft(TWO)).last_saved) == 2


@pytest.mark.parametrize("words", ["没事了", "没事", "没关系", "嗯，没事儿"])
@pytest.mark.parametrize("rules", [LOCAL, ONLINE])
def test_words_that_close_the_matter_read_back_and_leave_the_draft(words: str, rules: Policy) -> None:
    play(
        f"""
        你: {words}
        {READ_BACK}
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        rules,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["谢谢你啊", "今天天气真好", "那个打车", "补对", "步对劲吧"])
def test_a_models_confirm_without_an_assent_in_the_words_reads_back(words: str) -> None:
    play(
        f"""
        你改: {words} [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: confirm @0.95
        {READ_BACK}
    """,
        ONLINE,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["宝贝过来一点", "衣服收了没", "现在几点了", "打车没错", "吃饭也要"])
def test_talk_beside_and_words_that_leave_a_row_as_it_is_are_no_objection(words: str) -> None:
    assert len(after(f"你: {words}\n你: 确认", draft(TWO), LOCAL).last_saved) == 2


def test_words_that_find_one_row_right_get_the_read_back() -> None:
    play(f"你: 打车没错\n{READ_BACK}", LOCAL, start=draft(TWO))


@pytest.mark.parametrize("words", ["打车没错，就是有点贵", "吃饭不要紧", "打车可能没错", "打车也要改"])
def test_a_row_found_right_with_a_doubt_or_a_change_stays_an_objection(words: str) -> None:
    assert after(f"你: {words}\n你: 确认", draft(TWO), LOCAL).last_saved == ()


@pytest.mark.parametrize("words", ["就这些", "就这两笔", "就这么多了"])
def test_words_that_no_more_follow_get_the_read_back_and_are_no_objection(words: str) -> None:
    play(f"你: {words}\n{READ_BACK}", LOCAL, start=draft(TWO))


@pytest.mark.parametrize("words", ["打车那笔没错吧", "第二笔对吗", "第二笔金额没问题吧"])
def test_a_row_that_is_asked_about_is_read_out(words: str) -> None:
    play(f"你: {words}\n它: 第2笔，支出30元，交通，打车。", start=draft(TWO))
