"""Words that take an entry away while they name it never add one."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, after, draft, saved
from tests.support.script import LOCAL, OFFLINE, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values.policy import Policy


@pytest.mark.parametrize(
    "words",
    [
        "打车30不要了",
        "别记打车30",
        "把打车30去掉",
        "打车那30不算",
        "打车30块别记了",
        "不要记打车30",
        "删掉打车30",
        "打车30，不要了",
        "30块那个不要了",
    ],
)
@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_the_row_that_is_named_goes(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
        它: 已取消第2笔（打车30元）。剩余1笔待确认。
    """,
        policy,
        start=draft(TWO),
    )


@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_where_no_row_is_so_it_is_asked_and_nothing_is_added(policy: Policy) -> None:
    play(
        """
        你: 别记打车35
        它: 没听出「打车35」是哪笔，请说具体第几笔。
    """,
        policy,
        start=draft(TWO),
    )


def test_a_confirm_after_a_refusal_that_was_not_understood_reads_back_first() -> None:
    play(
        """
        你: 打车35不要了
        它: 没听出「打车35」是哪笔，请说具体第几笔。
        你: 确认
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        start=draft(TWO),
    )


def test_a_row_confirmed_by_itself_is_taken_back_by_name_as_well() -> None:
    state = after("你: 确认第二笔\n你: 打车30不要了", draft(TWO))
    assert state.batch is not None
    assert [item.number for item in state.batch.remaining_items] == [1]


@pytest.mark.parametrize("words", ["不要记午饭35块", "午饭35不要了", "别记打车30"])
@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_with_no_draft_nothing_is_recorded(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        它: 这次没有记账。
    """,
        policy,
    )


def test_right_after_a_save_an_unwanted_row_is_offered_for_taking_back() -> None:
    play(
        """
        你: 吃饭60不要了
        它: 刚才记的1笔（吃饭60元）要收回吗？
    """,
        start=saved(ONE),
    )


def test_alone_the_words_stay_what_they_are() -> None:
    play(
        """
        你: 不要了
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        start=draft(TWO),
    )


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("去掉优惠付了三十", "支出30元 其他 去掉优惠"),
        ("不要糖的奶茶15", "支出15元 饮品 不要糖的奶茶"),
        ("取消订单退款五十", "收入50元 退款 取消订单退款"),
        ("删帖费五百", "支出500元 其他 删帖费"),
        ("午饭花了35不是30", "支出35元 餐饮 午饭"),
        ("午饭不是30是35", "支出35元 餐饮 午饭"),
        ("打车三十不是打车四十", "支出30元 交通 打车"),
        ("吃饭花了60不是收入", "支出60元 餐饮 吃饭"),
    ],
)
def test_a_part_that_is_taken_away_is_no_refusal_of_the_entry(words: str, row: str) -> None:
    stage = Stage(OFFLINE, in_session(OFFLINE))
    stage.read(f"你: {words}")
    assert card(stage.state.batch) == f"1 {row}"


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("吃饭花了50，不是60", "1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车"),
        ("吃饭花了50不是60", "1 支出50元 餐饮 吃饭 | 2 支出30元 交通 打车"),
        ("打车35不是30", "1 支出60元 餐饮 吃饭 | 2 支出35元 交通 打车"),
        ("打车30是昨天的", "1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 @-1"),
        ("打车那30块是收入", "1 支出60元 餐饮 吃饭 | 2 收入30元 交通 打车"),
        ("吃饭花了55不是收入", "1 支出55元 餐饮 吃饭 | 2 支出30元 交通 打车"),
    ],
)
def test_words_about_an_open_row_with_an_amount_change_it_and_add_no_row(words: str, rows: str) -> None:
    stage = Stage(OFFLINE, draft(TWO))
    stage.read(f"你: {words}")
    assert card(stage.state.batch) == rows


def test_a_denied_income_becomes_an_expense() -> None:
    stage = Stage(OFFLINE, draft("收入60 餐饮 吃饭"))
    stage.read("你: 吃饭花了60不是收入")
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭"


@pytest.mark.parametrize("words", ["刚才那笔不要了", "刚才那笔算了", "上一笔删掉", "撤销上一笔"])
@pytest.mark.parametrize("policy", [ONLINE, OFFLINE])
def test_the_entry_of_just_now_is_the_open_row_while_nothing_is_saved(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        态: LISTENING
        卡: 空
        它: 已取消。
    """,
        policy,
        start=draft(ONE),
    )


def test_of_several_open_rows_it_is_asked_which_one_of_just_now_goes() -> None:
    play(
        """
        你: 刚才那笔不要了
        它: 不确定要修改哪笔，请说具体第几笔
        你: 确认
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """,
        start=draft(TWO),
    )


def test_a_change_of_the_entry_of_just_now_is_that_of_the_open_row_while_nothing_is_saved() -> None:
    play(
        """
        你: 刚才那笔改成50
        卡: 1 支出50元 餐饮 吃饭
        它: 当前离线，仅支持简单修改。
        它: 已修改为支出50元，餐饮，确认吗？
    """,
        OFFLINE,
        start=draft(ONE),
    )


def _only_the_ride_is_kept(words: str, policy: Policy) -> None:
    play(
        f"""
        你: {words}
        态: CONFIRMING
        卡: 1 支出20元 交通 打车
        它: 记录支出20元，交通，确认吗？
    """,
        policy,
    )


