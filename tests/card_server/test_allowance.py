"""How much one visitor may ask, by a clock that stands still until it is moved."""

from __future__ import annotations

from voiced.card.access import Allowance


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_so_many_at_once_and_then_so_many_a_second():
    clock = Clock()
    allowance = Allowance(3, 2, monotonic=clock)
    assert [allowance.allows("a") for _ in range(4)] == [True, True, True, False]
    clock.seconds = 1
    assert [allowance.allows("a") for _ in range(3)] == [True, True, False]
    clock.seconds = 100
    assert [allowance.allows("a") for _ in range(4)] == [True, True, True, False]


def test_one_visitor_takes_nothing_from_another():
    allowance = Allowance(1, 0, monotonic=Clock())
    assert [allowance.allows(visitor) for visitor in "aba"] == [True, True, False]


def test_only_the_latest_visitors_are_remembered():
    allowance = Allowance(1, 0, visitors=2, monotonic=Clock())
    assert [allowance.allows(visitor) for visitor in "aab"] == [True, False, True]
    assert allowance.allows("c")
    assert not allowance.allows("b")
    assert allowance.allows("a")
