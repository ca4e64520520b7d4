"""A passage of a script stands for exactly the lines it says."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, draft
from tests.support.passages import expanded
from tests.support.script import play


def test_the_end_of_a_draft_stands_for_its_card_its_rows_and_the_sentence() -> None:
    assert expanded("""
        # One row is left after the other was cancelled.
        记完: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车
    """) == [
        "卡: ✓1 支出60元 餐饮 吃饭 | ✗2 支出30元 交通 打车",
        "写: 支出60元 餐饮 吃饭",
        "账: 支出60元 餐饮 吃饭",
        "态: LISTENING",
        "卡: 空",
        "它: 记好了，还有吗？",
    ]


def test_the_end_of_a_draft_counts_the_rows_that_are_written() -> None:
    assert expanded("记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车")[-1] == "它: 已保存2笔交易。"


def test_a_correction_stands_for_its_words_and_the_question_to_the_model() -> None:
    assert expanded("你改: 第一笔 改成50 [支出60元 餐饮 吃饭]") == [
        "你: 第一笔 改成50",
        "它: 好的，正在修改...",
        "问: 修改「第一笔 改成50」[支出60元 餐饮 吃饭]",
    ]


@pytest.mark.parametrize("line", ["记完: 支出60元 餐饮 吃饭", "记完: 1 支出60元 餐饮 吃饭", "你改: 改成50"])
def test_a_passage_that_lacks_a_part_is_refused(line: str) -> None:
    with pytest.raises(AssertionError):
        expanded(line)


@pytest.mark.parametrize(
    ("script", "entries"),
    [
        ("你: 确认\n记完: ✓1 支出60元 餐饮 吃饭", TWO),
        ("你: 确认\n记完: ✓1 支出61元 餐饮 吃饭", ONE),
        ("你改: 改成50 [支出61元 餐饮 吃饭]", ONE),
    ],
)
def test_a_script_fails_where_its_passage_did_not_happen(script: str, entries: str) -> None:
    with pytest.raises(AssertionError, match="the conversation went another way"):
        play(script, start=draft(entries))
