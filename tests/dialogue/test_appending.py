"""More entries for the open draft: by a model, by local rules, up to ten."""

from __future__ import annotations

import pytest

from tests.support.drafts import FOUR, ONE, TEN, TWO, after, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, Stage, card, play
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.dialogue.values.state import PlainQuestion

NINE = "；".join(f"支出{number} 餐饮 第{number}顿" for number in range(1, 10))


@pytest.mark.scenario("1-14", "2-10", "3-18", "3-19", "4-E4")
def test_an_entry_is_added_and_read_back_with_the_new_count() -> None:
    play("""
        你: 吃饭60、打车30
        问: 解析「吃饭60、打车30」
        模型: 支出60 餐饮 吃饭；支出30 交通 打车
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你改: 还有一笔奶茶15 [支出60元 餐饮 吃饭 | 支出30元 交通 打车]
        模型: append 支出15 饮品 奶茶
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车 | ✓3 支出15元 饮品 奶茶
    """)


@pytest.mark.scenario("R-14")
def test_a_new_row_goes_on_counting_after_rows_that_were_decided() -> None:
    play(
        """
        你: 删掉第四笔
        卡: 1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资
        它: 已取消第4笔（工资90元）。剩余3笔待确认。
        你: 确认第一笔
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资
        它: 第1笔好了，还剩2笔。
        它: 全部处理完才会写进账本。
        你改: 还有一笔奶茶15 [支出60元 洗浴 洗脚 | 收入30元 红包 抢红包]
        模型: append 支出15 饮品 奶茶
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资 | 5 支出15元 饮品 奶茶
        它: 已追加第5笔，支出15元，饮品。现在共5笔，请确认或修改。
        你: 第五笔不要了
        卡: ✓1 支出60元 餐饮 吃饭 | 2 支出60元 洗浴 洗脚 | 3 收入30元 红包 抢红包 | ✗4 收入90元 工资 工资 | ✗5 支出15元 饮品 奶茶
        它: 已取消第5笔（奶茶15元）。剩余2笔待确认。
    """,
        start=draft(FOUR),
    )


def test_one_answer_may_add_several_entries() -> None:
    play(
        """
        你改: 还有奶茶15和停车10块 [支出60元 餐饮 吃饭]
        模型: append 支出15 饮品 奶茶；支出10 汽车 停车 @0.9
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶 | 3 支出10元 汽车 停车
        它: 已追加第2笔，支出15元，饮品；第3笔，支出10元，汽车。现在共3笔，请确认或修改。
    """,
        start=draft(ONE),
    )


@pytest.mark.scenario("1-15", "3-20")
def test_an_eleventh_entry_is_refused() -> None:
    play(
        """
        你改: 还有一笔奶茶15 [支出1元 餐饮 第1顿 | 支出2元 餐饮 第2顿 | 支出3元 餐饮 第3顿 | 支出4元 餐饮 第4顿 | 支出5元 餐饮 第5顿 | 支出6元 餐饮 第6顿 | 支出7元 餐饮 第7顿 | 支出8元 餐饮 第8顿 | 支出9元 餐饮 第9顿 | 支出10元 餐饮 第10顿]
        模型: append 支出15 饮品 奶茶
        它: 已达上限，请先确认当前交易
    """,
        start=draft(TEN),
    )


@pytest.mark.scenario("1-15", "3-20")
def test_of_several_entries_those_that_fit_are_added_and_the_rest_is_refused() -> None:
    play(
        """
        你改: 还有奶茶15和停车10块 [支出1元 餐饮 第1顿 | 支出2元 餐饮 第2顿 | 支出3元 餐饮 第3顿 | 支出4元 餐饮 第4顿 | 支出5元 餐饮 第5顿 | 支出6元 餐饮 第6顿 | 支出7元 餐饮 第7顿 | 支出8元 餐饮 第8顿 | 支出9元 餐饮 第9顿]
        模型: append 支出15 饮品 奶茶；支出10 汽车 停车
        卡: 1 支出1元 餐饮 第1顿 | 2 支出2元 餐饮 第2顿 | 3 支出3元 餐饮 第3顿 | 4 支出4元 餐饮 第4顿 | 5 支出5元 餐饮 第5顿 | 6 支出6元 餐饮 第6顿 | 7 支出7元 餐饮 第7顿 | 8 支出8元 餐饮 第8顿 | 9 支出9元 餐饮 第9顿 | 10 支出15元 饮品 奶茶
        它: 已追加第10笔，支出15元，饮品。现在共10笔，请确认或修改。
        它: 已达上限，请先确认当前交易
    """,
        start=draft(NINE),
    )


def test_an_answer_that_adds_nothing_is_asked_back() -> None:
    play(
        """
        你改: 还有一笔奶茶15 [支出60元 餐饮 吃饭]
        模型: append
        原文: 还有一笔奶茶15
        它: 没听清要改什么，请再说一次
    """,
        start=draft(ONE),
    )


def test_an_amount_with_content_is_added_offline_and_never_corrects() -> None:
    play(
        """
        你: 还有一笔奶茶15
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
        你: 打车30
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶 | 3 支出30元 交通 打车
        它: 已追加第3笔，支出30元，交通。现在共3笔，请确认或修改。
    """,
        OFFLINE,
        start=draft(ONE),
    )