@pytest.mark.parametrize(
    "words",
    [
        "午饭三十不用记，打车二十",
        "午饭三十不算，打车二十",
        "午饭三十打车二十，午饭不算",
        "打车二十。午饭三十。午饭不算",
        "别记午饭三十，打车二十",
        "打车二十，别记午饭三十",
        "打车二十，午饭三十不要记",
        "不要午饭三十，要打车二十",
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE, ONLINE])
def test_of_several_entries_one_that_is_refused_is_left_out(words: str, policy: Policy) -> None:
    _only_the_ride_is_kept(words, policy)


@pytest.mark.parametrize(
    "words",
    [
        "午饭三十，算了，打车二十",
        "午饭三十，算了，不记了，打车二十",
        "午饭三十，不要了，打车二十",
        "午饭三十，取消，打车二十",
        "午饭三十，算了吧打车二十",
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE, ONLINE])
def test_an_entry_that_is_given_up_before_the_next_one_is_none(words: str, policy: Policy) -> None:
    _only_the_ride_is_kept(words, policy)


def test_several_that_are_given_up_together_are_named() -> None:
    play(
        """
        你: 午饭三十，奶茶十五，算了，打车二十
        态: CONFIRMING
        卡: 1 支出20元 交通 打车
        它: 没有记的是：午饭三十、奶茶十五。
        它: 记录支出20元，交通，确认吗？
    """,
        LOCAL,
    )


def test_one_thing_that_is_held_back_holds_no_list() -> None:
    play(
        """
        你: 猫粮一百三，猫砂二十，驱虫药还在购物车里先别记
        态: CONFIRMING
        卡: 1 支出130元 宠物 猫粮 | 2 支出20元 宠物 猫砂
        它: 识别到2笔交易：第1笔，支出130元，宠物；第2笔，支出20元，宠物。请确认或修改。
    """,
        LOCAL,
    )


def test_a_price_that_was_settled_on_is_nothing_given_up() -> None:
    play(
        """
        你: 给我染了个头收我一百三十五算了
        问: 解析「给我染了个头收我一百三十五算了」
    """,
        ONLINE,
    )


def test_a_list_that_is_held_back_is_not_recorded() -> None:
    play(
        """
        你: 打车三十，午饭二十，先别记
        它: 这次没有记账。
    """,
        LOCAL,
    )


def test_where_all_that_was_said_may_be_given_up_nothing_is_recorded() -> None:
    play(
        """
        你: 打车二十，午饭三十，算了
        它: 这次没有记账。
    """,
        LOCAL,
    )


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("衣服三百，不要了，退了三百", "1 支出300元 服饰 衣服 | 2 收入300元 退款"),
        ("午饭三十，算了一下，打车二十", "1 支出30元 餐饮 午饭 | 2 支出20元 交通 打车"),
        ("打车，算了二十", "1 支出20元 交通 打车"),
        ("点了外卖，取消了，扣了五块", "1 支出5元 餐饮 外卖"),
    ],
)
def test_a_returned_or_reckoned_purchase_is_told(words: str, rows: str) -> None:
    assert card(after(f"你: {words}", in_session(LOCAL), LOCAL).batch) == rows


BOTH = "支出30 餐饮 午饭；支出20 交通 打车"


@pytest.mark.parametrize("words", ["午饭三十，算了，打车二十", "别记午饭三十，打车二十"])
def test_a_model_that_records_what_was_taken_away_is_not_followed(words: str) -> None:
    asked = Policy(model_configured=True, local_first=False)
    state = after(f"你: {words}\n模型: {BOTH}", in_session(asked), asked)
    assert card(state.batch) == "1 支出20元 交通 打车"


@pytest.mark.parametrize("words", ["午饭三十，算了，地铁二十", "别记午饭三十，地铁二十"])
def test_a_model_that_appends_what_was_taken_away_is_not_followed(words: str) -> None:
    appended = "append 支出30 餐饮 午饭；支出20 交通 地铁 @0.9"
    state = after(f"你: {words}\n模型: {appended}", draft(ONE))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭 | 2 支出20元 交通 地铁"


def test_a_model_that_appends_nothing_but_what_was_taken_away_is_asked_back() -> None:
    state = after("你: 别记午饭三十，地铁二十\n模型: append 支出30 餐饮 午饭 @0.9", draft(ONE))
    assert card(state.batch) == "1 支出60元 餐饮 吃饭"


@pytest.mark.parametrize("words", ["打车30不算，奶茶15", "奶茶15，打车不算"])
def test_a_refusal_beside_a_new_entry_is_remembered_as_an_objection(words: str) -> None:
    play(
        f"""
        你: {words}
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车 | 3 支出15元 饮品 奶茶
        它: 已追加第3笔，支出15元，饮品。现在共3笔，请确认或修改。
        你: 确认
        它: 识别到3笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通；第3笔，支出15元，饮品。请确认或修改。
    """,
        LOCAL,
        start=draft(TWO),
    )


@pytest.mark.parametrize("words", ["吃饭60，饭不要了", "吃饭60，发票不要了"])
def test_a_refused_thing_beside_an_entry_takes_no_row_away(words: str) -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read(f"你: {words}")
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭"


def test_an_amount_beyond_every_row_is_refused_with_the_limit() -> None:
    play(
        """
        你: 买岛花了三千亿
        原文: 买岛花了三千亿
        它: 一笔最多记10亿元。
        你: 买岛花了3000亿元
        原文: 买岛花了3000亿元
        它: 一笔最多记10亿元。
    """,
        OFFLINE,
    )


def test_a_row_keeps_its_amount_when_the_new_one_is_too_large() -> None:
    play(
        """
        你: 改成三千亿
        它: 一笔最多记10亿元。
        你: 确认
        它: 记录支出60元，餐饮，确认吗？
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        LOCAL,
        start=draft(ONE),
    )
