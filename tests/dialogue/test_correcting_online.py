"""Corrections with a model: what it is sent, what its answer changes, and what is said."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TWO, after, draft
from tests.support.script import LOCAL, card, play


@pytest.mark.scenario("0-05", "1-02", "1-08", "2-05")
def test_a_correction_goes_to_the_model_with_the_open_rows() -> None:
    play(
        """
        你: 改为收入
        它: 好的，正在修改...
        问: 修改「改为收入」[支出60元 红包 红包]
        模型: correction 0 type=INCOME @0.9
        卡: 1 收入60元 红包 红包
        它: 已修改为收入60元，红包，确认吗？
    """,
        start=draft("支出60 红包 红包"),
    )


@pytest.mark.scenario("2-06")
def test_a_correction_in_any_words_goes_to_the_model() -> None:
    play(
        """
        你改: 那个应该是收入不是支出啊 [支出60元 红包 红包]
        模型: correction 0 type=INCOME @0.92
        卡: 1 收入60元 红包 红包
        它: 已修改为收入60元，红包，确认吗？
    """,
        start=draft("支出60 红包 红包"),
    )


@pytest.mark.scenario("1-04", "3-14")
def test_a_row_is_corrected_by_its_number() -> None:
    play(
        """
        你改: 第三笔改为支出 [支出60元 餐饮 吃饭 | 支出60元 洗浴 洗脚 | 收入30元 红包 抢红包 | 收入90元 工资 工资]
        模型: correction 2 type=EXPENSE @0.92
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 支出30元 红包 抢红包 | 4 收入90元 工资 工资
        它: 已将第3笔修改为支出30元，红包。还需要修改吗？
    """,
        start=draft(FOUR),
    )


@pytest.mark.scenario("2-07", "2-13", "2-18", "3-21", "4-E2")
def test_the_speaker_hears_that_it_is_being_done_before_the_model_is_asked() -> None:
    play("""
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        模型: 支出60 餐饮 吃饭；支出30 交通 打车
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你: 第一笔改成50
        它: 好的，正在修改...
        问: 修改「第一笔改成50」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=50 @0.92
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        你: 确认
        记完: ✓1 支出50元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """)


@pytest.mark.scenario("2-18")
def test_the_sentence_of_the_documents_tells_the_row_as_it_is_now() -> None:
    play(
        """
        你改: 第一笔改为收入 [支出60元 红包 | 支出30元 交通 打车]
        模型: correction 0 type=INCOME @0.92
        卡: 1 收入60元 红包 | 2 支出30元 交通 打车
        它: 已将第1笔修改为收入60元，红包。还需要修改吗？
    """,
        start=draft("支出60 红包；支出30 交通 打车"),
    )


@pytest.mark.scenario("4-E3")
def test_one_row_is_corrected_without_a_number() -> None:
    play("""
        你: 红包收了60
        态: CONFIRMING
        卡: 1 收入60元 红包 红包
        它: 记录收入60元，红包，确认吗？
        你改: 应该是支出不是收入 [收入60元 红包 红包]
        模型: correction 0 type=EXPENSE @0.92
        卡: 1 支出60元 红包 红包
        它: 已修改为支出60元，红包，确认吗？
        你: 确认
        记完: ✓1 支出60元 红包 红包
    """)


@pytest.mark.scenario("2-08", "3-15")
def test_a_row_is_corrected_by_its_description() -> None:
    play(
        """
        你改: 红包那笔应该是收入 [支出60元 餐饮 吃饭 | 支出30元 红包 红包]
        模型: correction 1 type=INCOME @0.9
        卡: 1 支出60元 餐饮 吃饭 | 2 收入30元 红包 红包
        它: 已将第2笔修改为收入30元，红包。还需要修改吗？
    """,
        start=draft("支出60 餐饮 吃饭；支出30 红包 红包"),
    )


@pytest.mark.scenario("2-12")
def test_one_answer_may_change_several_fields() -> None:
    play(
        """
        你改: 改为收入100块 [支出60元 餐饮 吃饭]
        模型: correction 0 type=INCOME amount=100
        卡: 1 收入100元 餐饮 吃饭
        它: 已修改为收入100元，餐饮，确认吗？
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("3-16")
def test_one_answer_may_change_several_rows() -> None:
    play(
        """
        你改: 金额都加10块 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=70, 1 amount=40 @0.9
        卡: 1 支出70元 餐饮 吃饭 | 2 支出40元 交通 打车
        它: 已将第1笔修改为支出70元，餐饮；第2笔修改为支出40元，交通。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_more_than_five_changed_rows_are_only_counted() -> None:
    play(
        """
        你改: 金额都加10块 [支出1元 餐饮 | 支出2元 餐饮 | 支出3元 餐饮 | 支出4元 餐饮 | 支出5元 餐饮 | 支出6元 餐饮]
        模型: correction 0 amount=11, 1 amount=12, 2 amount=13, 3 amount=14, 4 amount=15, 5 amount=16 @0.9
        卡: 1 支出11元 餐饮 | 2 支出12元 餐饮 | 3 支出13元 餐饮 | 4 支出14元 餐饮 | 5 支出15元 餐饮 | 6 支出16元 餐饮
        它: 已修改6笔。还需要修改吗？
    """,
        start=draft("；".join(f"支出{amount} 餐饮" for amount in range(1, 7))),
    )


@pytest.mark.scenario("1-16", "2-20", "3-25")
def test_corrections_add_up_and_never_close_the_draft() -> None:
    play(
        """
        你改: 改为收入 [支出60元 餐饮 吃饭]
        模型: correction 0 type=INCOME @0.9
        卡: 1 收入60元 餐饮 吃饭
        它: 已修改为收入60元，餐饮，确认吗？
        你改: 金额改成100 [收入60元 餐饮 吃饭]
        模型: correction 0 amount=100 @0.9
        卡: 1 收入100元 餐饮 吃饭
        它: 已修改为收入100元，餐饮，确认吗？
        你改: 分类改成工资 [收入100元 餐饮 吃饭]
        模型: correction 0 category=工资 @0.9
        卡: 1 收入100元 工资 吃饭
        它: 已修改为收入100元，工资，确认吗？
    """,
        start=draft(ONE),
    )


def test_a_corrected_day_is_read_back() -> None:
    play(
        """
        你改: 是昨天的 [支出60元 餐饮 吃饭]
        模型: correction 0 date=2026-11-20 @0.9
        卡: 1 支出60元 餐饮 吃饭 @-1
        它: 已修改为昨天支出60元，餐饮，确认吗？
    """,
        start=draft(ONE),
    )


def test_a_category_the_ledger_does_not_have_is_filed_under_one_it_has() -> None:
    play(
        """
        你改: 应该算打滴滴 [支出60元 餐饮 吃饭]
        模型: correction 0 category=打车 @0.9
        卡: 1 支出60元 交通 吃饭
        它: 已修改为支出60元，交通，确认吗？
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("3-17")
def test_a_change_that_could_mean_several_rows_is_asked_back() -> None:
    play(
        """
        你改: 改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: unclear @0.3
        它: 不确定要修改哪笔，请说具体第几笔
    """,
        start=draft(TWO),
    )


def test_an_unknown_row_number_is_reported_when_the_model_is_unsure() -> None:
    play(
        """
        你改: 第五笔改成3 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: unclear @0.3
        它: 没有第5笔。
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("1-10", "2-11", "2-19")
def test_words_without_a_change_are_asked_for_again() -> None:
    play(
        """
        你改: 今儿个真高兴 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: unclear @0.3
        原文: 今儿个真高兴
        它: 没听清要改什么，请再说一次
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("2-15", "R-05")
def test_an_answer_below_the_floor_of_confidence_changes_nothing() -> None:
    play(
        """
        你改: 应该是收入不是支出 [支出60元 餐饮 吃饭]
        模型: correction 0 type=INCOME @0.55
        原文: 应该是收入不是支出
        它: 没听清要改什么，请再说一次
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("R-05")
@pytest.mark.parametrize(
    "answer",
    [
        "correction 0 amount=1 @0.69",
        "confirm @0.69",
        "cancel @0.69",
        "append 支出15 饮品 奶茶 @0.69",
        "replace 支出15 饮品 奶茶 @0.69",
        "clarify 请问您想修改哪个部分？ @0.69",
        "query @0.69",
        "unclear @0.69",
    ],
)
def test_below_the_floor_every_answer_is_unclear(answer: str) -> None:
    script = f"""
        你: 今儿个真高兴
        它: 好的，正在修改...
        问: 修改「今儿个真高兴」[支出60元 餐饮 吃饭]
        模型: {answer}
        原文: 今儿个真高兴
        它: 没听清要改什么，请再说一次
    """
    play(script, start=draft(ONE))


@pytest.mark.scenario("0-11", "1-11", "2-14")
def test_after_three_seconds_local_rules_take_over() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        过: 2.9s
        过: 0.1s
        错: 超时
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 模型没有答上来，先按简单规则处理。
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("0-11", "1-10")
def test_where_local_rules_find_nothing_either_the_words_are_shown() -> None:
    play(
        """
        你改: 哈哈哈 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: 连不上 拒绝连接
        错: 拒绝连接
        它: 当前离线，仅支持简单修改。
        原文: 哈哈哈
        它: 没听清要改什么，请再说一次
    """,
        start=draft(TWO),
    )


def test_a_late_answer_changes_nothing() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        过: 3s
        错: 超时
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 模型没有答上来，先按简单规则处理。
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        模型#1: correction 0 amount=500 @0.99
    """,
        start=draft(TWO),
    )


def test_a_second_answer_to_the_same_question_changes_nothing() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=50 @0.9
        卡: 1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出50元，餐饮。还需要修改吗？
        模型#1: correction 1 amount=500 @0.9
    """,
        start=draft(TWO),
    )


@pytest.mark.scenario("R-10")
@pytest.mark.parametrize(
    "answer",
    ["correction 2 amount=1 @0.9", "correction -1 amount=1 @0.9", "correction 0 amount=1, 7 amount=2 @0.9"],
)
def test_an_answer_that_names_a_row_it_was_not_sent_is_dropped_whole(answer: str) -> None:
    script = f"""
        你: 第一笔改成50
        它: 好的，正在修改...
        问: 修改「第一笔改成50」[支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: {answer}
        原文: 第一笔改成50
        它: 没听清要改什么，请再说一次
    """
    play(script, start=draft(TWO))


@pytest.mark.scenario("R-10")
def test_an_answer_that_changes_no_field_is_asked_back() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 @0.9
        原文: 第一笔改成50
        它: 没听清要改什么，请再说一次
    """,
        start=draft(TWO),
    )


def test_a_row_decided_on_the_card_meanwhile_stays_as_it_was_decided() -> None:
    play(
        """
        你改: 金额都加10块 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        按: 确认 1
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 第1笔好了，还剩1笔。
        它: 全部处理完才会写进账本。
        模型: correction 0 amount=70, 1 amount=40 @0.9
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车
        它: 已将第2笔修改为支出40元，交通。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_an_answer_about_rows_all_decided_meanwhile_has_nothing_left_to_change() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        按: 取消 1
        卡: ✗1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已取消第1笔（吃饭60元）。剩余1笔待确认。
        模型: correction 0 amount=50 @0.9
        原文: 第一笔改成50
        它: 没听清要改什么，请再说一次
    """,
        start=draft(TWO),
    )


def test_a_draft_saved_on_the_card_meanwhile_makes_the_answer_void() -> None:
    play(
        """
        你改: 第一笔改成50 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        按: 确认
        弃: 1
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        模型#1: correction 0 amount=50 @0.9
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["不对", "错了", "好像不对"])
def test_a_bare_objection_is_asked_back_and_loses_nothing(words: str) -> None:
    state = after(f"你: {words}\n模型: unclear @0.9", draft(TWO))
    assert state.batch == draft(TWO).batch


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("饭是昨天吃的，车是今天打的", "correction 1 date=2026-11-20 @0.9"),
        ("吃饭是昨天，打车是前天", "correction 0 date=2026-11-19, 1 date=2026-11-20 @0.9"),
        ("饭钱是五十，车钱是二十", "correction 0 amount=20, 1 amount=50 @0.9"),
        ("打车是昨天的", "correction 0 date=2026-11-20 @0.9"),
    ],
)
def test_a_value_that_the_words_tie_to_one_row_is_not_taken_for_another(words: str, wrong: str) -> None:
    state = after(f"你: {words}\n模型: {wrong}", draft(TWO))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车"
    assert state.objected


@pytest.mark.parametrize(
    ("words", "right", "rows"),
    [
        ("饭是昨天吃的，车是今天打的", "0 date=2026-11-20", "吃饭 @-1 | 2 支出30元 交通 打车"),
        (
            "吃饭是昨天的，打车也是",
            "0 date=2026-11-20, 1 date=2026-11-20",
            "吃饭 @-1 | 2 支出30元 交通 打车 @-1",
        ),
        ("不是吃饭，是打车昨天的", "1 date=2026-11-20", "吃饭 | 2 支出30元 交通 打车 @-1"),
        ("六十那个是打车，昨天", "0 date=2026-11-20", "吃饭 @-1 | 2 支出30元 交通 打车"),
        ("第一笔是打车昨天的", "0 date=2026-11-20", "吃饭 @-1 | 2 支出30元 交通 打车"),
        ("改成昨天打车的", "0 date=2026-11-20", "吃饭 @-1 | 2 支出30元 交通 打车"),
    ],
)
def test_a_value_that_may_be_that_of_the_models_row_is_taken(words: str, right: str, rows: str) -> None:
    state = after(f"你: {words}\n模型: correction {right} @0.9", draft(TWO))
    assert card(state.batch) == f"1 支出60元 餐饮 {rows}"


def test_words_that_restate_a_row_read_the_draft_back() -> None:
    play(
        """
        你: 小票上写的就是六十
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
        draft(TWO),
    )
