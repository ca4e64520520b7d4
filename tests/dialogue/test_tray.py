"""The tray by voice: what was said and is in no draft is counted and named with its reasons."""

from __future__ import annotations

import pytest

from tests.support.now import NOW
from tests.support.script import LOCAL, Stage, in_session
from voiced.dialogue.sentences.left_out import told
from voiced.domain.left_out import LeftOutReason, Unrecorded
from voiced.domain.transaction import ParseResult, TransactionType

ELEVEN = "早餐8，午饭35，晚饭60，打车30，奶茶18，水果12，电影票45，洗发水29，猫粮99，地铁6，咖啡25"
LACKS_AMOUNT = "吃饭60，打车，买菜45"


def after(*sentences: str) -> list[str]:
    """What is said to the last of these sentences."""
    stage = Stage(LOCAL, in_session(LOCAL))
    *before, last = sentences
    for sentence in before:
        stage.read(f"你: {sentence}")
    told_before = len(stage.lines)
    stage.read(f"你: {last}")
    return [line.removeprefix("它: ") for line in stage.lines[told_before:] if line.startswith("它")]


@pytest.mark.parametrize(
    "asked",
    [
        *("还有几笔没记", "还有几笔没记的呢", "几笔没记上", "没记的有哪些", "还没记的有几笔", "没记的是什么"),
        *("哪几笔没记", "还有没记的吗", "有没有没记的", "刚才有哪些没记上"),
    ],
)
def test_it_is_counted_and_named_in_every_wording(asked: str) -> None:
    assert after(LACKS_AMOUNT, asked) == ["还有1笔没记：打车（没说金额）。"]


def test_an_open_draft_and_its_question_stay() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    for sentence in (LACKS_AMOUNT, "还有几笔没记"):
        stage.read(f"你: {sentence}")
    draft = stage.state.batch
    assert draft is not None
    assert len(draft.remaining_items) == 2
    stage.read("你: 对")
    assert stage.state.batch is None, "a yes answers the question that stood before"


def test_it_is_told_without_a_draft_as_well() -> None:
    assert after(ELEVEN, "取消", "还有几笔没记") == ["还有1笔没记：咖啡25元（一次最多十笔）。"]


def test_without_any_that_is_said() -> None:
    assert after("还有几笔没记") == ["没有没记的。"]
    assert after("午饭35", "没记的有哪些") == ["没有没记的。"]


@pytest.mark.parametrize(
    ("other", "says"),
    [("今天有什么", "没记"), ("有什么没记的", "没记"), ("没记", "笔没记"), ("这个月还有几笔", "没记")],
)
def test_other_questions_are_not_taken_for_it(other: str, says: str) -> None:
    assert says not in "".join(after(LACKS_AMOUNT, other))


def test_each_reason_is_named_once_and_of_many_entries_the_first() -> None:
    entry = ParseResult(None, TransactionType.EXPENSE, "餐饮", NOW.date())
    tray = [
        *(Unrecorded(f"打车{number}", LeftOutReason.ALONE, entry) for number in range(1, 8)),
        *(Unrecorded(reason.value, reason, entry) for reason in LeftOutReason),
    ]
    assert told(tray) == (
        "还有12笔没记：打车1、打车2、打车3、打车4、打车5等8笔（一句只记一笔），limit（一次最多十笔），"
        "amount（没说金额），unsure（不知道花了没有），left_behind（上次没处理完）。"
    )
