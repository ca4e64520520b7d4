"""The end of an utterance: complete words, the silence that ends it, and pauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voiced.hearing.endpointing import (
    EARLY_SILENCE,
    LONGEST_STRETCH,
    OPEN_SILENCE,
    PAUSE_FRAMES,
    SHORT_FRAMES,
    Completeness,
    Pace,
    Pause,
    completeness,
    end_silence,
    is_worth_attempt,
)


@pytest.mark.parametrize("text", ["退出", "退出吧。", "继续记账", "再记一笔", "下一笔"])
def test_leaving_or_moving_on_ends_the_thanks(text: str) -> None:
    assert completeness(text) is Completeness.LEAVES


@pytest.mark.parametrize(
    "text",
    [
        "全部确认",
        "保存吧",
        "不要了",
        "重来",
        "念一遍",
        "确认第一笔",
        "第一笔确认",
        "删掉第二笔",
        "第一笔和第三笔都不要",
        "只要第一笔",
        "只保存第一笔",
        "确认并退出",
        "却认并退出",
    ],
)
def test_a_command_about_the_draft_is_closed(text: str) -> None:
    assert completeness(text) is Completeness.CLOSED


@pytest.mark.parametrize("text", ["确认", "确认。", "请确认", "却认", "保存", "取消", "删掉"])
def test_a_verb_is_all_unless_a_row_follows(text: str) -> None:
    assert completeness(text) is Completeness.VERB


@pytest.mark.parametrize(
    "text",
    [
        "第一笔",
        "最后一笔",
        "把",
        "把第一笔",
        "第一笔改成",
        "第一笔改为",
        "应该是",
        "金额是",
        "不是五十是",
        "确认第一笔和",
        "除了第二笔",
        "还有",
        "吃饭花了",
        "没问题，不过",
        "确认然后",
        "保存，接下来",
        "确认并",
        "第二笔不要，然后",
    ],
)
def test_an_utterance_that_lacks_a_value_or_a_row_is_open(text: str) -> None:
    assert completeness(text) is Completeness.OPEN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "对",
        "是",
        "嗯",
        "好的",
        "不",
        "不是",
        "不用",
        "没问题",
        "可以",
        "第一笔改成五十",
        "改成收入",
        "吃饭花了60",
        "不确定",
        "等一下",
        "这个月花了多少",
        "第三笔是什么",
        "第二笔不要，其他的确认",
    ],
)
def test_an_unfinished_utterance_is_undecided(text: str) -> None:
    assert completeness(text) is Completeness.UNDECIDED


DICTATING, CONFIRMING = 50, 25
CLOSED = frozenset({Completeness.CLOSED})
NOTHING = frozenset[Completeness]()
UNDECIDED = Completeness.UNDECIDED


def test_a_complete_command_is_waited_for_no_longer_than_three_tenths_of_a_second() -> None:
    assert EARLY_SILENCE * 0.02 <= 0.3
    assert end_silence(CONFIRMING, Pace(40), Completeness.CLOSED, CLOSED) == EARLY_SILENCE


def test_nothing_is_early_where_it_is_not_to_be() -> None:
    assert end_silence(DICTATING, Pace(), Completeness.CLOSED, NOTHING) == DICTATING


def test_a_shorter_configured_silence_is_kept() -> None:
    assert end_silence(10, Pace(), Completeness.CLOSED, CLOSED) == 10


@pytest.mark.parametrize("configured", [CONFIRMING, DICTATING])
def test_an_open_change_is_waited_for_longest(configured: int) -> None:
    assert end_silence(configured, Pace(), Completeness.OPEN, CLOSED) == OPEN_SILENCE


def test_a_longer_configured_silence_is_kept() -> None:
    assert end_silence(150, Pace(), Completeness.OPEN, CLOSED) == 150


@pytest.mark.parametrize(
    ("configured", "pause", "silence"),
    [
        (DICTATING, 0, 50),
        (DICTATING, 20, 50),
        (DICTATING, 36, 54),
        (DICTATING, 80, 60),
        (CONFIRMING, 12, 25),
        (CONFIRMING, 19, 28),
        (CONFIRMING, 40, 30),
    ],
)
def test_a_speaker_with_long_pauses_gets_more_time_within_bounds(
    configured: int, pause: int, silence: int
) -> None:
    assert end_silence(configured, Pace(pause), UNDECIDED, CLOSED) == silence


def test_the_usual_pause_is_that_of_late() -> None:
    pace = Pace()
    for pause in [20, 20, 40, 40, 40, 40, 40, 40, 40, 40]:
        pace = pace.after(pause)
    assert Pace().after(20) == Pace(20)
    assert Pace(20).after(40) == Pace(25)
    assert 37 < pace.pause < 40


@given(
    st.integers(1, 250), st.floats(0, 200), st.sampled_from(Completeness), st.sampled_from([CLOSED, NOTHING])
)
def test_it_is_always_within_bounds(
    configured: int, pause: float, said: Completeness, early: frozenset[Completeness]
) -> None:
    silence = end_silence(configured, Pace(pause), said, early)
    assert min(EARLY_SILENCE, configured) <= silence <= max(OPEN_SILENCE, round(LONGEST_STRETCH * configured))


def after(sound: str) -> Pause:
    """The pause after sound: `#` is a frame of speech."""
    pause = Pause()
    for mark in sound:
        pause = pause.after(is_speech=mark == "#")
    return pause


def test_a_pause_is_silence_for_a_fifth_of_a_second() -> None:
    assert not after("###" + "." * (PAUSE_FRAMES - 1)).is_one
    assert after("###" + "." * PAUSE_FRAMES).is_one


def test_a_click_ends_no_pause_and_speech_does() -> None:
    assert after("." * 10 + "##" + ".") == Pause(quiet=11, clicks=2)
    assert after("." * 10 + "###") == Pause()
    assert after("." * 10 + "#." * 2 + "#") == Pause()


@pytest.mark.parametrize(
    ("configured", "attempts", "quiet"),
    [(CONFIRMING, 0, 10), (CONFIRMING, 1, 20), (DICTATING, 0, 25), (DICTATING, 1, 35), (5, 0, 10)],
)
def test_each_attempt_made_for_nothing_asks_for_more_silence_before_the_next(
    configured: int, attempts: int, quiet: int
) -> None:
    spoken = SHORT_FRAMES + 1
    assert not is_worth_attempt(Pause(quiet - 1), spoken, configured, attempts, 3)
    assert is_worth_attempt(Pause(quiet), spoken, configured, attempts, 3)


def test_an_utterance_as_short_as_a_command_is_guessed_at_soon() -> None:
    assert not is_worth_attempt(Pause(PAUSE_FRAMES - 1), SHORT_FRAMES, DICTATING, 0, 3)
    assert is_worth_attempt(Pause(PAUSE_FRAMES), SHORT_FRAMES, DICTATING, 0, 3)
    assert not is_worth_attempt(Pause(PAUSE_FRAMES), SHORT_FRAMES, DICTATING, 1, 3)


def test_attempts_come_to_an_end() -> None:
    assert not is_worth_attempt(Pause(1000), SHORT_FRAMES, CONFIRMING, 2, 2)
