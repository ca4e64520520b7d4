"""Words about an open draft as people say them: a change, a question about a change, and a change that is taken back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import LOCAL, card, in_session, play
from voiced.domain.vocabulary import default_vocabulary_with

SNACKS = "支出12 零食 薯片；支出26 饮品 果汁"


def test_a_change_with_an_explanation_is_made_and_read_back() -> None:
    play(
        """
        你: 打车师傅收的是二十八，他抹了两块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出28元 交通 打车
        它: 已将第2笔修改为支出28元，交通。还需要修改吗？
        你: 第一笔少算了两块
        卡: 1 支出62元 餐饮 吃饭 | 2 支出28元 交通 打车
        它: 已将第1笔修改为支出62元，餐饮。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["第二次打车是四十", "最后一次打车是四十", "第二次打车不对，是四十"])
def test_one_of_several_rows_of_a_name_is_told_by_its_place_among_them(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出30元 交通 打车 | 2 支出20元 餐饮 吃饭 | 3 支出40元 交通 打车
        它: 已将第3笔修改为支出40元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft("支出30 交通 打车；支出20 餐饮 吃饭；支出50 交通 打车"),
    )


@pytest.mark.parametrize("words", ["分类是出差", "类别是出差", "分类就是出差吧", "第一笔分类是出差"])
def test_a_category_of_the_speakers_own_is_set_and_not_asked_about(words: str) -> None:
    start = replace(draft(ONE), vocabulary=default_vocabulary_with(("出差",), ()))
    state = after(f"你: {words}", start, LOCAL)
    assert card(state.batch) == "1 支出60元 出差 吃饭"


def test_what_was_spent_on_a_category_of_the_speakers_own_is_asked_of_the_ledger() -> None:
    start = replace(draft(ONE), vocabulary=default_vocabulary_with(("出差",), ()))
    play("你: 出差花了多少\n查: total 支出 2026-11-01..2026-11-30 出差", LOCAL, start=start)


