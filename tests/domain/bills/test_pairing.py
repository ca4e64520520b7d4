"""Pairs with the best total, held against every way to make pairs."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from voiced.domain.bills.pairing import best_total, components

POINTS = st.integers(1, 20).map(lambda number: number / 2)
GRAPHS = st.dictionaries(
    st.integers(0, 4), st.dictionaries(st.integers(0, 4), POINTS, max_size=5), max_size=5
)


def total(edges: dict[int, dict[int, float]], pairs: dict[int, int]) -> float:
    return sum(edges[left][right] for left, right in pairs.items())


def best_by_trying(edges: dict[int, dict[int, float]]) -> float:
    lefts = sorted(edges)
    return max(
        sum(edges[left].get(right, 0.0) for left, right in zip(lefts, order, strict=False))
        for order in permutations(range(5))
    )


@given(GRAPHS)
def test_no_other_pairs_have_more_points(edges: dict[int, dict[int, float]]) -> None:
    pairs = best_total(edges)
    assert len(set(pairs.values())) == len(pairs)
    assert total(edges, pairs) == best_by_trying(edges)


def test_a_pair_gives_way_where_two_others_are_worth_more() -> None:
    assert best_total({0: {0: 10, 1: 9}, 1: {0: 9}}) == {0: 1, 1: 0}


@given(GRAPHS)
def test_parts_share_nothing_and_are_all(edges: dict[int, dict[int, float]]) -> None:
    parts = components(edges)
    rights = [{right for rights in part.values() for right in rights} for part in parts]
    assert sorted(left for part in parts for left in part) == sorted(edges)
    assert sum(map(len, rights)) == len({one for part in rights for one in part})
    assert sum(total(dict(edges), best_total(part)) for part in parts) == best_by_trying(edges)