def test_after_a_failed_request_the_entry_is_added_by_local_rules() -> None:
    play(
        """
        你改: 还有一笔奶茶15 [支出60元 餐饮 吃饭]
        过: 3s
        错: 超时
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 模型没有答上来，先按简单规则处理。
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
    """,
        start=draft(ONE),
    )


def test_offline_the_first_of_several_entries_is_added_and_the_rest_is_told() -> None:
    play(
        """
        你: 还有奶茶15，停车10块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 当前离线，仅支持单笔记账
        它: 没有记的是：停车10块。
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
    """,
        OFFLINE,
        start=draft(ONE),
    )


def test_where_splitting_is_switched_on_all_of_them_are_added_offline() -> None:
    play(
        """
        你: 还有奶茶15，停车10块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶 | 3 支出10元 汽车 停车
        它: 已追加第2笔，支出15元，饮品；第3笔，支出10元，汽车。现在共3笔，请确认或修改。
    """,
        Policy(offline=True, split_locally=SplitLocally.ALWAYS),
        start=draft(ONE),
    )


def test_offline_a_full_draft_refuses_too() -> None:
    play(
        """
        你: 还有奶茶15，停车10块
        它: 已达上限，请先确认当前交易
    """,
        OFFLINE,
        start=draft(TEN),
    )


def test_an_announced_entry_without_an_amount_is_offered_offline() -> None:
    play(
        """
        你: 还有停车费
        它: 要加一笔停车费吗？
    """,
        OFFLINE,
        start=draft(TWO),
    )


def test_after_a_pause_what_comes_is_added() -> None:
    play(
        """
        你: 等一下
        它: 我在听。吃饭60元还没写进账本。
        你改: 奶茶15 [支出60元 餐饮 吃饭]
        模型: append 支出15 饮品 奶茶
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶
        它: 已追加第2笔，支出15元，饮品。现在共2笔，请确认或修改。
    """,
        start=draft(ONE),
    )


INSTEAD = [
    "不是另记，是改",
    "不对，不是另记是改",
    "不要另记，是要改那笔",
    "是改，不是加一笔",
    "我是要改，不是新的一笔",
]


@pytest.mark.parametrize("words", INSTEAD)
@pytest.mark.parametrize("policy", [LOCAL, ONLINE])
def test_an_entry_that_was_meant_as_a_change_becomes_one(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车 | ✗3 支出40元 交通 打车
        它: 已取消第3笔（打车40元）。剩余2笔待确认。
        它: 已将第2笔修改为支出40元，交通。还需要修改吗？
    """,
        policy,
        start=after("你: 打车40\n你: 另记", draft(TWO), LOCAL),
    )


def test_it_changes_the_one_row_of_the_same_kind_where_the_name_is_another() -> None:
    start = after("你: 还有一笔饭钱70", draft(TWO), LOCAL)
    state = after("你: 不是另记，是改", start, LOCAL)
    assert card(state.batch) == "1 支出70元 餐饮 吃饭 | 2 支出30元 交通 打车 | ✗3 支出70元 餐饮 饭钱"


def test_where_no_row_is_like_it_it_is_asked_which_is_to_change() -> None:
    play(
        """
        你: 不是另记，是改
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | ✗3 支出15元 饮品 奶茶
        它: 已取消第3笔（奶茶15元）。剩余2笔待确认。
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔
        卡: 1 支出60元 餐饮 吃饭 | 2 支出15元 交通 打车 | ✗3 支出15元 饮品 奶茶
        它: 已将第2笔修改为支出15元，交通。还需要修改吗？
    """,
        LOCAL,
        start=after("你: 还有一笔奶茶15", draft(TWO), LOCAL),
    )


@pytest.mark.parametrize(
    "before",
    [
        "",
        "你: 还有一笔奶茶15\n你: 第一笔改成50",
        "你: 还有一笔奶茶15，买书40",
        "你: 还有一笔奶茶15\n你: 确认第二笔",
    ],
)
def test_where_nothing_was_added_just_before_no_row_goes(before: str) -> None:
    start = after(before, draft(TWO), LOCAL)
    state = after("你: 不是另记，是改", start, LOCAL)
    assert state.batch == start.batch


def test_a_question_about_a_row_is_asked_again_after_another_entry() -> None:
    play(
        """
        你: 打车四十
        它: 打车改成40元，还是另记一笔？
        你: 还有奶茶十五
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
        它: 打车改成40元，还是另记一笔？
        你: 改
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 识别到3笔交易：第1笔，支出60元，餐饮；第2笔，支出40元，交通；第3笔，支出15元，饮品。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_an_entry_that_is_told_once_more_with_its_day_ends_the_question() -> None:
    stage = Stage(LOCAL, draft(ONE))
    stage.read("你: 吃饭五十")
    stage.read("你: 昨天吃饭五十")
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出50元 餐饮 吃饭 @-1"
    assert stage.state.open_question is PlainQuestion.CONFIRM_DRAFT