def test_two_amounts_that_were_mixed_up_change_places() -> None:
    play(
        """
        你: 第一笔和第二笔说反了
        卡: 1 支出30元 餐饮 吃饭 | 2 支出60元 交通 打车
        它: 已将第1笔修改为支出30元，餐饮；第2笔修改为支出60元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["撤销", "撤回吧", "改回来", "不对，改回去", "还是变回原来的吧"])
def test_a_change_can_be_taken_back(words: str) -> None:
    play(
        f"""
        你: 打车改成五十
        卡: 1 支出60元 餐饮 吃饭 | 2 支出50元 交通 打车
        它: 已将第2笔修改为支出50元，交通。还需要修改吗？
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第2笔修改为支出30元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_the_change_of_the_only_row_can_be_taken_back() -> None:
    play(
        """
        你: 改成五十
        卡: 1 支出50元 餐饮 吃饭
        它: 已修改为支出50元，餐饮，确认吗？
        你: 撤销
        卡: 1 支出60元 餐饮 吃饭
        它: 已修改为支出60元，餐饮，确认吗？
        你: 撤销
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_without_a_change_right_before_the_words_are_no_change_back() -> None:
    play(
        """
        你: 改成五十
        卡: 1 支出50元 餐饮 吃饭
        它: 已修改为支出50元，餐饮，确认吗？
        你: 还有奶茶十五
        卡: 1 支出50元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
        你: 改回来
        它: 这样的改法我还不会，请说第几笔改成什么。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_a_model_cannot_cancel_by_words_that_change_a_row() -> None:
    play(
        """
        你改: 第一笔改成61 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: cancel @0.9
        卡: 1 支出61元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 已将第1笔修改为支出61元，餐饮。还需要修改吗？
    """,
        start=draft(TWO),
    )


def test_the_amount_really_paid_changes_the_row_and_adds_no_other() -> None:
    play(
        """
        你: 实付五十五
        卡: 1 支出55元 餐饮 吃饭
        它: 已修改为支出55元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_words_of_an_open_row_are_asked_about() -> None:
    play(
        """
        你: 果汁五十二
        它: 果汁改成52元，还是另记一笔？
        你: 另记一笔
        卡: 1 支出12元 零食 薯片 | 2 支出26元 饮品 果汁 | 3 支出52元 饮品 果汁
        它: 已追加第3笔，支出52元，饮品。现在共3笔，请确认或修改。
    """,
        LOCAL,
        start=draft(SNACKS),
    )


@pytest.mark.parametrize(
    ("rows", "words", "changed", "read"),
    [
        (
            "支出12 买菜 酱油；支出8 买菜 醋",
            "酱油十五，醋九块",
            "1 支出15元 买菜 酱油 | 2 支出9元 买菜 醋",
            "第1笔修改为支出15元，买菜；第2笔修改为支出9元，买菜",
        ),
        (
            "支出12 买菜 酱油；支出8 买菜 醋",
            "酱油十五，醋九块，别的不动",
            "1 支出15元 买菜 酱油 | 2 支出9元 买菜 醋",
            "第1笔修改为支出15元，买菜；第2笔修改为支出9元，买菜",
        ),
        (
            "支出6 餐饮 粥；支出20 烟酒 烟",
            "粥八块，烟二十五",
            "1 支出8元 餐饮 粥 | 2 支出25元 烟酒 烟",
            "第1笔修改为支出8元，餐饮；第2笔修改为支出25元，烟酒",
        ),
    ],
)
def test_several_rows_each_named_with_a_new_amount_are_changed(
    rows: str, words: str, changed: str, read: str
) -> None:
    play(f"你: {words}\n卡: {changed}\n它: 已将{read}。还需要修改吗？", LOCAL, start=draft(rows))


@pytest.mark.parametrize(
    ("row", "words", "added"),
    [
        ("支出420 汽车 车子保养", "洗车三十五", "支出35元 汽车 洗车"),
        ("支出120 宠物 买狗粮", "狗罐头三十", "支出30元 宠物 狗罐头"),
        ("支出100 宠物 给狗打针", "狗绳二十", "支出20元 宠物 狗绳"),
        ("支出20 饮品 咖啡", "咖啡豆八十", "支出80元 饮品 咖啡豆"),
        ("支出80 饮品 咖啡豆", "咖啡二十", "支出20元 饮品 咖啡"),
        ("支出30 交通 打车", "洗车三十五", "支出35元 汽车 洗车"),
    ],
)
def test_another_thing_that_shares_a_character_or_a_category_is_added_unasked(
    row: str, words: str, added: str
) -> None:
    state = after(f"你: {words}", draft(row), LOCAL)
    assert card(state.batch).partition(" | 2 ")[2] == added


@pytest.mark.parametrize(
    ("row", "words", "question"),
    [
        ("支出30 交通 打车", "打的大概花了三十来块", "打车30元已经有一笔，是同一笔，还是另记一笔？"),
        ("支出30 交通 打车", "车费四十", "打车改成40元，还是另记一笔？"),
        ("支出2600 住房 房租", "房租两千八", "房租改成2800元，还是另记一笔？"),
        ("支出12 餐饮 早饭", "早餐十五", "早饭改成15元，还是另记一笔？"),
        ("支出20 烟酒 啤酒", "喝酒五十", "啤酒改成50元，还是另记一笔？"),
        ("支出30 饮品 星巴克咖啡", "咖啡二十八", "星巴克咖啡改成28元，还是另记一笔？"),
    ],
)
def test_the_same_thing_by_another_name_is_asked_about(row: str, words: str, question: str) -> None:
    play(f"你: {words}\n它: {question}", LOCAL, start=draft(row))


MEALS = "支出12 餐饮 早饭；支出8 交通 打车"


def test_each_entry_with_the_name_of_an_open_row_is_asked_about_in_turn() -> None:
    play(
        """
        你: 早饭十五，打车九块，奶茶十二
        卡: 1 支出12元 餐饮 早饭 | 2 支出8元 交通 打车 | 3 支出12元 饮品 奶茶
        它: 已追加第3笔，支出12元，饮品。现在共3笔，请确认或修改。
        它: 早饭改成15元，还是另记一笔？
        你: 改
        卡: 1 支出15元 餐饮 早饭 | 2 支出8元 交通 打车 | 3 支出12元 饮品 奶茶
        它: 识别到3笔交易：第1笔，支出15元，餐饮；第2笔，支出8元，交通；第3笔，支出12元，饮品。请确认或修改。
        它: 打车改成9元，还是另记一笔？
        你: 另记一笔
        卡: 1 支出15元 餐饮 早饭 | 2 支出8元 交通 打车 | 3 支出12元 饮品 奶茶 | 4 支出9元 交通 打车
        它: 已追加第4笔，支出9元，交通。现在共4笔，请确认或修改。
    """,
        LOCAL,
        start=draft(MEALS),
    )


def test_where_the_row_in_question_is_dropped_the_next_entry_is_asked_about() -> None:
    play(
        """
        你: 早饭十五，打车九块，奶茶十二
        卡: 1 支出12元 餐饮 早饭 | 2 支出8元 交通 打车 | 3 支出12元 饮品 奶茶
        它: 已追加第3笔，支出12元，饮品。现在共3笔，请确认或修改。
        它: 早饭改成15元，还是另记一笔？
        你: 早饭不要了
        卡: ✗1 支出12元 餐饮 早饭 | 2 支出8元 交通 打车 | 3 支出12元 饮品 奶茶
        它: 已取消第1笔（早饭12元）。剩余2笔待确认。
        它: 打车改成9元，还是另记一笔？
        你: 是二十
        卡: ✗1 支出12元 餐饮 早饭 | 2 支出20元 交通 打车 | 3 支出12元 饮品 奶茶
        它: 还剩2笔：第2笔，支出20元，交通；第3笔，支出12元，饮品。请确认或修改。
    """,
        LOCAL,
        start=draft(MEALS),
    )


def test_words_that_may_mean_several_rows_are_asked_about() -> None:
    play(
        """
        你: 早上那趟三十五
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔
        卡: 1 支出60元 餐饮 吃饭 | 2 支出35元 交通 打车
        它: 已将第2笔修改为支出35元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["就是六十", "六十没变", "还是六十"])
def test_the_present_amount_said_again_gets_the_read_back_with_its_question(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_an_entry_with_the_present_amount_is_read_back_and_no_row_is_added() -> None:
    play(
        """
        你: 服务员说还是六十
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_an_entry_among_unknown_words_is_offered() -> None:
    play(
        """
        你: 95号油加了三百
        它: 要加一笔95号油加300元吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_a_question_about_a_price_without_a_draft_is_no_word_about_a_draft() -> None:
    state = after("你: 这个要50块吗", in_session(LOCAL), LOCAL)
    assert state.batch is None
    assert "没有待处理的记录" not in state.said


@pytest.mark.parametrize(
    "words",
    [
        "打车是五十哎不是是四十五",
        "打车是五十，不对，四十五",
        "打车改成五十，不是，四十五",
        "打车改成五十哦不是四十五",
        "改成四十五，第二笔",
        "四十五，第二笔",
        "打车四十五，吃饭没错",
        "打车四十五，其他的都对",
        "前面的都对，打车改四十五",
    ],
)
def test_a_value_may_be_mended_at_once_stand_before_its_row_or_beside_rows_that_are_right(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出45元 交通 打车
        它: 已将第2笔修改为支出45元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["打车是四十，不是五十", "三十不对，应该是四十", "打车三十不对是四十"])
def test_a_denied_amount_behind_the_right_one_and_the_amount_of_a_row_are_no_mended_values(
    words: str,
) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车
        它: 已将第2笔修改为支出40元，交通。还需要修改吗？
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_an_amount_behind_a_repair_that_is_of_another_row_changes_no_row() -> None:
    play(
        """
        你: 第一笔改成四十，错了，五十是第二笔
        原文: 第一笔改成四十，错了，五十是第二笔
        它: 没听清要改什么，请再说一次
        """,
        LOCAL,
        start=draft(TWO),
    )
