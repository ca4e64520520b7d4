"""An utterance becomes a draft: by a model, by local rules, in order, up to ten rows."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, TWO, after, draft
from tests.support.script import OFFLINE, ONLINE, Stage, in_session, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.domain.batch import DraftStatus

ELEVEN = "；".join(f"支出{number} 餐饮" for number in range(1, 12))


@pytest.mark.scenario("3-01", "3-03")
def test_a_sentence_of_several_entries_becomes_rows_in_the_order_they_were_said() -> None:
    play("""
        你: 吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90
        问: 解析「吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90」
        模型: 支出60 餐饮 吃饭；支出60 洗浴 洗脚；收入30 红包 抢红包；收入90 工资 工资
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 识别到4笔交易：第1笔，支出60元，餐饮；第2笔，支出60元，洗浴；第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。
    """)


@pytest.mark.scenario("3-02")
def test_a_sentence_that_certainly_holds_one_entry_is_understood_on_the_spot() -> None:
    play("""
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """)


def test_where_local_first_is_off_the_model_reads_every_entry() -> None:
    play(
        """
        你: 午饭35块
        问: 解析「午饭35块」
        模型: 支出35 餐饮 午饭
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        Policy(model_configured=True, local_first=False),
    )


@pytest.mark.scenario("3-05")
def test_the_rows_of_a_new_draft_are_pending_and_counted_from_zero() -> None:
    batch = draft(FOUR).batch
    assert batch is not None
    assert [item.index for item in batch.items] == [0, 1, 2, 3]
    assert {item.status for item in batch.items} == {DraftStatus.PENDING}


@pytest.mark.scenario("3-05", "1-02")
def test_the_final_text_is_told_with_the_draft_it_led_to() -> None:
    stage = Stage(ONLINE, in_session(ONLINE))
    stage.read("你: 吃饭花了60，打车30")
    stage.read(f"模型: {TWO}")
    told = [effect for effect in stage.trace if isinstance(effect, fx.TellFinalText)]
    assert told == [fx.TellFinalText("吃饭花了60，打车30", stage.state.batch)]


@pytest.mark.scenario("R-02")
def test_a_decision_makes_another_batch_and_leaves_the_first_unchanged() -> None:
    start = draft(TWO)
    state = after("你: 确认第一笔\n你: 第二笔改成50\n模型: correction 1 amount=50 @0.9", start)
    assert start.batch == draft(TWO).batch
    assert state.batch is not None
    assert state.batch != start.batch


@pytest.mark.scenario("R-01")
def test_of_more_than_ten_entries_the_first_ten_are_kept_and_the_speaker_is_told() -> None:
    play(f"""
        你: 这几顿花了1、2、3、4、5、6、7、8、9、10、11块
        问: 解析「这几顿花了1、2、3、4、5、6、7、8、9、10、11块」
        模型: {ELEVEN}
        态: CONFIRMING
        卡: {" | ".join(f"{number} 支出{number}元 餐饮" for number in range(1, 11))}
        它: 一次最多10笔，只留下前10笔。
        它: 识别到10笔交易，共55元支出、0元收入。请查看详情后确认。
    """)


@pytest.mark.scenario("3-04")
def test_offline_the_first_entry_is_kept_and_the_rest_is_told() -> None:
    play(
        """
        你: 吃饭花了60，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 当前离线，仅支持单笔记账
        它: 没有记的是：打车30。
        它: 记录支出60元，餐饮，确认吗？
    """,
        OFFLINE,
    )


@pytest.mark.scenario("3-04")
def test_offline_a_sentence_of_one_entry_says_nothing_of_it() -> None:
    play(
        """
        你: 午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        OFFLINE,
    )


def test_where_splitting_is_switched_on_every_entry_is_kept_offline() -> None:
    play(
        """
        你: 吃饭花了60，打车30
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        Policy(offline=True, split_locally=SplitLocally.ALWAYS),
    )


