"""A row that is not sure stays so until what is doubtful about it is settled, and is always read out as such."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import LOCAL, ONLINE, in_session, play

DOUBTFUL = "支出5 饮品 茶 ?0.3"


def test_another_field_does_not_settle_a_doubtful_amount() -> None:
    play(
        """
        你改: 分类改成餐饮 [支出5元 饮品 茶]
        模型: correction 0 category=餐饮 @0.9
        卡: 1 支出5元 餐饮 茶
        它: 已修改为支出5元，餐饮，请核对，确认吗？
        你改: 改成15 [支出5元 餐饮 茶]
        模型: correction 0 amount=15 @0.9
        卡: 1 支出15元 餐饮 茶
        它: 已修改为支出15元，餐饮，确认吗？
    """,
        start=draft(DOUBTFUL),
    )


def test_a_day_that_no_calendar_has_is_settled_by_another_day() -> None:
    play(
        """
        你: 2月30号吃饭30
        态: CONFIRMING
        卡: 1 支出30元 餐饮 2月30号吃饭
        它: 记录支出30元，餐饮，请核对，确认吗？
        你: 改成35
        卡: 1 支出35元 餐饮 2月30号吃饭
        它: 已修改为支出35元，餐饮，请核对，确认吗？
        你: 日期改成昨天
        卡: 1 支出35元 餐饮 2月30号吃饭 @-1
        它: 已修改为昨天支出35元，餐饮，确认吗？
    """,
        LOCAL,
    )


def test_a_correction_that_the_model_is_not_sure_of_is_read_back_with_a_mark() -> None:
    play(
        """
        你改: 吃饭AA了，我只出了一半 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: correction 0 amount=30 ?0.5 @0.9
        卡: 1 支出30元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出30元，餐饮，请核对。还需要修改吗？
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize("answer", ["append", "replace"])
def test_doubt_travels_with_rows_that_join_a_draft(answer: str) -> None:
    play(
        f"""
        你改: 还有一笔奶茶15 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: {answer} 支出15 饮品 奶茶 ?0.5
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品，请核对。现在共3笔，请确认或修改。
    """,
        start=draft(TWO),
    )


def test_of_many_rows_the_doubtful_ones_are_named() -> None:
    six = "；".join(
        [
            *(f"支出{amount} 餐饮" for amount in (1, 2)),
            "支出3 餐饮 ?0.5",
            "支出4 餐饮",
            "支出5 餐饮",
            "支出6 餐饮 ?0.6",
        ]
    )
    play(
        f"""
        你: 这几顿花了1、2、3、4、5、6块
        问: 解析「这几顿花了1、2、3、4、5、6块」
        模型: {six}
        态: CONFIRMING
        卡: 1 支出1元 餐饮 | 2 支出2元 餐饮 | 3 支出3元 餐饮 | 4 支出4元 餐饮 | 5 支出5元 餐饮 | 6 支出6元 餐饮 这几顿
        它: 识别到6笔交易，共21元支出、0元收入。请查看详情后确认。其中第3、6笔请核对。
    """
    )


def test_one_bad_row_costs_that_row_alone_which_is_said() -> None:
    play(
        """
        你: 吃饭花了60，打车30
        问: 解析「吃饭花了60，打车30」
        模型: 支出60 餐饮 吃饭；坏
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 另有1笔没听清，没有记。
        它: 记录支出60元，餐饮，确认吗？
        你改: 还有奶茶15，停车10块 [支出60元 餐饮 吃饭]
        模型: append 支出15 饮品 奶茶；坏
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
        它: 另有1笔没听清，没有记。
    """
    )


def test_entries_that_fit_are_added_before_the_draft_is_called_full() -> None:
    nine = "；".join(f"支出{number} 餐饮 第{number}顿" for number in range(1, 10))
    play(
        """
        你改: 还有奶茶15，停车10块 [支出1元 餐饮 第1顿 | 支出2元 餐饮 第2顿 | 支出3元 餐饮 第3顿 | 支出4元 餐饮 第4顿 | 支出5元 餐饮 第5顿 | 支出6元 餐饮 第6顿 | 支出7元 餐饮 第7顿 | 支出8元 餐饮 第8顿 | 支出9元 餐饮 第9顿]
        模型: append 支出15 饮品 奶茶；支出10 汽车 停车
        卡: 1 支出1元 餐饮 第1顿 | 2 支出2元 餐饮 第2顿 | 3 支出3元 餐饮 第3顿 | 4 支出4元 餐饮 第4顿 | 5 支出5元 餐饮 第5顿 | 6 支出6元 餐饮 第6顿 | 7 支出7元 餐饮 第7顿 | 8 支出8元 餐饮 第8顿 | 9 支出9元 餐饮 第9顿 | 10 支出15元 饮品 奶茶
        它: 已追加第10笔，支出15元，饮品。现在共10笔，请确认或修改。
        它: 已达上限，请先确认当前交易
    """,
        start=draft(nine),
    )


@pytest.mark.parametrize("answer", ["append 支出15 饮品 奶茶 @0.9", "replace 支出15 饮品 奶茶 @0.9"])
def test_a_model_adds_no_row_that_the_words_have_no_amount_for(answer: str) -> None:
    assert after(f"你: 今儿个真高兴\n模型: {answer}", draft(ONE)).batch == draft(ONE).batch


def test_nor_does_it_open_a_draft() -> None:
    play(
        """
        你: 今儿个真高兴
        问: 解析「今儿个真高兴」
        模型: 支出60 餐饮 吃饭
        原文: 今儿个真高兴
        它: 没听出要记什么，请说用途和金额。
    """,
        ONLINE,
    )


def test_an_own_share_is_taken_at_its_word() -> None:
    for words in (
        "早饭10，午饭AA花了40",
        "火锅人均75",
        "三个人AA每人80火锅",
        "我们各付30块午饭",
        "每天早饭10块",
    ):
        state = after(f"你: {words}", in_session(LOCAL), LOCAL)
        assert "请核对" not in state.said, words


def test_a_recogniser_that_takes_the_five_of_lunch_into_an_amount_is_noticed_among_many_rows() -> None:
    """It heard 「地铁四块五，饭三十」 for 四块 and 午饭; a person hears two sums of eight rows."""
    heard = "早餐十块，地铁四块五，饭三十，咖啡十九，水果二十五，晚饭五十，打车二十二，奖金收到五百"
    state = after(f"你: {heard}", in_session(LOCAL), LOCAL)
    assert state.said == "识别到8笔交易，共160.5元支出、500元收入。请查看详情后确认。其中第2笔请核对。"
