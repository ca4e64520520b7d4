"""Pairs one to one with the best total, over a graph in which few things fit each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


def best_total(edges: Mapping[int, Mapping[int, float]]) -> dict[int, int]:
    """The pairs whose points add up to most; each left and each right thing is in one pair at most.

    Args:
        edges: the points, above 0, of each pair that may be made, by its left and its right thing.
    """
    pairing = _Pairing(edges)
    for left in sorted(edges):
        pairing.add(left)
    return {left: right for right, left in pairing.left_of.items()}


@dataclass(slots=True)
class _Pairing:
    """The best pairs of the left things that were added so far.

    One more is added along the path of changes that gains most: it takes a right thing, whose former partner takes
    another, and so on, until one takes a free thing or is left alone.
    """

    edges: Mapping[int, Mapping[int, float]]
    left_of: dict[int, int] = field(default_factory=dict[int, int])

    def add(self, left: int) -> None:
        """Make the pairs the best ones with one more left thing."""
        released, reached, came_from = self._paths(left)
        right_of = {one: right for right, one in self.left_of.items() if one in released}
        best, end = 0.0, None
        for right, points in reached.items():
            partner = self.left_of.get(right)
            total = points if partner is None else released[partner]
            if total > best:
                best, end = total, right
        while end is not None:
            taker = came_from[end]
            self.left_of[end], end = taker, right_of.get(taker)

    def _paths(self, start: int) -> tuple[dict[int, float], dict[int, float], dict[int, int]]:
        """What the release of each left thing gains, what each right thing gains, and who takes it for that."""
        released, reached, came_from = {start: 0.0}, dict[int, float](), dict[int, int]()
        waiting: deque[int] = deque([start])
        while waiting:
            left = waiting.popleft()
            for right, points in self.edges[left].items():
                total = released[left] + points
                partner = self.left_of.get(right)
                if partner == left or total <= reached.get(right, 0.0):
                    continue
                reached[right], came_from[right] = total, left
                if partner is not None:
                    released[partner] = total - self.edges[partner][right]
                    waiting.append(partner)
        return released, reached, came_from


def components(edges: Mapping[int, Mapping[int, float]]) -> Sequence[dict[int, Mapping[int, float]]]:
    """The parts of the graph that share nothing, each to be paired alone."""
    lefts_of: dict[int, list[int]] = {}
    for left, rights in edges.items():
        for right in rights:
            lefts_of.setdefault(right, []).append(left)
    found: list[dict[int, Mapping[int, float]]] = []
    seen = set[int]()
    for start in edges:
        if start in seen:
            continue
        part: dict[int, Mapping[int, float]] = {}
        waiting = [start]
        seen.add(start)
        while waiting:
            left = waiting.pop()
            part[left] = edges[left]
            new = {one for right in edges[left] for one in lefts_of[right]} - seen
            seen |= new
            waiting += new
        found.append(part)
    return found
