"""An amount that has to be worked out is proposed; agreeing to it reads the row back and saves nothing."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, after, draft
from tests.support.script import LOCAL, Stage, card, in_session, play


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("打车来回各二十三", "一共46元吗？"),
        ("一人两百两个人吃饭", "一共400元吗？"),
        ("四张门票每张40", "一共160元吗？"),
        ("给爸妈各转了五百", "一共1000元吗？"),
        ("两杯奶茶各18", "一共36元吗？"),
        ("三个孩子每人压岁钱两百", "一共600元吗？"),
        ("午饭给了五十找了十二", "实际付了38元吗？"),
        ("原价一百打八折的鞋", "实际付了80元吗？"),
        ("外卖三十八用了八块红包", "实际付了30元吗？"),
        ("买菜给了张一百找了六十二", "实际付了38元吗？"),
        ("四个人AA 320", "实际付了80元吗？"),
        ("晚饭两百我出一半", "实际付了100元吗？"),
        ("聚餐三百二，四个人AA", "实际付了80元吗？"),
        ("三个人AA火锅300", "实际付了100元吗？"),
        ("跟室友分房租3000我出一半", "实际付了1500元吗？"),
    ],
)
def test_it_is_proposed_and_the_row_has_no_amount_before(words: str, sentence: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert stage.state.batch is not None
    assert stage.state.batch.items[0].lacks_amount
    assert stage.state.said == sentence


@pytest.mark.parametrize("words", ["对", "嗯", "确认", "一百六", "对，一百六"])
def test_agreeing_or_the_value_itself_takes_it_and_reads_the_row_back(words: str) -> None:
    play(
        f"""
        你: 四张门票每张40
        态: CONFIRMING
        卡: 1 支出? 娱乐 门票
        它: 一共160元吗？
        你: {words}
        卡: 1 支出160元 娱乐 门票
        它: 记录支出160元，娱乐，确认吗？
        你: 确认
        记完: ✓1 支出160元 娱乐 门票
    """,
        LOCAL,
    )


@pytest.mark.parametrize("words", ["不用", "不对", "不是"])
def test_a_no_leaves_the_row_without_an_amount_and_asks_for_it(words: str) -> None:
    play(
        f"""
        你: 四张门票每张40
        态: CONFIRMING
        卡: 1 支出? 娱乐 门票
        它: 一共160元吗？
        你: {words}
        卡: 1 支出? 娱乐 门票
        它: 记录支出，娱乐，多少钱？
        你: 一百二
        卡: 1 支出120元 娱乐 门票
        它: 记录支出120元，娱乐，确认吗？
    """,
        LOCAL,
    )


def test_another_value_counts_and_after_other_words_it_is_asked_again() -> None:
    play(
        """
        你: 四张门票每张40
        态: CONFIRMING
        卡: 1 支出? 娱乐 门票
        它: 一共160元吗？
        你: 分类改成旅行
        卡: 1 支出? 旅行 门票
        它: 一共160元吗？
        你: 一百二
        卡: 1 支出120元 旅行 门票
        它: 记录支出120元，旅行，确认吗？
    """,
        LOCAL,
    )


def test_with_a_draft_open_the_row_joins_it_and_is_asked_for() -> None:
    play(
        """
        你: 四张门票每张40
        卡: 1 支出60元 餐饮 吃饭 | 2 支出? 娱乐 门票
        它: 已追加第2笔，支出金额没定，娱乐。现在共2笔，请确认或修改。
        它: 一共160元吗？
        你: 确认
        卡: 1 支出60元 餐饮 吃饭 | 2 支出160元 娱乐 门票
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出160元，娱乐。请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_among_several_entries_it_is_asked_for_behind_the_read_back() -> None:
    play(
        """
        你: 午饭六十，四张门票每张40
        态: CONFIRMING
        卡: 1 支出60元 餐饮 午饭 | 2 支出? 娱乐 门票
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出金额没定，娱乐。请确认或修改。
        它: 一共160元吗？
    """,
        LOCAL,
    )


def test_silence_writes_nothing() -> None:
    play(
        """
        你: 四张门票每张40
        态: CONFIRMING
        卡: 1 支出? 娱乐 门票
        它: 一共160元吗？
        过: 60s
        卡: 空
        它: 1笔没有记，下次再记。
        态: IDLE
    """,
        LOCAL,
    )


def test_a_model_that_has_worked_it_out_is_taken_at_its_word() -> None:
    play(
        """
        你: 四张门票每张40
        问: 解析「四张门票每张40」
        模型: 支出160 娱乐 门票
        态: CONFIRMING
        卡: 1 支出160元 娱乐 门票
        它: 记录支出160元，娱乐，确认吗？
    """
    )


@pytest.mark.parametrize("entry", ["支出40 娱乐 门票", "支出160 娱乐 门票 ?0.5"])
def test_a_model_that_copies_the_price_of_one_or_is_unsure_is_asked_about(entry: str) -> None:
    play(
        f"""
        你: 四张门票每张40
        问: 解析「四张门票每张40」
        模型: {entry}
        态: CONFIRMING
        卡: 1 支出? 娱乐 门票
        它: 一共160元吗？
    """
    )


def test_in_place_of_the_sole_row_it_is_asked_for_too() -> None:
    state = after("你: 四张门票每张40\n模型: replace 支出40 娱乐 门票 @0.9", draft(ONE))
    assert (card(state.batch), state.said) == ("1 支出? 娱乐 门票", "一共160元吗？")
