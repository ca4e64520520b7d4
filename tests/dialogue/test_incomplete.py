"""An entry without its amount or its purpose is kept and asked for, and never written without."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values.policy import Policy


@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_a_purchase_is_kept_until_its_amount_is_said(policy: Policy) -> None:
    play(
        """
        你: 坐地铁上班
        态: CONFIRMING
        卡: 1 支出? 交通 地铁
        它: 地铁，多少钱？
        你: 确认
        它: 记录支出，交通，多少钱？
        你: 四块
        卡: 1 支出4元 交通 地铁
        它: 记录支出4元，交通，确认吗？
        你: 确认
        记完: ✓1 支出4元 交通 地铁
    """,
        policy,
    )


def test_a_model_that_finds_no_amount_either_changes_nothing_about_it() -> None:
    play(
        """
        你: 坐地铁上班
        问: 解析「坐地铁上班」
        模型:
        态: CONFIRMING
        卡: 1 支出? 交通 地铁
        它: 地铁，多少钱？
        你: 四块
        卡: 1 支出4元 交通 地铁
        它: 记录支出4元，交通，确认吗？
    """
    )


def test_its_amount_may_come_with_its_name() -> None:
    play(
        """
        你: 坐地铁上班
        态: CONFIRMING
        卡: 1 支出? 交通 地铁
        它: 地铁，多少钱？
        你: 地铁四块
        卡: 1 支出4元 交通 地铁
        它: 记录支出4元，交通，确认吗？
    """,
        LOCAL,
    )


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("买了杯奶茶", "支出? 饮品 奶茶"),
        ("早上喝了咖啡", "支出? 饮品 咖啡"),
        ("昨天打车回家", "支出? 交通 打车 @-1"),
        ("交了电费", "支出? 水电 电费"),
        ("奶茶", "支出? 饮品 奶茶"),
    ],
)
def test_a_thing_that_is_named_is_an_entry(words: str, row: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert card(stage.state.batch) == f"1 {row}"


@pytest.mark.parametrize(
    "words",
    [
        "今儿个真高兴",
        "地铁好挤啊",
        "吃饭了吗",
        "我想买奶茶",
        "打车真贵",
        "你吃饭没有",
        "快来吃饭了",
        "把空调关了",
    ],
)
def test_talk_names_no_thing(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert stage.state.batch is None


def test_with_a_draft_open_it_is_offered() -> None:
    play(
        """
        你: 坐地铁上班
        它: 要加一笔地铁吗？
        你: 要
        卡: 1 支出60元 餐饮 吃饭 | 2 支出? 交通 地铁
        它: 地铁，多少钱？
        你: 四块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出4元 交通 地铁
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出4元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_its_amount_takes_the_offer_as_well_and_a_no_leaves_it() -> None:
    play(
        """
        你: 坐地铁上班
        它: 要加一笔地铁吗？
        你: 四块
        卡: 1 支出60元 餐饮 吃饭 | 2 支出4元 交通 地铁
        它: 已追加第2笔，支出4元，交通。现在共2笔，请确认或修改。
    """,
        LOCAL,
        start=draft(ONE),
    )
    play(
        """
        你: 坐地铁上班
        它: 要加一笔地铁吗？
        你: 不用
        它: 记录支出60元，餐饮，确认吗？
    """,
        LOCAL,
        start=draft(ONE),
    )


def test_a_new_entry_is_no_answer_to_the_offer() -> None:
    state = after(
        "你: 坐地铁上班\n模型: unclear @0.3\n你: 午饭35块\n模型: append 支出35 餐饮 午饭 @0.9", draft(ONE)
    )
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出35元 餐饮 午饭"


def test_an_amount_is_asked_for_its_purpose_and_never_written_as_other() -> None:
    play(
        """
        你: 四块
        态: CONFIRMING
        卡: 1 支出4元 其他
        它: 记录支出4元，是做什么用的？
        你: 确认
        它: 记录支出4元，是做什么用的？
        你: 坐地铁
        卡: 1 支出4元 交通 坐地铁
        它: 记录支出4元，交通，确认吗？
    """,
        LOCAL,
    )


def test_another_amount_leaves_the_purpose_open() -> None:
    play(
        """
        你: 四块
        态: CONFIRMING
        卡: 1 支出4元 其他
        它: 记录支出4元，是做什么用的？
        你: 改成五块
        卡: 1 支出5元 其他
        它: 记录支出5元，是做什么用的？
    """,
        LOCAL,
    )


def test_of_several_rows_what_is_lacking_is_told_by_number() -> None:
    play(
        """
        你: 确认
        卡: 1 支出4元 其他 | ✓2 支出60元 餐饮 吃饭 | 3 支出? 饮品 奶茶
        它: 第2笔好了，还剩2笔。第3笔还没有金额，请说是多少钱。第1笔还没说用途，请说是做什么用的。
    """,
        start=draft("支出4 其他；支出60 餐饮 吃饭；支出? 饮品 奶茶"),
    )


