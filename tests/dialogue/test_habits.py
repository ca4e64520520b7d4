"""A household's habits in conversations: what corrections teach, and how an entry with a habit is read back."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.structs import replace

from tests.support.now import NOW
from tests.support.script import LOCAL, ONLINE, Stage, in_session, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue
from voiced.domain.habits import Habit, HabitField
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

LITTER = Habit("猫砂", TransactionType.EXPENSE, HabitField.CATEGORY, "日用", 2, NOW)
BY_WECHAT = replace(LITTER, field=HabitField.ACCOUNT, value="微信")
TAXI = replace(LITTER, words="打车", value="旅行")


def knowing(*habits: Habit, policy: Policy = LOCAL) -> Dialogue:
    """A session of a household with these habits."""
    return structs.replace(in_session(policy), memory=LedgerMemory(habits=habits))


def lessons(script: str, start: Dialogue, policy: Policy = LOCAL) -> list[tuple[str, str]]:
    """The words and fields that the saves of a conversation teach."""
    stage = Stage(policy, start)
    for line in filter(None, map(str.strip, script.splitlines())):
        stage.read(line)
    saves = [effect for effect in stage.trace if isinstance(effect, fx.Save)]
    return [
        (lesson.words, lesson.field.value)
        for save in saves
        for lesson in save.lessons
        if lesson.field is not HabitField.SAID
    ]


def test_a_habit_gives_the_category_and_says_so() -> None:
    play(
        """
        你: 猫砂四十
        态: CONFIRMING
        卡: 1 支出40元 日用 猫砂
        它: 记录支出40元，按上次记在日用，确认吗？
        你: 确认
        记完: ✓1 支出40元 日用 猫砂
    """,
        LOCAL,
        knowing(LITTER),
    )


def test_a_habit_gives_the_account_unless_one_was_said() -> None:
    play(
        """
        你: 猫砂四十
        态: CONFIRMING
        卡: 1 支出40元 宠物 猫砂
        它: 记录支出40元，宠物，按上次用微信，确认吗？
        你: 取消
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 猫砂四十支付宝付的
        态: CONFIRMING
        卡: 1 支出40元 宠物 猫砂
        它: 记录支出40元，宠物，支付宝，确认吗？
    """,
        LOCAL,
        knowing(BY_WECHAT),
    )


def test_an_entry_that_joins_a_draft_has_its_habit_too() -> None:
    play(
        """
        你: 打车三十
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 还有猫砂四十
        卡: 1 支出30元 交通 打车 | 2 支出40元 日用 猫砂
        它: 已追加第2笔，支出40元，按上次记在日用。现在共2笔，请确认或修改。
    """,
        LOCAL,
        knowing(LITTER),
    )


def test_an_entry_that_a_model_reads_has_its_habit_too() -> None:
    play(
        """
        你: 猫砂四十，昨天还打车三十
        问: 解析「猫砂四十，昨天还打车三十」
        模型: 支出40 宠物 猫砂；支出30 交通 打车
        态: CONFIRMING
        卡: 1 支出40元 日用 猫砂 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出40元，按上次记在日用；第2笔，支出30元，交通。请确认或修改。
    """,
        ONLINE,
        knowing(LITTER, policy=ONLINE),
    )


def test_a_thing_without_an_amount_and_a_row_that_gets_its_purpose_have_their_habit() -> None:
    play(
        """
        你: 四十块
        态: CONFIRMING
        卡: 1 支出40元 其他
        它: 记录支出40元，是做什么用的？
        你: 猫砂
        卡: 1 支出40元 日用 猫砂
        它: 记录支出40元，按上次记在日用，确认吗？
    """,
        LOCAL,
        knowing(LITTER),
    )


def test_a_habit_that_is_corrected_is_said_no_more() -> None:
    play(
        """
        你: 猫砂四十
        态: CONFIRMING
        卡: 1 支出40元 日用 猫砂
        它: 记录支出40元，按上次记在日用，确认吗？
        你: 分类改成宠物
        卡: 1 支出40元 宠物 猫砂
        它: 已修改为支出40元，宠物，确认吗？
    """,
        LOCAL,
        knowing(LITTER),
    )


@pytest.mark.parametrize(
    ("script", "taught"),
    [
        ("你: 猫砂四十\n你: 确认", []),
        ("你: 猫砂四十\n你: 分类改成日用\n你: 确认", [("猫砂", "category")]),
        ("你: 猫砂四十\n你: 用微信付的\n你: 确认", [("猫砂", "account")]),
        ("你: 猫砂四十\n你: 改成五十\n你: 确认", []),
        ("你: 猫砂四十\n你: 分类改成日用\n你: 取消", []),
        ("你: 猫砂四十\n你: 分类改成日用\n你: 分类改成宠物\n你: 确认", []),
        ("你: 猫砂四十\n按: 改 1 category=日用\n按: 确认", [("猫砂", "category")]),
    ],
)
def test_a_correction_teaches_when_its_row_is_confirmed(script: str, taught: list[tuple[str, str]]) -> None:
    assert lessons(script, knowing()) == taught


def test_words_of_this_time_alone_teach_nothing() -> None:
    assert lessons("你: 陪客户吃饭300\n你: 这次算人情\n你: 确认", knowing()) == []
    assert lessons("你: 这次猫砂四十\n你: 分类改成日用\n你: 确认", knowing()) == []


def test_a_habit_is_of_the_company_that_was_said() -> None:
    taught = lessons("你: 陪客户吃饭300\n你: 算人情\n你: 确认", knowing())
    assert taught == [("陪客户吃饭", "category")]
    with_client = replace(LITTER, words="陪客户吃饭", value="人情")
    for said, category in (("陪客户吃饭50", "人情"), ("吃饭30", "餐饮"), ("带娃吃饭60", "餐饮")):
        stage = played(f"你: {said}", knowing(with_client))
        assert stage.state.batch is not None
        assert stage.state.batch.items[0].result.category == category


def test_each_of_several_entries_has_the_habit_of_its_own_words() -> None:
    with_client = replace(LITTER, words="陪客户吃饭", value="人情")
    stage = played("你: 陪客户吃饭50，带娃吃饭60，打车60", knowing(with_client))
    assert stage.state.batch is not None
    assert [item.result.category for item in stage.state.batch.items] == ["人情", "餐饮", "交通"]


def test_a_habit_that_is_confirmed_teaches_as_a_correction_does() -> None:
    assert lessons("你: 猫砂四十\n你: 确认", knowing(LITTER)) == [("猫砂", "category")]


def test_with_habits_switched_off_nothing_is_learnt_and_nothing_is_changed() -> None:
    off = Policy(habits=False)
    start = knowing(LITTER, policy=off)
    assert lessons("你: 猫砂四十\n你: 分类改成日用\n你: 确认", start, off) == []
    play(
        """
        你: 猫砂四十
        态: CONFIRMING
        卡: 1 支出40元 宠物 猫砂
        它: 记录支出40元，宠物，确认吗？
    """,
        off,
        start,
    )


def test_an_entry_that_was_filled_in_by_hand_has_a_habit_only_without_a_category() -> None:
    entry = ParseResult(Money(4000), TransactionType.EXPENSE, "", NOW.date(), "猫砂")
    for category, filed_under in (("", "日用"), ("宠物", "宠物")):
        stage = Stage(LOCAL, knowing(LITTER))
        stage.happen(ev.EntryFilledIn(replace(entry, category=category)))
        assert stage.state.batch is not None
        assert stage.state.batch.items[0].result.category == filed_under


def test_six_rows_and_more_are_said_to_have_habits_by_their_numbers() -> None:
    play(
        """
        你: 早饭十块，午饭二十，晚饭三十，打车四十，奶茶五块，猫砂六十
        态: CONFIRMING
        卡: 1 支出10元 餐饮 早饭 | 2 支出20元 餐饮 午饭 | 3 支出30元 餐饮 晚饭 | 4 支出40元 交通 打车 | 5 支出5元 饮品 奶茶 | 6 支出60元 日用 猫砂
        它: 识别到6笔交易，共165元支出、0元收入。请查看详情后确认。其中第6笔按上次的习惯。
    """,
        LOCAL,
        knowing(LITTER),
    )


def forgotten(stage: Stage) -> list[str]:
    """The words that the ledger was ordered to forget."""
    return [effect.words for effect in stage.trace if isinstance(effect, fx.ForgetHabit)]


def played(script: str, start: Dialogue) -> Stage:
    stage = Stage(LOCAL, start)
    for line in filter(None, map(str.strip, script.splitlines())):
        stage.read(line)
    return stage


@pytest.mark.parametrize("way", ["你: 别这样记", "你: 以后不要再这么记了", "按: 忘 1"])
def test_a_habit_is_forgotten_and_the_open_row_is_as_without_it(way: str) -> None:
    stage = played(f"你: 猫砂四十\n{way}", knowing(LITTER, BY_WECHAT))
    assert stage.lines[-3:] == [
        "卡: 1 支出40元 宠物 猫砂",
        "它: 好的，以后不按上次记。",
        "它: 记录支出40元，宠物，确认吗？",
    ]
    assert forgotten(stage) == ["猫砂"]
    assert stage.state.memory.habits == ()
    stage.read("你: 确认")
    (save,) = (effect for effect in stage.trace if isinstance(effect, fx.Save))
    assert [lesson.field for lesson in save.lessons] == [HabitField.SAID]


def test_of_a_row_that_was_just_added_only_its_own_habit_is_forgotten() -> None:
    stage = played("你: 打车三十\n你: 还有猫砂四十\n你: 别这样记", knowing(LITTER, TAXI))
    assert forgotten(stage) == ["猫砂"]
    stage.read("你: 别这样记")
    assert forgotten(stage) == ["猫砂", "打车"]


THREE_ROWS = "你: 猫砂四十，打车三十，午饭二十"
"""The first two rows have habits."""


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        ("第二笔别这样记", ["打车"]),
        ("别这样记第二笔", ["打车"]),
        ("第一笔和第二笔以后别这么记了", ["猫砂", "打车"]),
        ("第二笔和第三笔别按上次记", ["打车"]),
        ("猫砂那笔别这样记", ["猫砂"]),
        ("都别这样记", ["猫砂", "打车"]),
        ("第三笔别这样记", []),
        ("第四笔别这样记", []),
        ("奶茶那笔别这样记", []),
    ],
)
def test_of_several_rows_the_habits_of_those_that_are_named_are_forgotten(
    words: str, gone: list[str]
) -> None:
    stage = played(f"{THREE_ROWS}\n你: {words}", knowing(LITTER, TAXI))
    assert forgotten(stage) == gone
    assert stage.state.objected == (not gone)


def test_of_several_rows_that_are_not_named_no_habit_is_forgotten_and_the_speaker_is_asked() -> None:
    stage = played(f"{THREE_ROWS}\n你: 别这样记", knowing(LITTER, TAXI))
    assert forgotten(stage) == []
    assert stage.lines[-1] == "它: 有几笔是按上次记的，请说第几笔别这样记，或者说都别这样记。"
    stage.read("你: 确认")
    assert not [line for line in stage.lines if line.startswith("写")]


def test_without_a_draft_a_row_that_is_named_has_no_habit_to_forget() -> None:
    stage = played("你: 猫砂四十\n你: 确认\n你: 第二笔别这样记", knowing(LITTER))
    assert forgotten(stage) == []
    assert stage.lines[-1] == "它: 现在没有待处理的记录。"


def test_a_row_without_a_habit_is_asked_about_and_is_not_saved_by_the_next_confirm() -> None:
    play(
        """
        你: 打车三十
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 别这样记
        它: 这不是按上次记的，请说要改什么。
        你: 确认
        它: 记录支出30元，交通，确认吗？
    """,
        LOCAL,
        knowing(LITTER),
    )


def test_the_habit_of_a_saved_row_is_forgotten_and_its_change_is_offered() -> None:
    stage = played("你: 猫砂四十\n你: 确认\n你: 别这样记", knowing(LITTER))
    assert stage.lines[-2:] == [
        "它: 好的，以后不按上次记。",
        "它: 刚才的猫砂40元要改成支出40元，宠物吗？",
    ]
    assert forgotten(stage) == ["猫砂"]
    stage.read("你: 对")
    assert "改账: category=宠物" in stage.lines


def test_a_saved_row_that_is_the_same_without_its_habit_is_left_alone() -> None:
    same = replace(LITTER, value="宠物")
    stage = played("你: 猫砂四十\n你: 确认\n你: 别这样记", knowing(same))
    assert stage.lines[-1] == "它: 好的，以后不按上次记。"


def test_a_saved_row_without_a_habit_has_nothing_to_forget() -> None:
    stage = played("你: 打车三十\n你: 确认\n你: 别这样记", knowing(LITTER))
    assert stage.lines[-1] == "它: 这不是按上次记的，请说要改什么。"
    assert forgotten(stage) == []


def test_a_press_on_a_row_without_a_habit_only_draws_the_card() -> None:
    stage = played("你: 打车三十\n按: 忘 1", knowing(LITTER))
    assert forgotten(stage) == []


def test_a_ledger_that_cannot_forget_is_told_of() -> None:
    stage = Stage(LOCAL, knowing(LITTER))
    stage.happen(ev.HabitFailed("磁盘满"))
    assert stage.lines[-1] == "它: 刚才的习惯没能改成，请稍后再说一遍。"
