"""Curves as an SVG: a panel for each thing that grows, both axes logarithmic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 360, 290, 52, 68, 24, 40
LINE = 14
COLOURS = ("#2a6fb0", "#b0502a", "#3a8f4d")

Curve = Mapping[int, float]


def panel(title: str, curves: Mapping[str, Curve], x: int) -> str:
    """One panel whose left edge is at `x`: sizes below, milliseconds at the left."""
    sizes = sorted({size for curve in curves.values() for size in curve})
    values = [value for curve in curves.values() for value in curve.values()]
    lowest, highest = floor(log10(min(values))), max(ceil(log10(max(values))), floor(log10(min(values))) + 1)
    first, last = log10(sizes[0]), log10(sizes[-1])

    def at(size: int, value: float) -> tuple[float, float]:
        across = (log10(size) - first) / (last - first) * (WIDTH - LEFT - RIGHT)
        up = (log10(value) - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM)
        return x + LEFT + across, HEIGHT - BOTTOM - up

    parts = [f'<text x="{x + LEFT}" y="16" class="title">{escape(title)}</text>']
    for power in range(lowest, highest + 1):
        _, y = at(sizes[0], 10**power)
        parts.append(f'<path d="M{x + LEFT} {y:.1f}H{x + WIDTH - RIGHT}" class="grid"/>')
        parts.append(f'<text x="{x + LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power:g} ms</text>')
    for size in sizes:
        across, _ = at(size, 10**lowest)
        parts.append(
            f'<text x="{across:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{size:,}</text>'
        )
    for number, (name, curve) in enumerate(curves.items()):
        colour, y = COLOURS[number], 16 + LINE * (number + 1)
        parts.append(f'<text x="{x + LEFT}" y="{y}" fill="{colour}">{escape(name)}</text>')
        parts += _line([at(size, value) for size, value in sorted(curve.items())], colour)
    return "".join(parts)


def _line(points: Sequence[tuple[float, float]], colour: str) -> list[str]:
    path = "M" + "L".join(f"{across:.1f} {y:.1f}" for across, y in points)
    dots = [f'<circle cx="{across:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for across, y in points]
    return [f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>', *dots]


def svg(panels: Mapping[str, Mapping[str, Curve]]) -> str:
    """The panels side by side."""
    drawn = "".join(
        panel(title, curves, number * WIDTH) for number, (title, curves) in enumerate(panels.items())
    )
    style = "text{font:11px sans-serif}.title{font-weight:bold}.grid{stroke:#ddd}"
    size = f'width="{WIDTH * len(panels)}" height="{HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>'
        f'<rect width="100%" height="100%" fill="#fff"/>{drawn}</svg>\n'
    )
