"""Which frames fall into our own voice."""

from __future__ import annotations

from tests.support.sound import drawn
from voiced.hearing.frame import FRAME_SAMPLES
from voiced.hearing.gate import OPEN, Gate


def kept_out(gate: Gate, frames: int = 10) -> str:
    """`x` for each frame that is kept out."""
    return "".join("x" if gate.keeps_out(frame) else "." for frame in drawn("." * frames))


def test_an_open_gate_lets_everything_in() -> None:
    assert kept_out(OPEN) == ".........."
    assert OPEN.open(5) == OPEN


def test_while_it_is_closed_nothing_comes_in_from_the_frame_on_in_which_it_was_closed() -> None:
    assert kept_out(OPEN.close(3 * FRAME_SAMPLES + 1)) == "...xxxxxxx"
    assert kept_out(OPEN.close(3 * FRAME_SAMPLES)) == "...xxxxxxx"


def test_what_was_captured_in_it_is_kept_out_later_too() -> None:
    gate = OPEN.close(3 * FRAME_SAMPLES).open(5 * FRAME_SAMPLES + 1)
    assert kept_out(gate) == "...xxx...."


def test_several_spans_are_kept_until_they_are_past() -> None:
    gate = OPEN.close(FRAME_SAMPLES).open(2 * FRAME_SAMPLES).close(4 * FRAME_SAMPLES).open(5 * FRAME_SAMPLES)
    assert kept_out(gate) == ".x..x....."
    assert kept_out(gate.past(2 * FRAME_SAMPLES)) == "....x....."
    assert gate.past(5 * FRAME_SAMPLES) == OPEN


def test_closing_a_closed_gate_keeps_it_closed_since_the_first_time() -> None:
    assert OPEN.close(100).close(900) == OPEN.close(100)
