"""Speech that gave no words: it is never met by silence, and decides nothing alone."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, TWO, after, draft
from tests.support.script import play
from voiced.dialogue.unclear import as_text, heard_in
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase


def test_it_is_asked_for_again_twice_in_a_row_and_not_for_ever() -> None:
    play(
        """
        声: 开始
        声: 不清
        它: 没听清，请再说一次。
        声: 开始
        声: 不清
        它: 没听清，请再说一次。
        声: 开始
        声: 不清
        声: 像确认
        你: 念一遍
        它: 第1笔，支出60元，餐饮，吃饭；第2笔，支出30元，交通，打车。请确认或修改。
        声: 不清
        它: 没听清，请再说一次。
    """,
        start=draft(TWO),
    )


def test_it_is_asked_for_again_without_a_draft_too() -> None:
    """Behind the wake word, and behind the question after a save."""
    play(
        """
        声: 开始
        声: 不清
        它: 没听清，请再说一次。
        声: 像退出
        它: 没听清，请再说一次。
        声: 像退出
        声: 不清
        你: 打车三十
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 确认
        卡: ✓1 支出30元 交通 打车
        写: 支出30元 交通 打车
        账: 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 记好了，还有吗？
        声: 不清
        它: 没听清，请再说一次。
        你: 没有了
        它: 下次再记。
        态: IDLE
    """,
    )


def test_the_question_stays_open() -> None:
    state = after("声: 不清\n你: 对", draft(ONE))
    assert state.last_saved


@pytest.mark.parametrize(
    ("word", "phase", "rows"),
    [("确认", Phase.LISTENING, 1), ("取消", Phase.LISTENING, 0), ("退出", Phase.IDLE, 0)],
)
def test_a_command_that_only_a_second_look_found_counts_when_it_is_found_again(
    word: str, phase: Phase, rows: int
) -> None:
    once = after(f"声: 像{word}", draft(ONE))
    assert (once.phase, once.batch) == (Phase.CONFIRMING, draft(ONE).batch)
    assert "确认吗" in once.said
    twice = after(f"声: 像{word}\n声: 像{word}", draft(ONE))
    assert (twice.phase, twice.batch, len(twice.last_saved)) == (phase, None, rows)


@pytest.mark.parametrize(
    "between",
    ["声: 像取消", "声: 不清", "你: 念一遍", "过: 9s", "声音: 手动"],
    ids=["another word", "no words", "words", "too late", "before the rows were heard"],
)
def test_it_does_not_count_later(between: str) -> None:
    holds = "声音: 手动\n" if between.startswith("声音") else ""
    script = f"{holds}声: 像确认\n{'' if holds else between}\n声: 像确认"
    state = after("\n".join(line for line in script.splitlines() if line), draft(ONE))
    assert state.batch == draft(ONE).batch
    assert not state.last_saved


def test_while_a_save_runs_no_rows_are_read_back() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭
        写: 支出60元 餐饮 吃饭
        声: 像取消
        它: 没听清，请再说一次。
    """,
        start=draft(ONE),
    )


@pytest.mark.parametrize("word", ["", "确认", "退出"])
def test_a_text_that_stands_for_unclear_speech_is_read_as_that_speech(word: str) -> None:
    assert heard_in(as_text(word)) == ev.UnclearSpeech(word)


@pytest.mark.parametrize("text", ["没听清", "（没听清）确认", "确认"])
def test_other_words_stay_words(text: str) -> None:
    assert heard_in(text) == ev.Heard(text)
