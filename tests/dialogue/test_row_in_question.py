"""A row that is only pointed at or objected to: it is asked what it is to be, and the answer is about that row."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import OFFLINE, play
from voiced.dialogue.values.state import Dialogue

ASKS = "它: 第1笔，支出60元，餐饮，要改成什么？"


def offline(entries: str) -> Dialogue:
    return replace(draft(entries), offline_told=True)


@pytest.mark.parametrize(
    "words", ["第一笔", "第一笔不对", "第一个错了", "第一笔改成", "改第一笔", "第一笔金额不对"]
)
def test_an_amount_after_it_is_that_of_the_row(words: str) -> None:
    play(
        f"""
        你: {words}
        {ASKS}
        你: 是15
        卡: 1 支出15元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出15元，餐饮。还需要修改吗？
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_a_row_named_in_the_answer_is_the_one_that_is_meant() -> None:
    play(
        f"""
        你: 第一笔不对
        {ASKS}
        你: 打车那笔是40
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车
        它: 已将第2笔修改为支出40元，交通。还需要修改吗？
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_a_new_entry_leaves_the_row_alone() -> None:
    play(
        f"""
        你: 第一笔不对
        {ASKS}
        你: 还有一笔奶茶15
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
    """,
        OFFLINE,
        start=offline(TWO),
    )


@pytest.mark.parametrize("words", ["对", "没有", "不用了"])
def test_a_bare_yes_or_no_to_it_reads_the_draft_back(words: str) -> None:
    play(
        f"""
        你: 第一笔不对
        {ASKS}
        你: {words}
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_the_model_is_told_the_row_that_was_asked_about() -> None:
    play(
        f"""
        你改: 第一笔不对 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: unclear @0.3
        {ASKS}
        你: 是15
        它: 好的，正在修改...
        问: 修改「第1笔是15」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=15 @0.9
        卡: 1 支出15元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出15元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("第五笔", "没有第5笔。"),
        ("第一笔不对", "第1笔已经处理过了。"),
        ("后两笔不对", "没听清要改什么，请再说一次"),
    ],
)
def test_a_row_that_cannot_be_changed_is_not_asked_about(words: str, answer: str) -> None:
    start = replace(after("你: 确认第一笔", draft(FOUR)), offline_told=True)
    interim = f"原文: {words}\n" if "没听清" in answer else ""
    play(f"你: {words}\n{interim}它: {answer}", OFFLINE, start=start)


def test_a_row_that_was_decided_is_not_asked_about_where_the_model_is_unsure_either() -> None:
    play(
        """
        你改: 第一笔不对 [支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资]
        模型: unclear @0.3
        它: 第1笔已经处理过了。
    """,
        start=after("你: 确认第一笔", draft(FOUR)),
    )


def test_a_row_decided_on_the_card_meanwhile_is_not_in_question_any_more() -> None:
    play(
        f"""
        你: 第一笔不对
        {ASKS}
        按: 取消 1
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        你: 是15
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出15元 交通 打车
        它: 已将第2笔修改为支出15元，交通。还需要修改吗？
    """,
        OFFLINE,
        start=offline(TWO),
    )


@pytest.mark.parametrize("words", ["第二笔", "是第二笔吧", "打车那笔"])
def test_a_change_without_a_row_is_that_of_the_row_that_is_named_next(words: str) -> None:
    play(
        f"""
        你: 哎呀不对是十三块
        它: 不确定要修改哪笔，请说具体第几笔
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出13元 交通 打车
        它: 已将第2笔修改为支出13元，交通。还需要修改吗？
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_another_change_in_between_is_the_one_that_counts() -> None:
    play(
        """
        你: 改成13
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔改成14
        卡: 1 支出60元 餐饮 吃饭 | 2 支出14元 交通 打车
        它: 已将第2笔修改为支出14元，交通。还需要修改吗？
        你: 第一笔
        它: 第1笔，支出60元，餐饮，要改成什么？
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_the_model_is_told_the_change_with_the_row_that_was_named_next() -> None:
    play(
        """
        你改: 改成13 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: unclear @0.3
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔
        它: 好的，正在修改...
        问: 修改「第二笔改成13」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    "words", ["不算餐饮", "这不算餐饮", "不是餐饮", "别算餐饮", "不属于餐饮", "餐饮不对", "分类餐饮错了"]
)
def test_of_a_category_that_is_denied_the_right_one_is_asked(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 吃饭60元归哪一类？
        你: 娱乐
        卡: 1 支出60元 娱乐 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出60元，娱乐。还需要修改吗？
    """,
        OFFLINE,
        start=offline(TWO),
    )


def test_a_confirm_before_the_category_is_told_reads_back_first() -> None:
    play(
        """
        你: 不算餐饮
        它: 吃饭60元归哪一类？
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
    """,
        OFFLINE,
        start=offline(ONE),
    )


def test_several_fitting_rows_are_asked_which_and_no_fitting_row_is_asked_what() -> None:
    two = offline("支出60 餐饮 吃饭；支出15 餐饮 面条")
    play("你: 不算餐饮\n它: 不确定要修改哪笔，请说具体第几笔", OFFLINE, start=two)
    play("你: 不算交通\n原文: 不算交通\n它: 没听清要改什么，请再说一次", OFFLINE, start=two)


def test_a_models_cancel_over_a_denied_category_drops_nothing() -> None:
    play(
        """
        你改: 不算餐饮 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: cancel @0.95
        它: 吃饭60元归哪一类？
    """,
        start=draft(TWO),
    )
