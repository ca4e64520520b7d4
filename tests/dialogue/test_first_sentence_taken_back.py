"""A first sentence that denies, undoes or drops one of its entries: the draft holds only the other entries."""

from __future__ import annotations

import pytest

from tests.support.drafts import after, draft
from tests.support.script import LOCAL, OFFLINE, in_session, play
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import AddOffer


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("不是打车30，是公交2块", "2"),
        ("不是打车30是地铁4块", "4"),
        ("不是午饭35，是晚饭50", "50"),
        ("打车30作废，午饭20", "20"),
        ("午饭20打车30不要", "20"),
        ("午饭20，不是打车30", "20"),
        ("别记打车30记午饭20", "20"),
        ("午饭20，打车30，前面那个不要", "30"),
        ("午饭20，打车30，后面那个不要", "20"),
        ("午饭20，打车30，只记午饭", "20"),
        ("午饭35，打车30，打车没打成", "35"),
        ("午饭35，奶茶15，奶茶没买", "35"),
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_only_the_other_entry_becomes_a_row(words: str, amount: str, policy: Policy) -> None:
    state = after(f"你: {words}", in_session(policy), policy)
    assert state.batch is not None
    assert [str(item.result.amount) for item in state.batch.items] == [amount]


@pytest.mark.parametrize(
    "words",
    [
        "打车30不对没打车",
        "打车30，没有打车",
        "打车30，错了，没打",
        "午饭35没吃",
        "说错了不是打车30",
        "我没说打车30",
        "不是我打车30",
        "水果30回头再记",
        "最后一百笔不要",
        "前三十笔不要",
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_a_sole_entry_that_is_taken_back_becomes_no_row(words: str, policy: Policy) -> None:
    assert after(f"你: {words}", in_session(policy), policy).batch is None


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("午饭三十五，免单了", ["35"]),
        ("打车30，公司报销", ["30"]),
        ("午饭20，打车30算公司的", ["30"]),
        ("午饭20，打车30，公司报销", ["30"]),
        ("水果30，老婆付的", ["30"]),
        ("打车30不要午饭20", ["30", "20"]),
    ],
)
def test_an_entry_that_another_may_have_paid_is_offered(words: str, asked: list[str]) -> None:
    offered = after(f"你: {words}", in_session(LOCAL), LOCAL).open_question
    assert isinstance(offered, AddOffer)
    assert [str(entry.amount) for entry in offered.entries] == asked
    assert not any("不要" in entry.description for entry in offered.entries)


@pytest.mark.parametrize(
    "words", ["不是水果30", "我没说水果30", "水果30回头再记", "水果30待会记", "水果30，老婆付的"]
)
def test_with_a_draft_open_no_second_row_comes_of_it(words: str) -> None:
    state = after(f"你: {words}", draft("支出20 餐饮 午饭"), LOCAL)
    assert state.batch is not None
    assert [str(item.result.amount) for item in state.batch.items] == ["20"]


def test_words_that_only_resemble_a_denial_keep_their_entry() -> None:
    for words in (
        "午饭30，晚饭没吃",
        "打车30，没打折",
        "这不是过年嘛买了年货300",
        "打车不是30是35",
        "买了药35没吃",
    ):
        state = after(f"你: {words}", in_session(LOCAL), LOCAL)
        assert state.batch is not None, words
        assert len(state.batch.items) == 1, words


def test_the_remaining_entry_is_read_back() -> None:
    play(
        """
        你: 不是打车30，是公交2块
        态: CONFIRMING
        卡: 1 支出2元 交通 公交
        它: 记录支出2元，交通，确认吗？
    """,
        LOCAL,
    )
