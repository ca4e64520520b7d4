"""Which frames fall into our own voice, and which texts are a sentence of ours."""

from __future__ import annotations

import pytest

from tests.support.sound import drawn
from voiced.hearing.frame import FRAME_SAMPLES
from voiced.hearing.own_voice import OPEN, Gate, is_echo


def kept_out(gate: Gate, frames: int = 10) -> str:
    """`x` for each frame that is kept out."""
    return "".join("x" if gate.keeps_out(frame) else "." for frame in drawn("." * frames))


def test_an_open_gate_lets_everything_in() -> None:
    assert kept_out(OPEN) == ".........."
    assert OPEN.open(5) == OPEN


def test_while_it_is_closed_nothing_comes_in_from_the_frame_on_in_which_it_was_closed() -> None:
    assert kept_out(OPEN.close(3 * FRAME_SAMPLES + 1)) == "...xxxxxxx"
    assert kept_out(OPEN.close(3 * FRAME_SAMPLES)) == "...xxxxxxx"


def test_sound_captured_while_we_spoke_is_kept_out_later_too() -> None:
    gate = OPEN.close(3 * FRAME_SAMPLES).open(5 * FRAME_SAMPLES + 1)
    assert kept_out(gate) == "...xxx...."


def test_several_spans_are_kept_until_they_are_past() -> None:
    gate = OPEN.close(FRAME_SAMPLES).open(2 * FRAME_SAMPLES).close(4 * FRAME_SAMPLES).open(5 * FRAME_SAMPLES)
    assert kept_out(gate) == ".x..x....."
    assert kept_out(gate.past(2 * FRAME_SAMPLES)) == "....x....."
    assert gate.past(5 * FRAME_SAMPLES) == OPEN


def test_closing_a_closed_gate_keeps_it_closed_since_the_first_time() -> None:
    assert OPEN.close(100).close(900) == OPEN.close(100)


SENTENCE = "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。"


@pytest.mark.parametrize(
    "heard",
    [
        "第一笔支出六十元餐饮第二笔支出三十元交通",
        "第一笔支出60元，餐饮，第2笔",
        "食别到两笔交易第一笔",
        "交通请确认或修改",
        "识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。",
    ],
)
def test_a_longer_part_of_our_sentence_is_echo_however_it_is_written(heard: str) -> None:
    assert is_echo(heard, SENTENCE)


@pytest.mark.parametrize("heard", ["确认", "修改", "第二笔支出", "请确认或修改", ""])
def test_short_words_are_never_echo(heard: str) -> None:
    assert not is_echo(heard, SENTENCE)


@pytest.mark.parametrize(
    "heard",
    [
        "第一笔支出五十元餐饮第二笔支出三十元交通",
        "昨天晚上吃饭花了六十块钱",
        "第二笔不要了其他的都确认",
    ],
)
def test_an_answer_is_no_echo(heard: str) -> None:
    assert not is_echo(heard, SENTENCE)


def test_more_than_we_said_is_no_echo() -> None:
    assert not is_echo("记好了还有吗我还要记一笔打车三十", "记好了，还有吗？")
    assert not is_echo("记好了还有吗我还要记一笔打车三十", "")