@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_an_open_row_that_is_named_with_another_amount_is_asked_about(policy: Policy) -> None:
    script = """
        你: 打车四十
        它: 打车改成40元，还是另记一笔？
        你: 对
        它: 打车改成40元，还是另记一笔？
        你: 确认
        它: 打车改成40元，还是另记一笔？
        你: {answer}
        卡: {rows}
    """
    same = "1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车"
    back = "        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出40元，交通。请确认或修改。"
    play(script.format(answer="改", rows=same) + back, policy, start=draft(TWO))
    another = "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出40元 交通 打车"
    added = "        它: 已追加第3笔，支出40元，交通。现在共3笔，请确认或修改。"
    play(script.format(answer="另记一笔", rows=another) + added, policy, start=draft(TWO))


@pytest.mark.parametrize("answer", ["改成四十", "改成40块吧"])
def test_the_value_that_was_asked_about_chooses_the_change(answer: str) -> None:
    play(
        f"""
        你: 打车四十
        它: 打车改成40元，还是另记一笔？
        你: {answer}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出40元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出40元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["改成五十", "谢谢", "都不是"])
def test_a_confirm_after_the_choice_was_passed_over_reads_the_rows_back(words: str) -> None:
    passed_over = after(f"你: 打车四十\n你: {words}", draft(TWO), LOCAL)
    assert not after("你: 确认", passed_over, LOCAL).last_saved
    assert after("你: 确认\n你: 确认", passed_over, LOCAL).last_saved


@pytest.mark.parametrize("words", ["确认第二笔", "下一笔"])
def test_no_confirm_of_a_row_passes_over_the_choice(words: str) -> None:
    play(
        f"""
        你: 打车四十
        它: 打车改成40元，还是另记一笔？
        你: {words}
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_a_models_append_is_asked_about_in_the_same_way() -> None:
    play(
        """
        你改: 房租两千八 [支出2600元 住房 房租]
        模型: append 支出2800 住房 房租 @0.95
        它: 房租改成2800元，还是另记一笔？
        你: 再记一笔
        卡: 1 支出2600元 住房 房租 | 2 支出2800元 住房 房租
        它: 已追加第2笔，支出2800元，住房。现在共2笔，请确认或修改。
    """,
        start=draft("支出2600 住房 房租"),
    )


def test_the_same_said_twice_is_asked_about_too() -> None:
    play(
        """
        你: 打车30
        它: 打车30元已经有一笔，是同一笔，还是另记一笔？
        你: 同一笔
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["还有打车40", "又打车40", "昨天打车40"])
def test_where_the_words_say_that_it_is_another_one_it_is_added(words: str) -> None:
    stage = Stage(LOCAL, draft(TWO))
    stage.read(f"你: {words}")
    assert stage.state.batch is not None
    assert len(stage.state.batch) == 3


def test_a_new_entry_beside_it_is_added_first() -> None:
    play(
        """
        你: 奶茶15，打车40
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
        它: 打车改成40元，还是另记一笔？
    """,
        LOCAL,
        start=draft(TWO),
    )


def test_other_words_go_their_own_way() -> None:
    state = after(
        "你: 打车四十\n模型: append 支出40 交通 打车 @0.9\n你: 打车改成45\n模型: correction 1 amount=45 @0.9",
        draft(TWO),
    )
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出45元 交通 打车"
    assert ONLINE.model_configured


def test_a_thing_bought_for_somebody_waits_for_its_amount() -> None:
    play(
        """
        你: 给奶奶买了个拐杖
        态: CONFIRMING
        卡: 1 支出? 购物 拐杖
        它: 拐杖，多少钱？
        你: 八十五
        卡: 1 支出85元 购物 拐杖
        它: 记录支出85元，购物，确认吗？
    """,
        LOCAL,
    )


def test_a_thing_of_a_list_without_an_amount_is_named_and_joins_once_it_has_one() -> None:
    play(
        """
        你: 吃饭60，打车，买菜45
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出45元 买菜 买菜
        它: 没有记的是：打车。
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出45元，买菜。请确认或修改。
        你: 打车三十
        卡: 1 支出60元 餐饮 吃饭 | 2 支出45元 买菜 买菜 | 3 支出30元 交通 打车
        它: 已追加第3笔，支出30元，交通。现在共3笔，请确认或修改。
    """,
        LOCAL,
    )


@pytest.mark.parametrize(
    "said", ["午饭三十，和同事，打车二十", "买菜四十，超市，水果二十", "打车二十，回家，吃饭三十"]
)
def test_words_between_two_entries_that_are_no_thing_are_passed_over(said: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {said}")
    assert "没有记的是" not in "".join(stage.lines)
    assert stage.state.batch is not None
    assert len(stage.state.batch.items) == 2
