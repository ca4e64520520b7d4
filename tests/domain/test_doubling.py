"""Seconds that double with each failure."""

from __future__ import annotations

from voiced.domain.doubling import Doubling


def test_it_doubles_with_each_failure_up_to_its_bound() -> None:
    patience, seen = Doubling(5.0, 30.0), list[float]()
    for _ in range(6):
        seen.append(patience.seconds)
        patience = patience.after_failure()
    assert seen == [5.0, 10.0, 20.0, 30.0, 30.0, 30.0]


def test_after_a_success_it_is_what_it_was_at_first() -> None:
    patience = Doubling(5.0, 30.0)
    assert patience.after_failure().after_failure().after_success() == patience


def test_a_bound_below_the_first_holds() -> None:
    patience = Doubling(60.0, 30.0)
    assert patience.seconds == 30.0
    assert patience.after_failure() is patience