def test_after_three_seconds_local_rules_read_a_list_that_they_are_sure_of() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        过: 3s
        错: 超时
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 模型没有答上来，先按简单规则处理。
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        模型#1: 支出600 餐饮 吃饭
    """)


def test_a_model_that_fails_leaves_the_entry_to_local_rules() -> None:
    play(
        """
        你: 午饭35块
        问: 解析「午饭35块」
        模型: 连不上 拒绝连接
        错: 拒绝连接
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭
        它: 记录支出35元，餐饮，确认吗？
    """,
        Policy(model_configured=True, local_first=False),
    )


def test_words_without_an_entry_are_shown_and_asked_for_again() -> None:
    play(
        """
        你: 今儿个真高兴
        原文: 今儿个真高兴
        它: 没听出要记什么，请说用途和金额。
    """,
        OFFLINE,
    )


def test_a_model_that_finds_no_entry_is_believed() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        模型:
        原文: 吃饭花了60，打车30
        它: 没听出要记什么，请说用途和金额。
    """)


@pytest.mark.scenario("R-11")
def test_a_row_the_model_is_not_sure_of_is_read_back_with_a_mark() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        模型: 支出60 餐饮 吃饭 ?0.9；支出30 交通 打车 ?0.69
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通，请核对。请确认或修改。
        你改: 第二笔改成35 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 1 amount=35 @0.9
        卡: 1 支出60元 餐饮 吃饭 | 2 支出35元 交通 打车
        它: 已将第2笔修改为支出35元，交通。还需要修改吗？
    """)


def test_a_day_other_than_today_is_read_back() -> None:
    play(
        """
        你: 昨天午饭35块
        态: CONFIRMING
        卡: 1 支出35元 餐饮 午饭 @-1
        它: 记录昨天支出35元，餐饮，确认吗？
    """,
        OFFLINE,
    )


def test_a_category_the_ledger_does_not_have_is_filed_under_one_it_has_before_it_is_read_back() -> None:
    play("""
        你: 吃饭花了60，那玩意30
        问: 解析「吃饭花了60，那玩意30」
        模型: 支出60 打滴滴 吃饭；支出30 不知道的 那玩意
        态: CONFIRMING
        卡: 1 支出60元 交通 吃饭 | 2 支出30元 其他 那玩意
        它: 识别到2笔交易：第1笔，支出60元，交通；第2笔，支出30元，其他。请确认或修改。
    """)


def test_a_draft_is_journalled_with_every_change() -> None:
    stage = Stage(ONLINE, in_session(ONLINE))
    for line in ("你: 吃饭花了60，打车30", f"模型: {TWO}", "你: 确认第一笔"):
        stage.read(line)
    kept = [effect.batch for effect in stage.trace if isinstance(effect, fx.KeepDraft)]
    assert len(kept) == 2
    assert kept[-1] == stage.state.batch


def test_a_transfer_counts_neither_as_expense_nor_as_income() -> None:
    meals = ("早饭", "午饭", "晚饭", "奶茶", "宵夜")
    entries = "；".join(["转账500 还款 还信用卡", *(f"支出10 餐饮 {meal}" for meal in meals)])
    said = "，".join(["还信用卡500", *(f"{meal}10块" for meal in meals)])
    rows = " | ".join(f"{number} 支出10元 餐饮 {meal}" for number, meal in enumerate(meals, start=2))
    play(f"""
        你: {said}
        问: 解析「{said}」
        模型: {entries}
        态: CONFIRMING
        卡: 1 转账500元 还款 还信用卡 | {rows}
        它: 识别到6笔交易，共50元支出、0元收入。请查看详情后确认。
    """)


def test_one_amount_for_each_of_two_days_is_two_entries() -> None:
    play(
        """
        你: 昨天前天各打车二十
        态: CONFIRMING
        卡: 1 支出20元 交通 打车 @-1
        它: 当前离线，仅支持单笔记账
        它: 没有记的是：前天，打车二十。
        它: 记录昨天支出20元，交通，确认吗？
    """,
        OFFLINE,
    )
